package import AppControllerKit
import Synchronization

/// The host's state for one instance: the controller for its requests, and its open questions.
///
/// The C table points to this object for the life of the process, so the object is never freed. After ``close()``, it
/// answers every call with `ACK_GONE`.
package final class HostContext: HostReceiver {
  enum Signal: Sendable {
    case tick
    /// A request or a line has arrived.
    case turn
    case flood
    case end
  }

  private enum Life {
    case alive
    /// Requests are refused, but lines are still logged.
    case ending
    case closed
  }

  private struct State {
    var port: (any ControllerPort)?
    /// The call that the library is answering now.
    var running: OpenCall?
    var life = Life.alive
    var isFlooded = false
    var early: [Event] = []
    var traffic = ProviderTraffic()
    var questions = PendingQuestions()
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var isTickRequested = false
    var recorder: ProviderRecorder?
    var speaker = "the provider"
  }

  fileprivate enum Event {
    case request(ControllerRequest)
    case line(LogLevel, String)
  }

  private static let earlyLimit = ProviderTraffic.requestLimit + 2 * ProviderTraffic.lineLimit

  /// The settings of the provider; nil when it declares none.
  @MainActor var sessionSettings: SessionSettings?
  /// Of the note that was checked.
  @MainActor var name = ""

  private let state = Mutex(State())
  private let elapsed: @Sendable () -> Duration
  private let signal: @Sendable (Signal) -> Void

  /// The signal is called on any thread.
  init(_ clock: any Clock<Duration> = ContinuousClock(), signal: @escaping @Sendable (Signal) -> Void) {
    elapsed = clock.stopwatch()
    self.signal = signal
  }
}

// MARK: - From the provider, on any thread

extension HostContext {
  /// Returns whether the instance still lives.
  package func send(_ request: ControllerRequest) -> Bool {
    let now = elapsed()
    let (isTaken, isFlood) = state.withLock { state in
      guard state.life == .alive else { return (false, false) }
      if state.traffic.takeRequest(at: now) { return (true, false) }
      (state.life, state.isFlooded) = (.ending, true)
      return (false, true)
    }
    if isFlood {
      resumeWaiters()
      signal(.flood)
    }
    guard isTaken else { return false }
    recorder?.write(.request, [:], request)
    if state.withLock({ $0.running })?.hold(request) != true { deliver(.request(request)) }
    return true
  }

  package func log(_ level: LogLevel, _ text: String) {
    let now = elapsed()
    let (isKept, notice) = state.withLock { state in
      guard state.life != .closed else { return (false, nil as (LogLevel, String)?) }
      let notice = state.traffic.takeNotice(at: now)
      return (state.traffic.takeLine(level, at: now), notice)
    }
    if let notice { deliver(.line(notice.0, notice.1)) }
    guard isKept else { return }
    recorder?.recordLog(level, text)
    deliver(.line(level, ProviderWords(text.displayable, of: speaker).description))
  }

  private func deliver(_ event: Event) {
    let (port, needsTurn) = state.withLock { state in
      if state.port == nil, state.life != .closed {
        if state.early.count < Self.earlyLimit {
          state.early.append(event)
        } else if case .line(let level, _) = event {
          state.traffic.leaveOut(level)
        }
      }
      return (state.port, state.traffic.needsTurn())
    }
    if let port { event.deliver(to: port) }
    // Signalled after the delivery, so that the controller's turn comes first.
    if needsTurn { signal(.turn) }
  }

  package func wake(_ sequence: UInt64) -> Bool {
    recorder?.write(.wake, ["question": .number(sequence)])
    let (waiter, isAlive) = state.withLock { state in
      guard state.life == .alive, state.questions.wake(sequence) else {
        return (nil as CheckedContinuation<Void, Never>?, state.life == .alive)
      }
      return (state.waiters.removeValue(forKey: sequence), true)
    }
    waiter?.resume()
    return isAlive
  }

  package func requestTick() -> Bool {
    recorder?.write(.wantsTick)
    let (mustAsk, isAlive) = state.withLock { state in
      let mustAsk = !state.isTickRequested && state.life == .alive
      state.isTickRequested = true
      return (mustAsk, state.life == .alive)
    }
    if mustAsk { signal(.tick) }
    return isAlive
  }
}

