import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A recording, done again` {
  /// The providers that are loaded, and answer before any deadline.
  nonisolated static let rows = Misbehaviour.table.filter { row in
    switch row.outcome {
    case .isNotLoaded, .timesOut, .outlivesItsEnd: false
    case .works, .describesWrongly, .failsToDescribe, .failsToLogIn, .failsToPerform, .says, .saysAfterTick,
      .logsInLater, .logsOutLater:
      true
    }
  }

  @Test(arguments: rows, [LoadingMode.here, .apart])
  func `has the same events, whatever the provider does`(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    let recorded = try RecordedApp(misbehaving: row.mode, mode)
    try? await recorded.install()
    for _ in 1...3 { _ = try? await recorded.app.go() }
    await recorded.controller.login(Session(subject: "ann", secret: Secret("tea with milk")))
    await recorded.controller.login(Session(subject: "ann", secret: Secret("tea with lemon")))
    await recorded.controller.login(Session(subject: "bob"))
    await recorded.controller.logout(force: true)
    await recorded.controller.settle()
    recorded.app.provider.end()
    let report = try await recorded.replay()
    #expect(report.divergence == nil)
    #expect(report.isFinished)
    #expect(try !recorded.text().contains("tea with"))
  }

  @Test(arguments: LoadingMode.allCases)
  func `has the same events of a whole login`(_ mode: LoadingMode) async throws {
    let recorded = try await kitty(mode)
    let report = try await recorded.replay()
    #expect(report.divergence == nil)
    // Launching, installed; then requested, began, prepared, exchanged, completed, once for each of the two.
    #expect(report.eventCount == 12)
    let text = try recorded.text()
    #expect(!text.contains("meow1234") && text.contains("kitty@example.com"))
  }

  private func kitty(_ mode: LoadingMode = .here) async throws -> RecordedApp {
    let recorded = try RecordedApp(FixtureLibrary.product("ExampleProvider"), mode)
    try await recorded.install()
    _ = try await recorded.controller.perform(
      nodeID: "sign-in", values: ["email": .text("kitty@example.com"), "password": .secret(Secret("meow1234"))])
    try #require(recorded.controller.state == .loggedIn)
    await recorded.controller.logout()
    return recorded
  }

  @Test(arguments: [Int64.max, .min])
  func `may have begun at any moment that its file names`(_ start: Int64) async throws {
    let recorded = try RecordedApp(misbehaving: "MB_NONE")
    try await recorded.install()
    recorded.clock.advance(by: .seconds(1))
    await recorded.controller.login(Session(subject: "ann", expiresAt: RecordedApp.start + .seconds(60)))
    let recording = try recorded.finish()
    let text = try recorded.text().replacing(
      #""startedAt":\#(recording.startedAt)"#, with: #""startedAt":\#(start)"#, maxReplacements: 1)
    let report = try await Replay(Recording(Array(text.utf8))).run()
    #expect(report.lineCount == recording.lines.count)
  }

  // MARK: The app

  @Test func `has the app's handlers say what they said`() async throws {
    struct Refusal: Error {}
    let recorded = try RecordedApp(misbehaving: "MB_NONE")
    let controller = recorded.controller
    try await recorded.install()
    var objects = true
    controller.shouldTransitionHandler = { if $0 == .loggedIn && objects { throw Veto("not on Sundays") } }
    controller.willLogoutHandler = { _ in throw Refusal() }
    controller.didLoginHandler = { throw Refusal() }
    controller.didAbortHandler = { _ in }
    var hooks = TransitionHooks()
    hooks.willLogin = { _ in }
    controller.addHooks(hooks)
    #expect(await controller.login(Session(subject: "ann")) == .vetoed(reason: "not on Sundays"))
    objects = false
    await controller.login(Session(subject: "ann"))
    await controller.logout()
    #expect(controller.state == .loggedIn)
    await controller.logout(force: true)
    let recording = try recorded.finish()
    #expect(recording.lines.count { $0.kind == .hook } == 8)
    let report = try await Replay(recording).run()
    #expect(report.divergence == nil)
  }

  @Test func `lets the time pass as it did`() async throws {
    let recorded = try RecordedApp(misbehaving: "MB_NONE")
    let (controller, clock) = (recorded.controller, recorded.clock)
    try await recorded.install(motion: .full)
    let end = RecordedApp.start + .seconds(100)
    let login = Task.immediate { await controller.login(Session(subject: "ann", expiresAt: end)) }
    await clock.sleeperArrived(within: .seconds(1))
    clock.advance(by: .seconds(1))
    _ = await login.value
    // The provider is told that the session ends soon, then the session ends; the transition takes its time too.
    let refused = AsyncStream.makeStream(of: Void.self)
    controller.didLogoutHandler = { refused.continuation.yield() }
    clock.advance(by: .seconds(50))
    await clock.sleeperArrived(within: .seconds(60))
    clock.advance(by: .seconds(60))
    await reached { controller.state != .loggedIn }
    await clock.sleeperArrived(within: .seconds(1))
    clock.advance(by: .seconds(1))
    for await _ in refused.stream { break }
    await controller.settle()
    let recording = try recorded.finish()
    let events = recording.lines.filter { $0.kind == .event }.compactMap { $0.text("event") }
    #expect(events.contains("session-expired"))
    let report = try await Replay(recording).run()
    #expect(report.divergence == nil)
  }

  @Test func `has the store answer as it did`() async throws {
    let store = FailingStore()
    let recorded = try RecordedApp(FixtureLibrary.misbehaving("MB_NONE"), store: store)
    try await recorded.install()
    store.failure = AppControllerError(.storeFailed, what: "the disk is full", why: "it is", fix: "make room")
    guard case .failed = await recorded.controller.login(Session(subject: "ann")) else {
      Issue.record("the store did not fail")
      return
    }
    store.failure = nil
    await recorded.controller.login(Session(subject: "ann"))
    store.failure = AppControllerError(.sessionConflict, what: "another one", why: "it is", fix: "look again")
    await recorded.controller.login(Session(subject: "ann", displayName: "Ann"))
    let report = try await recorded.replay()
    #expect(report.divergence == nil)
    #expect(report.eventCount > 10)
  }

  @Test func `hears of what other processes store`() async throws {
    let store = ChangedStore()
    let recorded = try RecordedApp(FixtureLibrary.misbehaving("MB_NONE"), store: store, followsStore: true)
    let controller = recorded.controller
    try await recorded.install()
    let arrived = AsyncStream.makeStream(of: Void.self)
    controller.didLoginHandler = { arrived.continuation.yield() }
    try store.change(to: Session(subject: "ann"))
    for await _ in arrived.stream { break }
    await controller.settle()
    let recording = try recorded.finish()
    let events = recording.lines.filter { $0.kind == .event }.compactMap { $0.text("event") }
    #expect(events.contains("session-changed-elsewhere"))
    let report = try await Replay(recording).run()
    #expect(report.divergence == nil)
  }

  @Test func `is of an app without a plugin too, when the provider is given`() async throws {
    let recording = try await recording(of: AppController(interfaceProvider: OwnProvider())) { controller in
      _ = try await controller.perform(nodeID: "enter")
      await controller.logout()
    }
    let error = #expect(throws: PluginError.self) { try Replay(recording) }
    expect(error, "ACK2302", ["Replay(_:provider:)"])
    let replay = try Replay(recording, provider: OwnProvider())
    replay.providerClock = ManualClock()
    let report = try await replay.run()
    #expect(report.divergence == nil)
    #expect(report.eventCount == 12)
  }

  @Test func `drops again what came too late`() async throws {
    let late = Session(subject: "ann", attributes: ["of": "another login"])
    let recording = try await recording(of: AppController(interfaceProvider: OwnProvider(reporting: late))) {
      controller in
      _ = try await controller.perform(nodeID: "enter")
      await controller.settle()
      #expect(controller.session?.attributes == [:])
    }
    #expect(recording.lines.contains { (try? $0.member("isLate", .bool)) == true })
    let replay = try Replay(recording, provider: OwnProvider(reporting: late))
    replay.providerClock = ManualClock()
    #expect(try await replay.run().divergence == nil)
  }

  @Test func `has the user do what a purpose says`() async throws {
    let recording = try await recording(of: AppController(interfaceProvider: OwnProvider())) { controller in
      _ = try await controller.perform(nodeID: "enter")
      let confirmation = Task { await controller.login(purpose: .confirm) }
      await reached { controller.rootContainer.visibleScreen?.id == "out" }
      _ = try await controller.perform(nodeID: "enter")
      #expect(await confirmation.value == .unchanged)
      let recovery = await controller.login(purpose: .recover)
      if case .failed = recovery {} else { Issue.record("\(recovery)") }
    }
    let replay = try Replay(recording, provider: OwnProvider())
    replay.providerClock = ManualClock()
    #expect(try await replay.run().divergence == nil)
  }

  @Test func `waits for the app's provider that works beside the main actor`() async throws {
    let recording = try await recording(of: AppController(interfaceProvider: ThreadedProvider())) { controller in
      await controller.login()
    }
    let replay = try Replay(recording, provider: ThreadedProvider())
    replay.providerClock = ManualClock()
    let report = try await replay.run()
    #expect(report.divergence == nil)
    #expect(report.eventCount == 7)
  }

  @Test func `differs when the app's provider has not answered in its time`() async throws {
    let recording = try await recording(of: AppController(interfaceProvider: ThreadedProvider())) { controller in
      await controller.login()
    }
    let replay = try Replay(recording, provider: SilentProvider())
    replay.providerClock = ImmediateClock()
    #expect(try await replay.run().divergence?.found == "nothing")
  }

  @Test func `is of a storyboard too`() async throws {
    let storyboard = try Storyboard(contentsOfFile: "\(FixtureLibrary.package)/Docs/Examples/Main.json")
    let names = storyboard.interfaceNames
    let controller = try AppController(
      storyboard: storyboard, loggedOutInterfaceID: names[0], loggedInInterfaceID: names[1])
    let report = try await Replay(recording(of: controller) { await $0.login() }).run()
    #expect(report.divergence == nil)
    #expect(report.eventCount == 7)
  }
}

