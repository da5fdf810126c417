import AppControllerHTTP
import Testing

/// A connection with a clock that the test moves.
private struct Played {
  private let start = HTTPConnection.Instant.now
  private(set) var time = Duration.zero
  var connection: HTTPConnection
  var limits: HTTPLimits

  init(_ limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
    connection = HTTPConnection(limits, at: start)
  }

  var now: HTTPConnection.Instant { start + time }
  var phase: HTTPConnection.Phase { connection.phase }
  /// The time until the connection expires.
  var patience: Duration? { connection.deadline.map { $0 - now } }
  var unsent: String {
    String(decoding: connection.output[connection.sent...], as: UTF8.self)
  }

  mutating func receive(_ text: String) -> HTTPConnection.Event? { connection.receive(Array(text.utf8).span, at: now) }

  mutating func answer(_ response: HTTPResponse = HTTPResponse(200)) { connection.answer(response, at: now) }

  /// The client takes everything.
  mutating func take() -> String {
    defer { connection.wrote(connection.unsent, at: now) }
    return unsent
  }

  /// Time passes, and the connection expires if it is due.
  mutating func pass(_ seconds: Double) -> HTTPConnection.Event? {
    time += .seconds(seconds)
    return connection.expire(at: now)
  }
}

private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

private func path(_ event: HTTPConnection.Event?) -> String? {
  if case .request(let request) = event { request.path } else { nil }
}

@Suite struct `A connection's time` {
  @Test func `ends without a word when no byte arrives`() {
    var played = Played()
    #expect(played.pass(9.9) == nil)
    #expect(played.phase == .waiting)
    #expect(played.pass(0.1) == nil)
    #expect(played.phase == .closed)
    #expect(played.unsent == "")
  }

  @Test func `ends for a head ten seconds after its first byte, however bytes arrive`() {
    var played = Played()
    #expect(played.pass(5) == nil)
    for character in get.dropLast(2).prefix(10) {
      #expect(played.receive(String(character)) == nil)
      #expect(played.pass(0.99) == nil)
    }
    #expect(played.phase == .head)
    #expect(played.pass(0.1) == .refused(.slowHead))
    #expect(played.unsent.hasPrefix("HTTP/1.1 408 "))
    #expect(played.unsent.contains("\r\nConnection: close\r\n"))
    #expect(played.receive(get) == nil)
  }

  @Test func `ends for a body thirty seconds after its head, however bytes arrive`() {
    var played = Played()
    #expect(played.receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n") == nil)
    #expect(played.pass(9) == nil)
    #expect(played.receive("\r\n") == nil)
    #expect(played.phase == .body)
    for _ in 0..<30 {
      #expect(played.pass(0.99) == nil)
      #expect(played.receive("a") == nil)
    }
    #expect(played.pass(0.3) == .refused(.slowBody))
    #expect(played.unsent.hasPrefix("HTTP/1.1 408 "))
  }

  @Test func `has no end while an answer is awaited`() {
    var played = Played()
    #expect(path(played.receive(get)) == "/")
    #expect(played.patience == nil)
    #expect(played.pass(100_000) == nil)
    played.answer()
    #expect(played.take().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `ends without a word a minute after a response`() {
    var played = Played()
    _ = played.receive(get)
    played.answer()
    _ = played.take()
    #expect(played.patience == .seconds(60))
    #expect(played.pass(59) == nil)
    #expect(path(played.receive(get)) == "/")
    played.answer()
    _ = played.take()
    #expect(played.pass(60) == nil)
    #expect(played.phase == .closed)
  }

  @Test func `ends when nothing of a response is taken for thirty seconds`() {
    var played = Played()
    _ = played.receive(get)
    played.answer(HTTPResponse(200, body: Array(repeating: 0, count: 1000)))
    for _ in 0..<10 {
      #expect(played.pass(29) == nil)
      played.connection.wrote(1, at: played.now)
    }
    #expect(played.phase == .writing)
    #expect(played.pass(30) == nil)
    #expect(played.phase == .closed)
  }

  @Test func `ends two seconds after the last response of a connection`() {
    var played = Played()
    _ = played.receive("GET / HTTP/1.0\r\n\r\n")
    played.answer()
    _ = played.take()
    #expect(played.phase == .lingering)
    #expect(played.receive(get) == nil)
    #expect(played.pass(2) == nil)
    #expect(played.phase == .closed)
  }
}

