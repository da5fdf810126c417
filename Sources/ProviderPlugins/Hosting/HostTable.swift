internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// The header's host table for one instance; its memory is never freed.
@safe
struct HostTable {
  /// What the table's context points to: an existential has no address of its own.
  fileprivate final class Context: Sendable {
    let receiver: any HostReceiver

    init(_ receiver: any HostReceiver) { self.receiver = receiver }
  }

  let table: UnsafePointer<ack_host>

  init(_ receiver: any HostReceiver) {
    var table = unsafe Self.functions
    unsafe table.ctx = Unmanaged.passRetained(Context(receiver)).toOpaque()
    unsafe self.table = UnsafePointer(immortal(table))
  }

  // Written outside any actor: providers call them from any thread.
  private static var functions: ack_host {
    unsafe ack_host(
      struct_size: UInt32(MemoryLayout<ack_host>.size), reserved0: 0, ctx: nil,
      request_login: { table, session in
        unsafe host(table) { receiver in
          guard let session = unsafe session else { return receiver.status(receiver.send(.login(nil))) }
          return unsafe receiver.deliver(session) { .login($0) }
        }
      },
      request_logout: { table in unsafe host(table) { $0.status($0.send(.logout)) } },
      update_session: { table, session in
        unsafe host(table) { receiver in
          guard let session = unsafe session else { return ACK_MISUSE }
          return unsafe receiver.deliver(session) { .updateSession($0) }
        }
      },
      invalidate: { table, screen in
        unsafe host(table) { receiver in
          guard let id = unsafe screen.text(atMost: InterfaceLimits.standard.id) else { return ACK_MISUSE }
          return receiver.status(receiver.send(id.isEmpty ? .invalidate : .invalidateScreen(id)))
        }
      },
      wake: { table, sequence in unsafe host(table) { $0.status($0.wake(sequence)) } },
      request_tick: { table in unsafe host(table) { $0.status($0.requestTick()) } },
      log: { table, level, text in
        _ = unsafe host(table) { receiver in
          receiver.log(LogLevel(rawValue: level) ?? .info, unsafe text.lenient)
          return ACK_OK
        }
      },
      fail: { table, what, why, fix in
        _ = unsafe host(table) { receiver in
          unsafe receiver.fail(
            .init(what: what.lenient.displayable, why: why.lenient.displayable, fix: fix.lenient.displayable)
          )
          return ACK_OK
        }
      },
      get_extension: { _, _ in nil }
    )
  }
}

private func host(_ table: UnsafePointer<ack_host>?, _ body: (any HostReceiver) -> Int32) -> Int32 {
  guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
  return body(unsafe Unmanaged<HostTable.Context>.fromOpaque(context).takeUnretainedValue().receiver)
}

extension HostReceiver {
  fileprivate func status(_ isAlive: Bool) -> Int32 { isAlive ? ACK_OK : ACK_GONE }

  /// Copies a session and sends it on; one that is not acceptable is logged.
  fileprivate func deliver(_ pointer: UnsafePointer<ack_session>, _ request: (Session) -> ControllerRequest) -> Int32 {
    if isGone { return ACK_GONE }
    do throws(AppControllerError) {
      return status(send(request(try unsafe Session(abi: pointer))))
    } catch {
      log(.warning, error.what)
      return ACK_MISUSE
    }
  }
}
