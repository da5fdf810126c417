internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI
import Synchronization

/// One instance as the host knows it: turns its questions into the provider's functions, at once or pending.
final class ProviderInstance: Sendable {
  /// A question that the host waits for.
  private struct Open {
    let isAction: Bool
    var progress = Progress.running(isAwaited: false)
  }

  /// How far a question is.
  private enum Progress {
    /// It is being answered, and whether the host has been told to wait.
    case running(isAwaited: Bool)
    case answered(ProviderReply)
  }

  /// The most actions that may be open.
  private static let actionLimit = 8
  /// The most questions that may be open, actions among them.
  private static let limit = 9

  private let host: HostLink
  private let actor: ProviderActor
  private let questions = Mutex(NumberedTable<Open>())

  init(host: HostLink, make: @Sendable () -> any AppControllerInterfaceProviding) {
    self.host = host
    actor = ProviderActor(executor: DrainedExecutor { host.requestTick() }, make: make)
    Broadcast.shared.add(host)
  }

  /// Asks a question, or asks it again after it was pending.
  ///
  /// - Returns: The answer, which may be that it is not there yet; `nil` when the host may not ask now: it does from inside
  ///   another call, or while too much is open.
  func answer(_ call: ProviderCall) -> ProviderReply? {
    let (isNew, hasRoom) = questions.withLock { questions in
      if questions[call.sequence] != nil { return (false, true) }
      let actions = questions.values.count(where: \.isAction)
      let hasRoom = questions.count < Self.limit && (!call.isAction || actions < Self.actionLimit)
      if hasRoom { questions[call.sequence] = Open(isAction: call.isAction) }
      return (true, hasRoom)
    }
    if !hasRoom { return nil }
    if isNew {
      let isInside = run { actor in actor.start(call) { self.finish(call.sequence, $0) } }
      guard isInside else {
        questions.withLock { $0[call.sequence] = nil }
        return nil
      }
    }
    return questions.withLock { questions in
      switch questions[call.sequence]?.progress {
      case .answered(let reply)?:
        questions[call.sequence] = nil
        return reply
      case .running?:
        questions[call.sequence]?.progress = .running(isAwaited: true)
        return .pending
      case nil:
        // It was cancelled from inside.
        return nil
      }
    }
  }

  /// Tells the provider something that nobody waits for; nothing when this is no time to.
  func tell(_ call: ProviderCall) { _ = run { $0.start(call) { _ in } } }

  /// Runs a function of the actor and then everything that is ready; called by the host, never two at a time.
  ///
  /// - Returns: Whether it did; not from inside another call.
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

  /// The host no longer wants an answer.
  func cancel(_ sequence: UInt64) {
    questions.withLock { $0[sequence] = nil }
    _ = run { $0.cancel(sequence) }
  }

  /// Runs what has become ready since the last call.
  func tick() {
    _ = run { _ in }
  }

  /// The host is done with the instance.
  func end() {
    questions.withLock { $0.removeAll() }
    _ = run { $0.cancelAll() }
  }

  /// A call of the host's, as the provider gets it.
  ///
  /// - Returns: The call; `nil` for a state that this version does not know.
  /// - Throws: ``Misuse`` when the traits or the session break the ABI.
  func makeCall(_ question: ProviderCall.Question, _ context: ack_context) throws(Misuse) -> ProviderCall? {
    guard let traits = unsafe context.traits, unsafe traits.pointee.struct_size >= ack_traits.size
    else { throw Misuse() }
    guard let state = ControllerState(target: unsafe context.target) else { return nil }
    var session: Session?
    if let pointer = unsafe context.session {
      do throws(AppControllerError) { session = try unsafe Session(abi: pointer) } catch { throw Misuse() }
    }
    let handle = ControllerHandle(
      id: host.id, state: state, traits: unsafe TraitCollection(abi: context.traits), session: session, port: host)
    return ProviderCall(question, sequence: unsafe context.sequence, for: handle)
  }

  /// What a call is made with breaks the ABI; only the status of it gets to the host.
  struct Misuse: Error {}

  func fail(_ failure: ProviderFailure) { host.fail(failure) }
}