@Suite struct `A connection's requests` {
  @Test func `are read one after another, when the response before is written`() {
    var played = Played()
    let event = played.receive(
      "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nokGET /3 HTTP/1.1\r\n")
    #expect(path(event) == "/1")
    #expect(!played.connection.wantsInput)
    #expect(played.connection.resume(at: played.now) == nil)
    played.answer()
    #expect(played.connection.resume(at: played.now) == nil)
    _ = played.take()
    #expect(path(played.connection.resume(at: played.now)) == "/2")
    #expect(played.receive("Host: h\r\n\r\n") == nil)
    played.answer()
    _ = played.take()
    #expect(path(played.connection.resume(at: played.now)) == "/3")
    played.answer()
    _ = played.take()
    #expect(played.connection.resume(at: played.now) == nil)
    #expect(played.phase == .waiting)
  }

  @Test func `have the time of a head from when they are read on`() {
    var played = Played()
    _ = played.receive(get + "GET /")
    _ = played.pass(100)
    played.answer()
    _ = played.take()
    #expect(played.connection.resume(at: played.now) == nil)
    #expect(played.phase == .head)
    #expect(played.patience == .seconds(10))
  }

  @Test func `are answered once`() {
    var played = Played()
    played.answer()
    #expect(played.unsent == "")
    _ = played.receive(get)
    played.answer(HTTPResponse(200))
    played.answer(HTTPResponse(404))
    #expect(played.take() == "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n")
    #expect(played.unsent == "")
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", "", true),
    ("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "close", false),
    ("GET / HTTP/1.0\r\n\r\n", "close", false),
    ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "keep-alive", true),
    ("GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", "close", false),
  ])
  func `say whether the connection stays open`(_ text: String, _ word: String, _ staysOpen: Bool) {
    var played = Played()
    _ = played.receive(text)
    played.answer(HTTPResponse(200, [("X-A", "b")], body: Array("hello".utf8)))
    let line = word.isEmpty ? "" : "Connection: \(word)\r\n"
    #expect(played.take() == "HTTP/1.1 200 \r\nX-A: b\r\nContent-Length: 5\r\n\(line)\r\nhello")
    #expect(played.phase == (staysOpen ? .waiting : .lingering))
  }

  @Test func `are the last one when the response closes`() {
    var played = Played()
    _ = played.receive(get + get)
    played.answer(HTTPResponse(200, [("connection", "Close"), ("Content-Length", "9"), ("transfer-encoding", "x")]))
    #expect(played.take() == "HTTP/1.1 200 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(played.connection.resume(at: played.now) == nil)
    #expect(played.phase == .lingering)
  }

  @Test func `have no body in the response to HEAD, but its length`() {
    var played = Played()
    _ = played.receive("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
    played.answer(HTTPResponse(200, body: Array("hello".utf8)))
    #expect(played.take() == "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\n")
    #expect(played.phase == .waiting)
  }

  @Test(arguments: [204, 304]) func `have no body and no length with a status that has none`(_ status: Int) {
    var played = Played()
    _ = played.receive(get)
    played.answer(HTTPResponse(status, body: Array("hello".utf8)))
    #expect(!played.unsent.contains("Content-Length") && played.take().hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    HTTPResponse(200, [("X", "a\r\nSet-Cookie: b")]), HTTPResponse(200, [("X\r\nY", "a")]),
    HTTPResponse(200, [("", "a")]),
    HTTPResponse(200, [("X", "\0")]), HTTPResponse(100), HTTPResponse(1000),
  ])
  func `are answered 500 instead of with a head that is split`(_ response: HTTPResponse) {
    var played = Played()
    _ = played.receive(get)
    played.answer(response)
    #expect(played.take() == "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n")
  }

  @Test(arguments: HTTPRefusal.allCases)
  func `are refused in words, with a length, and the connection closes`(_ refusal: HTTPRefusal) {
    let now = HTTPConnection.Instant.now
    var connection = HTTPConnection(HTTPLimits(), refusing: refusal, at: now)
    let text = String(decoding: connection.output, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 \(refusal.status) "))
    #expect(text.contains("\r\nContent-Length: \(refusal.words.utf8.count + 1)\r\nConnection: close\r\n\r\n"))
    #expect(text.hasSuffix("\r\n\r\n\(refusal.words)\n"))
    #expect(text.contains("\r\nAllow: GET, HEAD, POST\r\n") == (refusal.status == 405))
    #expect(text.contains("\r\nRetry-After: 1\r\n") == (refusal.status == 503))
    #expect((400...599).contains(refusal.status))
    connection.wrote(connection.unsent, at: now)
    #expect(connection.phase == .lingering)
  }

  @Test func `end with what the client sends`() {
    for text in ["", "GET", "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\nhell"] {
      var played = Played()
      #expect(played.receive(text) == nil)
      played.connection.endInput()
      #expect(played.phase == .closed)
      #expect(played.unsent == "")
    }
    var played = Played()
    _ = played.receive(get)
    played.connection.endInput()
    played.answer()
    #expect(played.take().hasPrefix("HTTP/1.1 200 "))
    #expect(played.phase == .lingering)
  }
}

