import Foundation
import TestSupport
import Testing

/// `appctl perform` with an action that asks first.
@Suite(.enabled(if: TerminalUnderTest.isAvailable, "tmux is what draws the terminal"))
struct `appctl perform on a terminal` {
  private let terminal: TerminalUnderTest
  private let folder: TestFolder
  private let command: String

  init() throws {
    terminal = try TerminalUnderTest()
    folder = try TestFolder()
    let storyboard = """
      {"id": "com.example.asking", "lang": "en", "interfaces": {
        "door": {"root": {"kind": "screen", "id": "door", "label": "Door", "children": [
          {"kind": "button", "id": "go", "label": "Go in", "action": {"name": "login", "scope": "host",
            "confirm": {"title": "Go in?", "text": "There is no way back."}}}]}},
        "room": {"root": {"kind": "screen", "id": "room", "label": "Room", "children": []}}}}
      """
    try Data(storyboard.utf8).write(to: URL(fileURLWithPath: folder.path(of: "asking.json")))
    command =
      "\(AppCtlProcess.buildFolder.path)/appctl perform --node go --storyboard \(folder.path(of: "asking.json"))"
      + " --logged-out door --logged-in room --state-dir \(folder.path(of: "state"))"
    try terminal.wait(for: "$")
  }

  /// Runs the command in the terminal, and returns what it has printed when it has ended.
  private func run(_ suffix: String = "", answering answer: String?) throws -> String {
    try terminal.type("clear; \(command) \(suffix); echo status=$?")
    try terminal.press("Enter")
    if let answer {
      try terminal.wait(for: "Do it, yes or no? [no]")
      try terminal.type(answer)
      try terminal.press("Enter")
    }
    return try terminal.wait { $0.contains(#/status=\d/#) }
  }

  @Test(arguments: ["", "no", "yess"])
  func `does nothing unless the answer is yes`(_ answer: String) throws {
    let screen = try run(answering: answer)
    #expect(screen.contains("There is no way back."))
    #expect(screen.contains("ACK5020") && screen.contains("status=1"))
  }

  @Test func `goes on with yes`() throws {
    #expect(try run(answering: "yes").contains("status=0"))
  }

  @Test(arguments: ["--yes", "</dev/null"])
  func `does not ask with --yes or without a terminal`(_ suffix: String) throws {
    let screen = try run(suffix, answering: nil)
    #expect(screen.contains("status=0") && !screen.contains("no way back"))
  }
}
