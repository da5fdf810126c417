public import AppControllerKit
internal import CProviderABI

/// The error of loading or calling a plugin.
public struct PluginError: ExplainedError, Equatable {
  /// The kind of the failure; the raw value is the stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable code, such as `ACK2004`.
    public let rawValue: String

    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing exists at the path.
    public static let notFound = Code(rawValue: "ACK2001")
    /// The file is not a shared library.
    public static let notALibrary = Code(rawValue: "ACK2002")
    /// The library has no `ack_provider_query`.
    public static let notAProvider = Code(rawValue: "ACK2003")
    /// The library and this host have no version of the ABI in common.
    public static let incompatibleABI = Code(rawValue: "ACK2004")
    /// The library is built for another machine.
    public static let wrongMachine = Code(rawValue: "ACK2005")
    /// A library that it needs is missing.
    public static let missingDependency = Code(rawValue: "ACK2006")
    /// It needs a symbol that no library defines.
    public static let undefinedSymbol = Code(rawValue: "ACK2007")
    /// The system refused to load it for another reason.
    public static let loadFailed = Code(rawValue: "ACK2008")
    /// Its answer to the query breaks the ABI.
    public static let badAnswer = Code(rawValue: "ACK2009")
    /// Its table of functions breaks the ABI.
    public static let badTable = Code(rawValue: "ACK2010")
    /// The file may not be read by this user.
    public static let notReadable = Code(rawValue: "ACK2011")

    /// The path leads to a folder.
    public static let folder = Code(rawValue: "ACK2012")
    /// The path leads to a device, a pipe or a socket.
    public static let specialFile = Code(rawValue: "ACK2013")
    /// The file is empty.
    public static let emptyFile = Code(rawValue: "ACK2014")
    /// The file ends before a part that its headers declare.
    public static let truncatedFile = Code(rawValue: "ACK2015")
    /// The file is text.
    public static let textFile = Code(rawValue: "ACK2016")
    /// The file is a script.
    public static let script = Code(rawValue: "ACK2017")
    /// The file is a program or library for Windows.
    public static let windowsLibrary = Code(rawValue: "ACK2018")
    /// The file is a program or library for an Apple system.
    public static let machO = Code(rawValue: "ACK2019")
    /// The file is an archive of object files, a static library.
    public static let staticLibrary = Code(rawValue: "ACK2020")
    /// The library has addresses of another width.
    public static let wrongClass = Code(rawValue: "ACK2021")
    /// The library has the other byte order.
    public static let wrongByteOrder = Code(rawValue: "ACK2022")
    /// The file is a program.
    public static let program = Code(rawValue: "ACK2023")
    /// The file is an object file, which is not linked yet.
    public static let objectFile = Code(rawValue: "ACK2024")
    /// The file is a core dump.
    public static let coreFile = Code(rawValue: "ACK2025")
    /// The library contradicts the ELF format, or itself.
    public static let damagedLibrary = Code(rawValue: "ACK2026")

    /// The library has no note of a provider.
    public static let noNote = Code(rawValue: "ACK2027")
    /// The library has more than one note of a provider.
    public static let twoNotes = Code(rawValue: "ACK2028")
    /// The provider's note, or a note before it, is cut off.
    public static let truncatedNote = Code(rawValue: "ACK2029")
    /// The note has an unknown type.
    public static let wrongNoteType = Code(rawValue: "ACK2030")
    /// The content of the note is malformed.
    public static let badNote = Code(rawValue: "ACK2031")

