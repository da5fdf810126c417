internal import AppControllerInterface

/// Reads requests from bytes, in pieces of any size; no input or output.
///
/// The outcome depends on the bytes alone and not on the pieces, because the first byte that breaks a rule decides. After
/// a refusal no byte is read.
package struct HTTPParser: Sendable {
  package enum Outcome: Sendable, Equatable {
    case request(HTTPRequest)
    case refusal(HTTPRefusal)
  }

  private enum Stage: Sendable {
    case requestLine, fields, body
    case refused(HTTPRefusal)
  }

  /// What is known of the request that is being read.
  private struct Draft: Sendable {
    var method = HTTPRequest.Method.get
    var target: (path: String, query: String?) = ("", nil)
    var isVersion10 = false
    var head: [UInt8] = []
    var places: [HTTPRequest.Field] = []
    var body: [UInt8] = []
    var length: Int?
    var hasHost = false
    var hasKeepAlive = false
    var hasClose = false
  }

  /// The fields that may be sent once only, apart from Host and Content-Length.
  private static let singleFields: Set<String> = [
    "age", "authorization", "content-encoding", "content-location", "content-range", "content-type", "cookie", "date",
    "from", "host", "if-modified-since", "if-range", "if-unmodified-since", "last-event-id", "max-forwards", "origin",
    "proxy-authorization", "range", "referer", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
    "upgrade-insecure-requests", "user-agent",
  ]

  private let limits: HTTPLimits
  private var stage = Stage.requestLine
  private var draft = Draft()
  private var lineStart = 0
  private var isAfterReturn = false

  package init(_ limits: HTTPLimits) { self.limits = limits }

  /// Whether a head is complete whose body is not.
  package var isInBody: Bool { if case .body = stage { true } else { false } }

  /// Reads bytes until a request is complete, one is refused, or all are read.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - position: The first byte to read, and then the first that was not read.
  /// - Returns: The outcome; nil when more bytes are needed.
  package mutating func read(_ bytes: Span<UInt8>, _ position: inout Int) -> Outcome? {
    do throws(HTTPRefusal) {
      while true {
        switch stage {
        case .refused(let refusal): throw refusal
        case .requestLine:
          guard try readLine(bytes, &position) else { return nil }
          try readRequestLine()
        case .fields:
          guard try readLine(bytes, &position) else { return nil }
          try readField()
        case .body:
          let missing = (draft.length ?? 0) - draft.body.count
          let end = min(bytes.count, position + missing)
          Self.append(bytes.extracting(position..<end), to: &draft.body)
          guard end - position == missing else {
            position = end
            return nil
          }
          position = end
          defer { restart() }
          return .request(
            HTTPRequest(
              method: draft.method, path: draft.target.path, query: draft.target.query, body: draft.body,
              isVersion10: draft.isVersion10,
              keepsOpen: !draft.hasClose && (!draft.isVersion10 || draft.hasKeepAlive),
              head: draft.head, places: draft.places
            ))
        }
      }
    } catch {
      draft = Draft()
      stage = .refused(error)
      return .refusal(error)
    }
  }

  private mutating func restart() {
    draft = Draft()
    lineStart = 0
    stage = .requestLine
  }

  // MARK: - Lines

  /// Adds bytes to the head up to the end of the line; false when the line is not complete.
  private mutating func readLine(_ bytes: Span<UInt8>, _ position: inout Int) throws(HTTPRefusal) -> Bool {
    // The longest method and the version take less than 24 bytes of a line.
    let isFirst = lineStart == 0
    let limit = isFirst ? min(limits.target + 24, limits.head) : limits.head
    let start = position
    let before = draft.head.count
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isAfterReturn {
        guard byte == HTTPBytes.lineFeed else { throw .bareCarriageReturn }
        isAfterReturn = false
        Self.append(bytes.extracting(start..<position), to: &draft.head)
        return true
      }
      if byte < HTTPBytes.space || byte == 0x7F {
        if byte == HTTPBytes.carriageReturn {
          isAfterReturn = true
        } else if byte == HTTPBytes.lineFeed {
          throw .bareLineFeed
        } else if byte != HTTPBytes.tab {
          throw .controlCharacter
        }
      }
      // One more byte has to follow.
      guard before + position - start < limit else { throw isFirst ? .targetTooLong : .headTooLong }
    }
    Self.append(bytes.extracting(start..<position), to: &draft.head)
    return false
  }

  private static func append(_ bytes: Span<UInt8>, to array: inout [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
  }

  /// Takes the line that is complete, without its end.
  private mutating func takeLine() -> Range<Int> {
    defer { lineStart = draft.head.count }
    return lineStart..<draft.head.count - 2
  }

  private mutating func readRequestLine() throws(HTTPRefusal) {
    let line = draft.head[takeLine()]
    // An empty line before a request, which RFC 9112 lets a server skip, is what a body of a wrong length leaves.
    guard let first = line.firstIndex(of: HTTPBytes.space), first > line.startIndex,
      let second = line[(first + 1)...].firstIndex(of: HTTPBytes.space), second > first + 1,
      line[..<first].allSatisfy(HTTPBytes.token.contains)
    else { throw .badRequestLine }
    let version = Array(line[(second + 1)...])
    guard version.count == 8, version.starts(with: "HTTP/".utf8), HTTPBytes.isDigit(version[5]),
      version[6] == UInt8(ascii: "."), HTTPBytes.isDigit(version[7])
    else { throw .badRequestLine }
    guard version[5] == UInt8(ascii: "1"), version[7] <= UInt8(ascii: "1") else { throw .unsupportedVersion }
    let name = String(decoding: line[..<first], as: UTF8.self)
    guard let method = HTTPRequest.Method(rawValue: name) else {
      let known = ["CONNECT", "DELETE", "OPTIONS", "PATCH", "PUT", "TRACE"]
      throw known.contains(name) ? .methodNotAllowed : .unknownMethod
    }
    let target = line[(first + 1)..<second]
    guard target.count <= limits.target else { throw .targetTooLong }
    guard let parts = HTTPBytes.target(target) else { throw .badTarget }
    draft.method = method
    draft.target = parts
    draft.isVersion10 = version[7] == UInt8(ascii: "0")
    stage = .fields
  }

  private mutating func readField() throws(HTTPRefusal) {
    let line = takeLine()
    if line.isEmpty { return try finishHead() }
    guard draft.places.count < limits.fields else { throw .tooManyFields }
    let first = draft.head[line.lowerBound]
    guard first != HTTPBytes.space, first != HTTPBytes.tab else { throw .foldedLine }
    guard let colon = draft.head[line].firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound,
      draft.head[line.lowerBound..<colon].allSatisfy(HTTPBytes.token.contains)
    else { throw .badFieldName }
    for place in line.lowerBound..<colon { draft.head[place] = HTTPBytes.lowerCase(draft.head[place]) }
    let value = HTTPBytes.trimmed(draft.head[(colon + 1)..<line.upperBound]).indices
    // Cookies of other servers on the same host come along, whatever they contain.
    let isText =
      draft.head[value].allSatisfy { $0 < 0x80 } || String(validating: draft.head[value], as: UTF8.self) != nil
    guard isText else { throw .badFieldValue }
    try readField(HTTPRequest.Field(name: line.lowerBound..<colon, value: value))
  }

  private mutating func readField(_ field: HTTPRequest.Field) throws(HTTPRefusal) {
    let name = String(decoding: draft.head[field.name], as: UTF8.self)
    let value = draft.head[field.value]
    switch name {
    case "transfer-encoding": throw .transferCoding
    case "expect": throw .expectation
    // Answered as if it were not there; but nothing that follows in another protocol is read.
    case "upgrade": draft.hasClose = true
    case "content-length":
      guard draft.length == nil else { throw .repeatedField }
      // A leading zero makes a number octal elsewhere.
      guard !value.isEmpty, value.allSatisfy(HTTPBytes.isDigit), value.count == 1 || value.first != UInt8(ascii: "0")
      else { throw .badContentLength }
      guard value.count < 10 else { throw .bodyTooLong }
      let length = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard length <= limits.body else { throw .bodyTooLong }
      draft.length = length
    case "host":
      guard !draft.hasHost else { throw .repeatedField }
      guard HTTPBytes.isHost(value) else { throw .badHost }
      draft.hasHost = true
    case "connection":
      for option in value.split(separator: UInt8(ascii: ",")) {
        switch String(decoding: HTTPBytes.trimmed(option).map(HTTPBytes.lowerCase), as: UTF8.self) {
        case "close": draft.hasClose = true
        case "keep-alive": draft.hasKeepAlive = true
        case "upgrade", "http2-settings", "te", "": break
        default: throw .badConnection
        }
      }
    default:
      if Self.singleFields.contains(name) {
        guard !draft.places.contains(where: { draft.head[$0.name] == draft.head[field.name] }) else {
          throw .repeatedField
        }
      }
    }
    draft.places.append(field)
  }

  private mutating func finishHead() throws(HTTPRefusal) {
    guard draft.hasHost || draft.isVersion10 else { throw .missingHost }
    switch draft.method {
    case .get, .head: guard (draft.length ?? 0) == 0 else { throw .unexpectedBody }
    case .post: guard draft.length != nil else { throw .lengthRequired }
    }
    draft.body.reserveCapacity(draft.length ?? 0)
    stage = .body
  }
}
