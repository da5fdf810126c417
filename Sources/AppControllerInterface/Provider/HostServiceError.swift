internal import Glibc

/// The reason why a host does not do something for a provider that the provider has no rights to do itself.
public struct HostServiceError: Error, Hashable, CustomStringConvertible {
  /// The number of the system's error, as in `errno`: `EACCES` without the permission, and `ENOSYS` when there is no host
  /// that does it, as in an app that has the provider as a type of its own.
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
  /// In a process of its own a provider cannot do that itself. It blocks until it is done, so call it on a thread that
  /// may wait.
  ///
  /// - Parameter name: The name, as `provider.json` has it.
  /// - Returns: The file descriptor of a stream socket that blocks, which the caller closes.
  /// - Throws: ``HostServiceError`` with `EACCES` without the permission, and with `ENOENT` or `ECONNREFUSED` when nobody
  ///   listens there.
  public func openSocket(_ name: String) throws(HostServiceError) -> Int32 { try port.openSocket(name) }

  /// Returns the numeric addresses of a machine, in the order in which to try them.
  ///
  /// In a process of its own a provider that may connect to some ports only has no other way to resolve names. It blocks
  /// as long as the system's resolver takes, so call it on a thread that may wait.
  ///
  /// - Parameter machine: The machine's name, of at most 255 bytes.
  /// - Returns: From 1 to 16 IPv4 and IPv6 addresses.
  /// - Throws: ``HostServiceError`` with `EACCES` without the permission, with `ENOENT` when there is no such name, and
  ///   with `EAGAIN` when that cannot be known now.
  public func addresses(of machine: String) throws(HostServiceError) -> [String] { try port.addresses(of: machine) }
}

extension ControllerPort {
  package func openSocket(_ name: String) throws(HostServiceError) -> Int32 { throw HostServiceError(number: ENOSYS) }

  package func addresses(of machine: String) throws(HostServiceError) -> [String] {
    throw HostServiceError(number: ENOSYS)
  }
}
