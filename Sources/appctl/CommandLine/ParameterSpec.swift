/// What a shell offers when it completes a word.
enum CompletionHint: Sendable, Equatable {
  case none
  case path
  case directory
  /// The id of a provider that is found, or the path of its library.
  case provider
  /// The id of a provider that is found.
  case providerID
  /// The code of an error.
  case code
  /// One of these, and nothing else is accepted.
  case values([String])
  /// The name of a command, and nothing else is accepted.
  case commands
}

/// One option or argument: what the parser accepts, what help prints and what a shell completes.
struct ParameterSpec: Sendable, Equatable {
  /// The whole name, such as `--provider`; of an argument what stands for it in help, such as `ACTION`.
  var name = ""
  /// Another name for it, such as `-h`.
  var shortName: String?
  /// What stands for the value of an option in help, such as `SECONDS`; nil for a flag.
  var value: String?
  /// One sentence that says what the option does, or what the argument is.
  let help: String
  /// Whether it may be left out: an option, and the arguments that may stand last.
  var isOptional = true
  /// Whether it may be given more than once; of the arguments only the last.
  var isRepeatable = false
  /// Whether commands share it, so that it may also stand before the command.
  var isShared = false
  /// What completes it.
  var completion = CompletionHint.none

  static let help = ParameterSpec(name: "--help", shortName: "-h", help: "Show help.", isShared: true)
  static let version = ParameterSpec(name: "--version", help: "Show the version.", isShared: true)

  /// Whether it is given by position; options begin with a dash.
  var isArgument: Bool { !name.hasPrefix("-") }

  /// Whether it stands alone, without a value.
  var isFlag: Bool { value == nil && !isArgument }

  /// The only values that it accepts; nil when any will do.
  var choices: [String]? {
    if case .values(let choices) = completion { choices } else { nil }
  }

  /// Both names, as they are typed.
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }

  /// The option as help lists it, such as `--set NAME=VALUE`.
  var term: String { (shortName.map { "\($0), " } ?? "") + text }

  /// The option or argument as a usage line shows it, such as `[--set NAME=VALUE]...`.
  var synopsis: String { (isOptional ? "[\(text)]" : text) + (isRepeatable ? "..." : "") }

  private var text: String { name + (value.map { " \($0)" } ?? "") }
}