    /// Other users can write the file.
    public static let writableFile = Code(rawValue: "ACK2032")
    /// Other users can write a folder on the file's path.
    public static let writableFolder = Code(rawValue: "ACK2033")
    /// The file, or a folder on its path, belongs to another user.
    public static let foreignOwner = Code(rawValue: "ACK2034")
    /// The file changed during the inspection.
    public static let changedFile = Code(rawValue: "ACK2035")
    /// The library's answer to the query contradicts its note.
    public static let contradictedNote = Code(rawValue: "ACK2036")
    /// The file's digest is not the pinned one.
    public static let pinMismatch = Code(rawValue: "ACK2037")
    /// No provider with the id is found.
    public static let unknownProvider = Code(rawValue: "ACK2038")
    /// The provider has a setting of a type that this host does not know.
    public static let unknownSettingType = Code(rawValue: "ACK2039")
    /// A required setting of the provider is missing, or the value of a setting is invalid.
    public static let badSettings = Code(rawValue: "ACK2040")
    /// The provider requires what this host does not have.
    public static let requirementUnmet = Code(rawValue: "ACK2041")
    /// A library was mapped with the provider that nobody has checked.
    public static let uncheckedLibrary = Code(rawValue: "ACK2042")
    /// The provider's id belongs to another library.
    public static let otherLibrary = Code(rawValue: "ACK2047")
    /// The list of known libraries cannot be read or written.
    public static let badLibraries = Code(rawValue: "ACK2048")

    /// The library failed to make an instance.
    public static let createFailed = Code(rawValue: "ACK2101")
    /// A call of the provider failed.
    public static let questionFailed = Code(rawValue: "ACK2102")
    /// The provider answered with a status that the ABI does not define.
    public static let badStatus = Code(rawValue: "ACK2103")
    /// The provider did not answer in time.
    public static let timedOut = Code(rawValue: "ACK2104")
    /// More questions are open than the ABI allows.
    public static let tooManyQuestions = Code(rawValue: "ACK2105")
    /// The answer to an action breaks the ABI.
    public static let badReply = Code(rawValue: "ACK2106")
    /// The instance has been ended.
    public static let gone = Code(rawValue: "ACK2107")
    /// The provider made more requests for logins, logouts, updates or refreshes than the limit allows.
    public static let flooded = Code(rawValue: "ACK2108")

    /// A signal ended the provider's process.
    public static let childCrashed = Code(rawValue: "ACK2201")
    /// The provider ended its process.
    public static let childExited = Code(rawValue: "ACK2202")
    /// A function of the provider did not return in time.
    public static let childHung = Code(rawValue: "ACK2203")
    /// The provider's process violated the protocol of its connection.
    public static let childBrokeProtocol = Code(rawValue: "ACK2204")
    /// The provider closed the connection of its process to the app.
    public static let childClosed = Code(rawValue: "ACK2205")
    /// The executable that was started does not serve providers.
    public static let childNotServing = Code(rawValue: "ACK2206")
    /// The question is larger than a message to a process can be.
    public static let questionTooLarge = Code(rawValue: "ACK2207")
    /// The library crashed or hung before, and its file has not changed since.
    public static let quarantined = Code(rawValue: "ACK2208")
    /// The list of the libraries that crashed or hung cannot be read or written.
    public static let badQuarantine = Code(rawValue: "ACK2209")
    /// The provider's home folder cannot be made or trusted.
    public static let noHome = Code(rawValue: "ACK2210")

    /// The child process for a provider cannot be started.
    public static let childNotStarted = Code(rawValue: "ACK2211")
    /// The child process cannot drop its privileges.
    public static let sandboxFailed = Code(rawValue: "ACK2212")
    /// The provider's process identifies itself as another provider than its file does.
    public static let childPretends = Code(rawValue: "ACK2213")

    /// The provider declares permissions that the user has not granted.
    public static let permissionNotGranted = Code(rawValue: "ACK2214")
    /// A granted permission cannot be put into effect on this system.
    public static let permissionUnavailable = Code(rawValue: "ACK2215")

