internal import Glibc

/// The failure of a service that a host carries out for a provider, because the provider has no right to do so itself.
public struct HostServiceError: Error, Hashable, CustomStringConvertible {
  /// The system's error number, as in `errno`: `EACCES` without the permission, and `ENOSYS` when no host offers the
  /// service, such as in an app that contains the provider as one of its types.
  public let number: Int32

  package init(number: Int32) { self.number = number }

  /// The error in the system's words.
  public var description: String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}

extension ControllerHandle {
  /// Connects to the local socket that the provider declares by a name as a permission.
  ///
  /// A provider in a process of its own cannot connect by itself. The call blocks until the connection is made or has
  /// failed, so make it on a thread that may wait.
  ///
  /// - Parameter name: The name, as `provider.json` has it.
  /// - Returns: The file descriptor of a stream socket that blocks, which the caller closes.
  /// - Throws: ``HostServiceError`` with `EACCES` without the permission, and with `ENOENT` or `ECONNREFUSED` when no
  ///   server listens at the socket.
  public func openSocket(_ name: String) throws(HostServiceError) -> Int32 { try port.openSocket(name) }

  /// Returns the numeric addresses of a machine, in the order in which to try them.
  ///
  /// A provider in a process of its own that may connect to some ports only has no other way to resolve names. The call
  /// blocks for as long as the system's resolver takes, so make it on a thread that may wait.
  ///
  /// - Parameter machine: The machine's name, of at most 255 bytes.
  /// - Returns: From 1 to 16 IPv4 and IPv6 addresses.
  /// - Throws: ``HostServiceError`` with `EACCES` without the permission, with `ENOENT` when the name does not exist,
  ///   and with `EAGAIN` when the resolver cannot answer at present.
  public func addresses(of machine: String) throws(HostServiceError) -> [String] { try port.addresses(of: machine) }
}

extension ControllerPort {
  package var era: Int { 0 }

  package func send(_ request: ControllerRequest, of era: Int) { send(request) }

  package func openSocket(_ name: String) throws(HostServiceError) -> Int32 { throw HostServiceError(number: ENOSYS) }

  package func addresses(of machine: String) throws(HostServiceError) -> [String] {
    throw HostServiceError(number: ENOSYS)
  }
}
