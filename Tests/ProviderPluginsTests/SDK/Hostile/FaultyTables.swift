import CProviderABI
import ProviderABI
import Synchronization

/// Tables for answers that count their calls, and return a chosen status from one of them.
///
/// Their memory is never freed, as the ABI requires.
@safe
final class FaultyTables: Sendable {
  private struct State {
    var calls = 0
    var fault: (call: Int, status: Int32)?
    var hook: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  nonisolated(unsafe) let description: UnsafeMutablePointer<ack_description>
  nonisolated(unsafe) let reply: UnsafeMutablePointer<ack_reply>

  init() {
    unsafe description = .allocate(capacity: 1)
    unsafe reply = .allocate(capacity: 1)
    unsafe description.initialize(to: Self.descriptionFunctions)
    unsafe reply.initialize(to: Self.replyFunctions)
    unsafe description.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
    unsafe reply.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
  }

  /// The number of calls.
  var calls: Int { state.withLock { $0.calls } }

  /// Answers a call, counted from 0, with a status; the other calls with `ACK_OK`.
  func fail(at call: Int, with status: Int32) {
    state.withLock { state in
      state.calls = 0
      state.fault = (call, status)
    }
  }

  /// Sets a function that runs inside the first call.
  func whenCalled(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.hook = body } }

  private func note() -> Int32 {
    let (status, hook) = state.withLock { state in
      defer { state.calls += 1 }
      defer { state.hook = nil }
      return (state.fault.flatMap { $0.call == state.calls ? $0.status : nil } ?? ACK_OK, state.hook)
    }
    hook?()
    return status
  }

  private static var descriptionFunctions: ack_description {
    unsafe ack_description(
      struct_size: ack_description.size, reserved0: 0, ctx: nil,
      give: { table, form in
        guard let form = unsafe form.flatMap({ unsafe ack_form.read($0) }), unsafe form.node_count > 0 else {
          return 98
        }
        return unsafe tables(table?.pointee.ctx).note()
      }
    )
  }

  private static var replyFunctions: ack_reply {
    unsafe ack_reply(
      struct_size: ack_reply.size, reserved0: 0, ctx: nil,
      add: { table, effect in
        guard unsafe effect.flatMap({ unsafe ack_effect.read($0) }) != nil else { return 98 }
        return unsafe tables(table?.pointee.ctx).note()
      })
  }
}

private func tables(_ context: UnsafeMutableRawPointer?) -> FaultyTables {
  guard let context = unsafe context else { preconditionFailure("the provider lost the table's context") }
  return unsafe Unmanaged<FaultyTables>.fromOpaque(context).takeUnretainedValue()
}
