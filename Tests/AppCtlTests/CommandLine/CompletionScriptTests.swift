import Testing

@testable import appctl

/// A command whose help contains characters with a meaning in shells.
private struct OddCommand: Command {
  static let help = CommandHelp("Don't: \\ `echo 1` $(echo 2)")

  @Option(value: "HOW", as: .values(["one"]), help.summary) var odd: String?
  var declared: DeclaredParameters { ["--odd": _odd] }

  func run(_ console: Console) {}
}

/// Tests of the scripts' text; `Tests/Shells/run` tests their behaviour in the shells.
@Suite struct `A script for a shell` {
  @Test(arguments: CompletionShell.allCases)
  func `knows every command and option`(shell: CompletionShell) {
    let script = shell.script()
    for command in CommandTable.current.commands {
      #expect(script.contains(command.name))
      for option in command.parameters.allOptions {
        #expect(script.contains(shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name))
        for choice in option.choices ?? [] { #expect(script.contains(choice)) }
      }
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func `takes what is declared for words and nothing else`(shell: CompletionShell) {
    let script = shell.script(for: CommandTable(["Odd": [OddCommand.self]]))
    switch shell {
    case .bash: #expect(!script.contains("echo"))
    case .zsh: #expect(script.contains(#"'odd:Don'\''t\: \\ `echo 1` $(echo 2)'"#))
    case .fish: #expect(script.contains(#"'Don\'t: \\ `echo 1` $(echo 2)'"#))
    }
  }

  @Test func `are pages of the manual with every command and option`() {
    let all = ManualPage().text
    for command in CommandTable.current.commands {
      #expect(all.contains("\n.B appctl\\-\(command.name)(1)\n"))
      let page = ManualPage(of: command).text
      for option in command.parameters.allOptions {
        #expect(page.contains(option.name.replacing("-", with: "\\-")))
      }
      #expect((all + page).split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
    }
  }
}
