/// A parsed command line: the command with its options and arguments.
struct Invocation: Sendable, Equatable {
  struct OptionValue: Sendable, Equatable {
    /// Such as `--provider`.
    let name: String
    /// `nil` for a flag.
    let value: String?
  }

  /// It is `help` or `version` also when they were asked for by option.
  let command: String
  /// In the order in which they were given.
  var options: [OptionValue] = []
  var positionals: [String] = []

  var colorUse: ColorUse {
    options.last { $0.name == ParameterSpec.color.name }?.value.flatMap(ColorUse.init) ?? .auto
  }
}

/// Reads a command line by the rules of a ``CommandTable``.
///
/// Options stand before or after arguments, as `--name VALUE` or `--name=VALUE`; shared options may also stand before
/// the command. `--` ends the options. A value that starts with a dash needs the form with `=`. An empty value is an
/// error.
struct CommandLineParser: Sendable {
  var table = CommandTable.current

  /// Takes a command line without the program's own name, and throws `ACK5001` for the first rule that is broken;
  /// `--help` and `--version` take precedence over the command once everything else is parsed.
  func parse(_ arguments: [String]) throws(CommandError) -> Invocation {
    var reading = Reading(table: table, rest: arguments[...])
    try reading.readAll()
    return try reading.invocation()
  }

  /// Splits at the first `=`; nil when there is none.
  static func split(_ text: String) -> (name: String, value: String)? {
    // By bytes: an "=" with a combining mark is a different `Character`, but counts as an "=" here.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (String(text[..<equals]), String(text[text.utf8.index(after: equals)...]))
  }
}

private struct Reading {
  let table: CommandTable
  var rest: ArraySlice<String>
  var command: (type: any Command.Type, parameters: CommandParameters)?
  var options: [Invocation.OptionValue] = []
  var positionals: [String] = []

  mutating func readAll() throws(CommandError) {
    var acceptsOptions = true
    while let word = rest.popFirst() {
      if acceptsOptions, word == "--" {
        acceptsOptions = false
      } else if acceptsOptions, Self.looksLikeOption(word) {
        try readOption(word)
      } else if command == nil {
        try readCommand(word)
      } else {
        positionals.append(word)
      }
    }
  }

  func invocation() throws(CommandError) -> Invocation {
    if has(.help) { return Invocation(command: HelpCommand.name, positionals: command.map { [$0.type.name] } ?? []) }
    if has(.version) { return Invocation(command: VersionCommand.name) }
    guard let command else { return Invocation(command: HelpCommand.name) }

    let (given, arguments) = (positionals.count, command.parameters.arguments)
    if given > arguments.count, arguments.last?.isRepeatable != true {
      throw .excessArguments(given - arguments.count, of: command.type)
    }
    if let missing = arguments.dropFirst(given).first(where: { !$0.isOptional }) {
      throw .missingArgument(missing, of: command.type)
    }
    for (index, text) in positionals.enumerated() {
      let argument = arguments[min(index, arguments.count - 1)]
      try check(text, of: argument.name, against: argument.completion)
    }
    return Invocation(command: command.type.name, options: options, positionals: positionals)
  }

  private mutating func readCommand(_ word: String) throws(CommandError) {
    let command = try table.command(named: word)
    let parameters = command.parameters
    let accepted = parameters.allOptions
    if let stray = options.first(where: { option in !accepted.contains { $0.name == option.name } }) {
      throw .unknownOption(stray.name, of: command, among: accepted)
    }
    // A value before the command was checked against the choices of all commands; this command may allow fewer.
    for option in options {
      guard let value = option.value, let spec = accepted.first(where: { $0.name == option.name }) else { continue }
      try check(value, of: option.name, against: spec.completion)
    }
    self.command = (command, parameters)
  }

  private mutating func readOption(_ word: String) throws(CommandError) {
    let parts = CommandLineParser.split(word)
    let option = try option(named: parts?.name ?? word)
    if !option.isRepeatable, has(option) { throw .repeated(option) }

    var value = parts?.value
    if option.isFlag {
      if value != nil { throw .unwantedValue(of: option) }
    } else {
      if value == nil {
        guard let next = rest.first else { throw .missingValue(of: option, since: "nothing follows") }
        if Self.looksLikeOption(next) {
          throw .missingValue(of: option, since: "what follows starts with a dash, as an option does")
        }
        value = rest.removeFirst()
      }
      guard let value, !value.isEmpty else { throw .missingValue(of: option, since: "what is given is empty") }
      try check(value, of: option.name, against: option.completion)
    }
    options.append(Invocation.OptionValue(name: option.name, value: value))
  }

  private func option(named name: String) throws(CommandError) -> ParameterSpec {
    func matches(_ option: ParameterSpec) -> Bool { option.name == name || option.shortName == name }
    if let option = ParameterSpec.ofEveryCommand.first(where: matches) { return option }
    let accepted = command?.parameters.allOptions ?? table.globalOptions
    if let option = accepted.first(where: matches) { return option }
    if command == nil, let later = table.commands.flatMap({ $0.parameters.options }).first(where: matches) {
      throw .misplaced(later)
    }
    throw .unknownOption(name, of: command?.type, among: accepted)
  }

  private func check(_ text: String, of name: String, against hint: CompletionHint) throws(CommandError) {
    switch hint {
    case .none, .path, .directory, .provider, .providerID, .code: break
    case .values(let choices): if !choices.contains(text) { throw .badChoice(text, for: name, among: choices) }
    case .commands: _ = try table.command(named: text)
    }
  }

  private func has(_ option: ParameterSpec) -> Bool { options.contains { $0.name == option.name } }

  /// A lone dash is not an option: it usually stands for standard input.
  private static func looksLikeOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1
  }
}
