package import AppControllerKit
package import CProviderABI
internal import ProviderABI
import Synchronization

/// The header's host table for one instance; its memory is never freed.
@safe
package struct HostTable {
  /// The object that the table's context points to, because an existential has no address of its own.
  fileprivate final class Context: Sendable {
    let receiver: any HostReceiver
    let observer: (any TableObserver)?
    let services: (any HostServices)?
    let failure = Mutex<ProviderFailure?>(nil)

    init(_ receiver: any HostReceiver, _ observer: (any TableObserver)?, _ services: (any HostServices)?) {
      (self.receiver, self.observer, self.services) = (receiver, observer, services)
    }
  }

  package let table: UnsafePointer<ack_host>
  private let context: Context

  package init(_ receiver: any HostReceiver, observer: any TableObserver) { self.init(receiver, observer, nil) }

  init(_ receiver: any HostReceiver, services: any HostServices) { self.init(receiver, nil, services) }

  private init(_ receiver: any HostReceiver, _ observer: (any TableObserver)?, _ services: (any HostServices)?) {
    context = Context(receiver, observer, services)
    var table = unsafe Self.functions
    unsafe table.ctx = Unmanaged.passRetained(context).toOpaque()
    unsafe self.table = UnsafePointer(immortal(table))
  }

  /// Forgets the reason of a failure that the last call has reported.
  package func takeFailure() -> ProviderFailure? { context.failure.withLock { $0.take() } }

  static func services(of table: UnsafePointer<ack_host>?) -> (any HostServices)? {
    unsafe context(of: table)?.services
  }

  fileprivate static func context(of table: UnsafePointer<ack_host>?) -> Context? {
    guard let address = unsafe table?.pointee.ctx else { return nil }
    return unsafe Unmanaged<Context>.fromOpaque(address).takeUnretainedValue()
  }

  // Written outside any actor, because providers call these functions on any thread.
  private static var functions: ack_host {
    unsafe ack_host(
      struct_size: ack_host.size, reserved0: 0, ctx: nil, known_kinds: NodeKind.count,
      known_names: PropertyName.count, reserved1: 0,
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
          receiver.log(LogLevel(number: level) ?? .info, unsafe text.lenient)
          return ACK_OK
        }
      },
      fail: { table, failure in
        let failure = unsafe failure.flatMap { unsafe ack_failure.read($0) } ?? ack_failure.sized()
        _ = unsafe host(table, "fail", [failure.what, failure.why, failure.fix, failure.code]) { _ in
          unsafe HostTable.context(of: table)?.failure.withLock { $0 = unsafe ProviderFailure(abi: failure) }
          return ACK_OK
        }
      },
      get_extension: { table, id in
        _ = unsafe host(table, "get_extension", [id]) { _ in ACK_OK }
        guard unsafe HostTable.services(of: table) != nil, let name = unsafe id.text(atMost: 64) else { return nil }
        return unsafe ExtensionTables.table(name)
      }
    )
  }
}

extension ProviderFailure {
  /// What the ABI does not have is left out.
  fileprivate init(abi failure: ack_failure) {
    self.init(
      what: unsafe failure.what.lenient.displayable, why: unsafe failure.why.lenient.displayable,
      fix: unsafe failure.fix.lenient.displayable)
    category = FailureCategory(ordinal: Int32(truncatingIfNeeded: unsafe failure.category))
    retryAfter = unsafe failure.retry_after
    code = unsafe failure.code.text(atMost: 64) ?? ""
    leaveOutImpossible()
  }
}

private func host(
  _ table: UnsafePointer<ack_host>?, _ function: StaticString, _ texts: @autoclosure () -> [ack_str] = unsafe [],
  bits: UInt64 = 0, _ body: (any HostReceiver) -> Int32
) -> Int32 {
  guard let context = unsafe HostTable.context(of: table) else { return ACK_MISUSE }
  if let observer = context.observer {
    let call = unsafe TableCall(function, texts(), bits: bits, isOpen: !context.receiver.isGone)
    if let status = observer.answer(to: call) { return status }
  }
  return body(context.receiver)
}

extension HostReceiver {
  fileprivate func status(_ isAlive: Bool) -> Int32 { isAlive ? ACK_OK : ACK_GONE }

  /// A session that is not acceptable is logged.
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

/// Receives the requests of an instance to its host, on any thread; the header's `ack_host` in terms of the kit.
///
/// The functions that return a `Bool` return whether the instance still lives.
package protocol HostReceiver: AnyObject, Sendable {
  func send(_ request: ControllerRequest) -> Bool
  func log(_ level: LogLevel, _ text: String)
  func refuse(_ error: AppControllerError)
  func wake(_ sequence: UInt64) -> Bool
  func requestTick() -> Bool
  var isGone: Bool { get }
  /// Closes the receiver of an instance that has ended or was never made; from now on, every function reports that.
  func close()
  /// Begins or ends a call of the library; the requests in between take effect after the call's answer.
  func setRunning(_ call: @autoclosure () -> OpenCall?)
}

extension HostReceiver {
  package func refuse(_ error: AppControllerError) { log(.warning, error.what) }

  /// Does nothing: whoever only passes requests on, keeps their order.
  package func setRunning(_ call: @autoclosure () -> OpenCall?) {}
}
