import Foundation
import TestSupport
import Testing

/// What a provider says looks like its own wherever it is shown, whatever it says.
@Suite struct `The words of a provider` {
  private static let mark = "com.example.impostor | "

  /// Runs appctl with the impostor, and returns all that it prints.
  private func lines(_ arguments: String..., input: String = "", isolated: Bool) throws -> [String] {
    try withStateFolder { appctl in
      let library = try FixtureLibrary.build("Tests/Fixtures/impostor.c")
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
}
