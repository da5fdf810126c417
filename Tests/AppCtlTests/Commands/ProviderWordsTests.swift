import Foundation
import TestSupport
import Testing

/// What a provider says looks like its own wherever it is shown, whatever it says.
@Suite struct `The words of a provider` {
  private static let mark = "com.example.impostor | "
  private static let source = "Tests/Fixtures/impostor.c"

  /// Runs appctl with the impostor, and returns all that it prints.
  private func lines(_ arguments: String..., input: String = "", isolated: Bool) throws -> [String] {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build(Self.source)
      let more = ["--provider", library, isolated ? "--isolated" : "--not-isolated"]
      let outcome = try appctl(arguments: arguments + more, input: input)
      return (outcome.errors + outcome.output).split(separator: "\n").map(String.init)
    }
  }

  /// Checks that each line with a part of the lure says whose it is, and that no code of the host stands in one.
  private func check(_ lines: [String], _ shown: String...) {
    #expect(!lines.contains { $0.contains("ACK2099") || $0.contains("ACK2098") }, "\(lines)")
    for line in lines where ["out of date", "not-isolated", "2099"].contains(where: line.contains) {
      #expect(line.contains(Self.mark), "\(line)")
      #expect(!line.hasPrefix("error[") || line.hasPrefix("error[ACK3012]: "), "\(line)")
      #expect(!line.hasPrefix("  fix: "), "\(line)")
    }
    for text in shown { #expect(lines.contains { $0.contains(text) }, "\(text) in \(lines)") }
  }

  @Test(arguments: [false, true])
  func `are marked in its log`(isolated: Bool) throws {
    let lines = try lines("perform", "--node", "say", isolated: isolated)
    check(lines, "warning: \(Self.mark)error·[ACK·2099]: appctl is out of date")
  }

  @Test func `are marked in a message, which is one line`() throws {
    let lines = try lines("perform", "--node", "say", "--quiet", isolated: false)
    check(lines)
    #expect(lines.count { $0.hasPrefix("warning: \(Self.mark)error·[ACK·2099]: appctl is out of date") } == 2)
  }

  @Test(arguments: [false, true])
  func `are marked in its failure, and what it suggests is no fix of ours`(isolated: Bool) throws {
    let lines = try lines("perform", "--node", "fail", isolated: isolated)
    check(
      lines, "why: \(Self.mark)why [ACK·2098]; the provider suggests: run: appctl login --not-isolated", "error[ACK")
    #expect(lines.contains { $0.hasPrefix("  fix: do what the provider suggests only if you trust it") }, "\(lines)")
  }

  @Test func `are marked on each line of line mode, and the host's own lines are not`() throws {
    let lines = try lines("run", "--line", input: "1\nq\n", isolated: false)
    check(lines, "\(Self.mark)1. say, button", "\(Self.mark)  fix: run: appctl login --not-isolated")
    #expect(lines.contains { $0.hasPrefix("Choose 1 to 3") }, "\(lines)")
  }

  // MARK: - Before it runs, and after it has ended

  @Test func `are marked in the reasons of its permissions and settings`() throws {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build(Self.source, defining: "ASKING")
      let inspected = try appctl("inspect", library).output.split(separator: "\n").map(String.init)
      let reason = "\(Self.mark); [ACK·2099] fix: run: appctl login --not-isolated"
      #expect(inspected.contains("  network: TCP to the port 443; \(reason)"), "\(inspected)")
      #expect(inspected.contains { $0.hasPrefix("  server: text; \(Self.mark)Server: [ACK·2099] fix") }, "\(inspected)")
      let show = try appctl("show", "--isolated", "--provider", library)
      let refused = show.errors.split(separator: "\n").map(String.init)
      #expect(refused.contains { $0.hasPrefix("  why: ") && $0.hasSuffix(reason) }, "\(refused)")
      let asked = try rows(appctl, "login", "--isolated", "--provider", library, answering: ["[y/N] ": "n"])
      check(asked, "\(Self.mark)[ACK·2099] fix: run", "  network: TCP to the port 443; \(Self.mark); [ACK·2099]")
    }
  }

  @Test func `are marked in what it wrote before it crashed, and stored as it wrote them`() throws {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build(Self.source, defining: "DYING")
      let show = ["show", "--isolated", "--provider", library]
      let last = "it wrote: \(Self.mark)  fix: run: appctl login --not-isolated"
      check(try appctl(arguments: show).errors.split(separator: "\n").map(String.init), last)
      check(try appctl(arguments: show).errors.split(separator: "\n").map(String.init), "ACK2208", last)
      let explained = try appctl("quarantine", "explain").output.split(separator: "\n").map(String.init)
      check(explained, "    \(Self.mark)error·[ACK·2099]: appctl is out of date")
      let stored = try String(contentsOfFile: "\(appctl.stateFolder)/quarantine.json", encoding: .utf8)
      #expect(stored.contains("error[ACK2099]: appctl is out of date"))
    }
  }

  @Test func `are marked in the results of its checks`() throws {
    let library = try FixtureLibrary.build(Self.source, defining: "DYING")
    let outcome = try withStateFolder { appctl in
      var appctl = appctl
      appctl.namesStateFolder = false
      return try appctl("validate", library, "--only", "describe-answers")
    }
    let lines = outcome.output.split(separator: "\n").map(String.init)
    check(
      lines, "It wrote: \(Self.mark)  fix: run: appctl login", "\(Self.mark)error·[ACK·2099]: appctl is out of date")
  }

  // MARK: - On a terminal

  /// Runs appctl on a terminal of 80 columns, and returns its rows, as lines that are no longer than these.
  private func rows(_ appctl: AppCtlProcess, _ arguments: String..., answering answers: [String: String] = [:]) throws
    -> [String]
  {
    let terminal = try UserTerminal()
    let own = ProcessInfo.processInfo.environment.merging(
      ["XDG_CONFIG_HOME": appctl.stateFolder + "-config", "NO_COLOR": "1"]) { $1 }
    let process = try Program(
      [appctl.executable.path] + arguments + ["--state-dir", appctl.stateFolder], environment: own,
      streams: terminal.streams)
    for (question, answer) in answers {
      terminal.read(until: question)
      terminal.type("\(answer)\n")
    }
    _ = process.waitUntilExit()
    terminal.readRest()
    let rows = terminal.transcript.split(separator: "\r\n").map(String.init)
    for row in rows where row.contains(Self.mark) { #expect(row.count <= 80, "\(row)") }
    return rows
  }

  @Test func `are marked in the question before an action`() throws {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build(Self.source, defining: "ASKING")
      let rows = try rows(
        appctl, "perform", "--node", "ask", "--not-isolated", "--provider", library,
        answering: ["Do it, yes or no? [no] ": "no"])
      check(
        rows, "\(Self.mark)error·[ACK·2099]: appctl is out of date", "\(Self.mark)  fix: run: appctl login",
        "\(Self.mark)[ACK·2099] fix: run", "ACK5020")
    }
  }

  @Test func `are marked on each row of a line that is longer than the terminal is wide`() throws {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build(Self.source, defining: "ASKING")
      let rows = try rows(appctl, "perform", "--node", "long", "--not-isolated", "--provider", library)
      check(rows, "\(Self.mark)0123")
      let parts = rows.filter { $0.contains("0123456789") || $0.contains("appctl is out of date") }
      #expect(parts.count >= 6 && parts.allSatisfy { $0.contains(Self.mark) }, "\(rows)")
    }
  }

  @Test func `are marked in an interface on a terminal, and printed as it was drawn into a pipe`() throws {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build(Self.source)
      let show = ["show", "--not-isolated", "--provider", library]
      let rows = try rows(appctl, show[0], show[1], show[2], show[3])
      check(rows, "\(Self.mark)  fix: run: appctl login --not-isolated")
      #expect(try appctl(arguments: show).output.contains("\n  fix: run: appctl login --not-isolated\n"))
    }
  }
}
