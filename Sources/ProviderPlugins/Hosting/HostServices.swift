internal import AppControllerKit
internal import CProviderABI
internal import CSystem
internal import Glibc
internal import ProviderABI

/// The services of a host's extensions for one provider; every function blocks until it is done.
protocol HostServices: Sendable {
  /// Returns a file descriptor, or a negated error number.
  func open(socket name: String) -> Int32

  /// The addresses are numeric, and separated by commas.
  func addresses(of machine: String) -> Result<String, SystemError>
}

/// The `errno` of a system call.
struct SystemError: Error, Equatable {
  let number: Int32
}

struct LocalServices: HostServices, Equatable {
  /// The paths of the local sockets that the provider may use, by their names.
  var sockets: [String: String] = [:]
  var resolvesNames = false
  /// The private folders of the app, in which no socket is opened for a provider.
  var privateFolders: [String] = []

  func open(socket name: String) -> Int32 {
    guard let path = sockets[name] else { return -EACCES }
    return LocalSocket(path)?.connect(privateFolders: privateFolders) ?? -ENOENT
  }

  func addresses(of machine: String) -> Result<String, SystemError> {
    guard resolvesNames else { return .failure(SystemError(number: EACCES)) }
    guard !machine.isEmpty, !machine.utf8.contains(0) else { return .failure(SystemError(number: EINVAL)) }
    var room = [CChar](repeating: 0, count: 1024)
    let size = unsafe socket_resolve(machine, &room, room.count)
    if size < 0 { return .failure(SystemError(number: -size)) }
    return .success(String(decoding: room[..<Int(size)].map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}

/// The tables of the extensions; a call finds its services through the host's table.
enum ExtensionTables {
  /// `nil` for an unknown name.
  static func table(_ name: String) -> UnsafeRawPointer? {
    switch name {
    case "ack.host-info/1": unsafe UnsafeRawPointer(info)
    case "ack.socket/1": unsafe UnsafeRawPointer(socket)
    case "ack.resolve/1": unsafe UnsafeRawPointer(resolve)
    default: nil
    }
  }

  private nonisolated(unsafe) static let info: UnsafePointer<ack_host_info> = {
    let limits = InterfaceLimits.standard
    var info = unsafe ack_host_info.sized()
    unsafe info.name = ack_str(immortal: "AppControllerKit")
    unsafe info.version = ack_str(immortal: KitVersion.current)
    unsafe info.depth = UInt32(limits.depth)
    unsafe info.nodes = UInt32(limits.nodes)
    unsafe info.value_depth = UInt32(limits.valueDepth)
    unsafe info.values = UInt32(limits.values)
    unsafe info.text_total = UInt32(limits.totalText)
    unsafe info.text = UInt32(limits.text)
    unsafe info.label = UInt32(limits.label)
    unsafe info.id = UInt32(limits.id)
    unsafe info.effects = UInt32(ActionResponse.effectLimit)
    unsafe info.actions = UInt32(ProviderCall.actionLimit)
    unsafe info.question_limit = ProviderCall.usualDeadline.milliseconds
    return unsafe UnsafePointer(immortal(info))
  }()

  private nonisolated(unsafe) static let socket = unsafe UnsafePointer(
    immortal(
      ack_sockets(
        struct_size: UInt32(MemoryLayout<ack_sockets>.size), reserved0: 0,
        open: { host, name in
          guard let services = unsafe HostTable.services(of: host) else { return -ENOSYS }
          guard let name = unsafe name.text(atMost: 64) else { return -EINVAL }
          return services.open(socket: name)
        })))

  private nonisolated(unsafe) static let resolve = unsafe UnsafePointer(
    immortal(
      ack_resolver(
        struct_size: UInt32(MemoryLayout<ack_resolver>.size), reserved0: 0,
        resolve: { host, name, room, size in
          guard let services = unsafe HostTable.services(of: host) else { return -ENOSYS }
          guard let name = unsafe name.text(atMost: 255), let room = unsafe room else { return -EINVAL }
          switch services.addresses(of: name) {
          case .failure(let error): return -error.number
          case .success(let text):
            let bytes = Array(text.utf8)
            guard UInt64(bytes.count) <= size else { return -ERANGE }
            for (index, byte) in bytes.enumerated() { unsafe room[index] = CChar(bitPattern: byte) }
            return Int32(bytes.count)
          }
        })))
}
