internal import AppControllerKit
internal import Synchronization

/// Passes what an instance asks of its host on to the host's process.
final class ChildReceiver: HostReceiver {
  private struct State {
    var isGone = false
    var failure: ProviderFailure?
    var isTickRequested = false
  }

  private let connection: ChildConnection
  private let state = Mutex(State())

  init(_ connection: ChildConnection) { self.connection = connection }

  var isGone: Bool { state.withLock { $0.isGone } }

  func send(_ request: ControllerRequest) -> Bool { deliver(.request(request)) }

  /// Until the process ends: what an instance logs at its end is heard too.
  func log(_ level: LogLevel, _ text: String) { connection.send(.log(level, text)) }

  func wake(_ sequence: UInt64) -> Bool { deliver(.wake(sequence)) }

  func requestTick() -> Bool {
    let (mustAsk, isGone) = state.withLock { state in
      defer { state.isTickRequested = true }
      return (!state.isTickRequested && !state.isGone, state.isGone)
    }
    if mustAsk { connection.send(.tick) }
    return !isGone
  }

  /// A tick begins: what is asked for from now on needs another one.
  func tickBegins() { state.withLock { $0.isTickRequested = false } }

  func fail(_ failure: ProviderFailure) { state.withLock { $0.failure = failure } }

  func takeFailure() -> ProviderFailure? { state.withLock { $0.failure.take() } }

  func close() { state.withLock { $0.isGone = true } }

  private func deliver(_ message: ChildMessage) -> Bool {
    if isGone { return false }
    connection.send(message)
    return true
  }
}
