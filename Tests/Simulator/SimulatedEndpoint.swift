import AppControllerKit
import ProviderPlugins

/// A provider in a library, which leaves its questions pending, or in a child process, which may end.
@MainActor
final class SimulatedEndpoint: ProviderEndpoint {
  let identity: ProviderIdentity
  private(set) var end: (any ExplainedError)?
  private unowned let process: Process
  private let provider: SimulatedProvider
  private let context: HostContext
  private let port: ContextPort
  /// The questions that a library has left pending; an answer that is ready is taken when the question comes again.
  private var pending: [UInt64: Result<ProviderReply, any Error>?] = [:]
  private var work: [UInt64: Task<Void, Never>] = [:]
  /// Has a child asked one question at a time.
  private let lane = SerialLane()

  init(_ process: Process, _ provider: SimulatedProvider, _ context: HostContext) {
    (self.process, self.provider, self.context) = (process, provider, context)
    port = ContextPort(context)
    identity = ProviderIdentity(
      id: Disk.providerID, version: "1", path: "/simulated", abi: (1, 0), isIsolated: process.kind == .child)
  }

  /// The call as the code of the provider gets it: what it requests goes to the context, from no task of ours.
  private func inside(_ call: ProviderCall) -> ProviderCall {
    let handle = call.controller
    return ProviderCall(
      call.question, sequence: call.sequence,
      for: ControllerHandle(
        id: handle.id, state: handle.state, traits: handle.traits, session: handle.session, port: port))
  }

  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    let call = inside(call)
    switch process.kind {
    case .library: return try answerAtOnce(call)
    case .child, .object: return try await answerInTurn(call, within: limit)
    }
  }

  func cancel(_ sequence: UInt64) {
    pending[sequence] = nil
    work.removeValue(forKey: sequence)?.cancel()
  }

  func tick() {}

  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    for sequence in open { cancel(sequence) }
    return nil
  }

  // MARK: As a library

  private func answerAtOnce(_ call: ProviderCall) throws -> ProviderReply {
    context.setRunning(.current)
    defer { context.setRunning(nil) }
    let number = call.sequence
    switch pending[number] {
    case .some(.some(let answer)):
      pending[number] = nil
      return try answer.get()
    // It was woken too early, or twice.
    case .some(.none): return .pending
    case .none: break
    }
    provider.ask(within: call.name, call.controller)
    pending[number] = .some(nil)
    work[number] = Task { [self] in
      let answer: Result<ProviderReply, any Error>
      do { answer = .success(try await provider.answerCall(call)) } catch { answer = .failure(error) }
      work[number] = nil
      if pending[number] != nil { pending[number] = answer }
      for _ in 0...process.world.wakesTooOften() { _ = context.wake(number) }
    }
    return call.isNotification ? .done : .pending
  }

  // MARK: As a process

  private func answerInTurn(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    let turn = lane.reserve()
    _ = await turn?.value
    defer { lane.leave() }
    try Task.checkCancellation()
    if let end { throw end }
    context.setRunning(.current)
    defer { context.setRunning(nil) }
    let watch = Task { [weak self, clock = process.clock] in
      if (try? await clock.sleep(for: limit)) != nil { self?.crash("has not answered") }
    }
    defer { watch.cancel() }
    provider.ask(within: call.name, call.controller)
    let answer = try await provider.answerCall(call)
    if let end { throw end }
    return answer
  }

  /// Ends the process of the provider.
  func crash(_ reason: String) {
    if end != nil || process.kind != .child { return }
    process.note("the provider's process ends: it \(reason)")
    process.noteCause()
    end = AppControllerError(.providerFailed, what: "it \(reason)", why: "it was simulated", fix: "begin again")
    process.endProvider()
    context.noteEnd()
  }
}

/// The host as the code of a plugin reaches it.
private final class ContextPort: ControllerPort {
  private let context: HostContext

  init(_ context: HostContext) { self.context = context }

  func send(_ request: ControllerRequest) { _ = context.send(request) }
  func log(_ level: LogLevel, _ text: String) { context.log(level, text) }
}
