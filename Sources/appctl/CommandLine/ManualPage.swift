/// The page is in the macros of man(7).
struct ManualPage {
  private var lines: [String] = []

  init(of table: CommandTable = .current) {
    lines.append(".TH APPCTL 1 \"\" \"appctl \(HelpText.versionNumber)\" \"AppControllerKit\"")
    // The text is left-aligned and not hyphenated, so that readers can search for commands and copy them.
    lines.append(".nh\n.ad l")
    section("NAME")
    lines.append("appctl \\- log in to the apps of AppControllerKit providers, and use their interfaces")
    section("SYNOPSIS")
    lines.append(".B appctl\n.I COMMAND\n.RI [ ARGUMENT ]...\n.RI [ OPTION ]...")
    section("COMMANDS")
    for command in table.commands { write(command) }
    section("OPTIONS OF MOST COMMANDS")
    for option in table.globalOptions { write(option) }
    section("EXIT STATUS")
    for status in ExitStatus.allCases { term("\(status.rawValue)", status.meaning) }
  }

  /// Ends with a newline.
  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func write(_ command: any Command.Type) {
    let parameters = command.parameters
    lines.append(".SS \(Self.escaped(command.name))")
    lines.append(".B \(Self.escaped("appctl \(command.name)"))")
    for part in parameters.synopsis + ["[OPTION]..."] { lines.append(Self.text(part)) }
    paragraph(command.help.summary)
    for text in command.help.discussion { paragraph(text) }
    for argument in parameters.arguments { term(argument.name, argument.help) }
    for option in parameters.options { write(option) }
    for (purpose, line) in command.help.examples {
      paragraph("\(purpose):")
      lines.append(".RS\n.nf\n.B \(Self.escaped(line))\n.fi\n.RE")
    }
  }

  private mutating func write(_ option: ParameterSpec) { term(option.term, HelpText.sentences(of: option)) }

  private mutating func section(_ name: String) { lines.append(".SH \"\(name)\"") }

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
