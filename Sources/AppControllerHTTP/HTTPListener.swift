internal import AppControllerInterface
internal import AppControllerKit
internal import CSystem
internal import Glibc

package enum HTTPAddress: Sendable, Equatable {
  case port(UInt16, on: String)
  case path(String)
}

/// A listening socket; its end removes the socket file that was made for it.
package struct HTTPSocket: ~Copyable, Sendable {
  package let address: HTTPAddress
  let file: FileDescriptor
  private let entry: (path: String, device: dev_t, number: ino_t)?

  fileprivate init(_ number: Int32, madeAt path: String? = nil) {
    file = FileDescriptor(number: number, path: path ?? "")
    var text = [UInt8](repeating: 0, count: 110)
    let port = unsafe text.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map {
        unsafe socket_address(number, $0.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    address = port.flatMap(UInt16.init(exactly:)).map { .port($0, on: name) } ?? .path(path ?? name)
    var status = stat()
    entry = path.flatMap { unsafe lstat($0, &status) == 0 ? ($0, status.st_dev, status.st_ino) : nil }
  }

  deinit {
    var status = stat()
    guard let entry, unsafe lstat(entry.path, &status) == 0 else { return }
    if status.st_dev == entry.device, status.st_ino == entry.number { unsafe unlink(entry.path) }
  }
}

package enum HTTPListener {
  /// The address is in digits; the system chooses a port for 0.
  package static func port(_ port: UInt16, on address: String) throws(HTTPError) -> HTTPSocket {
    HTTPSocket(
      try HTTPError.checked("listen on \(address.displayable), port \(port)", unsafe socket_listen_port(address, port)))
  }

  /// Listens on a socket file with mode 0600; replaces a file of this user on which no process listens.
  package static func unix(_ path: String) throws(HTTPError) -> HTTPSocket {
    let result = path.utf8.contains(0) ? -EINVAL : unsafe socket_listen_file(path)
    return HTTPSocket(try HTTPError.checked("listen on \(path.displayable)", result), madeAt: path)
  }

  /// Takes over the socket that systemd has passed to this process (file 3); nil when it has passed none.
  package static func inherited() throws(HTTPError) -> HTTPSocket? {
    func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
    guard let count = variable("LISTEN_FDS"), variable("LISTEN_PID") == "\(getpid())" else { return nil }
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
    return try takeOver(3, count: count)
  }

  static func takeOver(_ file: Int32, count: String) throws(HTTPError) -> HTTPSocket {
    let result = count == "1" ? socket_take_over(file) : -EMFILE
    return HTTPSocket(try HTTPError.checked("take over \(count.displayable) passed socket(s)", result))
  }
}
