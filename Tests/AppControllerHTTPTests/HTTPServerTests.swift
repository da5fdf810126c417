import AppControllerHTTP
import AppControllerKit
import Dispatch
import Synchronization
import TestSupport
import Testing

private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
private let hello = "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello"

extension HTTPLimits {
  /// Limits whose times no test reaches, however long a thread of it waits for its turn.
  fileprivate static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.headTime = .seconds(3600)
    limits.bodyTime = .seconds(3600)
    limits.idleTime = .seconds(3600)
    limits.responseTime = .seconds(3600)
    limits.lingerTime = .seconds(3600)
    return limits
  }
}

/// What a server has reported.
private final class Reports: Sendable {
  let paths = Mutex<[String]>([])
  let refusals = Mutex<[HTTPRefusal]>([])

  /// Starts a server that says hello, on a port of its own unless it is given a socket.
  func server(
    _ limits: HTTPLimits = .patient, on socket: consuming HTTPSocket? = nil,
    handler: @escaping @Sendable (HTTPRequest, HTTPExchange) -> Void = { _, exchange in
      exchange.respond(HTTPResponse(200, body: Array("hello".utf8)))
    }
  ) throws -> HTTPServer {
    try HTTPServer(
      try socket ?? HTTPListener.port(0, on: "127.0.0.1"), limits: limits,
      refused: { refusal in self.refusals.withLock { $0.append(refusal) } }
    ) { request, exchange in
      self.paths.withLock { $0.append(request.path) }
      handler(request, exchange)
    }
  }
}

