import Testing

@testable import appctl

/// A command whose help would be more than words in a shell.
private struct OddCommand: Command {
  static let help = CommandHelp("Don't: \\ `echo 1` $(echo 2)")

  @Option(value: "HOW", as: .values(["one"]), help.summary) var odd: String?

  func run(_ console: Console) {}
}

/// That the scripts do what they say is what `Tests/Shells/run` finds out, in the shells.
@Suite struct `A script for a shell` {
  @Test(arguments: CompletionShell.allCases)
  func `knows every command and option`(shell: CompletionShell) {
    let script = shell.script()
    for command in CommandTable.current.commands {
      #expect(script.contains(command.name))
      for option in command.allOptions {
        #expect(script.contains(shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name))
        for choice in option.choices ?? [] { #expect(script.contains(choice)) }
      }
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func `takes what is declared for words and nothing else`(shell: CompletionShell) {
    let script = shell.script(for: CommandTable(commands: [OddCommand.self]))
    switch shell {
    case .bash: #expect(!script.contains("echo"))
    case .zsh: #expect(script.contains(#"'odd:Don'\''t\: \\ `echo 1` $(echo 2)'"#))
    case .fish: #expect(script.contains(#"'Don\'t: \\ `echo 1` $(echo 2)'"#))
    }
  }

  @Test func `is a page of the manual with every command and option`() {
    let page = ManualPage().text
    for command in CommandTable.current.commands {
      #expect(page.contains("\n.SS \(command.name)\n"))
      for option in command.options { #expect(page.contains(option.name.replacing("-", with: "\\-"))) }
    }
    #expect(page.split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
  }
}
