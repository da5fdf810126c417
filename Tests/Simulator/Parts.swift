import AppControllerKit
import AppControllerKitTesting

struct Refused: Error, CustomStringConvertible {
  let description: String
}

/// What all processes share: the record on the disk, the turn to renew, and who hears of changes.
@MainActor
final class Disk {
  private(set) var record = SessionRecord()
  /// The families whose session was erased, by the numbers that the server gave them.
  private(set) var ended: Set<String> = []
  /// What broke a law when it was stored.
  private(set) var broken: String?
  private var listeners: [Int: AsyncStream<UInt64?>.Continuation] = [:]
  /// The processes that have not heard of the last change.
  private(set) var news: [Int] = []
  private var holder: Int?
  private var turns: [(process: Int, pause: Pause<Void>)] = []

  func replace(with session: Session?, ifGeneration generation: UInt64?) throws -> SessionRecord {
    if let generation, generation != record.generation {
      throw AppControllerError(.sessionConflict, what: "changed", why: "another process", fix: "read it again")
    }
    if session == nil, let old = record.session, !old.isAnonymous { ended.insert(old.family) }
    if let session, ended.contains(session.family) { broken = "a session is stored again that was erased: \(session)" }
    record = SessionRecord(session: session, generation: record.generation + 1)
    news = listeners.keys.sorted()
    return record
  }

  func listen(_ process: Int) -> AsyncStream<UInt64?> {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt64?.self, bufferingPolicy: .bufferingNewest(1))
    listeners[process] = continuation
    return stream
  }

  func tell(_ index: Int) { listeners[news.remove(at: index)]?.yield(record.generation) }

  func turn(of process: Int) async {
    if holder == nil { return holder = process }
    await Pause.wait { turns.append((process, $0)) }
  }

  func endTurn(of process: Int) {
    guard holder == process else { return }
    holder = turns.first?.process
    if !turns.isEmpty { turns.removeFirst().pause.end(()) }
  }

  func forget(_ process: Int) {
    listeners[process] = nil
    news.removeAll { $0 == process }
    turns.removeAll { $0.process == process }
    endTurn(of: process)
  }
}

extension Session {
  /// The sign-in that it comes from, and that of a session without tokens.
  var family: String {
    guard let parts = refreshToken?.text.split(separator: "-"), parts.count == 3 else { return subject }
    return String(parts[1])
  }
}

/// The disk as one process sees it.
final class SimulatedStore: SessionStore {
  private let process: Process
  private let disk: Disk

  init(_ process: Process, _ disk: Disk) { (self.process, self.disk) = (process, disk) }

  @MainActor
  func load(for providerID: String) async throws -> SessionRecord {
    try await process.wait(.store, "load")
    defer { process.note("loads \(disk.record)") }
    return disk.record
  }

  @MainActor
  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    try Task.checkCancellation()
    try await process.wait(.store, "replace")
    let record = try disk.replace(with: session, ifGeneration: generation)
    process.note("stores \(record)")
    await process.waitForAnswer("replaced")
    return record
  }

  func changes(for providerID: String) throws -> AsyncStream<UInt64?>? {
    MainActor.assumeIsolated { disk.listen(process.number) }
  }

  @MainActor
  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? {
    await disk.turn(of: process.number)
    await process.waitForAnswer("turn")
    return SessionRenewalTurn { [disk, process] in
      Task { @MainActor in disk.endTurn(of: process.number) }
    }
  }
}

/// A provider that answers late, wrongly, never, and asks while it answers.
@MainActor
final class SimulatedProvider: MainActorInterfaceProviding {
  private unowned let process: Process
  private let server: TokenServer
  private(set) var handle: AppController.Handle?

  init(_ process: Process, _ server: TokenServer) { (self.process, self.server) = (process, server) }

  private func answer(_ question: String, _ controller: ControllerHandle) async throws {
    handle = controller
    if process.asksWithin() {
      process.note("the provider asks for its interface again within \(question)")
      controller.invalidate()
    }
    try await process.wait(.provider, question)
  }

  func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration {
    try await answer("configuration", controller)
    return TransitionConfiguration(transitionDuration: .milliseconds(300))
  }

  func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    try await answer("logged out", controller)
    return InterfaceDescription("out") { Screen("out", title: "Out") { Button("go", "Go", action: "login") } }
  }

  func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    try await answer("logged in", controller)
    return InterfaceDescription("in") {
      Screen("in", title: controller.session?.subject ?? "") { Button("go", "Go", action: "logout") }
    }
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    try await answer("perform", controller)
    return action.name == "login" ? .login(server.signIn("kitty")) : .logout
  }

  func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws {
    try await answer("ended", controller)
    process.note("provider ends \(session.family)")
    server.revoke(session)
  }

  func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh {
    try await answer("refresh", controller)
    process.note("the server is asked with \(session.refreshToken?.text ?? "nothing")")
    let answer = try await server.refresh(session)
    try await process.wait(.server, "refreshed")
    return answer
  }

  func notify(_ event: ProviderEvent, for controller: ControllerHandle) async {
    try? await answer("\(event)", controller)
  }
}