    /// A recording cannot be read.
    public static let unreadableRecording = Code(rawValue: "ACK2301")
    /// The file is not a recording, or is one that this version cannot replay.
    public static let badRecording = Code(rawValue: "ACK2302")
    /// A recording cannot be written.
    public static let recordingNotWritten = Code(rawValue: "ACK2303")
    /// The host deviates from the recording.
    public static let replayDiffers = Code(rawValue: "ACK2304")
    /// The rebuilt library identifies itself as another provider.
    public static let otherProvider = Code(rawValue: "ACK2305")
    /// A build of the provider gives other answers than the recorded one.
    public static let providerDiffers = Code(rawValue: "ACK2306")
    /// The list of allowed differences cannot be read or parsed.
    public static let badAllowList = Code(rawValue: "ACK2307")
  }

  /// The stable code.
  public let code: Code
  /// The failure: one sentence without a full stop.
  public let what: String
  /// The cause: one sentence without a full stop.
  public let why: String
  /// The remedy: one sentence without a full stop.
  public let fix: String
  /// The command of `appctl` that helps, which only `appctl` prints: the user of an app may not have it.
  package let command: String?
  /// What the failure is due to, as the provider says; `nil` when it does not.
  public var category: FailureCategory?
  /// The time after which the provider says that trying again may help.
  public var retryAfter: Duration?
  /// The provider's own stable name of the failure, such as `com.example.locked`; empty for none.
  public var providerCode = ""

  /// Makes an error from its code and its three sentences.
  public init(_ code: Code, what: String, why: String, fix: String) {
    self.init(code, what: what, why: why, fix: fix, command: nil)
  }

  package init(_ code: Code, what: String, why: String, fix: String, command: String?) {
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
    self.command = command
  }
}

extension ProviderReply.Refusal {
  func error(for call: ProviderCall) -> any Error {
    switch self {
    case .interface(let diagnostic): AppControllerError(invalid: diagnostic, of: "the provider's \(call.name)")
    case .screen(let diagnostic):
      AppControllerError(invalid: diagnostic, of: "the screen that the provider answered with")
    case .response(let what):
      PluginError(
        .badReply, what: "the provider's answer to the action breaks the ABI: \(what)",
        why: "an answer is applied whole or not at all", fix: "the provider's author can correct its perform function"
      )
    case .value(let name, let value, let allowed) where call.function == .configuration:
      AppControllerError.badValue(name, value, allowed)
    case .value(let name, let value, let allowed):
      PluginError(
        .badReply,
        what: "the provider's answer with its \(call.name) breaks the ABI: \(name) is \(value), not \(allowed)",
        why: "the ABI gives other values no meaning",
        fix: "the provider's author can correct its \(call.function.rawValue) function"
      )
    case .asset(let what):
      PluginError(
        .badReply, what: "the provider's answer with the \(call.name) breaks the ABI: \(what)",
        why: "the bytes of a picture are given once and whole, and are of bounded size",
        fix: "the provider's author can correct its asset function"
      )
    case .credential(let what):
      PluginError(
        .badReply, what: "the provider's answer with the \(call.name) breaks the ABI: \(what)",
        why: "a credential is given once, and is of bounded size",
        fix: "the provider's author can correct its extension ack.credential/1"
      )
    }
  }
}

extension AppControllerError {
  fileprivate init(invalid diagnostic: Diagnostic, of subject: String) {
    self.init(
      .invalidDescription,
      what: "\(subject) is not valid: \(diagnostic.path): \(diagnostic.message) [\(diagnostic.code.rawValue)]",
      why: "the host refuses a description whole",
      fix: "correct the provider's description at the path that is named", diagnostics: [diagnostic]
    )
  }
}

