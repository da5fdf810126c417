/// The kinds of words that a shell offers for completion.
enum CompletionHint: Sendable, Equatable {
  case none
  case path
  case directory
  /// The id of an installed provider, or the path of a provider's library.
  case provider
  case providerID
  case code
  /// One of these values; no other value is accepted.
  case values([String])
  /// The name of a command; no other value is accepted.
  case commands

  var values: [String]? { if case .values(let values) = self { values } else { nil } }
}

struct ParameterSpec: Sendable, Equatable {
  /// Such as `--provider`; for an argument its placeholder in help, such as `ACTION`.
  var name = ""
  /// Such as `-h`.
  var shortName: String?
  /// The placeholder in help, such as `SECONDS`; nil for a flag.
  var value: String?
  /// One sentence.
  let help: String
  /// Options may be left out, and so may the last arguments.
  var isOptional = true
  /// Among arguments only the last may be given more than once.
  var isRepeatable = false
  /// A shared option may also stand before the command.
  var isShared = false
  var completion = CompletionHint.none

  static let help = ParameterSpec(name: "--help", shortName: "-h", help: "Show help.", isShared: true)
  static let version = ParameterSpec(name: "--version", help: "Show the version.", isShared: true)

  /// Options begin with a dash.
  var isArgument: Bool { !name.hasPrefix("-") }

  var isFlag: Bool { value == nil && !isArgument }

  /// `nil` when any value is accepted.
  var choices: [String]? { completion.values }

  /// In the form in which they are typed.
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }

  /// In the form in which help lists it, such as `--set NAME=VALUE`.
  var term: String { (shortName.map { "\($0), " } ?? "") + text }

  /// In the form of a usage line, such as `[--set NAME=VALUE]...`.
  var synopsis: String { (isOptional ? "[\(text)]" : text) + (isRepeatable ? "..." : "") }

  private var text: String { name + (value.map { " \($0)" } ?? "") }
}
