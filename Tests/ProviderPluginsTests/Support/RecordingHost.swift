import CProviderABI
import ProviderABI
import Synchronization

/// A host that carries out no request and records all of them, with a table for direct calls of a provider's functions.
///
/// Its memory is never freed, as the ABI requires.
@safe
final class RecordingHost: Sendable {
  private struct State {
    var wakes: [UInt64] = []
    var requests: [String] = []
    var failures: [String] = []
    var answer: Int32 = ACK_OK
    var hook: (@Sendable (String) -> Void)?
    var observers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  nonisolated(unsafe) let table: UnsafeMutablePointer<ack_host>

  init() {
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(to: Self.functions)
    unsafe table.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
  }

  var wakes: [UInt64] { state.withLock { $0.wakes } }
  var requests: [String] { state.withLock { $0.requests } }
  var failures: [String] { state.withLock { $0.failures } }

  /// Sets the status that every function returns.
  func answer(_ status: Int32) { state.withLock { $0.answer = status } }

  /// Sets a function that runs inside each call of the provider, with the record of the call.
  func whenCalled(_ body: @escaping @Sendable (String) -> Void) { state.withLock { $0.hook = body } }

  /// Waits until the provider requests a tick, and clears the request.
  func tickIsRequested() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard let index = state.requests.firstIndex(of: "tick") else {
          state.observers.append(continuation)
          return false
        }
        state.requests.remove(at: index)
        return true
      }
      if isThere { continuation.resume() }
    }
  }

  private func note(_ request: String) -> Int32 {
    let observers = state.withLock { state in
      if request == "tick", !state.observers.isEmpty {
        defer { state.observers = [] }
        return state.observers
      }
      state.requests.append(request)
      return []
    }
    for observer in observers { observer.resume() }
    return finish(request)
  }

  private func finish(_ request: String) -> Int32 {
    let (answer, hook) = state.withLock { ($0.answer, $0.hook) }
    hook?(request)
    return answer
  }

  private static var functions: ack_host {
    unsafe ack_host(
      struct_size: ack_host.size, reserved0: 0, ctx: nil, known_kinds: .max, known_names: .max, reserved1: 0,
      request_login: { table, _ in unsafe recorder(table).note("login") },
      request_logout: { table in unsafe recorder(table).note("logout") },
      update_session: { table, _ in unsafe recorder(table).note("update") },
      invalidate: { table, screen in
        let id = unsafe screen.lenient
        return unsafe recorder(table).note(id.isEmpty ? "invalidate" : "invalidate \(id)")
      },
      wake: { table, sequence in
        let recorder = unsafe recorder(table)
        recorder.state.withLock { $0.wakes.append(sequence) }
        return recorder.finish("wake")
      },
      request_tick: { table in unsafe recorder(table).note("tick") },
      log: { table, _, text in _ = unsafe recorder(table).note("log \(text.lenient)") },
      fail: { table, failure in
        let text = unsafe failure?.pointee.what.lenient ?? ""
        unsafe recorder(table).state.withLock { $0.failures.append(text) }
      },
      get_extension: { _, _ in nil }
    )
  }
}

private func recorder(_ table: UnsafePointer<ack_host>?) -> RecordingHost {
  guard let context = unsafe table?.pointee.ctx else { preconditionFailure("the provider lost the host's context") }
  return unsafe Unmanaged<RecordingHost>.fromOpaque(context).takeUnretainedValue()
}
