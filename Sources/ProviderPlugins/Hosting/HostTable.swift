package import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The header's host table for one instance; its memory is never freed.
@safe
package struct HostTable {
  /// What the table's context points to: an existential has no address of its own.
  fileprivate final class Context: Sendable {
    let receiver: any HostReceiver
    let observer: (any TableObserver)?

    init(_ receiver: any HostReceiver, _ observer: (any TableObserver)?) {
      (self.receiver, self.observer) = (receiver, observer)
    }
  }

  package let table: UnsafePointer<ack_host>

  package init(_ receiver: any HostReceiver, observer: (any TableObserver)? = nil) {
    var table = unsafe Self.functions
    unsafe table.ctx = Unmanaged.passRetained(Context(receiver, observer)).toOpaque()
    unsafe self.table = UnsafePointer(immortal(table))
  }

  // Written outside any actor: providers call them from any thread.
  private static var functions: ack_host {
    unsafe ack_host(
      struct_size: UInt32(MemoryLayout<ack_host>.size), reserved0: 0, ctx: nil,
      request_login: { table, session in
        unsafe host(table, "request_login") { receiver in
          guard let session = unsafe session else { return receiver.status(receiver.send(.login(nil))) }
          return unsafe receiver.deliver(session) { .login($0) }
        }
      },
      request_logout: { table in unsafe host(table, "request_logout") { $0.status($0.send(.logout)) } },
      update_session: { table, session in
        unsafe host(table, "update_session") { receiver in
          guard let session = unsafe session else { return ACK_MISUSE }
          return unsafe receiver.deliver(session) { .updateSession($0) }
        }
      },
      invalidate: { table, screen in
        unsafe host(table, "invalidate", [screen]) { receiver in
          guard let id = unsafe screen.text(atMost: InterfaceLimits.standard.id) else { return ACK_MISUSE }
          return receiver.status(receiver.send(id.isEmpty ? .invalidate : .invalidateScreen(id)))
        }
      },
      wake: { table, sequence in unsafe host(table, "wake", bits: sequence) { $0.status($0.wake(sequence)) } },
      request_tick: { table in unsafe host(table, "request_tick") { $0.status($0.requestTick()) } },
      log: { table, level, text in
        _ = unsafe host(table, "log", [text]) { receiver in
          receiver.log(LogLevel(rawValue: level) ?? .info, unsafe text.lenient)
          return ACK_OK
        }
      },
      fail: { table, what, why, fix in
        _ = unsafe host(table, "fail", [what, why, fix]) { receiver in
          unsafe receiver.fail(
            .init(what: what.lenient.displayable, why: why.lenient.displayable, fix: fix.lenient.displayable)
          )
          return ACK_OK
        }
      },
      get_extension: { table, id in
        _ = unsafe host(table, "get_extension", [id]) { _ in ACK_OK }
        return nil
      }
    )
  }
}

private func host(
  _ table: UnsafePointer<ack_host>?, _ function: StaticString, _ texts: @autoclosure () -> [ack_str] = unsafe [],
  bits: UInt64 = 0, _ body: (any HostReceiver) -> Int32
) -> Int32 {
  guard let address = unsafe table?.pointee.ctx else { return ACK_MISUSE }
  let context = unsafe Unmanaged<HostTable.Context>.fromOpaque(address).takeUnretainedValue()
  if let observer = context.observer {
    let call = unsafe TableCall(function, texts(), bits: bits, isOpen: !context.receiver.isGone)
    if let status = observer.answer(to: call) { return status }
  }
  return body(context.receiver)
}

extension HostReceiver {
  fileprivate func status(_ isAlive: Bool) -> Int32 { isAlive ? ACK_OK : ACK_GONE }

  /// Copies a session and sends it on; one that is not acceptable is logged.
  fileprivate func deliver(_ pointer: UnsafePointer<ack_session>, _ request: (Session) -> ControllerRequest) -> Int32 {
    if isGone { return ACK_GONE }
    do throws(AppControllerError) {
      return status(send(request(try unsafe Session(abi: pointer))))
    } catch {
      refuse(error)
      return ACK_MISUSE
    }
  }
}

/// Receives what an instance asks of its host, on any thread; the header's `ack_host` in terms of the kit.
///
/// What answers a `Bool` says whether the instance still lives.
package protocol HostReceiver: AnyObject, Sendable {
  /// Takes a request to the controller.
  func send(_ request: ControllerRequest) -> Bool
  /// Takes a line of the log.
  func log(_ level: LogLevel, _ text: String)
  /// A session is not acceptable that was asked for.
  func refuse(_ error: AppControllerError)
  /// The answer to a question is ready.
  func wake(_ sequence: UInt64) -> Bool
  /// The instance wants to be ticked.
  func requestTick() -> Bool
  /// Keeps why the call that is running is about to fail.
  func fail(_ failure: ProviderFailure)
  /// Whether the instance has been ended.
  var isGone: Bool { get }

  /// Gives what ``fail(_:)`` has kept, and forgets it.
  func takeFailure() -> ProviderFailure?
  /// The instance has ended, or there never was one: from now on everything answers that it is gone.
  func close()
}

extension HostReceiver {
  /// Logs why.
  package func refuse(_ error: AppControllerError) { log(.warning, error.what) }
}
