/// The kinds of words that a shell offers for completion.
enum CompletionHint: Sendable, Equatable {
  case none
  case path
  case directory
  /// The id of an installed provider, or the path of a provider's library.
  case provider
  /// The id of an installed provider.
  case providerID
  /// The code of an error.
  case code
  /// One of these values; no other value is accepted.
  case values([String])
  /// The name of a command; no other value is accepted.
  case commands
}

/// The description of one option or argument, for the parser, the help and the completions.
struct ParameterSpec: Sendable, Equatable {
  /// The full name, such as `--provider`; for an argument its placeholder in help, such as `ACTION`.
  var name = ""
  /// A second, short name, such as `-h`.
  var shortName: String?
  /// The placeholder for an option's value in help, such as `SECONDS`; nil for a flag.
  var value: String?
  /// One sentence that says what the option does, or what the argument is.
  let help: String
  /// Whether the parameter may be left out.
  ///
  /// Options may, and so may the last arguments.
  var isOptional = true
  /// Whether the parameter may be given more than once; among arguments only the last may.
  var isRepeatable = false
  /// Whether commands share the option, so that it may also stand before the command.
  var isShared = false
  /// The words that a shell offers for the value.
  var completion = CompletionHint.none

  static let help = ParameterSpec(name: "--help", shortName: "-h", help: "Show help.", isShared: true)
  static let version = ParameterSpec(name: "--version", help: "Show the version.", isShared: true)

  /// Whether the parameter is given by position; options begin with a dash.
  var isArgument: Bool { !name.hasPrefix("-") }

  /// Whether the option takes no value.
  var isFlag: Bool { value == nil && !isArgument }

  /// The only accepted values; nil when any value is accepted.
  var choices: [String]? {
    if case .values(let choices) = completion { choices } else { nil }
  }

  /// Both names, in the form in which they are typed.
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }

  /// The option in the form in which help lists it, such as `--set NAME=VALUE`.
  var term: String { (shortName.map { "\($0), " } ?? "") + text }

  /// The option or argument in the form of a usage line, such as `[--set NAME=VALUE]...`.
  var synopsis: String { (isOptional ? "[\(text)]" : text) + (isRepeatable ? "..." : "") }

  private var text: String { name + (value.map { " \($0)" } ?? "") }
}
