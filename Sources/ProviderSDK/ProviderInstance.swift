internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI
import Synchronization

/// One instance for the host: turns its questions into calls of the provider's functions, answered at once or pending.
final class ProviderInstance: Sendable {
  private struct Open {
    let isAction: Bool
    let requests: OpenCall
    var progress = Progress.running(isAwaited: false)
  }

  private enum Progress {
    /// `isAwaited` is whether the host has received the answer pending.
    case running(isAwaited: Bool)
    case answered(ProviderReply)
  }

  /// The maximum of open questions, including actions.
  private static let limit = ProviderCall.actionLimit + 1

  let host: HostLink
  private let actor: ProviderActor
  private let questions = Mutex(NumberedTable<Open>())

  init(host: HostLink, make: @Sendable () throws -> any AppControllerInterfaceProviding) throws {
    self.host = host
    actor = try ProviderActor(executor: DrainedExecutor { host.requestTick() }, make: make)
    Broadcast.shared.add(host)
  }

  /// `nil` when the host may not ask now, because another call is running or too many questions are open.
  func answer(_ call: ProviderCall) -> ProviderReply? {
    let (new, hasRoom) = questions.withLock { questions -> (OpenCall?, Bool) in
      if questions[call.sequence] != nil { return (nil, true) }
      let actions = questions.values.count(where: \.isAction)
      guard questions.count < Self.limit, !call.isAction || actions < ProviderCall.actionLimit else {
        return (nil, false)
      }
      let requests = OpenCall(to: host)
      questions[call.sequence] = Open(isAction: call.isAction, requests: requests)
      return (requests, true)
    }
    if !hasRoom { return nil }
    if let new {
      let isInside = run { actor in actor.start(call, new) { self.finish(call.sequence, $0) } }
      guard isInside else {
        questions.withLock { $0[call.sequence] = nil }
        return nil
      }
    }
    let (reply, answered) = questions.withLock { questions -> (ProviderReply?, OpenCall?) in
      switch questions[call.sequence]?.progress {
      case .answered(let reply)?: return (reply, questions[call.sequence]?.requests)
      case .running?:
        questions[call.sequence]?.progress = .running(isAwaited: true)
        return (.pending, nil)
      case nil: return (nil, nil)
      }
    }
    guard let answered else { return reply }
    // The host receives the requests inside the call that answers, in which it may not ask again.
    _ = run { _ in answered.end() }
    // A question that was cancelled during its own call has no answer.
    return questions.withLock { $0.removeValue(for: call.sequence) } == nil ? nil : reply
  }

  /// Does nothing when another call is running.
  func notify(_ call: ProviderCall) {
    let requests = OpenCall(to: host)
    _ = run { $0.start(call, requests) { _ in requests.end() } }
  }

  /// The host never calls it twice at a time; `false` inside another call.
  private func run(_ body: (isolated ProviderActor) -> Void) -> Bool {
    actor.executor.run { actor.assumeIsolated(body) }
  }

  private func finish(_ sequence: UInt64, _ reply: ProviderReply) {
    let isAwaited = questions.withLock { questions in
      guard case .running(let isAwaited)? = questions[sequence]?.progress else { return false }
      questions[sequence]?.progress = .answered(reply)
      return isAwaited
    }
    if isAwaited { host.wake(sequence) }
  }

  func cancel(_ sequence: UInt64) {
    let requests = questions.withLock { $0.removeValue(for: sequence) }?.requests
    _ = run { actor in
      requests?.end()
      actor.cancel(sequence)
    }
    // Inside another call nothing was run.
    requests?.end()
  }

  /// Runs the jobs that have become ready since the last call.
  func tick() {
    _ = run { _ in }
  }

  func end() {
    // Cancelled work may continue on other threads, and its jobs may become ready after this call.
    actor.executor.close()
    questions.withLock { $0.removeAll() }
    _ = run { $0.cancelAll() }
  }

  /// `nil` for a state, a purpose or a flag that this version does not know; throws when the traits or the session
  /// violate the ABI.
  func makeCall(_ question: ProviderCall.Question, _ context: ack_context) throws(Misuse) -> ProviderCall? {
    guard let traits = unsafe context.traits, unsafe ack_traits.isWhole(traits)
    else { throw Misuse() }
    guard unsafe context.flags == 0, let purpose = AuthenticationPurpose(ordinal: unsafe context.purpose),
      let state = ControllerState(target: unsafe context.target)
    else { return nil }
    var session: Session?
    if let pointer = unsafe context.session {
      do throws(AppControllerError) { session = try unsafe Session(abi: pointer) } catch { throw Misuse() }
    }
    let surface = unsafe TraitCollection(abi: traits)
    let handle = ControllerHandle(
      id: host.id, state: state, purpose: purpose, traits: surface, session: session, port: host)
    return ProviderCall(question, sequence: unsafe context.sequence, for: handle)
  }

  /// The host receives only its status.
  struct Misuse: Error {}

  func fail(_ failure: ProviderFailure) { host.fail(failure) }
}
