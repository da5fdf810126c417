import AppControllerKit

/// The help of the command line, as text without a trailing newline, from the table.
enum HelpText {
  /// The program and its version.
  static func version() -> String { "appctl \(versionNumber)" }

  /// The version of the whole package.
  static let versionNumber = "\(KitVersion.current)"

  /// Every command, the shared options and the exit statuses.
  static func overview(of table: CommandTable = .current) -> String {
    var page = HelpPage()
    page.paragraph("Log in to the apps of AppControllerKit providers, and use their interfaces.")
    page.heading("USAGE")
    page.usage("appctl", ["COMMAND", "[ARGUMENT]...", "[OPTION]..."])
    page.heading("COMMANDS")
    page.list(table.commands.map { ($0.name, $0.summary) })
    page.heading("OPTIONS OF MOST COMMANDS")
    page.list(table.globalOptions.map(entry))
    page.heading("EXIT STATUS")
    page.list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    page.gap()
    page.paragraph("Run 'appctl help COMMAND' for the options of a command, with examples.")
    return page.text
  }

  /// One command, with all that it takes and examples.
  static func help(for command: CommandSpec) -> String {
    var page = HelpPage()
    page.paragraph(command.summary)
    page.heading("USAGE")
    page.usage(
      "appctl \(command.name)",
      command.arguments.map(\.synopsis) + command.options.map(\.synopsis) + ["[OPTION]..."]
    )
    for paragraph in command.discussion {
      page.gap()
      page.paragraph(paragraph)
    }
    if !command.arguments.isEmpty {
      page.heading("ARGUMENTS")
      page.list(command.arguments.map { ($0.name, $0.help) })
    }
    page.heading("OPTIONS")
    page.list(command.allOptions.map(entry))
    if !command.examples.isEmpty {
      page.heading("EXAMPLES")
      for example in command.examples {
        page.paragraph("\(example.purpose):", indent: 2)
        page.line(example.line, indent: 4)
      }
    }
    return page.text
  }

  private static func entry(for option: OptionSpec) -> (term: String, text: String) {
    (option.term, sentences(of: option))
  }

  /// What there is to say about an option: what it does, what it accepts, how often.
  static func sentences(of option: OptionSpec) -> String {
    let choices = option.choices.map { " One of: \($0.joined(separator: ", "))." } ?? ""
    return option.help + choices + (option.isRepeatable ? " May be repeated." : "")
  }
}
