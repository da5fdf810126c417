internal import AppControllerInterface
internal import CProviderABI
internal import Glibc
internal import ProviderABI

/// The host's table, callable from any thread for the life of the process.
@safe
final class HostLink: ControllerPort {
  private nonisolated(unsafe) let host: UnsafePointer<ack_host>

  init(_ host: UnsafePointer<ack_host>) {
    unsafe self.host = host
  }

  /// The address of the host's table, which is unique in the process.
  var id: UInt64 { unsafe UInt64(UInt(bitPattern: host)) }

  /// The highest numbers that the host knows.
  var knownKinds: UInt16 { unsafe host.pointee.known_kinds }
  var knownNames: UInt16 { unsafe host.pointee.known_names }

  func send(_ request: ControllerRequest) {
    _ = lending { memory in
      switch request {
      case .login(nil): unsafe host.pointee.request_login?(host, nil)
      case .login(let session?): unsafe host.pointee.request_login?(host, session.lent(by: memory))
      case .logout: unsafe host.pointee.request_logout?(host)
      case .updateSession(let session): unsafe host.pointee.update_session?(host, session.lent(by: memory))
      case .invalidate: unsafe host.pointee.invalidate?(host, .empty)
      case .invalidateScreen(let id): unsafe host.pointee.invalidate?(host, memory.lend(id))
      }
    }
  }

  func log(_ level: LogLevel, _ text: String) {
    lending { unsafe host.pointee.log?(host, level.number, $0.lend(text)) }
  }

  func wake(_ sequence: UInt64) { _ = unsafe host.pointee.wake?(host, sequence) }

  func requestTick() { _ = unsafe host.pointee.request_tick?(host) }

  func fail(_ failure: ProviderFailure) {
    lending { memory in
      var lent = unsafe ack_failure(
        struct_size: ack_failure.size, category: UInt32(failure.category?.ordinal ?? 0),
        retry_after: failure.retryAfter, what: memory.lend(failure.what), why: memory.lend(failure.why),
        fix: memory.lend(failure.fix), code: memory.lend(failure.code))
      unsafe host.pointee.fail?(host, &lent)
    }
  }

  func openSocket(_ name: String) throws(HostServiceError) -> Int32 {
    unsafe try serve("ack.socket/1", ack_sockets.self, name) { table, name in unsafe table.pointee.open?(host, name) }
  }

  func addresses(of machine: String) throws(HostServiceError) -> [String] {
    var text = [CChar](repeating: 0, count: 1024)
    let size = unsafe try serve("ack.resolve/1", ack_resolver.self, machine) { table, machine in
      unsafe table.pointee.resolve?(host, machine, &text, UInt64(text.count))
    }
    let bytes = text.prefix(Int(size)).map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self).split(separator: ",").map(String.init)
  }

  /// Throws the error number of a negative result, and `ENOSYS` without the extension.
  private func serve<Table>(
    _ id: String, _: Table.Type, _ name: String, _ body: (UnsafePointer<Table>, ack_str) -> Int32?
  ) throws(HostServiceError) -> Int32 {
    let status = lending { memory -> Int32 in
      guard let table = unsafe host.pointee.get_extension?(host, memory.lend(id)) else { return -ENOSYS }
      return unsafe body(table.assumingMemoryBound(to: Table.self), memory.lend(name)) ?? -ENOSYS
    }
    if status < 0 { throw HostServiceError(number: -status) }
    return status
  }
}
