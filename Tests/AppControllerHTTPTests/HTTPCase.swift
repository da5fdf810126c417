import AppControllerHTTP
import TestSupport
import Testing

/// Bytes that a client may send, and what has to become of them.
struct HTTPCase: CustomTestStringConvertible, Sendable {
  /// What becomes of the bytes.
  enum Outcome: Equatable {
    /// The connection is refused, after a number of requests, and closed.
    case refused(HTTPRefusal, after: Int = 0)
    /// They are this number of requests, and the connection stays open.
    case served(Int)
    /// They are a request, after which the connection closes.
    case servedAndClosed
  }

  /// What the trick is.
  let name: String
  let bytes: [UInt8]
  let outcome: Outcome

  init(_ name: String, _ text: String, _ outcome: Outcome) { self.init(name, bytes: Array(text.utf8), outcome) }

  init(_ name: String, bytes: [UInt8], _ outcome: Outcome) {
    self.name = name
    self.bytes = bytes
    self.outcome = outcome
  }

  var testDescription: String { name }

  /// The groups of the cases, with their names.
  static let groups: [(name: String, cases: [HTTPCase])] = [
    ("Lengths and codings that disagree", lengths),
    ("Hidden codings", codings),
    ("Numbers that are none", numbers),
    ("Bodies, expectations and connections", bodies),
    ("Ends of lines and control characters", lines),
    ("Request lines and other protocols", requestLines),
    ("Targets", targets),
    ("Hosts", hosts),
    ("Fields", fields),
  ]

  static let all = groups.flatMap(\.cases)
}

// MARK: - The document

extension HTTPCase {
  /// The cases as tables in Markdown, for the document that shows them.
  static var markdown: String {
    groups.map { name, cases in
      "**\(name)**\n\n"
        + Markdown.table(["case", "what is sent", "answer"], cases.map { [$0.name, "`\($0.shownBytes)`", $0.answer] })
    }.joined(separator: "\n\n")
  }

  /// The bytes on one line: an end of a line is ⏎, other control characters are escaped, and long runs are shortened.
  var shownBytes: String {
    var shown = ""
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let run = bytes[place...].prefix { $0 == byte }.count
      if byte == 0x0D, bytes[place...].dropFirst().first == 0x0A {
        shown += "⏎"
        place += 2
        continue
      }
      let character =
        switch byte {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case UInt8(ascii: "`"): "'"
        case UInt8(ascii: "|"): "¦"
        case 0x20..<0x7F: String(UnicodeScalar(byte))
        default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
      shown += run > 8 ? "\(character)…(\(run))" : character
      place += run > 8 ? run : 1
    }
    return shown.count <= 160 ? shown : "\(shown.prefix(100))…\(shown.suffix(50))"
  }

  private var answer: String {
    switch outcome {
    case .refused(let refusal, let count):
      "\(count > 0 ? "served, then " : "")\(refusal.status) `\(refusal.rawValue)`"
    case .served(1): "served"
    case .served(let count): "\(count) requests"
    case .servedAndClosed: "served, then closed"
    }
  }
}

// MARK: - The cases

extension HTTPCase {
  /// A POST with these lines between the request line and the empty line, and a body.
  private static func post(
    _ name: String, _ lines: String, body: String = "hello", _ outcome: Outcome
  ) -> HTTPCase {
    HTTPCase(name, "POST / HTTP/1.1\r\nHost: h\r\n\(lines)\r\n\r\n\(body)", outcome)
  }

  /// A GET with these lines between the request line and the empty line.
  private static func get(_ name: String, _ lines: String, _ outcome: Outcome) -> HTTPCase {
    HTTPCase(name, "GET / HTTP/1.1\r\n\(lines)\r\n\r\n", outcome)
  }

  /// A request line, with a host after it.
  private static func line(_ name: String, _ line: String, _ outcome: Outcome) -> HTTPCase {
    HTTPCase(name, "\(line)\r\nHost: h\r\n\r\n", outcome)
  }

  private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"

