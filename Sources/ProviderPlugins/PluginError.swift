public import AppControllerKit

/// The error of loading a plugin and of talking to it.
public struct PluginError: ExplainedError, Equatable {
  /// What kind of failure this is; the raw value is the stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable code, such as `ACK2004`.
    public let rawValue: String

    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is nothing at the path.
    public static let notFound = Code(rawValue: "ACK2001")
    /// What is at the path is no shared library.
    public static let notALibrary = Code(rawValue: "ACK2002")
    /// The library has no `ack_provider_query`.
    public static let notAProvider = Code(rawValue: "ACK2003")
    /// The library and this host speak no common version of the ABI.
    public static let incompatibleABI = Code(rawValue: "ACK2004")
    /// The library is for another machine.
    public static let wrongMachine = Code(rawValue: "ACK2005")
    /// A library that it needs is not there.
    public static let missingDependency = Code(rawValue: "ACK2006")
    /// It needs a symbol that nothing provides.
    public static let undefinedSymbol = Code(rawValue: "ACK2007")
    /// The system refused to load it for another reason.
    public static let loadFailed = Code(rawValue: "ACK2008")
    /// Its answer to the query breaks the ABI.
    public static let badAnswer = Code(rawValue: "ACK2009")
    /// Its table of functions breaks the ABI.
    public static let badTable = Code(rawValue: "ACK2010")
    /// It may not be read.
    public static let notReadable = Code(rawValue: "ACK2011")

    /// It failed to make an instance.
    public static let createFailed = Code(rawValue: "ACK2101")
    /// A question failed, and the provider said why.
    public static let questionFailed = Code(rawValue: "ACK2102")
    /// A question was answered with a status that the ABI does not have.
    public static let badStatus = Code(rawValue: "ACK2103")
    /// A question was not answered in time.
    public static let timedOut = Code(rawValue: "ACK2104")
    /// More questions are open than the ABI allows.
    public static let tooManyQuestions = Code(rawValue: "ACK2105")
    /// The answer to an action breaks the ABI.
    public static let badReply = Code(rawValue: "ACK2106")
    /// The instance has been ended.
    public static let gone = Code(rawValue: "ACK2107")
  }

  /// The stable code.
  public let code: Code
  /// What failed.
  public let what: String
  /// Why it failed.
  public let why: String
  /// What to do about it.
  public let fix: String

  /// Makes an error from its code and its three sentences.
  public init(_ code: Code, what: String, why: String, fix: String) {
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
  }
}
