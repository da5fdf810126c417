import AppControllerHTTP
import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A listener` {
  private static let get = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

  /// Starts a server that answers 204.
  private static func server(
    _ socket: consuming HTTPSocket, ended: @escaping @Sendable () -> Void = {}
  ) throws -> HTTPServer {
    try HTTPServer(socket, refused: { _ in }, ended: ended) { _, exchange in exchange.respond(HTTPResponse(204)) }
  }

  private static func isServed(_ address: HTTPAddress) throws -> Bool {
    let client = try TestClient(address)
    client.send(get)
    return try client.receiveAll().hasPrefix("HTTP/1.1 204 ")
  }

  @Test(arguments: ["127.0.0.1", "::1"]) func `has the port that the system chooses`(_ host: String) throws {
    let server = try Self.server(try HTTPListener.port(0, on: host))
    guard case .port(let port, host) = server.address else {
      Issue.record("\(server.address)")
      return
    }
    #expect(port != 0)
    #expect(try Self.isServed(server.address))
    let error = #expect(throws: HTTPError.self) { _ = try HTTPListener.port(port, on: host).address }
    #expect(error?.number == EADDRINUSE)
  }

  @Test(arguments: ["", "localhost", "127.0.0.1:80", "[::1]", "127.1", "256.0.0.1", "127.0.0.1\n"])
  func `takes addresses in digits alone`(_ host: String) {
    let error = #expect(throws: HTTPError.self) { _ = try HTTPListener.port(0, on: host).address }
    #expect(error?.number == EINVAL)
  }

  @Test func `has a socket file for its user alone, which is removed at the end`() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = try Self.server(try HTTPListener.unix(path), ended: { ended.continuation.yield() })
    #expect(server.address == .path(path))
    var status = stat()
    #expect(unsafe lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
    #expect(try Self.isServed(server.address))
    server.stop()
    _ = await ended.stream.first { _ in true }
    #expect(unsafe lstat(path, &status) != 0)
  }

  @Test func `replaces a socket that nobody listens on, and no other file`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    // A socket without a listener, as a server that was killed leaves it.
    let file = FileDescriptor(number: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), path: "")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let result = unsafe withUnsafeBytes(of: address) { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return unsafe start.map { unsafe bind(file.number, $0, socklen_t(bytes.count)) } ?? -1
    }
    #expect(result == 0)
    let server = try Self.server(try HTTPListener.unix(path))
    #expect(try Self.isServed(server.address))
    let live = #expect(throws: HTTPError.self) { _ = try HTTPListener.unix(path).address }
    #expect(live?.number == EADDRINUSE)
    #expect(try Self.isServed(server.address))

    let other = folder.path + "/file"
    try "text".write(toFile: other, atomically: false, encoding: .utf8)
    let foreign = #expect(throws: HTTPError.self) { _ = try HTTPListener.unix(other).address }
    #expect(foreign?.number == EEXIST)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "text")
  }

  @Test func `does not remove what stands in the place of its file`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    do {
      let socket = try HTTPListener.unix(path)
      #expect(unsafe unlink(path) == 0)
      try "text".write(toFile: path, atomically: false, encoding: .utf8)
      _ = socket.address
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
  }

  @Test(arguments: ["", "a\0b", String(repeating: "a", count: 108), "/nowhere/at/all", "/dev/null/socket"])
  func `has a reason why a path cannot be one`(_ path: String) {
    let error = #expect(throws: HTTPError.self) { _ = try HTTPListener.unix(path).address }
    #expect(error?.why.isEmpty == false && error?.fix.isEmpty == false)
  }

  @Test func `is what systemd passes, once`() async {
    await #expect(processExitsWith: .success) { try inheritOnce() }
  }

  @Test func `waits without spinning while the process can open no file`() async {
    await #expect(processExitsWith: .success) { try runOutOfFiles() }
  }
}

/// Takes over a socket as systemd passes it; runs in a process of its own, as the next one.
private func inheritOnce() throws {
  func inherited() throws -> HTTPAddress? { try HTTPListener.inherited()?.address }
  func pass(_ count: String, to process: Int32) {
    unsafe setenv("LISTEN_PID", "\(process)", 1)
    unsafe setenv("LISTEN_FDS", count, 1)
  }
  let before = try inherited()
  precondition(before == nil)
  do {
    // Inherited when another test opened it, if it was not closed on execution yet.
    for number in Int32(3)..<64 where isListening(number) { close(number) }
    let socket = try HTTPListener.port(0, on: "127.0.0.1")
    let number = (3..<64).first { isListening($0) } ?? -1
    precondition(number == 3 || dup2(number, 3) == 3)
    pass("1", to: 1)
    let others = try inherited()
    precondition(others == nil)
    pass("1", to: getpid())
    guard let taken = try HTTPListener.inherited() else { preconditionFailure("the socket was not taken") }
    precondition(unsafe getenv("LISTEN_PID") == nil && getenv("LISTEN_FDS") == nil)
    precondition(taken.address == socket.address)
    precondition(fcntl(3, F_GETFD) == FD_CLOEXEC)
    let again = try inherited()
    precondition(again == nil)
  }
  // A file, a socket that does not listen, one too many, and no number.
  let server = try HTTPListener.port(0, on: "127.0.0.1")
  let listening = fcntl((3..<64).first { isListening($0) } ?? -1, F_DUPFD, 64)
  for (number, count) in ["1", "1", "2", "x"].enumerated() {
    let other =
      number == 0
      ? unsafe open("/dev/null", O_RDONLY)
      : number == 1 ? socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) : listening
    precondition(other == 3 || dup2(other, 3) == 3)
    pass(count, to: getpid())
    do {
      _ = try inherited()
      preconditionFailure("\(count) was taken")
    } catch is HTTPError {}
  }
  _ = consume server
}

/// Has a server accept a connection while the process can open no file, and then one file.
private func runOutOfFiles() throws {
  let server = try HTTPServer(try HTTPListener.port(0, on: "127.0.0.1"), refused: { _ in }) { _, exchange in
    exchange.respond(HTTPResponse(204))
  }
  let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
  let first = try TestClient(server.address)
  first.send(get)
  _ = try first.receive(through: "\r\n\r\n")
  var limit = rlimit(rlim_cur: 64, rlim_max: 64)
  precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  var copies: [Int32] = []
  let start = ContinuousClock.now
  let second = try TestClient(server.address) {
    while let copy = Optional(dup(0)), copy >= 0 { copies.append(copy) }
  }
  second.send(get)
  // The system has made the connection. When the server has answered on the first one twice, accepting it has failed.
  for _ in 0..<2 {
    first.send(get)
    _ = try first.receive(through: "\r\n\r\n")
  }
  for copy in copies { close(copy) }
  let response = try second.receive(through: "\r\n\r\n")
  precondition(response.hasPrefix("HTTP/1.1 204 "))
  // A server that spins would have accepted it at once.
  precondition(ContinuousClock.now - start >= .seconds(1))
}

/// Whether a file is a socket that listens.
private func isListening(_ number: Int32) -> Bool {
  var value: Int32 = 0
  var size = socklen_t(MemoryLayout<Int32>.size)
  return unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value == 1
}