  private static let lengths = [
    post("CL.TE", "Content-Length: 6\r\nTransfer-Encoding: chunked", body: "0\r\n\r\nG", .refused(.transferCoding)),
    post(
      "TE.CL", "Transfer-Encoding: chunked\r\nContent-Length: 4", body: "5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n",
      .refused(.transferCoding)),
    post(
      "TE.0", "Transfer-Encoding: chunked", body: "24\r\n\(smuggled)\r\n0\r\n\r\n", .refused(.transferCoding)),
    HTTPCase(
      "0.TE", "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n24\r\n\(smuggled)\r\n0\r\n\r\n",
      .refused(.transferCoding)),
    HTTPCase(
      "0.CL", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 36\r\n\r\n\(smuggled)", .refused(.unexpectedBody)),
    post("CL.0", "Content-Length: \(smuggled.utf8.count)", body: smuggled, .served(1)),
    post("CL.CL, different", "Content-Length: 5\r\nContent-Length: 6", .refused(.repeatedField)),
    post("CL.CL, equal", "Content-Length: 5\r\nContent-Length: 5", .refused(.repeatedField)),
    post("CL.CL in other capitals", "Content-Length: 5\r\ncontent-length: 0", .refused(.repeatedField)),
    post("a list of lengths", "Content-Length: 5, 5", .refused(.badContentLength)),
    post("a list of different lengths", "Content-Length: 5,0", .refused(.badContentLength)),
    post(
      "a lone carriage return in the extension of a chunk", "Transfer-Encoding: chunked",
      body: "2;\rxx\r\n4c\r\n0\r\n\r\n", .refused(.transferCoding)),
    post(
      "a line feed in the extension of a chunk", "Transfer-Encoding: chunked", body: "5;\nhello\r\n0\r\n\r\n",
      .refused(.transferCoding)),
    HTTPCase(
      "a coding in HTTP/1.0",
      "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello",
      .refused(.transferCoding)),
  ]

  private static let codings = [
    post("an unknown coding", "Transfer-Encoding: xchunked\r\nContent-Length: 5", .refused(.transferCoding)),
    post("identity", "Transfer-Encoding: identity\r\nContent-Length: 5", .refused(.transferCoding)),
    post("two codings", "Transfer-Encoding: chunked, identity\r\nContent-Length: 5", .refused(.transferCoding)),
    post(
      "TE.TE", "Transfer-Encoding: chunked\r\nTransfer-encoding: cow\r\nContent-Length: 5", .refused(.transferCoding)),
    post("no space", "Content-Length: 5\r\ntransfer-encoding:chunked", .refused(.transferCoding)),
    post("a tab", "Content-Length: 5\r\nTransfer-Encoding:\tchunked", .refused(.transferCoding)),
    post("quotes", "Content-Length: 5\r\nTransfer-Encoding: \"chunked\"", .refused(.transferCoding)),
    post("an empty coding", "Content-Length: 5\r\nTransfer-Encoding:", .refused(.transferCoding)),
    post("a space before the colon", "Content-Length: 5\r\nTransfer-Encoding : chunked", .refused(.badFieldName)),
    post("a tab before the colon", "Content-Length: 5\r\nTransfer-Encoding\t: chunked", .refused(.badFieldName)),
    post("a space before the name", "Content-Length: 5\r\n Transfer-Encoding: chunked", .refused(.foldedLine)),
    post("the colon on the next line", "Content-Length: 5\r\nTransfer-Encoding\r\n : chunked", .refused(.badFieldName)),
    post(
      "the value on the next line", "Content-Length: 5\r\nTransfer-Encoding:\r\n chunked", .refused(.transferCoding)),
    post("behind a line feed", "Content-Length: 5\r\nX: x\nTransfer-Encoding: chunked", .refused(.bareLineFeed)),
    post(
      "behind a carriage return", "Content-Length: 5\r\nX: x\rTransfer-Encoding: chunked",
      .refused(.bareCarriageReturn)),
    post("a vertical tab", "Content-Length: 5\r\nTransfer-Encoding:\u{b}chunked", .refused(.controlCharacter)),
    post("a NUL in the value", "Content-Length: 5\r\nTransfer-Encoding: \0chunked", .refused(.controlCharacter)),
    post("a NUL in the name", "Content-Length: 5\r\nTransfer-Encoding\0: chunked", .refused(.controlCharacter)),
    post("an underscore", "Content-Length: 5\r\nTransfer_Encoding: chunked", .refused(.badFieldName)),
    post("a letter outside ASCII", "Content-Length: 5\r\nTransfer-Encodi\u{fffd}ng: chunked", .refused(.badFieldName)),
    post("the field TE", "TE: chunked\r\nContent-Length: 5", .served(1)),
    post("the field Content-Encoding", "Content-Encoding: chunked\r\nContent-Length: 5", .served(1)),
  ]

  private static let numbers = [
    post("a sign", "Content-Length: +5", .refused(.badContentLength)),
    post("a negative number", "Content-Length: -5", .refused(.badContentLength)),
    post("hexadecimal", "Content-Length: 0x5", .refused(.badContentLength)),
    post("octal, or a leading zero", "Content-Length: 05", .refused(.badContentLength)),
    post("a fraction", "Content-Length: 5.0", .refused(.badContentLength)),
    post("an exponent", "Content-Length: 5e0", .refused(.badContentLength)),
    post("an underscore in the number", "Content-Length: 0_5", .refused(.badContentLength)),
    post("two numbers", "Content-Length: 5 0", .refused(.badContentLength)),
    post("a number in quotes", "Content-Length: \"5\"", .refused(.badContentLength)),
    post("a parameter", "Content-Length: 5;q=1", .refused(.badContentLength)),
    post("no number", "Content-Length:", .refused(.badContentLength)),
    post("digits of another script", "Content-Length: \u{665}", .refused(.badContentLength)),
    post("a NUL behind the number", "Content-Length: 5\0", .refused(.controlCharacter)),
    post("a number folded", "Content-Length: 5\r\n 0", .refused(.foldedLine)),
    post("a space before the colon of a length", "Content-Length : 5", .refused(.badFieldName)),
    post("an underscore in the name of a length", "Content_Length: 5", .refused(.badFieldName)),
    post("a number above 2^64", "Content-Length: 18446744073709551621", .refused(.bodyTooLong)),
    post("a number above the limit", "Content-Length: 65537", .refused(.bodyTooLong)),
    post("spaces around the number", "Content-Length: \t 5 \t", .served(1)),
  ]

  private static let bodies = [
    HTTPCase("a POST without a length", "POST / HTTP/1.1\r\nHost: h\r\n\r\nhello", .refused(.lengthRequired)),
    HTTPCase("a POST of HTTP/1.0 without a length", "POST / HTTP/1.0\r\n\r\nhello", .refused(.lengthRequired)),
    HTTPCase(
      "a HEAD with a body", "HEAD / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello", .refused(.unexpectedBody)),
    get("a GET with an empty body", "Host: h\r\nContent-Length: 0", .served(1)),
    get("a GET with a body, refused by its size", "Host: h\r\nContent-Length: 99999", .refused(.bodyTooLong)),
    post("Expect", "Expect: 100-continue\r\nContent-Length: 5", .refused(.expectation)),
    post("Expect with another word", "Expect: y 100-continue\r\nContent-Length: 5", .refused(.expectation)),
    get("Expect on a GET", "Host: h\r\nExpect: 100-continue\r\nContent-Length: 36", .refused(.expectation)),
    post(
      "Expect that a proxy does not see", "Expect:\r\n 100-continue\r\nContent-Length: 5", .refused(.expectation)),
    post(
      "Connection names Content-Length", "Content-Length: 5\r\nConnection: Content-Length", .refused(.badConnection)),
    get("Connection names Host", "Host: h\r\nConnection: close, Host", .refused(.badConnection)),
    get("Connection names Cookie", "Host: h\r\nCookie: a=b\r\nConnection: cookie", .refused(.badConnection)),
    get("Connection: close and keep-alive", "Host: h\r\nConnection: keep-alive, close", .servedAndClosed),
    get("two Connections", "Host: h\r\nConnection: keep-alive\r\nConnection: close", .servedAndClosed),
    get("an upgrade to HTTP/2", "Host: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c", .servedAndClosed),
    get("an upgrade to WebSocket", "Host: h\r\nConnection: Upgrade\r\nUpgrade: websocket", .servedAndClosed),
    HTTPCase("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", .servedAndClosed),
    HTTPCase("HTTP/1.0 with keep-alive", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", .served(1)),
    HTTPCase("two requests at once", smuggled + smuggled, .served(2)),
    post("a request behind a body", "Content-Length: 5", body: "hello" + smuggled, .served(2)),
    post("a line end behind a body", "Content-Length: 5", body: "hello\r\n", .refused(.badRequestLine, after: 1)),
    post(
      "a body that is longer than said", "Content-Length: 2", body: "hello\r\n", .refused(.badRequestLine, after: 1)),
  ]

  private static let lines = [
    HTTPCase("line feeds alone", "GET / HTTP/1.1\nHost: h\n\n", .refused(.bareLineFeed)),
    HTTPCase("a line feed after a field", "GET / HTTP/1.1\r\nHost: h\n\r\n", .refused(.bareLineFeed)),
    HTTPCase("a line feed at the end of the head", "GET / HTTP/1.1\r\nHost: h\r\n\n", .refused(.bareLineFeed)),
    HTTPCase("carriage returns alone", "GET / HTTP/1.1\rHost: h\r\r", .refused(.bareCarriageReturn)),
    HTTPCase(
      "a carriage return in a value", "GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", .refused(.bareCarriageReturn)),
    HTTPCase("two carriage returns", "GET / HTTP/1.1\r\r\nHost: h\r\n\r\n", .refused(.bareCarriageReturn)),
    HTTPCase("a carriage return before the end", "GET / HTTP/1.1\r\nHost: h\r\n\r\r\n", .refused(.bareCarriageReturn)),
    line("a NUL in the target", "GET /\0 HTTP/1.1", .refused(.controlCharacter)),
    get("a NUL in a value", "Host: h\r\nX: a\0b", .refused(.controlCharacter)),
    get("a NUL in a name", "Host: h\r\nX\0: a", .refused(.controlCharacter)),
    get("a DEL", "Host: h\r\nX: \u{7f}", .refused(.controlCharacter)),
    get("an escape", "Host: h\r\nX: \u{1b}[31m", .refused(.controlCharacter)),
    get("a folded line", "Host: h\r\nX: a\r\n b", .refused(.foldedLine)),
    get("a line folded with a tab", "Host: h\r\nX: a\r\n\tb", .refused(.foldedLine)),
    get("a folded first field", " X: a\r\nHost: h", .refused(.foldedLine)),
    get("a line of a space", "Host: h\r\n ", .refused(.foldedLine)),
    HTTPCase("an empty line before", "\r\n" + smuggled, .refused(.badRequestLine)),
    HTTPCase("a line feed before", "\n" + smuggled, .refused(.bareLineFeed)),
    HTTPCase("a space before", " " + smuggled, .refused(.badRequestLine)),
    get("a tab in a value", "Host: h\r\nX: a\tb", .served(1)),
  ]

  private static let requestLines = [
    line("a method in small letters", "get / HTTP/1.1", .refused(.unknownMethod)),
    line("a method of mixed letters", "Get / HTTP/1.1", .refused(.unknownMethod)),
    line("an invented method", "GPOST / HTTP/1.1", .refused(.unknownMethod)),
    line("PUT", "PUT / HTTP/1.1", .refused(.methodNotAllowed)),
    line("TRACE", "TRACE / HTTP/1.1", .refused(.methodNotAllowed)),
    line("CONNECT", "CONNECT h:443 HTTP/1.1", .refused(.methodNotAllowed)),
    line("OPTIONS of the server", "OPTIONS * HTTP/1.1", .refused(.methodNotAllowed)),
    line("a method that is no token", "GE(T / HTTP/1.1", .refused(.badRequestLine)),
    line("no method", " / HTTP/1.1", .refused(.badRequestLine)),
    line("two spaces", "GET  / HTTP/1.1", .refused(.badRequestLine)),
    line("two spaces before the version", "GET /  HTTP/1.1", .refused(.badRequestLine)),
    line("a tab between", "GET\t/ HTTP/1.1", .refused(.badRequestLine)),
    line("a tab before the version", "GET /\tHTTP/1.1", .refused(.badRequestLine)),
    line("a space at the end", "GET / HTTP/1.1 ", .refused(.badRequestLine)),
    line("two versions", "GET / HTTP/1.1 HTTP/1.1", .refused(.badRequestLine)),
    line("HTTP/0.9", "GET /", .refused(.badRequestLine)),
    line("a version in small letters", "GET / http/1.1", .refused(.badRequestLine)),
    line("HTTP/1.10", "GET / HTTP/1.10", .refused(.badRequestLine)),
    line("HTTP/01.1", "GET / HTTP/01.1", .refused(.badRequestLine)),
    line("HTTP/1,1", "GET / HTTP/1,1", .refused(.badRequestLine)),
    line("HTTP/+1.1", "GET / HTTP/+1.1", .refused(.badRequestLine)),
    line("HTTP /1.1", "GET / HTTP /1.1", .refused(.badRequestLine)),
    line("HTTP/1.2", "GET / HTTP/1.2", .refused(.unsupportedVersion)),
    line("HTTP/2.0", "GET / HTTP/2.0", .refused(.unsupportedVersion)),
    HTTPCase("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .refused(.unsupportedVersion)),
    HTTPCase("TLS", bytes: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01], .refused(.controlCharacter)),
    HTTPCase("SSH", "SSH-2.0-OpenSSH_9.2\r\n", .refused(.badRequestLine)),
    HTTPCase("SMTP", "EHLO h\r\n", .refused(.badRequestLine)),
    HTTPCase("RTSP", "GET / RTSP/1.0\r\n\r\n", .refused(.badRequestLine)),
    HTTPCase(
      "the PROXY protocol", "PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n" + smuggled, .refused(.badRequestLine)),
    line("a method without an end", String(repeating: "A", count: 3000), .refused(.targetTooLong)),
  ]

  private static let targets = [
    line("absolute form", "GET http://h/ HTTP/1.1", .refused(.badTarget)),
    line("absolute form with another host", "GET http://other/ HTTP/1.1", .refused(.badTarget)),
    line("authority form", "GET h:80 HTTP/1.1", .refused(.badTarget)),
    line("an asterisk", "GET * HTTP/1.1", .refused(.badTarget)),
    line("a path without a slash", "GET index.html HTTP/1.1", .refused(.badTarget)),
    line("a fragment", "GET /#a HTTP/1.1", .refused(.badTarget)),
    line("a space", "GET /a b HTTP/1.1", .refused(.badRequestLine)),
    line("%00", "GET /%00 HTTP/1.1", .refused(.badTarget)),
    line("%00 in the query", "GET /?a=%00 HTTP/1.1", .refused(.badTarget)),
    line("a percent sign alone", "GET /% HTTP/1.1", .refused(.badTarget)),
    line("a percent sign with one digit", "GET /%4 HTTP/1.1", .refused(.badTarget)),
    line("a percent sign with letters", "GET /%zz HTTP/1.1", .refused(.badTarget)),
    line("a percent sign with u", "GET /%u0041 HTTP/1.1", .refused(.badTarget)),
    line("a backslash", "GET /..\\a HTTP/1.1", .refused(.badTarget)),
    line("a character outside ASCII", "GET /\u{e9} HTTP/1.1", .refused(.badTarget)),
    line("quotes and brackets", "GET /\"<a>\" HTTP/1.1", .refused(.badTarget)),
    line("a target of 2 049 bytes", "GET /\(String(repeating: "a", count: 2048)) HTTP/1.1", .refused(.targetTooLong)),
    line("a target of 2 048 bytes", "GET /\(String(repeating: "a", count: 2047)) HTTP/1.1", .served(1)),
    line("encoded line ends, which stay encoded", "GET /a%0d%0aX:%20y HTTP/1.1", .served(1)),
    line("dots, which stay dots", "GET /../a/./%2e%2e?b?c HTTP/1.1", .served(1)),
  ]

  private static let hosts = [
    get("no Host", "X: a", .refused(.missingHost)),
    get("an empty Host", "Host:", .refused(.badHost)),
    get("two Hosts", "Host: h\r\nHost: other", .refused(.repeatedField)),
    get("two equal Hosts", "Host: h\r\nhost: h", .refused(.repeatedField)),
    get("a list of Hosts", "Host: h, other", .refused(.badHost)),
    get("a user", "Host: user@h", .refused(.badHost)),
    get("a path in Host", "Host: h/a", .refused(.badHost)),
    get("a space in Host", "Host: h other", .refused(.badHost)),
    get("a query in Host", "Host: h?a", .refused(.badHost)),
    get("no port behind the colon", "Host: h:", .refused(.badHost)),
    get("a port alone", "Host: :80", .refused(.badHost)),
    get("a port that is a word", "Host: h:http", .refused(.badHost)),
    get("two ports", "Host: h:80:81", .refused(.badHost)),
    get("a bracket that is open", "Host: [::1", .refused(.badHost)),
    get("a name behind brackets", "Host: [::1]h", .refused(.badHost)),
    get("a space before the colon of Host", "Host : h", .refused(.badFieldName)),
    get("a letter outside ASCII in Host", "Host: h\u{f6}st", .refused(.badHost)),
    get("an address of IPv6", "Host: [::1]:8080", .served(1)),
    get("a name and a port", "Host: my-host.example:8080", .served(1)),
  ]

  private static let fields = [
    get("no colon", "Host: h\r\nX", .refused(.badFieldName)),
    get("no name", "Host: h\r\n: a", .refused(.badFieldName)),
    get("a space in a name", "Host: h\r\nX Y: a", .refused(.badFieldName)),
    get("parentheses in a name", "Host: h\r\nX(a): a", .refused(.badFieldName)),
    HTTPCase(
      "a value that is not UTF-8",
      bytes: Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8),
      .refused(.badFieldValue)),
    get("two Cookies", "Host: h\r\nCookie: a=b\r\nCookie: c=d", .refused(.repeatedField)),
    get("two Origins", "Host: h\r\nOrigin: http://h\r\nOrigin: null", .refused(.repeatedField)),
    post(
      "two Content-Types", "Content-Length: 5\r\nContent-Type: text/plain\r\nContent-Type: text/plain",
      .refused(.repeatedField)),
    get("65 fields", "Host: h\r\n" + many(64), .refused(.tooManyFields)),
    post("a length behind 64 fields", many(63) + "\r\nContent-Length: 5", .refused(.tooManyFields)),
    get("64 fields", "Host: h\r\n" + many(63), .served(1)),
    get("a head above 16 kB", "Host: h\r\nX: \(String(repeating: "a", count: 16384))", .refused(.headTooLong)),
    get("a name without an end", String(repeating: "a", count: 20000), .refused(.headTooLong)),
    get("a cookie in another alphabet", "Host: h\r\nCookie: a=\u{e9}", .served(1)),
    get("a range, which is ignored", "Host: h\r\nRange: bytes=0-1", .served(1)),
    get("a list in two fields", "Host: h\r\nAccept: a\r\nAccept: b", .served(1)),
  ]

  private static func many(_ count: Int) -> String {
    (0..<count).map { "X-\($0): a" }.joined(separator: "\r\n")
  }
}
