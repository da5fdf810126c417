import AppControllerJSON
import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A provider that is held to a recording` {
  /// The providers that send nothing from a thread of theirs, which has no place between the questions.
  nonisolated static let rows = `A recording, done again`.rows.filter { row in
    switch row.outcome {
    case .logsInLater, .logsOutLater: false
    default: true
    }
  }

  private func test(
    _ recording: Recording, _ library: String, _ mode: LoadingMode = .here, limit: Duration = .seconds(600)
  ) async throws -> ProviderTestReport {
    let recorder = ProviderRecorder()
    var loader = try mode.loader()
    loader.recorder = recorder
    // A question that is not cancelled with the recorded one waits for longer than the suite may take.
    loader.deadline = .seconds(36_000)
    return await ProviderTest(
      try RecordedQuestions(recording), of: try loader.load(library), recorder, limit: limit
    ).run()
  }

  @Test(arguments: rows, [LoadingMode.here, .apart])
  func `answers as it did, whatever it does`(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    let recorded = try RecordedApp(misbehaving: row.mode, mode)
    try? await recorded.install()
    for _ in 1...3 { _ = try? await recorded.app.go() }
    await recorded.controller.login(Session(subject: "ann", secret: Secret("tea with milk")))
    await recorded.controller.login(Session(subject: "bob"))
    await recorded.controller.logout(force: true)
    await recorded.controller.settle()
    recorded.app.provider.end()
    let recording = try recorded.finish()
    let report = try await test(recording, FixtureLibrary.misbehaving(row.mode), mode == .here ? .apart : .here)
    #expect(report.differences == [])
    #expect(report.questionCount > 2 && report.unansweredCount == 0)
  }

  @Test(arguments: [("MB_LOGIN_FROM_THREAD", "login"), ("MB_LOGOUT_FROM_THREAD", "logout")])
  func `makes the requests that it made`(_ mode: String, _ name: String) async throws {
    let recorded = try RecordedApp(misbehaving: mode)
    try await recorded.install()
    if name == "logout" { await recorded.controller.login(Session(subject: "ann")) }
    let before = recorded.controller.state
    _ = try await recorded.app.go()
    await reached { recorded.controller.state != before }
    recorded.app.provider.end()
    let recording = try recorded.finish()
    #expect(try await test(recording, FixtureLibrary.misbehaving(mode)).differences == [])
    let report = try await test(recording, FixtureLibrary.misbehaving("MB_NONE"), limit: .zero)
    let missing = try #require(report.differences.first { $0.kind == "request \(name)" })
    #expect(missing.found == nil && missing.recorded?["for"]?.stringValue == name)
    #expect("\(missing.path)" == "$" && missing.question == nil)
  }

  @Test func `is asked with the refresh token that it issued itself`() async throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/renewing.c")
    let recorded = try RecordedApp(library)
    try await recorded.install()
    _ = try await recorded.controller.perform(nodeID: "enter", values: ["who": .text("timeless")])
    for secret in ["secret-1", "secret-2"] {
      _ = try await recorded.controller.freshSession(insteadOf: Secret(secret))
    }
    recorded.app.provider.end()
    let recording = try recorded.finish()
    #expect(try !RecordedQuestions(recording).hasForeignSession)
    let report = try await test(recording, library)
    #expect(report.differences == [] && report.unansweredCount == 0)
  }

  @Test(arguments: LoadingMode.allCases)
  func `is asked with the secret that it issued itself`(_ mode: LoadingMode) async throws {
    let library = try FixtureLibrary.product("ExampleProvider")
    let recorded = try RecordedApp(library, mode)
    try await recorded.install()
    _ = try await recorded.controller.perform(
      nodeID: "sign-in", values: ["email": .text("kitty@example.com"), "password": .secret(Secret("meow1234"))])
    let recording = try recorded.finish()
    let recorder = ProviderRecorder()
    var loader = try mode.loader()
    loader.recorder = recorder
    let questions = try RecordedQuestions(recording)
    #expect(questions.missingInputs(given: nil) == ["password"] && questions.missingInputs(given: "password") == [])
    #expect(!questions.hasForeignSession)
    let report = await ProviderTest(
      questions, of: try loader.load(library), recorder, secret: ("password", Secret("meow5678"))
    ).run()
    #expect(report.differences == [])
    // One number each for the password and for the token.
    #expect(recorder.secrets.count == 2)
    #expect(!recorder.lines.contains { String(decoding: $0.bytes, as: UTF8.self).contains("meow") })
  }

  @Test func `is not compared where the recording has no answer`() async throws {
    let recorded = try RecordedApp(misbehaving: "MB_PENDING_FOREVER")
    try await recorded.install()
    let question = Task.immediate { try await recorded.app.go() }
    question.cancel()
    _ = await question.result
    recorded.app.provider.end()
    let report = try await test(recorded.finish(), FixtureLibrary.misbehaving("MB_PENDING_FOREVER"))
    #expect(report.differences == [] && report.uncomparedCount == 1)
  }

  @Test func `has to have been asked something`() throws {
    let head = #"{"at":0,"line":"recording","version":3,"startedAt":0}"# + "\n"
    let provider =
      #"{"at":1,"line":"provider","id":"a","version":"1","path":"/a","abiMajor":1,"abiMinor":0,"isIsolated":false}"#
      + "\n"
    let call = #"{"at":2,"line":"call","function":"describe","question":1,"state":"launching"}"# + "\n"
    for (text, what) in [
      (head, "no question"), (head + provider, "no question"), (head + call, "no question"),
      (head + provider + call, ":3: traits is missing"),
    ] {
      let recording = try Recording(Array(text.utf8))
      expect(#expect(throws: PluginError.self) { try RecordedQuestions(recording) }, "ACK2302", [what])
    }
  }
}

@Suite struct `A rule for differences` {
  private func difference(_ kind: String, _ path: String) throws -> ProviderDifference {
    ProviderDifference(
      question: 1, kind: kind, line: 1, path: try #require(ReplyPath(path[...])), recorded: nil, found: nil)
  }

  @Test(arguments: [
    ("$.a", "perform buy", "$.a", true), ("$.a", "logged-in", "$.b", false),
    ("perform $.a", "perform buy", "$.a", true),
    ("perform buy $.a", "perform buy", "$.a[1]", true), ("perform buy $.a", "perform buyer", "$.a", false),
    ("perform buy now  $.a", "perform buy now", "$.a", true), ("logged-in $", "logged-out", "$.a", false),
  ])
  func `allows what it names`(_ rule: String, _ kind: String, _ path: String, _ isAllowed: Bool) throws {
    #expect(try DifferenceRule(rule, at: "a").allows(difference(kind, path)) == isAllowed)
  }

  @Test func `stands on a line of a file, and is said when it allows nothing`() throws {
    let folder = try TestFolder()
    let path = try folder.write("# Prices change.\r\n\n  $.price\r\n\tperform $.b".utf8, to: "allowed.txt")
    let rules = try DifferenceRule.rules(inFileAt: path)
    #expect(rules.map(\.text) == ["$.price", "perform $.b"] && rules.map(\.place) == ["\(path):3", "\(path):4"])
    var report = ProviderTestReport(questionCount: 1, isFinished: true)
    report.differences = try [difference("logged-in", "$.price[0]"), difference("logged-in", "$.b")]
    let divided = report.divided(by: rules)
    #expect(divided.differences.map { $0.rule?.text } == ["$.price", nil])
    #expect(divided.unused.map(\.text) == ["perform $.b"])
  }

  @Test(arguments: [
    ("\n\nmessage\n", ":3: \"message\" is no rule: it has no path", "write the path of an answer"),
    ("$.a\n$.a..b", ":2: \"$.a..b\" is no rule: $.a..b is no path", "numbers or * in brackets"),
    ("performs $.a", ":1: \"performs $.a\" is no rule: there is no kind of question \"performs\"", "begin with one of"),
    ("\u{1b}[1m$", ":1: ", "such as $.effects[*].message"),
  ])
  func `is refused with its line and a fix`(_ text: String, _ what: String, _ fix: String) throws {
    let folder = try TestFolder()
    let path = try folder.write(text.utf8, to: "allowed.txt")
    let error = #expect(throws: PluginError.self) { try DifferenceRule.rules(inFileAt: path) }
    expect(error, "ACK2307", [what])
    #expect(error?.fix.contains(fix) == true && error?.what.contains("\u{1b}") == false)
  }

  @Test func `is text in a file`() throws {
    let folder = try TestFolder()
    let binary = try folder.write([0x24, 0x0A, 0xFF], to: "allowed.txt")
    for (path, what) in [
      (binary, ":2: the line is not UTF-8"), ("/nowhere", "cannot read"), (folder.path, "cannot read"),
    ] {
      expect(#expect(throws: PluginError.self) { try DifferenceRule.rules(inFileAt: path) }, "ACK2307", [what])
    }
  }
}
