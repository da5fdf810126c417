import AppControllerHTTP
import AppControllerKit
import Glibc
import Testing

/// A client of a server under test, which blocks its thread.
struct TestClient: ~Copyable {
  private let file: FileDescriptor

  var number: Int32 { file.number }

  init(_ address: HTTPAddress, beforeConnecting prepare: () -> Void = {}) throws {
    switch address {
    case .port(let port, let host):
      file = FileDescriptor(
        number: socket(host.contains(":") ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0), path: "")
      prepare()
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      var six = sockaddr_in6()
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      if unsafe inet_pton(AF_INET, host, &four.sin_addr) == 1 {
        try connect(four)
      } else {
        _ = unsafe inet_pton(AF_INET6, host, &six.sin6_addr)
        try connect(six)
      }
    case .path(let path):
      file = FileDescriptor(number: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), path: "")
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      try connect(address)
    }
    // A server that does not answer fails the test instead of stopping it.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    unsafe setsockopt(file.number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  private func connect<Address>(_ address: Address) throws {
    let result = unsafe withUnsafeBytes(of: address) { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return unsafe start.map { unsafe Glibc.connect(file.number, $0, socklen_t(bytes.count)) } ?? -1
    }
    if result != 0 { throw HTTPError("connect", errno) }
  }

  /// Sends all bytes, unless the server has closed.
  func send(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe FileSystem.writeAll(bytes) {
        unsafe Glibc.send(file.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func endOutput() { shutdown(file.number, Int32(SHUT_WR)) }

  /// Takes the next bytes; nil at the end.
  func receive() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(file.number, &bytes, bytes.count, 0)
    try #require(count >= 0, "errno \(errno)")
    return count == 0 ? nil : Array(bytes[..<count])
  }

  /// Takes everything up to the end.
  func receiveAll() throws -> String {
    var all: [UInt8] = []
    while let bytes = try receive() { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// Takes bytes until they end with a text.
  func receive(through end: String) throws -> String {
    var all: [UInt8] = []
    while !all.suffix(end.utf8.count).elementsEqual(end.utf8) {
      all += try #require(try receive(), "the server closes after \(String(decoding: all, as: UTF8.self))")
    }
    return String(decoding: all, as: UTF8.self)
  }
}
