internal import AppControllerKit
import Synchronization

/// What the host keeps for one instance: who to ask for a transition, which questions are open, what failed last.
///
/// The C table points to it for the life of the process, so it is never freed; ``end()`` makes it a stub that answers
/// `ACK_GONE`.
final class HostContext: HostReceiver {
  private struct State {
    var port: (any ControllerPort)?
    var isGone = false
    var early: [Event] = []
    var questions = PendingQuestions()
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var failure: ProviderAnswer.Failure?
    var isTickRequested = false
    var recorder: ProviderRecorder?
  }

  /// What a provider asked for before its controller was known.
  fileprivate enum Event {
    case request(ControllerRequest)
    case line(LogLevel, String)
  }

  private let state = Mutex(State())
  private let tick: @Sendable (HostContext) -> Void

  /// Makes a context.
  ///
  /// - Parameter tick: Has the instance ticked soon; called from any thread.
  init(tick: @escaping @Sendable (HostContext) -> Void) {
    self.tick = tick
  }
}

// MARK: - From the provider, on any thread

extension HostContext {
  /// - Returns: Whether the instance still lives.
  func send(_ request: ControllerRequest) -> Bool {
    recorder?.asks(request)
    return deliver(.request(request))
  }

  func log(_ level: LogLevel, _ text: String) {
    recorder?.logs(level, text)
    _ = deliver(.line(level, text))
  }

  private func deliver(_ event: Event) -> Bool {
    let (port, isGone) = state.withLock { state in
      if state.port == nil, !state.isGone, state.early.count < 1000 { state.early.append(event) }
      return (state.port, state.isGone)
    }
    if let port, !isGone { event.deliver(to: port) }
    return !isGone
  }

  func wake(_ sequence: UInt64) -> Bool {
    recorder?.tells(.wake, sequence)
    let (waiter, isGone) = state.withLock { state in
      guard !state.isGone, state.questions.wake(sequence) else {
        return (nil as CheckedContinuation<Void, Never>?, state.isGone)
      }
      return (state.waiters.removeValue(forKey: sequence), false)
    }
    waiter?.resume()
    return !isGone
  }

  func requestTick() -> Bool {
    recorder?.tells(.wantsTick)
    let (mustAsk, isGone) = state.withLock { state in
      let mustAsk = !state.isTickRequested && !state.isGone
      state.isTickRequested = true
      return (mustAsk, state.isGone)
    }
    if mustAsk { tick(self) }
    return !isGone
  }

  func fail(_ failure: ProviderAnswer.Failure) {
    state.withLock { $0.failure = failure }
  }
}

// MARK: - From the host

extension HostContext {
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Records what the provider asks of its host; `nil` for nobody.
  var recorder: ProviderRecorder? {
    get { state.withLock { $0.recorder } }
    set { state.withLock { $0.recorder = newValue } }
  }

  /// Gives the instance its controller, with what was asked for before.
  func connect(_ port: any ControllerPort) {
    let early = state.withLock { state in
      defer { state.early = [] }
      if !state.isGone { state.port = port }
      return state.early
    }
    for event in early { event.deliver(to: port) }
  }

  func beginCall(_ sequence: UInt64) {
    state.withLock { $0.questions.begin(sequence) }
  }

  func takeFailure() -> ProviderAnswer.Failure? {
    state.withLock { $0.failure.take() }
  }

  func close() { _ = end() }

  func tickBegins() {
    state.withLock { $0.isTickRequested = false }
  }

  /// Waits until a pending question is woken or given up.
  func wait(for sequence: UInt64) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard !state.isGone, state.questions.pend(sequence) else { return false }
        state.waiters[sequence] = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Lets everybody who waits ask again: the process that would have woken them is gone.
  func wakeAll() {
    let waiters = state.withLock { state in
      for sequence in state.questions.open.keys { _ = state.questions.wake(sequence) }
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Gives a question up; whoever waits for it goes on.
  func abandon(_ sequence: UInt64) {
    let waiter = state.withLock { state in
      state.questions.abandon(sequence) ? state.waiters.removeValue(forKey: sequence) : nil
    }
    waiter?.resume()
  }

  /// Whether a question has been given up.
  func isAbandoned(_ sequence: UInt64) -> Bool {
    state.withLock { $0.isGone || $0.questions.open[sequence] == .abandoned }
  }

  func endQuestion(_ sequence: UInt64) {
    state.withLock { $0.questions.end(sequence) }
  }

  /// The instance ends: whoever waits goes on, and nothing is delivered any more.
  ///
  /// - Returns: The questions that are open, to be cancelled.
  func end() -> [UInt64] {
    let (open, waiters) = state.withLock { state in
      state.isGone = true
      state.port = nil
      state.early = []
      defer { state.waiters = [:] }
      return (state.questions.open.keys.sorted(), Array(state.waiters.values))
    }
    for waiter in waiters { waiter.resume() }
    return open
  }
}

extension HostContext.Event {
  fileprivate func deliver(to port: any ControllerPort) {
    switch self {
    case .request(let request): port.send(request)
    case .line(let level, let text): port.log(level, text)
    }
  }
}