@Suite(.serialized) struct `A server of HTTP` {
  @Test func `treats what clients may send as the table says, and lets them read why`() throws {
    for example in HTTPCase.all {
      let reports = Reports()
      let server = try reports.server()
      let client = try TestClient(server.address)
      client.send(example.bytes + Array("GET /probe HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
      client.endOutput()
      let text = try client.receiveAll()
      let paths = reports.paths.withLock(\.self)
      let refusals = reports.refusals.withLock(\.self)
      let answers = text.components(before: "HTTP/1.1 ").filter { $0.first?.isNumber == true }
      switch example.outcome {
      case .refused(let refusal, let count):
        #expect(refusals == [refusal], "\(example.name)")
        #expect(paths.count == count && !paths.contains("/probe"), "\(example.name)")
        #expect(answers.last?.hasPrefix("\(refusal.status) ") == true, "\(example.name)")
        #expect(answers.count == count + 1, "\(example.name)")
      case .served(let count):
        #expect(refusals == [], "\(example.name)")
        #expect(paths.count == count + 1 && paths.last == "/probe", "\(example.name)")
        #expect(answers.count == count + 1, "\(example.name)")
      case .servedAndClosed:
        #expect(refusals == [], "\(example.name)")
        #expect(paths == ["/"] && answers.count == 1, "\(example.name)")
      }
    }
  }

  @Test func `serves many requests of a connection, at once and one by one`() throws {
    let server = try Reports().server()
    let client = try TestClient(server.address)
    for _ in 0..<100 {
      client.send(get)
      #expect(try client.receive(through: "hello") == hello)
    }
    client.send(String(repeating: get, count: 1000))
    client.endOutput()
    #expect(try client.receiveAll() == String(repeating: hello, count: 1000))
  }

  @Test func `sends a response that is larger than what the client takes at once`() throws {
    let server = try Reports().server { _, exchange in
      exchange.respond(HTTPResponse(200, [("Connection", "close")], body: Array(repeating: 97, count: 20_000_000)))
    }
    let client = try TestClient(server.address)
    client.send(get)
    let head = "HTTP/1.1 200 \r\nContent-Length: 20000000\r\nConnection: close\r\n\r\n"
    let first = try #require(try client.receive())
    #expect(String(decoding: first.prefix(head.utf8.count), as: UTF8.self) == head)
    var count = first.count - head.utf8.count
    let expected = [UInt8](repeating: 97, count: 65536)
    while let bytes = try client.receive() {
      #expect(bytes == (bytes.count == 65536 ? expected : Array(expected[..<bytes.count])))
      count += bytes.count
    }
    #expect(count == 20_000_000)
  }

  @Test func `takes the answer from another thread, and the first one only`() throws {
    let server = try Reports().server { request, exchange in
      let number = DetachedThread.start {
        exchange.respond(HTTPResponse(200, body: Array(request.path.utf8)))
        exchange.respond(HTTPResponse(404))
      }
      #expect(number == 0)
    }
    let client = try TestClient(server.address)
    for number in 0..<100 {
      client.send("GET /\(number)! HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try client.receive(through: "!").hasSuffix("\r\n\r\n/\(number)!"))
    }
  }

  @Test func `answers 500 for an exchange that is dropped`() throws {
    let server = try Reports().server { _, _ in }
    let client = try TestClient(server.address)
    client.send(get)
    #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 500 "))
  }

  @Test func `lets a client read why its body is refused, though it still sends`() throws {
    let server = try Reports().server()
    let client = try TestClient(server.address)
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n")
    client.send([UInt8](repeating: 0, count: 4_000_000))
    client.endOutput()
    let text = try client.receiveAll()
    #expect(text.hasPrefix("HTTP/1.1 413 ") && text.hasSuffix("long.\n"))
  }

  @Test func `reads what a client has sent before it closed, so that it reads why its request is refused`() throws {
    let entered = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let folder = try TestFolder()
    let server = try Reports().server(on: try HTTPListener.unix(folder.path(of: "socket"))) { _, _ in
      entered.signal()
      gate.wait()
    }
    let first = try TestClient(server.address)
    first.send(get)
    entered.wait()
    // The server's thread is held, so that everything and the end are there before it reads.
    let second = try TestClient(server.address)
    second.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n")
    second.send([UInt8](repeating: 0, count: 100_000))
    second.endOutput()
    gate.signal()
    #expect(try second.receiveAll().hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `answers 503 above the limit of connections, and serves again when one has closed`() throws {
    var limits = HTTPLimits.patient
    limits.connections = 2
    let reports = Reports()
    let server = try reports.server(limits)
    let first = try TestClient(server.address)
    first.send(get)
    #expect(try first.receive(through: "hello") == hello)
    do {
      let second = try TestClient(server.address)
      second.send(get)
      #expect(try second.receive(through: "hello") == hello)
      for _ in 0..<10 {
        let third = try TestClient(server.address)
        third.send(get)
        third.endOutput()
        let text = try third.receiveAll()
        #expect(text.hasPrefix("HTTP/1.1 503 ") && text.contains("\r\nRetry-After: "))
      }
      second.endOutput()
      #expect(try second.receiveAll() == "")
    }
    let fourth = try TestClient(server.address)
    fourth.send(get)
    #expect(try fourth.receive(through: "hello") == hello)
    let refusals = reports.refusals.withLock(\.self)
    #expect(refusals == Array(repeating: .tooManyConnections, count: 10))
  }

  @Test(
    arguments: [
      ("", "", nil), ("GET", "HTTP/1.1 408 ", .slowHead),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 408 ", .slowBody), (get, hello, nil),
    ] as [(String, String, HTTPRefusal?)])
  func `cuts a client that is slow`(_ sent: String, _ answer: String, _ refusal: HTTPRefusal?) throws {
    var limits = HTTPLimits.patient
    limits.headTime = .milliseconds(20)
    limits.bodyTime = .milliseconds(20)
    limits.idleTime = .milliseconds(20)
    let socket = try HTTPListener.port(0, on: "127.0.0.1")
    // The time begins when the server accepts; by then everything that is not late is there.
    let client = try TestClient(socket.address)
    client.send(sent)
    let reports = Reports()
    let server = try reports.server(limits, on: socket)
    let text = try client.receiveAll()
    #expect(refusal == nil ? text == answer : text.hasPrefix(answer))
    let refusals = reports.refusals.withLock(\.self)
    #expect(refusals == [refusal].compactMap(\.self))
    withExtendedLifetime(server) {}
  }
}

@Suite(.serialized) struct `A server's stream` {
  /// A server that answers each request with a stream.
  private static func server(
    _ limits: HTTPLimits = .patient, heartbeat: String = "", _ use: @escaping @Sendable (HTTPStream) -> Void
  ) throws -> HTTPServer {
    try Reports().server(limits) { _, exchange in
      use(exchange.stream(HTTPResponse(200), heartbeat: Array(heartbeat.utf8)))
    }
  }

  @Test func `has what threads send, in the order of each, and its connection serves on`() throws {
    let server = try Self.server { stream in
      let left = Atomic(4)
      let shared = SharedCounter(left)
      for thread in 0..<4 {
        let number = DetachedThread.start {
          for count in 0..<500 { stream.send(Array("\(thread) \(count)\n".utf8)) }
          if shared.decrement() == 0 { stream.end() }
        }
        #expect(number == 0)
      }
    }
    let client = try TestClient(server.address)
    for _ in 0..<3 {
      client.send(get)
      let text = try client.receive(through: "\r\n0\r\n\r\n")
      for thread in 0..<4 {
        let lines = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("\(thread) ") }
        #expect(lines == (0..<500).map { "\(thread) \($0)" })
      }
    }
  }

  @Test func `ends when the client closes, and says so once`() async throws {
    let streams = AsyncStream.makeStream(of: HTTPStream.self)
    let server = try Self.server { streams.continuation.yield($0) }
    let ends = AsyncStream.makeStream(of: Void.self)
    do {
      let client = try TestClient(server.address)
      client.send(get)
      _ = try client.receive(through: "\r\n\r\n")
    }
    let stream = try #require(await streams.stream.first { _ in true })
    stream.onEnd { ends.continuation.yield() }
    _ = await ends.stream.first { _ in true }
    #expect(!stream.isOpen)
    stream.send([1])
    stream.end()
    let late = Mutex(0)
    stream.onEnd { late.withLock { $0 += 1 } }
    let count = late.withLock(\.self)
    #expect(count == 1)
  }

  @Test func `is closed when the client takes nothing`() throws {
    let streams = Mutex<[HTTPStream]>([])
    let server = try Self.server { stream in streams.withLock { $0.append(stream) } }
    let client = try TestClient(server.address)
    client.send(get)
    _ = try client.receive(through: "\r\n\r\n")
    let first = streams.withLock(\.first)
    let stream = try #require(first)
    let end = DispatchSemaphore(value: 0)
    stream.onEnd { end.signal() }
    // What the system keeps for both ends is a few megabytes; then what is sent stays with the server.
    let bytes = [UInt8](repeating: 0, count: 65536)
    for _ in 0..<1000 { stream.send(bytes) }
    end.wait()
    #expect(!stream.isOpen)
  }

  @Test func `has heartbeats`() throws {
    var limits = HTTPLimits.patient
    limits.heartbeat = .milliseconds(5)
    let server = try Self.server(limits, heartbeat: ":\n") { _ in }
    let client = try TestClient(server.address)
    client.send(get)
    _ = try client.receive(through: "2\r\n:\n\r\n2\r\n:\n\r\n2\r\n:\n\r\n")
  }

  @Test func `ends with the server, and none begins afterwards`() async throws {
    let streams = AsyncStream.makeStream(of: HTTPStream.self)
    let exchanges = Mutex<[HTTPExchange]>([])
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(
      try HTTPListener.port(0, on: "127.0.0.1"), limits: .patient, refused: { _ in },
      ended: { ended.continuation.yield() }
    ) { request, exchange in
      if request.path == "/stream" {
        streams.continuation.yield(exchange.stream(HTTPResponse(200), heartbeat: []))
      } else {
        exchanges.withLock { $0.append(exchange) }
        streams.continuation.finish()
      }
    }
    let streaming = try TestClient(server.address)
    streaming.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = try streaming.receive(through: "\r\n\r\n")
    let waiting = try TestClient(server.address)
    waiting.send(get)
    var stream: HTTPStream?
    for await next in streams.stream { stream = next }
    server.stop()
    _ = await ended.stream.first { _ in true }
    #expect(stream?.isOpen == false)
    #expect(try streaming.receiveAll() == "")
    #expect(try waiting.receiveAll() == "")
    let exchange = exchanges.withLock(\.first)
    let late = try #require(exchange).stream(HTTPResponse(200), heartbeat: [])
    #expect(!late.isOpen)
    // A program that another test starts meanwhile has a copy of the socket for a moment.
    while isListening(at: server.address) { await Task.yield() }
  }
}

private func isListening(at address: HTTPAddress) -> Bool {
  do {
    _ = try TestClient(address)
    return true
  } catch {
    return false
  }
}

/// A number that threads count down.
private final class SharedCounter: Sendable {
  private let count: Atomic<Int>

  init(_ count: consuming Atomic<Int>) { self.count = count }

  func decrement() -> Int { count.subtract(1, ordering: .relaxed).newValue }
}

extension String {
  /// The parts behind each occurrence of a text.
  fileprivate func components(before mark: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: mark) {
      rest = rest[range.upperBound...]
      parts.append(String(rest[..<(rest.firstRange(of: mark)?.lowerBound ?? rest.endIndex)]))
    }
    return parts
  }
}
