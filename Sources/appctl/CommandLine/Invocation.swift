/// A command line that keeps the rules: what is to be done, with what.
struct Invocation: Sendable, Equatable {
  /// An option as it was given.
  struct OptionValue: Sendable, Equatable {
    /// The name of the option, such as `--provider`.
    let name: String
    /// Its value; nil for a flag.
    let value: String?
  }

  /// The name of the command; `help` and `version` also when they were asked for by option.
  let command: String
  /// The options, in the order in which they were given.
  var options: [OptionValue] = []
  /// What was given by position.
  var positionals: [String] = []
}
