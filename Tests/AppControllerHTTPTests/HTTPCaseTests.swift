import AppControllerHTTP
import TestSupport
import Testing

@Suite struct `What clients may send` {
  private static let good = Array("POST /good HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok".utf8)
  private static let probe = Array("GET /probe HTTP/1.1\r\nHost: h\r\n\r\n".utf8)

  /// Gives pieces to a connection, answers its requests at once, and returns what it has read.
  private static func play(_ pieces: [[UInt8]]) -> (events: [HTTPConnection.Event], phase: HTTPConnection.Phase) {
    let now = HTTPConnection.Instant.now
    var connection = HTTPConnection(HTTPLimits(), at: now)
    var events: [HTTPConnection.Event] = []
    for piece in pieces {
      var next = connection.receive(piece.span, at: now)
      while let event = next {
        events.append(event)
        if case .request = event { connection.answer(HTTPResponse(200), at: now) }
        connection.wrote(connection.unsent, at: now)
        next = connection.resume(at: now)
      }
    }
    return (events, connection.phase)
  }

  private static func outcome(_ played: (events: [HTTPConnection.Event], phase: HTTPConnection.Phase)) -> HTTPCase
    .Outcome?
  {
    let requests = played.events.count { if case .request = $0 { true } else { false } }
    return switch (played.events.last, played.phase) {
    case (.refused(let refusal), .lingering): .refused(refusal, after: requests)
    case (.request, .lingering) where requests == 1: .servedAndClosed
    case (.request, .waiting): .served(requests)
    default: nil
    }
  }

  private static func isClosed(_ outcome: HTTPCase.Outcome) -> Bool {
    switch outcome {
    case .refused, .servedAndClosed: true
    case .served: false
    }
  }

  @Test(arguments: HTTPCase.all)
  func `has the same outcome whole, byte by byte and behind a request, and nothing is read behind a refusal`(
    _ example: HTTPCase
  ) {
    let whole = Self.play([example.bytes])
    #expect(Self.outcome(whole) == example.outcome)
    let bytes = Self.play(example.bytes.map { [$0] })
    #expect(bytes.events == whole.events)
    #expect(bytes.phase == whole.phase)
    for cut in stride(from: 1, to: example.bytes.count, by: example.bytes.count > 500 ? 97 : 1) {
      let parts = Self.play([Array(example.bytes[..<cut]), Array(example.bytes[cut...])])
      #expect(parts.events == whole.events, "cut at \(cut)")
    }
    for pieces in [[Self.good + example.bytes], (Self.good + example.bytes).map { [$0] }] {
      let pipelined = Self.play(pieces)
      #expect(Array(pipelined.events.dropFirst()) == whole.events)
      #expect(HTTPRequest(parsing: Self.good).map { .request($0) } == pipelined.events.first)
    }
    for pieces in [
      [example.bytes + Self.probe], [example.bytes, Self.probe], (example.bytes + Self.probe).map { [$0] },
    ] {
      let probed = Self.play(pieces)
      let isRead = probed.events.contains {
        if case .request(let request) = $0 { request.path == "/probe" } else { false }
      }
      #expect(isRead == !Self.isClosed(example.outcome))
      #expect(probed.events.starts(with: whole.events))
    }
  }

  @Test(arguments: HTTPCase.all) func `ends the parser with the first refusal`(_ example: HTTPCase) {
    var parser = HTTPParser(HTTPLimits())
    var position = 0
    var outcome: HTTPParser.Outcome?
    repeat { outcome = parser.read(example.bytes.span, &position) } while outcome.map { $0.refusal == nil } ?? false
    guard let refusal = outcome?.refusal else { return }
    position = 0
    #expect(parser.read(Self.probe.span, &position)?.refusal == refusal)
    #expect(position == 0)
  }

  @Test func `includes every refusal that bytes can cause`() {
    let caused = Set(
      HTTPCase.all.compactMap { if case .refused(let refusal, _) = $0.outcome { refusal } else { HTTPRefusal?.none } })
    #expect(Set(HTTPRefusal.allCases).subtracting(caused) == [.slowHead, .slowBody, .tooManyConnections])
    #expect(Set(HTTPCase.all.map(\.name)).count == HTTPCase.all.count)
  }

  @Test func `is shown by tables with a line for each case`() {
    let lines = HTTPCase.markdown.split(separator: "\n")
    #expect(lines.count == HTTPCase.all.count + 3 * HTTPCase.groups.count)
    #expect(HTTPCase.all.allSatisfy { $0.shownBytes.allSatisfy { $0.isASCII || $0 == "⏎" || $0 == "…" || $0 == "¦" } })
  }
}

extension HTTPParser.Outcome {
  fileprivate var refusal: HTTPRefusal? { if case .refusal(let refusal) = self { refusal } else { nil } }
}

@Suite struct `A request` {
  @Test func `has its parts`() throws {
    let text = """
      POST /a/b%20c?d=e&f? HTTP/1.1\r
      HOST: h:80\r
      Cookie:  a=b; c=d \r
      Accept: text/html\r
      accept: */*\r
      Empty:\r
      Content-Length: 5\r
      \r
      hello
      """
    let request = try #require(HTTPRequest(parsing: Array(text.utf8)))
    #expect(request.method == .post)
    #expect(request.path == "/a/b%20c")
    #expect(request.query == "d=e&f?")
    #expect(request["host"] == "h:80")
    #expect(request["COOKIE"] == "a=b; c=d")
    #expect(request["Accept"] == "text/html, */*")
    #expect(request["empty"] == "")
    #expect(request["Accep"] == nil)
    #expect(request.body == Array("hello".utf8))
    #expect(!request.isVersion10)
    #expect(request.fields.map(\.name) == ["host", "cookie", "accept", "accept", "empty", "content-length"])
    #expect(HTTPRequest(parsing: Array(text.utf8) + [0]) == nil)
    #expect(HTTPRequest(parsing: Array(text.utf8.dropLast())) == nil)
  }

  @Test(arguments: [("/", nil), ("/?", ""), ("/?a?b", "a?b")])
  func `has a query when there is a question mark`(_ target: String, _ query: String?) {
    #expect(HTTPRequest(parsing: Array("GET \(target) HTTP/1.0\r\n\r\n".utf8))?.query == query)
  }

  @Test func `is equal to one that says the same in other capitals and spaces`() {
    let first = HTTPRequest(parsing: Array("GET / HTTP/1.1\r\nHOST:h\r\n\r\n".utf8))
    #expect(first != nil)
    #expect(first == HTTPRequest(parsing: Array("GET / HTTP/1.1\r\nHost: \t h \r\n\r\n".utf8)))
    #expect(first != HTTPRequest(parsing: Array("GET / HTTP/1.1\r\nHost: i\r\n\r\n".utf8)))
  }
}
