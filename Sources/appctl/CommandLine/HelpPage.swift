import AppControllerKit

/// A page is at most 80 columns wide.
struct HelpPage {
  private static let width = 80
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func gap() { lines.append("") }

  mutating func line(_ text: String, indent: Int) { lines.append(Self.spaces(indent) + text) }

  mutating func heading(_ text: String) {
    gap()
    lines.append(text)
  }

  mutating func paragraph(_ text: String, indent: Int = 0) {
    wrap(Self.words(text), first: Self.spaces(indent), indent: indent)
  }

  mutating func hanging(_ term: String, _ text: String, column: Int) {
    wrap(Self.words(text), first: term + Self.spaces(max(1, column - term.count)), indent: column)
  }

  mutating func item(_ text: String) {
    wrap(Self.words(text), first: "  - ", indent: 4)
  }

  /// Broken only between its parts, with its further lines aligned behind the command.
  mutating func usage(_ command: String, _ parts: [String]) {
    wrap(parts, first: "  \(command) ", indent: command.count + 3)
  }

  mutating func list(_ entries: [(term: String, text: String)], column: Int? = nil) {
    let column = column ?? (entries.map(\.term.count).max() ?? 0) + 4
    for (term, text) in entries { hanging("  \(term)", text, column: column) }
  }

  private mutating func wrap(_ words: [String], first: String, indent: Int) {
    var (line, width) = (first, first.count)
    var isFresh = true
    for word in words {
      let columns = word.count
      if !isFresh, width + 1 + columns > Self.width {
        lines.append(line)
        (line, width) = (Self.spaces(indent), indent)
        isFresh = true
      }
      if !isFresh { line += " " }
      line += word
      width += columns + (isFresh ? 0 : 1)
      isFresh = false
    }
    lines.append(line)
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// The texts have no trailing newline.
enum HelpText {
  static func version() -> String { "appctl \(versionNumber)" }

  static let versionNumber = "\(KitVersion.current)"

  static func overview(of table: CommandTable = .current) -> String {
    var page = HelpPage()
    page.paragraph("Log in to the apps of AppControllerKit providers, and use their interfaces.")
    page.heading("USAGE")
    page.usage("appctl", ["COMMAND", "[ARGUMENT]...", "[OPTION]..."])
    let column = (table.names.map(\.count).max() ?? 0) + 4
    for (title, commands) in table.groups {
      page.heading(title.uppercased())
      page.list(commands.map { ($0.name, $0.help.summary) }, column: column)
    }
    page.heading("OPTIONS")
    page.list(ParameterSpec.ofEveryCommand.map(entry))
    page.gap()
    page.paragraph(
      "Run 'appctl help COMMAND' for the options of a command, with examples. The manual page, man appctl, explains the "
        + "exit status.")
    return page.text
  }

  static func help(for command: any Command.Type) -> String {
    let parameters = command.parameters
    var page = HelpPage()
    page.paragraph(command.help.summary)
    page.heading("USAGE")
    page.usage("appctl \(command.name)", parameters.synopsis + ["[OPTION]..."])
    for paragraph in command.help.discussion {
      page.gap()
      page.paragraph(paragraph)
    }
    if !parameters.arguments.isEmpty {
      page.heading("ARGUMENTS")
      page.list(parameters.arguments.map { ($0.name, $0.help) })
    }
    let column = ((parameters.allOptions.map(\.term.count)).max() ?? 0) + 4
    for (title, options) in parameters.groups {
      page.heading(title.uppercased())
      page.list(options.map(entry), column: column)
    }
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
    return option.help + choices
  }
}
