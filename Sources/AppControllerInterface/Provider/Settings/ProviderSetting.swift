/// A setting that a provider declares: a value that its operator gives before an instance is made.
///
/// A provider declares its settings in its `provider.json`. A host reads them in the provider's note, without running
/// any of its code, and checks the given values before it makes an instance.
public struct ProviderSetting: Sendable, Hashable {
  /// The type of a setting, with the values that it allows.
  public enum Kind: Sendable, Hashable {
    /// A line of text whose number of characters is in a range.
    case text(length: ClosedRange<Int>)
    /// A URL with one of some schemes, by the rules for links in descriptions.
    case url(schemes: [String])
    /// A whole number in a range.
    case integer(ClosedRange<Int64>)
    /// `true` or `false`.
    case boolean
    /// One of a few texts.
    case choice([String])
    /// A secret of 1 byte to 16 KiB of UTF-8, which is never given as text.
    case secret
    /// A type that this version does not know, so that it cannot check values.
    case unknown(String)
  }

  /// The name: a lower-case letter, and at most 31 letters and digits.
  ///
  /// Names of one provider are distinct without regard to case.
  public let name: String
  /// The type.
  public let kind: Kind
  /// The name for people; one line of 1 to 256 bytes.
  public let label: String
  /// The purpose of the setting; one line of at most 1024 bytes, which may be empty.
  public let help: String
  /// Whether the operator has to give a value.
  public let isRequired: Bool
  /// The value when the operator gives none; `nil` for none.
  ///
  /// A required setting and a secret have none.
  public let defaultValue: String?
  /// Whether the provider says that the value is a part of whom and what a session belongs to, as a server is.
  ///
  /// A session is not handed to a provider whose identifying values are other ones. If a provider marks no setting,
  /// those of the types `url` and `text` are identifying.
  public let identifies: Bool

  /// Checks nothing.
  package init(
    _ name: String, _ kind: Kind, label: String, help: String = "", isRequired: Bool = false,
    defaultValue: String? = nil, identifies: Bool = false
  ) {
    (self.name, self.kind, self.label, self.help) = (name, kind, label, help)
    (self.isRequired, self.defaultValue, self.identifies) = (isRequired, defaultValue, identifies)
  }

  package static let maximumCount = 32
  package static let maximumOptions = 64
  /// In bytes.
  package static let valueLimit = 16 << 10
  package static let schemes = ["https", "http", "mailto"]
}

extension ProviderSetting.Kind {
  package static let names = ["text", "url", "integer", "boolean", "choice", "secret"]

  /// The name of the type in a `provider.json`.
  public var name: String {
    switch self {
    case .text: "text"
    case .url: "url"
    case .integer: "integer"
    case .boolean: "boolean"
    case .choice: "choice"
    case .secret: "secret"
    case .unknown(let name): name
    }
  }

  package var placeholder: String {
    switch self {
    case .text, .secret, .unknown: "VALUE"
    case .url: "URL"
    case .integer: "NUMBER"
    case .boolean: "true"
    case .choice(let options): options.first ?? "VALUE"
    }
  }
}

extension ProviderSetting {
  /// The end of a sentence such as `is not a whole number`; `nil` when the text can be the value.
  ///
  /// The sentence does not repeat the text, because an operator may have given a secret by mistake.
  package func problem(of value: String) -> String? {
    let size = value.utf8.count
    guard size <= Self.valueLimit else { return "has \(size) bytes, more than \(Self.valueLimit)" }
    switch kind {
    case .text(let length):
      guard value.isDisplayable else { return "is not one line of characters that can be shown" }
      let count = value.count
      return length.contains(count) ? nil : "has \(count) characters, and has to have \(length.words)"
    case .url(let schemes):
      let scheme = value.prefix { $0 != ":" }.lowercased()
      let isRight = schemes.contains(scheme) && LinkPolicy.allows(value)
      return isRight ? nil : "is not a URL of the form \(Self.form(of: schemes))"
    case .integer(let range):
      guard let number = Int64(value), "\(number)".utf8.elementsEqual(value.utf8) else {
        return "is not a whole number"
      }
      return range.contains(number) ? nil : "is \(number), and has to be \(range.words)"
    case .boolean:
      return ["true", "false"].contains { $0.utf8.elementsEqual(value.utf8) } ? nil : "is not true or false"
    case .choice(let options):
      let isOption = options.contains { $0.utf8.elementsEqual(value.utf8) }
      return isOption ? nil : "is not one of \(options.joined(separator: ", "))"
    case .secret: return size > 0 ? nil : "is empty"
    case .unknown(let name): return "has the type \(name.displayable), which this version does not know"
    }
  }

  private static func form(of schemes: [String]) -> String {
    schemes.map { scheme in
      switch scheme {
      case "http": "http://localhost/..."
      case "mailto": "mailto:ADDRESS"
      default: "\(scheme)://..."
      }
    }.joined(separator: " or ")
  }

  /// Gives the value to `appctl`, such as `APPCTL_SETTING_CLIENT_ID`.
  package var variable: String {
    "APPCTL_SETTING_" + name.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }

  package static func allows(name: String) -> Bool {
    let bytes = name.utf8
    guard 1...32 ~= bytes.count, let first = bytes.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else {
      return false
    }
    return bytes.allSatisfy(\.isLetterOrDigit)
  }
}

extension ClosedRange where Bound: FixedWidthInteger {
  /// A bound at the end of the type's range is left out.
  package var words: String {
    if upperBound == .max { return "at least \(lowerBound)" }
    return lowerBound == .min ? "at most \(upperBound)" : "\(lowerBound) to \(upperBound)"
  }
}
