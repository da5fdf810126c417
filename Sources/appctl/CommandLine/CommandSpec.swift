/// One argument that a command takes by its position.
struct ArgumentSpec: Sendable, Equatable {
  /// What stands for it in help, such as `ACTION`.
  let name: String
  /// One sentence that says what it is.
  let help: String
  /// Whether it may be left out; the arguments that may stand last.
  let isOptional: Bool
  /// Whether it may be given more than once; only the last argument.
  let isRepeatable: Bool
  /// What completes it.
  let completion: CompletionHint

  init(
    _ name: String, optional isOptional: Bool = false, repeatable isRepeatable: Bool = false,
    completion: CompletionHint = .none, help: String
  ) {
    self.name = name
    self.help = help
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
    self.completion = completion
  }

  /// The argument as a usage line shows it, such as `[COMMAND]`.
  var synopsis: String { (isOptional ? "[\(name)]" : name) + (isRepeatable ? "..." : "") }
}

/// One command: what the parser accepts, what help prints and what a shell completes.
struct CommandSpec: Sendable, Equatable {
  /// A command line that shows the command at work.
  struct Example: Sendable, Equatable {
    /// What it does, without a full stop.
    let purpose: String
    /// What to type.
    let line: String

    init(_ purpose: String, _ line: String) {
      self.purpose = purpose
      self.line = line
    }
  }

  /// The name that is typed after `appctl`.
  let name: String
  /// One sentence that says what it does.
  let summary: String
  /// The rest of what there is to know, a paragraph each.
  let discussion: [String]
  /// What it takes by position, in order.
  let arguments: [ArgumentSpec]
  /// The options of its own.
  let options: [OptionSpec]
  /// The options that it shares with other commands; these may also stand before the command.
  let commonOptions: [OptionSpec]
  /// Command lines to learn from.
  let examples: [Example]

  init(
    _ name: String,
    summary: String,
    discussion: [String] = [],
    arguments: [ArgumentSpec] = [],
    options: [OptionSpec] = [],
    commonOptions: [OptionSpec] = CommandTable.commonOptions,
    examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.commonOptions = commonOptions
    self.examples = examples
  }

  /// Every option that it takes.
  var allOptions: [OptionSpec] { options + commonOptions }
}
