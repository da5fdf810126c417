internal import AppControllerKit
import Glibc
internal import ProviderPlugins
import Synchronization

final class CheckListener: Sendable {
  private struct State {
    var transcript: CheckTranscript
    var child: ChildProcess?
    var exit: ChildExit?
    var waiter: CheckedContinuation<Void, Never>?
    var isOverdue = false
  }

  private let state: Mutex<State>

  init(of count: Int) { state = Mutex(State(transcript: CheckTranscript(of: count))) }

  var handlers: ChildProcess.Handlers {
    ChildProcess.Handlers(readable: { self.read(isLast: false) }, exit: { self.end($0) })
  }

  func begin(_ child: ChildProcess) {
    state.withLock { $0.child = child }
    child.arm()
  }

  func giveUp() {
    let child = state.withLock { state in
      state.isOverdue = true
      return state.child
    }
    child?.kill()
  }

  /// Returns the outcome of the first check and of each that has ended after it, when the child has ended; `limit` is
  /// the child's time, for a message.
  func outcomes(limit: Duration) async -> ([CheckOutcome], session: Session?) {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.exit == nil { state.waiter = continuation }
        return state.exit != nil
      }
      if hasEnded { continuation.resume() }
    }
    read(isLast: true)
    let (transcript, child, exit, isOverdue) = state.withLock { state in
      defer { state.child = nil }
      return (state.transcript, state.child, state.exit ?? .unknown, state.isOverdue)
    }
    let outcomes = Self.outcomes(transcript, exit, isOverdue ? limit : nil, lastOutput: child?.lastOutput ?? "")
    let session: Session? = if case .signedIn(let session)? = transcript.ends.first?.message { session } else { nil }
    return (outcomes, session)
  }

  /// How a check has ended, and what was not tried in it.
  typealias CheckOutcome = (outcome: CheckResult.Outcome, gaps: CheckGaps)

  static func outcomes(
    _ transcript: CheckTranscript, _ exit: ChildExit, _ limit: Duration?, lastOutput: String
  ) -> [CheckOutcome] {
    var outcomes = transcript.ends.map { end -> CheckOutcome in (end.message.outcome(lastOutput), end.gaps) }
    if exit == .exited(0), !outcomes.isEmpty { return outcomes }
    // What ended the child came in the check that was under way, or after the last one.
    let gaps = transcript.isComplete ? outcomes.removeLast().gaps : transcript.gaps
    let how = exit == .exited(0) ? "ended by itself without a result" : "\(exit)"
    let end: CheckResult.Outcome =
      limit.map { .timedOut(limit: $0, step: transcript.step, lastOutput: lastOutput) }
      ?? .crashed(how: how, step: transcript.step, lastOutput: lastOutput)
    return outcomes + [(end, gaps)]
  }

  private func end(_ exit: ChildExit) {
    let waiter = state.withLock { state in
      state.exit = exit
      return state.waiter.take()
    }
    waiter?.resume()
  }

  private func read(isLast: Bool) {
    guard let child = state.withLock({ $0.child }) else { return }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe recv(child.socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // At the end of the child, nothing more can arrive.
        if count < 0, !isLast { child.arm() }
        return
      }
      state.withLock { $0.transcript.add(Array(bytes.prefix(count))) }
    }
  }
}

extension CheckMessage {
  fileprivate func outcome(_ lastOutput: String) -> CheckResult.Outcome {
    switch self {
    case .passed, .signedIn, .step, .untried, .unanswered: .passed
    case .broken(let finding): .failed(finding.printed.contains(lastOutput) ? finding : finding.adding([lastOutput]))
    case .skipped(let reason): .skipped(reason)
    }
  }
}
