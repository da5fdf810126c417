internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI
import Synchronization

/// One instance as the host knows it: turns its questions into the provider's functions, at once or pending.
final class ProviderInstance: Sendable {
  /// How far a question is.
  private enum Progress {
    /// It is being answered, and whether the host has been told to wait.
    case running(isAwaited: Bool)
    case answered(Answer)
  }

  private let host: HostLink
  private let actor: ProviderActor
  private let questions = Mutex<[UInt64: Progress]>([:])

  init(host: HostLink, make: @Sendable () -> any AppControllerInterfaceProviding) {
    self.host = host
    actor = ProviderActor(executor: DrainedExecutor { host.requestTick() }, make: make)
    Broadcast.shared.add(host)
  }

  /// Asks a question, or asks it again after it was pending.
  ///
  /// - Returns: The answer; `nil` when it is not there yet.
  func ask(_ question: Question, _ handle: AppController.Handle, sequence: UInt64) -> Answer? {
    if questions.withLock({ $0[sequence] == nil }) {
      questions.withLock { $0[sequence] = .running(isAwaited: false) }
      run { actor in
        actor.start(question, handle, sequence: sequence) { self.finish(sequence, $0) }
      }
    }
    return questions.withLock { questions in
      switch questions[sequence] {
      case .answered(let answer)?:
        questions[sequence] = nil
        return answer
      case .running?:
        questions[sequence] = .running(isAwaited: true)
        return nil
      case nil:
        return nil
      }
    }
  }

  /// Tells the provider something that nobody waits for.
  func tell(_ event: ProviderEvent, _ handle: AppController.Handle, sequence: UInt64) {
    run { $0.start(.notify(event), handle, sequence: sequence) { _ in } }
  }

  /// Runs a function of the actor and then everything that is ready; called by the host, never two at a time.
  private func run(_ body: (isolated ProviderActor) -> Void) {
    actor.executor.run { actor.assumeIsolated(body) }
  }

  private func finish(_ sequence: UInt64, _ answer: Answer) {
    let isAwaited = questions.withLock { questions in
      guard case .running(let isAwaited)? = questions[sequence] else { return false }
      questions[sequence] = .answered(answer)
      return isAwaited
    }
    if isAwaited { host.wake(sequence) }
  }

  /// The host no longer wants an answer.
  func cancel(_ sequence: UInt64) {
    questions.withLock { $0[sequence] = nil }
    run { $0.cancel(sequence) }
  }

  /// Runs what has become ready since the last call.
  func tick() {
    run { _ in }
  }

  /// The host is done with the instance.
  func end() {
    questions.withLock { $0 = [:] }
    run { $0.cancelAll() }
  }

  /// What a question is asked with, as the provider gets it.
  ///
  /// - Returns: The handle; `nil` for a state that this version does not know.
  /// - Throws: When the session breaks the ABI.
  func makeHandle(_ context: ack_context) throws(AppControllerError) -> AppController.Handle? {
    guard let state = AppController.State(target: unsafe context.target) else { return nil }
    var session: Session?
    if let pointer = unsafe context.session { session = try unsafe Session(abi: pointer) }
    return AppController.Handle(
      id: host.id, state: state, traits: unsafe TraitCollection(abi: context.traits), session: session, port: host
    )
  }

  func fail(_ failure: ProviderFailure) { host.fail(failure) }
}