/// Records what is done with an app.
///
/// All of it has one time, so that in the replay no deadline passes, however slow the machine is.
@MainActor
private func recording(
  of controller: AppController, _ use: (AppController) async throws -> Void
) async throws -> Recording {
  let folder = try TestFolder()
  let path = folder.path(of: "trace.jsonl")
  let recorder = try ProviderRecorder(path: path, startedAt: 0, now: { .zero })
  controller.providerDeadline = nil
  recorder.record(controller)
  let window = InterfaceWindow()
  window.traits.motion = .none
  try await controller.installRootInterface(in: window)
  try await use(controller)
  try recorder.finish()
  return try Recording(contentsOfFile: path)
}

// MARK: - Differences

extension `A recording, done again` {
  @Test func `differs at the very line that was changed`() async throws {
    let recorded = try await kitty()
    _ = try recorded.finish()
    let lines = try recorded.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let changes: [(String, String)] = [
      (#""event":"began""#, #""event":"prepared""#), (#""revision":2"#, #""revision":3"#),
      (#""function":"configuration""#, #""function":"describe""#), (#""outcome":"completed""#, #""outcome":"failed""#),
      (#""line":"replace""#, #""line":"load""#), (#""subject":"kitty@example.com""#, #""subject":"dog@example.com""#),
    ]
    for (index, line) in lines.enumerated() {
      guard let change = changes.first(where: { line.contains($0.0) }), !line.contains(#""line":"return""#),
        !line.contains(#""line":"asked""#), !line.contains(#""line":"stored""#)
      else { continue }
      var changed = lines
      changed[index] = line.replacingOccurrences(of: change.0, with: change.1)
      let recording = try Recording(Array(changed.joined(separator: "\n").utf8))
      let report = try await Replay(recording).run()
      #expect(report.divergence?.line == index + 1, "\(change): \(String(describing: report.divergence))")
      expect(#expect(throws: PluginError.self) { try report.requireSame() }, "ACK2304", ["line \(index + 1)"])
    }
  }

  @Test func `differs when a line is missing`() async throws {
    let recorded = try await kitty()
    _ = try recorded.finish()
    let lines = try recorded.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // An answer that nobody waits for, such as the answer to an event, may be missing.
    let kinds = ["event", "call", "load", "replace", "stored", "asked"]
    for (index, line) in lines.enumerated() {
      guard kinds.contains(where: { line.contains("\"line\":\"\($0)\"") }) else { continue }
      var rest = lines
      rest.remove(at: index)
      let recording = try Recording(Array(rest.joined(separator: "\n").utf8))
      let report = try await Replay(recording).run()
      #expect(report.divergence != nil, "without line \(index + 1): \(line.prefix(120))")
    }
  }

  @Test func `goes as far as one that was cut off`() async throws {
    let recorded = try await kitty()
    _ = try recorded.finish()
    let bytes = Array(try recorded.text().utf8)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    // The part before the controller cannot be replayed.
    for end in ends.dropFirst(3) {
      // A recording that ends after a line, or in the middle of the next one.
      for count in [end + 1, min(end + 20, bytes.count)] {
        let recording = try Recording(Array(bytes[..<count]))
        let report = try await Replay(recording).run()
        #expect(report.divergence == nil, "cut off after \(count) bytes")
        #expect(report.isFinished == (count == bytes.count))
      }
    }
  }

  @Test func `never traps, whatever is in the file`() async throws {
    let recorded = try await kitty()
    _ = try recorded.finish()
    let bytes = Array(try recorded.text().utf8)
    var generator = SeededGenerator(seed: 2304)
    var outcomes = (refused: 0, different: 0, same: 0)
    for _ in 1...300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: changed[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: changed.remove(at: index)
        case 2: changed.insert(UInt8(ascii: "9"), at: index)
        default: changed[index] = [UInt8(ascii: "-"), UInt8(ascii: "0"), UInt8(ascii: "}")][index % 3]
        }
      }
      do throws(PluginError) {
        let report = try await Replay(Recording(changed)).run()
        if report.divergence == nil { outcomes.same += 1 } else { outcomes.different += 1 }
      } catch {
        #expect(error.code == .badRecording)
        outcomes.refused += 1
      }
    }
    #expect(outcomes.refused > 50 && outcomes.different > 20, "\(outcomes)")
  }
}

// MARK: - Providers and stores

/// A provider of an app of its own, with one button.
private final class OwnProvider: AppControllerInterfaceProviding {
  private let report: Session?

  /// - Parameter report: The session that it reports beside a login.
  init(reporting report: Session? = nil) { self.report = report }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("out") { Screen("out", title: "Out") { Button("enter", "Enter", action: "enter") } }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("in") { Screen("in", title: controller.session?.subject ?? "") {} }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) -> ActionResponse {
    if let report { controller.updateSession(report) }
    return .login(Session(subject: "ann"))
  }
}

/// A provider that is asked on the main actor and answers from a thread of its own.
private final class ThreadedProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) async -> InterfaceDescription {
    await thread()
    return InterfaceDescription("out") { Screen("out", title: "Out") {} }
  }

  func loggedInInterface(for controller: AppController.Handle) async -> InterfaceDescription {
    await thread()
    return InterfaceDescription("in") { Screen("in", title: "In") {} }
  }

  private func thread() async {
    await withCheckedContinuation { continuation in Thread.detachNewThread { continuation.resume() } }
  }
}

/// A provider that never answers.
private final class SilentProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await ContinuousClock().sleep(for: .seconds(100_000))
    throw CancellationError()
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await loggedOutInterface(for: controller)
  }
}

/// A store that fails on request.
private final class FailingStore: SessionStore, @unchecked Sendable {
  private let store = InMemorySessionStore()
  @MainActor var failure: AppControllerError?

  func load(for providerID: String) throws -> SessionRecord { try store.load(for: providerID) }

  @MainActor func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) throws -> SessionRecord {
    if let failure { throw failure }
    return try store.replace(for: providerID, with: session, ifGeneration: generation)
  }
}

/// A store that another process changes, and that reports the change.
private final class ChangedStore: SessionStore {
  private let store = InMemorySessionStore()
  private let (stream, continuation) = AsyncStream.makeStream(of: UInt64?.self)

  func load(for providerID: String) throws -> SessionRecord { try store.load(for: providerID) }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) throws -> SessionRecord {
    try store.replace(for: providerID, with: session, ifGeneration: generation)
  }

  func changes(for providerID: String) -> AsyncStream<UInt64?>? { stream }

  func change(to session: Session?) throws {
    let record = try store.replace(for: "com.example.misbehaving", with: session, ifGeneration: nil)
    continuation.yield(record.generation)
  }
}