// MARK: - From the host

extension HostContext {
  package var isGone: Bool { state.withLock { $0.life != .alive } }

  /// Such an instance is not called any more.
  var isFlooded: Bool { state.withLock { $0.isFlooded } }

  var recorder: ProviderRecorder? {
    get { state.withLock { $0.recorder } }
    set { state.withLock { $0.recorder = newValue } }
  }

  /// The provider's id, which marks its lines.
  var speaker: String {
    get { state.withLock { $0.speaker } }
    set { state.withLock { $0.speaker = newValue } }
  }

  /// Becomes a line of the host's own.
  package func refuse(_ error: AppControllerError) { say(.warning, error.what) }

  func connect(_ port: any ControllerPort) {
    let early = state.withLock { state in
      defer { state.early = [] }
      if state.life != .closed { state.port = port }
      return state.early
    }
    for event in early { event.deliver(to: port) }
  }

  package func setRunning(_ call: @autoclosure () -> OpenCall?) {
    let call = call()
    // The former call is released outside the lock, because it may hold the last reference to its controller's port.
    _ = state.withLock { state in
      defer { state.running = call }
      return state.running
    }
  }

  /// The main actor has seen all earlier messages by then.
  func turn() {
    state.withLock { $0.traffic.turn() }
    reportOmittedLines()
  }

  func beginCall(_ sequence: UInt64) {
    state.withLock { $0.questions.begin(sequence) }
    reportOmittedLines()
  }

  private func reportOmittedLines(isLast: Bool = false) {
    // Most questions need no look at the clock.
    guard state.withLock({ $0.traffic.hasLeftOut }) else { return }
    let now = elapsed()
    guard let notice = state.withLock({ $0.traffic.takeNotice(at: now, isLast: isLast) }) else { return }
    deliver(.line(notice.0, notice.1))
  }

  /// Adds a line of the host's own, without a limit.
  func say(_ level: LogLevel, _ text: String) { deliver(.line(level, text)) }

  /// No message is delivered any more.
  package func close() {
    _ = end()
    reportOmittedLines(isLast: true)
    state.withLock { ($0.life, $0.port) = (.closed, nil) }
  }

  /// The lines were not delivered to a controller, and are forgotten.
  func takeLines() -> [(LogLevel, String)] {
    let early = state.withLock { state in
      defer { state.early = [] }
      return state.early
    }
    return early.compactMap { if case .line(let level, let text) = $0 { (level, text) } else { nil } }
  }

  func tickBegins() {
    state.withLock { $0.isTickRequested = false }
  }

  func wait(for sequence: UInt64) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.life == .alive, state.questions.pend(sequence) else { return false }
        state.waiters[sequence] = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  var waiterCount: Int { state.withLock { $0.waiters.count } }

  package func noteEnd() { signal(.end) }

  /// The process that would have woken them is gone.
  func wakeAll() {
    let waiters = state.withLock { state in
      for sequence in state.questions.open.keys { _ = state.questions.wake(sequence) }
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Has no effect on a question whose answer is ready.
  func abandon(_ sequence: UInt64) {
    let waiter = state.withLock { state in
      state.questions.abandon(sequence) ? state.waiters.removeValue(forKey: sequence) : nil
    }
    waiter?.resume()
  }

  func isAbandoned(_ sequence: UInt64) -> Bool {
    state.withLock { $0.life != .alive || $0.questions.open[sequence] == .abandoned }
  }

  func endQuestion(_ sequence: UInt64) {
    state.withLock { $0.questions.end(sequence) }
  }

  /// All waiters resume, and later requests are refused, but the instance may still log.
  ///
  /// Returns the open questions, to be cancelled.
  func end() -> [UInt64] {
    state.withLock { state in
      if state.life == .alive { state.life = .ending }
      state.early.removeAll { if case .request = $0 { true } else { false } }
    }
    resumeWaiters()
    return state.withLock { $0.questions.open.keys.sorted() }
  }

  private func resumeWaiters() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
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
