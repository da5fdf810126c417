import ProviderSDK
import Synchronization

/// The clock, which tests move.
protocol Time: Sendable {
  func sleep(_ duration: Duration) async throws
}

struct MonotonicTime: Time {
  func sleep(_ duration: Duration) async throws { try await Task.sleep(for: duration, tolerance: .milliseconds(50)) }
}

/// A login under way: says to greetd what the conversation wants said, whether somebody waits for it or not.
final class SignIn: Sendable {
  private struct State {
    var conversation: Conversation
    var task: Task<Void, Never>?
    var isEnded = false
    /// Whether somebody waits, or is about to.
    var isAttended = true
    var waits: [Wait] = []
  }

  private struct Wait {
    let continuation: AsyncStream<Never>.Continuation
    /// Whether it goes on when something is said.
    let isPatient: Bool
  }

  /// The time that greetd has for an answer, in which somebody may look for a finger or a card.
  private static let patience = Duration.seconds(300)
  /// The time that it has to cancel.
  private static let lastPatience = Duration.seconds(2)

  private let state: Mutex<State>
  private let transport: any GreetdTransport
  private let time: any Time
  private let changed: @Sendable (Conversation, _ isAttended: Bool) -> Void

  /// Begins a login, which is then to be waited for.
  ///
  /// - Parameters:
  ///   - conversation: What is said.
  ///   - transport: The connection, which it alone uses.
  ///   - time: The clock.
  ///   - changed: Told of each change, and whether somebody waits for it.
  init(
    _ conversation: Conversation, _ transport: any GreetdTransport, _ time: any Time,
    changed: @escaping @Sendable (Conversation, _ isAttended: Bool) -> Void
  ) {
    state = Mutex(State(conversation: conversation))
    (self.transport, self.time, self.changed) = (transport, time, changed)
    send(conversation.opening)
  }

  deinit {
    state.withLock { $0.task }?.cancel()
    transport.close()
  }

  /// How far it is.
  var conversation: Conversation { state.withLock { $0.conversation } }

  /// Answers the question, which is then to be waited for.
  func answer(_ answer: Secret) {
    let request = state.withLock { state in
      state.isAttended = true
      return state.conversation.answer(answer)
    }
    if let request { send(request) }
  }

  /// Waits until it rests, or until something is said, for a time at most.
  func wait(atMost limit: Duration, untilItRests isPatient: Bool) async {
    let (ends, continuation) = AsyncStream<Never>.makeStream()
    let waits = state.withLock { state in
      state.isAttended = !(state.isEnded || state.conversation.isResting)
      if state.isAttended { state.waits.append(Wait(continuation: continuation, isPatient: isPatient)) }
      return state.isAttended
    }
    guard waits else { return }
    let timer = Task { [time] in
      try? await time.sleep(limit)
      continuation.finish()
    }
    defer { timer.cancel() }
    for await _ in ends {}
    // What changes from now on is told, and what has changed before is seen by whoever has waited.
    state.withLock { $0.isAttended = false }
  }

  /// Gives it up: at once where greetd is busy, otherwise after greetd was told.
  func end() async {
    let (task, isAsking, waits) = state.withLock { state in
      defer { (state.isEnded, state.waits) = (true, []) }
      let isAsking = if case .asking = state.conversation.state { true } else { false }
      return (state.task, isAsking && !state.isEnded, state.waits)
    }
    for wait in waits { wait.continuation.finish() }
    if isAsking { _ = try? await transport.exchange(.cancelSession, within: Self.lastPatience) }
    task?.cancel()
    transport.close()
  }

  private func send(_ request: GreetdRequest) {
    let task = Task { [weak self, transport] in
      var next: GreetdRequest? = request
      while let request = next {
        let result: Result<GreetdMessage, GreetdError>
        do {
          result = .success(try await transport.exchange(request, within: Self.patience))
        } catch let error as GreetdError { result = .failure(error) } catch { return }
        next = self?.take(result)
      }
    }
    state.withLock { $0.task = task }
  }

  /// - Returns: The next request.
  private func take(_ result: Result<GreetdMessage, GreetdError>) -> GreetdRequest? {
    let (next, conversation, isAttended, over) = state.withLock { state in
      if state.isEnded { return (nil as GreetdRequest?, nil as Conversation?, true, [Wait]()) }
      let next =
        switch result {
        case .success(let message): state.conversation.receive(message)
        case .failure(let error): state.conversation.fail(error)
        }
      let over = state.waits.filter { next == nil || !$0.isPatient }
      state.waits.removeAll { next == nil || !$0.isPatient }
      return (next, state.conversation, state.isAttended, over)
    }
    if let conversation { changed(conversation, isAttended) }
    for wait in over { wait.continuation.finish() }
    return next
  }
}
