internal import AppControllerKit
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
    case answered(Answer)
  }

  /// What becomes of asking.
  enum Reply {
    case answer(Answer)
    /// The answer is not there yet.
    case pending
    /// The host may not ask now: it does from inside another call, or while too much is open.
    case refused
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
  /// - Returns: The answer, or that it is not there yet, or that this is no time to ask.
  func ask(_ question: Question, _ handle: AppController.Handle, sequence: UInt64) -> Reply {
    let (isNew, hasRoom) = questions.withLock { questions in
      if questions[sequence] != nil { return (false, true) }
      let actions = questions.values.count(where: \.isAction)
      let hasRoom = questions.count < Self.limit && (!question.isAction || actions < Self.actionLimit)
      if hasRoom { questions[sequence] = Open(isAction: question.isAction) }
      return (true, hasRoom)
    }
    if !hasRoom { return .refused }
    if isNew {
      let isInside = run { actor in
        actor.start(question, handle, sequence: sequence) { self.finish(sequence, $0) }
      }
      guard isInside else {
        questions.withLock { $0[sequence] = nil }
        return .refused
      }
    }
    return questions.withLock { questions in
      switch questions[sequence]?.progress {
      case .answered(let answer)?:
        questions[sequence] = nil
        return .answer(answer)
      case .running?:
        questions[sequence]?.progress = .running(isAwaited: true)
        return .pending
      case nil:
        // It was cancelled from inside.
        return .refused
      }
    }
  }

  /// Tells the provider something that nobody waits for; nothing when this is no time to.
  func tell(_ event: ProviderEvent, _ handle: AppController.Handle, sequence: UInt64) {
    _ = run { $0.start(.notify(event), handle, sequence: sequence) { _ in } }
  }

  /// Runs a function of the actor and then everything that is ready; called by the host, never two at a time.
  ///
  /// - Returns: Whether it did; not from inside another call.
  private func run(_ body: (isolated ProviderActor) -> Void) -> Bool {
    actor.executor.run { actor.assumeIsolated(body) }
  }

  private func finish(_ sequence: UInt64, _ answer: Answer) {
    let isAwaited = questions.withLock { questions in
      guard case .running(let isAwaited)? = questions[sequence]?.progress else { return false }
      questions[sequence]?.progress = .answered(answer)
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

  /// What a question is asked with, as the provider gets it.
  ///
  /// - Returns: The handle; `nil` for a state that this version does not know.
  /// - Throws: When the session or the traits break the ABI.
  func makeHandle(_ context: ack_context) throws(AppControllerError) -> AppController.Handle? {
    guard let traits = unsafe context.traits, unsafe traits.pointee.struct_size >= ack_traits.size
    else { throw .badTraits }
    guard let state = AppController.State(target: unsafe context.target) else { return nil }
    var session: Session?
    if let pointer = unsafe context.session { session = try unsafe Session(abi: pointer) }
    return AppController.Handle(
      id: host.id, state: state, traits: unsafe TraitCollection(abi: context.traits), session: session, port: host
    )
  }

  func fail(_ failure: ProviderFailure) { host.fail(failure) }
}

extension AppControllerError {
  /// The traits of a context are not there, or smaller than version 1.0's; only the status of it gets to the host.
  fileprivate static let badTraits = AppControllerError(
    .providerFailed, what: "the context has no traits, or too small ones", why: "traits are never NULL",
    fix: "lend the traits of the surface"
  )
}
