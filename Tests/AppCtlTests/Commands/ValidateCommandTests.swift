import AppControllerJSON
import AppControllerKit
import Foundation
import ProviderValidator
import TestSupport
import Testing

@Suite struct `appctl validate` {
  private static let some = "elf-valid,note-present,query-rejects-bad-magic"

  private static func run(_ arguments: String...) throws -> Program.Outcome {
    var appctl = AppCtlProcess(stateFolder: "/nowhere")
    appctl.namesStateFolder = false
    return try appctl(arguments: ["validate"] + arguments)
  }

  @Test func `says for each check what became of it, and which seed it had`() throws {
    let path = try Nonconformity.conforming()
    let outcome = try Self.run(path, "--only", Self.some, "--seed", "42", "--verbose")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "", "no progress where no terminal is")
    #expect(
      outcome.output == """
        file:
          passed: elf-valid
          passed: note-present
        entry:
          passed: query-rejects-bad-magic
        path: \(path)
        seed: 42
        budget: 7.0 seconds for the actions of a check
        checks: 3, 3 passed, 0 failed, 0 crashed, 0 timed out, 0 warning, 0 skipped
        verdict: conforms

        """)
    #expect(try Self.run(path, "--only", Self.some).output.hasPrefix("path: "))
    let explained = try Self.run("--explain", "restrictions-kept")
    #expect(explained.output.contains("breaking it is: a failure\nneeds: describe-answers\n"), "\(explained)")
    #expect(try Self.run("--explain", "restriction-kept").errors.contains("did you mean 'restrictions-kept'?"))
  }

  @Test func `fails with what was expected, what was seen, the likely cause and the rule`() throws {
    let folder = try TestFolder()
    let path = folder.path(of: "nc-any-magic.so")
    try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
    let outcome = try Self.run(path, "--only", "query-rejects-bad-magic", "--only", "elf-valid")
    #expect(outcome.status == 65)
    #expect(outcome.output.hasSuffix("\nverdict: does not conform\n"), "\(outcome.output)")
    #expect(outcome.errors.hasPrefix("error[ACK5015]: \(path) does not conform to the provider ABI\n"))
    #expect(
      outcome.output.contains(
        """
          failed: query-rejects-bad-magic
            Querying with magic 0 should answer ACK_MISUSE and write nothing, but it answered ACK_OK and wrote an answer. \
        The provider may not look at query->magic.
            rule: A query with another magic is answered ACK_MISUSE, and nothing is written. [ProviderABI 2]

        """), "\(outcome.output)")
    let value = try JSONReader.read(
      Array(try Self.run(path, "--only", "query-rejects-bad-magic", "--format", "json").output.utf8),
      limits: JSONLimits())
    let result = value["results"]?.arrayValue?.first
    #expect(value["conforms"]?.boolValue == false)
    #expect(result?["outcome"]?.stringValue == "failed")
    #expect(result?["cause"]?.stringValue == "The provider may not look at query->magic")
  }

  @Test(arguments: [
    ("create-fails", "create-answers", "create should answer ACK_OK, but it answered ACK_FAILED."),
    (
      "describe-fails", "describe-answers",
      "Describing the logged-out interface should be answered ACK_OK, but it was ACK_FAILED."
    ),
  ])
  func `quotes in lines what the provider said of its failure`(mode: String, check: String, sentence: String) throws {
    let folder = try TestFolder()
    let path = folder.path(of: "nc-\(mode).so")
    try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
    let outcome = try Self.run(path, "--only", check)
    let said = try #require(Self.said[mode])
    #expect(
      outcome.output.contains(
        """
          failed: \(check)
            \(sentence) It may need something that is not there in a clean environment, such as a variable or a file.
            said: com.example.conforming | \(said.what)
            why: com.example.conforming | \(said.why)
            suggested: com.example.conforming | \(said.fix)
            rule: 
        """), "\(outcome.output)")
    let value = try JSONReader.read(
      Array(try Self.run(path, "--only", check, "--format", "json").output.utf8), limits: JSONLimits())
    let result = value["results"]?.arrayValue?.first
    #expect(["said", "why", "fix"].map { result?[$0]?.stringValue } == [said.what, said.why, said.fix])
  }

  /// The errors that nonconforming.c reports.
  private static let said = [
    "create-fails": ProviderFailure(
      what: "The instance was not made", why: "this provider never makes one", fix: "use another provider"),
    "describe-fails": ProviderFailure(what: "Nothing is described", why: "it never is", fix: "use another provider"),
  ]

  @Test func `warns without failing, and skips for one reason`() throws {
    let folder = try TestFolder()
    for (mode, status, line) in [
      ("counting", 0, "  warning: describe-repeatable\n"),
      ("query-fails", 65, "  skipped: query-pure, table-complete\n"),
    ] {
      let path = folder.path(of: "nc-\(mode).so")
      try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
      let outcome = try Self.run(path, "--only", "query-answers,describe-repeatable,query-pure,table-complete")
      #expect(outcome.status == Int32(status), "\(outcome)")
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
  }

  @Test func `is no success while a question is not answered`() throws {
    let folder = try TestFolder()
    let path = folder.path(of: "nc-perform-never.so")
    try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
    let outcome = try Self.run(path, "--only", "whole-round,pending-woken", "--timeout", "2", "--seed", "1")
    #expect(outcome.status == 75, "\(outcome)")
    #expect(outcome.errors.hasPrefix("error[ACK5024]: \(path) breaks no rule in what was tried, "), "\(outcome.errors)")
    #expect(
      outcome.output.hasPrefix("not answered, so that what follows was not tried:\n  perform (wait)\n"),
      "\(outcome.output)")
    #expect(outcome.output.contains("\nverdict: conforms in what was checked; questions were not answered"))
  }

  @Test func `is no success when every check is skipped, and says so when some are`() throws {
    let none = try Self.run(try FixtureLibrary.exampleInC(), "--only", "eight-performs,cancel-then-again")
    #expect(none.status == 69, "\(none)")
    #expect(none.output.hasSuffix("\nverdict: nothing was checked\n"))
    #expect(none.errors.hasPrefix("error[ACK5019]: nothing of "))
    let some = try Self.run(try FixtureLibrary.exampleInC(), "--only", "elf-valid,cancel-then-again")
    #expect(some.status == 0, "\(some)")
    #expect(some.output.hasSuffix("\nverdict: conforms in what was checked; checks were skipped\n"), "\(some)")
  }

  @Test func `quotes in lines what the provider printed`() throws {
    let folder = try TestFolder()
    for (mode, check, lines) in [
      ("describe-aborts", "describe-answers", ["out of kittens"]),
      ("prints", "streams-silent", ["configuring", "configuring"]),
    ] {
      let path = folder.path(of: "nc-\(mode).so")
      try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
      let outcome = try Self.run(path, "--only", check)
      let printed = lines.map { "      com.example.conforming | \($0)\n" }.joined()
      #expect(outcome.output.contains("    printed:\n\(printed)    rule: "), "\(outcome.output)")
    }
  }

  @Test func `lists the checks`() throws {
    let outcome = try Self.run("--list")
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == ConformanceCheck.all.count)
    #expect(outcome.output.hasPrefix("elf-valid "))
    let value = try JSONReader.read(
      Array(try Self.run("--list", "--only", "note-single", "--format", "json").output.utf8), limits: JSONLimits())
    #expect(value["checks"]?.arrayValue?.first?["id"]?.stringValue == "note-single")
  }

  @Test func `refuses what it does not understand`() throws {
    for (arguments, code, text) in [
      (["--only", "note-singel", "x.so"], Int32(64), "did you mean 'note-single'?"),
      (["--seed=-1", "x.so"], 64, "--seed cannot be"), ([], 64, "is given no PATH"),
      (["/nowhere/x.so"], 66, "error[ACK2001]"), (["--timeout", "0", "x.so"], 64, "--timeout cannot be"),
    ] {
      var appctl = AppCtlProcess(stateFolder: "/nowhere")
      appctl.namesStateFolder = false
      let outcome = try appctl(arguments: ["validate"] + arguments)
      #expect(outcome.status == code && outcome.errors.contains(text), "\(arguments): \(outcome)")
    }
  }
}
