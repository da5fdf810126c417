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

/// One option: what the parser accepts, what help prints and what a shell completes.
struct OptionSpec: Sendable, Equatable {
  /// The whole name, such as `--provider`.
  let name: String
  /// Another name for it, such as `-h`.
  let shortName: String?
  /// What stands for the value in help, such as `SECONDS`; nil for a flag.
  let value: String?
  /// One sentence that says what the option does.
  let help: String
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// What completes its value.
  let completion: CompletionHint

  init(
    _ name: String,
    short shortName: String? = nil,
    value: String? = nil,
    repeatable isRepeatable: Bool = false,
    completion: CompletionHint = .none,
    help: String
  ) {
    self.name = name
    self.shortName = shortName
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.completion = completion
  }

  /// Whether it stands alone, without a value.
  var isFlag: Bool { value == nil }

  /// The only values that it accepts; nil when any will do.
  var choices: [String]? {
    if case .values(let choices) = completion { choices } else { nil }
  }

  /// The option as help lists it, such as `--set NAME=VALUE`.
  var term: String {
    (shortName.map { "\($0), " } ?? "") + name + (value.map { " \($0)" } ?? "")
  }

  /// The option as a usage line shows it, such as `[--set NAME=VALUE]...`.
  var synopsis: String {
    "[\(name)\(value.map { " \($0)" } ?? "")]\(isRepeatable ? "..." : "")"
  }
}
