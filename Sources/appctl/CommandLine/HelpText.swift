import AppControllerKit

/// The texts have no trailing newline.
enum HelpText {
  static func version() -> String { "appctl \(versionNumber)" }

  static let versionNumber = "\(KitVersion.current)"

  static func overview(of table: CommandTable = .current) -> String {
    var page = HelpPage()
    page.paragraph("Log in to the apps of AppControllerKit providers, and use their interfaces.")
    page.heading("USAGE")
    page.usage("appctl", ["COMMAND", "[ARGUMENT]...", "[OPTION]..."])
    page.heading("COMMANDS")
    page.list(table.commands.map { ($0.name, $0.help.summary) })
    page.heading("OPTIONS OF MOST COMMANDS")
    page.list(table.globalOptions.map(entry))
    page.heading("EXIT STATUS")
    page.list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    page.gap()
    page.paragraph("Run 'appctl help COMMAND' for the options of a command, with examples.")
    return page.text
  }

  static func help(for command: any Command.Type) -> String {
    var page = HelpPage()
    page.paragraph(command.help.summary)
    page.heading("USAGE")
    page.usage("appctl \(command.name)", command.synopsis + ["[OPTION]..."])
    for paragraph in command.help.discussion {
      page.gap()
      page.paragraph(paragraph)
    }
    if !command.arguments.isEmpty {
      page.heading("ARGUMENTS")
      page.list(command.arguments.map { ($0.name, $0.help) })
    }
    page.heading("OPTIONS")
    page.list(command.allOptions.map(entry))
    if !command.help.examples.isEmpty {
      page.heading("EXAMPLES")
      for (purpose, line) in command.help.examples {
        page.paragraph("\(purpose):", indent: 2)
        page.line(line, indent: 4)
      }
    }
    return page.text
  }

  private static func entry(for option: ParameterSpec) -> (term: String, text: String) {
    (option.term, sentences(of: option))
  }

  static func sentences(of option: ParameterSpec) -> String {
    let choices = option.choices.map { " One of: \($0.joined(separator: ", "))." } ?? ""
    return option.help + choices + (option.isRepeatable ? " May be repeated." : "")
  }
}