extension PluginError {
  static func failure(
    _ code: PluginError.Code, _ what: String, _ status: Int32, _ failure: ProviderFailure?,
    _ library: ProviderIdentity
  ) -> PluginError {
    if let failure {
      let more = [
        failure.why, failure.fix.isEmpty ? "" : "the provider suggests: \(failure.fix)",
        failure.code.isEmpty ? "" : "its code is \(failure.code)",
      ].filter { !$0.isEmpty }
      let time: Duration? = failure.retryAfter > 0 ? .milliseconds(failure.retryAfter) : nil
      let caution = failure.fix.isEmpty ? nil : "do what the provider suggests only if you trust it"
      let author = "\(caution == nil ? "the provider's" : "its") author can tell more"
      let remedy = failure.category?.remedy(after: time)
      let remedies = remedy == nil ? [caution, author] : [remedy, caution]
      var error = PluginError(
        code, what: "provider \(library.id) \(what): \(ProviderWords(failure.what, of: library.id))",
        why: more.isEmpty
          ? "the provider did not say" : ProviderWords(more.joined(separator: "; "), of: library.id).description,
        fix: remedies.compactMap(\.self).joined(separator: "; ")
      )
      (error.category, error.retryAfter, error.providerCode) = (failure.category, time, failure.code)
      return error
    }
    let isKnown = (ACK_MISUSE...ACK_PENDING).contains(status)
    let words =
      library.isSwift
      ? "throw an error that conforms to ExplainedError, with what, why and fix"
      : "say what, why and how to fix it, with fail() in C, ack::Failure in C++ and failure() in Rust"
        + (isKnown ? "" : ", and then answer ACK_FAILED in the place of \(status)")
    return PluginError(
      code, what: "provider \(library.id) \(what): it answered status \(status), which \(StatusName.of(status))",
      why: isKnown ? "the provider gave no reason" : "a number of its own, such as an errno, says nothing to a host",
      fix: "the provider's author can \(words)"
    )
  }
}

extension PluginError {
  /// The process may have run the provider's code.
  func saidInProcess(of library: ProviderIdentity) -> PluginError {
    let more = "\(why); its process suggests: \(fix)"
    var error = PluginError(
      code, what: "provider \(library.id) cannot be used: \(ProviderWords(what, of: library.id))",
      why: ProviderWords(more, of: library.id).description,
      fix: "do what it suggests only if you trust it; 'appctl inspect' says more without running it")
    error.category = category
    return error
  }
}

enum StatusName {
  static func of(_ status: Int32) -> String {
    switch status {
    case ACK_OK: "means done"
    case ACK_PENDING: "means not yet"
    case ACK_FAILED: "means failed"
    case ACK_UNSUPPORTED: "means that it does not do that"
    case ACK_GONE: "means gone"
    case ACK_LIMIT: "means that a limit was reached"
    case ACK_MISUSE: "means that it was called wrongly"
    default: "the ABI does not have"
    }
  }
}

extension PluginError {
  static func flooded(_ name: String) -> PluginError {
    PluginError(
      .flooded,
      what: """
        \(name) asked for more than \(ProviderTraffic.requestLimit) logins, logouts, updates and refreshes within \
        \(ProviderTraffic.span), and was ended
        """,
      why: "the app carries out each of them, and more would leave it no time for anything else",
      fix: "load the provider again for another instance; its author can ask once, and wait for what becomes of it"
    )
  }

  static func gone(_ name: String) -> PluginError {
    PluginError(
      .gone, what: "\(name) has been ended", why: "end() was called, and an instance is not begun again",
      fix: "load the provider again for another instance"
    )
  }

  static func timedOut(_ library: ProviderIdentity, _ question: String, _ limit: Duration) -> PluginError {
    PluginError(
      .timedOut, what: "provider \(library.id) did not answer for its \(question) within \(limit)",
      why: "it answered pending and did not wake the host in time",
      fix: "try again; or give it more time with --timeout"
    )
  }

  static func tooManyQuestions(_ library: ProviderIdentity) -> PluginError {
    PluginError(
      .tooManyQuestions, what: "provider \(library.id) has eight open actions; a ninth is refused",
      why: "the ABI allows eight at a time", fix: "wait for an answer before the next action"
    )
  }
}
