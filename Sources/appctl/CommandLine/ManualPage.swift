/// The page is in the macros of man(7).
struct ManualPage {
  private var lines: [String] = []

  /// The page of appctl itself, which says what its commands have in common.
  init(of table: CommandTable = .current) {
    begin("appctl", "log in to the apps of AppControllerKit providers, and use their interfaces")
    section("SYNOPSIS")
    lines.append(".B appctl\n.I COMMAND\n.RI [ ARGUMENT ]...\n.RI [ OPTION ]...")
    for (title, commands) in table.groups {
      section("COMMANDS: \(title)")
      for command in commands { term("appctl-\(command.name)(1)", command.help.summary) }
    }
    section("OPTIONS")
    for option in ParameterSpec.ofEveryCommand { write(option) }
    section("EXIT STATUS")
    for status in ExitStatus.allCases { term("\(status.rawValue)", status.meaning) }
  }

  init(of command: any Command.Type) {
    let (parameters, summary) = (command.parameters, command.help.summary.dropLast())
    begin("appctl-\(command.name)", summary.prefix(1).lowercased() + summary.dropFirst())
    section("SYNOPSIS")
    lines.append(".B \(Self.escaped("appctl \(command.name)"))")
    for part in parameters.synopsis + ["[OPTION]..."] { lines.append(Self.text(part)) }
    section("DESCRIPTION")
    for text in [command.help.summary] + command.help.discussion { paragraph(text) }
    if !parameters.arguments.isEmpty {
      section("ARGUMENTS")
      for argument in parameters.arguments { term(argument.name, argument.help) }
    }
    for (title, options) in parameters.groups {
      section(title)
      for option in options { write(option) }
    }
    if !command.help.examples.isEmpty { section("EXAMPLES") }
    for (purpose, line) in command.help.examples {
      paragraph("\(purpose):")
      lines.append(".RS\n.nf\n.B \(Self.escaped(line))\n.fi\n.RE")
    }
    section("SEE ALSO")
    lines.append(".BR appctl (1)")
  }

  /// Ends with a newline.
  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func begin(_ name: String, _ summary: String) {
    lines.append(
      ".TH \(Self.escaped(name.uppercased())) 1 \"\" \"appctl \(HelpText.versionNumber)\" \"AppControllerKit\"")
    // The text is left-aligned and not hyphenated, so that readers can search for commands and copy them.
    lines.append(".nh\n.ad l")
    section("NAME")
    lines.append(Self.text("\(name) \u{1}\(summary)").replacing("\u{1}", with: "\\- "))
  }

  private mutating func write(_ option: ParameterSpec) { term(option.term, HelpText.sentences(of: option)) }

  private mutating func section(_ name: String) { lines.append(".SH \"\(name.uppercased())\"") }

  private mutating func paragraph(_ text: String) { lines += [".PP", Self.text(text)] }

  private mutating func term(_ term: String, _ text: String) {
    lines += [".TP", ".B \(Self.escaped(term))", Self.text(text)]
  }

  /// Escapes a line so that roff does not take it for a request.
  private static func text(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// A hyphen remains a plain hyphen, and roff reads no part as an escape or as the end of an argument.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
  }
}