@Suite struct `A connection's stream` {
  private static func streaming(
    _ request: String = get, _ head: HTTPResponse = HTTPResponse(200), heartbeat: String = ":\n"
  ) -> Played {
    var played = Played()
    _ = played.receive(request)
    played.connection.beginStream(head, heartbeat: Array(heartbeat.utf8), at: played.now)
    return played
  }

  @Test func `is chunks, and requests may follow it`() {
    var played = Self.streaming(
      get + "GET /next HTTP/1.1\r\nHost: h\r\n\r\n", HTTPResponse(200, body: Array("first".utf8)))
    #expect(played.take() == "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
    played.connection.send(Array(repeating: UInt8(ascii: "a"), count: 26), at: played.now)
    played.connection.send([], at: played.now)
    #expect(played.take() == "1a\r\n\(String(repeating: "a", count: 26))\r\n")
    #expect(played.connection.resume(at: played.now) == nil)
    played.connection.endStream(at: played.now)
    played.connection.send([1], at: played.now)
    #expect(played.take() == "0\r\n\r\n")
    #expect(path(played.connection.resume(at: played.now)) == "/next")
  }

  @Test(arguments: ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"])
  func `is bytes until the connection closes in HTTP/1.0`(_ request: String) {
    var played = Self.streaming(request)
    played.connection.send(Array("hello".utf8), at: played.now)
    #expect(played.take() == "HTTP/1.1 200 \r\nConnection: close\r\n\r\nhello")
    played.connection.endStream(at: played.now)
    #expect(played.phase == .lingering)
  }

  @Test func `is none for HEAD`() {
    var played = Self.streaming("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(played.phase == .writing)
    _ = played.take()
    #expect(played.phase == .waiting)
  }

  @Test func `has a heartbeat when nothing was sent for fifteen seconds`() {
    var played = Self.streaming()
    _ = played.take()
    #expect(played.pass(14) == nil)
    #expect(played.unsent == "")
    played.connection.send([UInt8(ascii: "a")], at: played.now)
    _ = played.take()
    _ = played.pass(14)
    #expect(played.unsent == "")
    _ = played.pass(1)
    #expect(played.take() == "2\r\n:\n\r\n")
    _ = played.pass(15)
    #expect(played.take() == "2\r\n:\n\r\n")
    #expect(played.phase == .streaming)
  }

  @Test func `has no heartbeat without bytes for it`() {
    var played = Self.streaming(heartbeat: "")
    _ = played.take()
    #expect(played.patience == nil)
  }

  @Test func `is closed when nothing of it is taken for thirty seconds`() {
    var played = Self.streaming()
    _ = played.pass(29)
    played.connection.send([1], at: played.now)
    #expect(played.phase == .streaming)
    _ = played.pass(1)
    #expect(played.phase == .closed)
  }

  @Test func `is closed when the client has not taken too much`() {
    var played = Self.streaming()
    for _ in 0..<15 { played.connection.send(Array(repeating: 0, count: 65536), at: played.now) }
    #expect(played.phase == .streaming)
    played.connection.send(Array(repeating: 0, count: 65536), at: played.now)
    #expect(played.phase == .closed)
    #expect(played.connection.unsent == 0)
  }

  @Test func `is not limited in what was taken`() {
    var played = Self.streaming()
    for _ in 0..<100 {
      played.connection.send(Array(repeating: 0, count: 65536), at: played.now)
      played.connection.wrote(played.connection.unsent - 1, at: played.now)
    }
    #expect(played.phase == .streaming)
    #expect(played.connection.output.count < 3 << 20)
  }

  @Test func `ends with what the client sends`() {
    var played = Self.streaming()
    played.connection.endInput()
    #expect(played.phase == .closed)
  }
}
