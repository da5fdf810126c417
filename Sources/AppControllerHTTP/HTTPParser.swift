internal import AppControllerInterface

/// The outcome depends only on the bytes and not on their division into pieces.
///
/// The first byte that breaks a rule decides. After a refusal, the parser reads no further byte.
package struct HTTPParser: Sendable {
  package enum Outcome: Sendable, Equatable {
    case request(HTTPRequest)
    case refusal(HTTPRefusal)
  }

  private enum Stage: Sendable {
    case requestLine, fields, body
    case refused(HTTPRefusal)
  }

  private static let singleFields: Set<String> = [
    "age", "authorization", "content-encoding", "content-length", "content-location", "content-range", "content-type",
    "cookie", "date", "from", "host", "if-modified-since", "if-range", "if-unmodified-since", "last-event-id",
    "max-forwards", "origin", "proxy-authorization", "range", "referer", "sec-fetch-dest", "sec-fetch-mode",
    "sec-fetch-site", "sec-fetch-user", "upgrade-insecure-requests", "user-agent",
  ]

  private let limits: HTTPLimits
  private var stage = Stage.requestLine
  /// Without its line end when it is complete.
  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var headCount = 0
  private var draft = HTTPRequest()
  private var length: Int?
  private var hasKeepAlive = false
  private var hasClose = false

  package init(_ limits: HTTPLimits) { self.limits = limits }

  package var isInBody: Bool { if case .body = stage { true } else { false } }

  /// Returns nil when more bytes are needed; the position is that of the first byte that was not read.
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
          if line.isEmpty { try finishHead() } else { try readField() }
        case .body:
          let missing = (length ?? 0) - draft.body.count
          let count = min(bytes.count - position, missing)
          Self.append(bytes.extracting(position..<position + count), to: &draft.body)
          position += count
          guard count == missing else { return nil }
          defer { self = HTTPParser(limits) }
          return .request(draft)
        }
      }
    } catch {
      self = HTTPParser(limits)
      stage = .refused(error)
      return .refusal(error)
    }
  }

  // MARK: - Lines

  /// Returns false when the end of the line has not arrived.
  private mutating func readLine(_ bytes: Span<UInt8>, _ position: inout Int) throws(HTTPRefusal) -> Bool {
    // The method, the version and the spaces take less than 24 bytes of a request line.
    let isFirst = if case .requestLine = stage { true } else { false }
    let limit = isFirst ? min(limits.target + 24, limits.head) : limits.head
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      headCount += 1
      if isAfterReturn {
        guard byte == HTTPBytes.lineFeed else { throw .bareCarriageReturn }
        isAfterReturn = false
        Self.append(bytes.extracting(start..<position), to: &line)
        line.removeLast(2)
        return true
      }
      switch byte {
      case HTTPBytes.carriageReturn: isAfterReturn = true
      case HTTPBytes.lineFeed: throw .bareLineFeed
      case HTTPBytes.tab: break
      case 0..<HTTPBytes.space, 0x7F: throw .controlCharacter
      default: break
      }
      // One more byte has to follow.
      guard headCount < limit else { throw isFirst ? .targetTooLong : .headTooLong }
    }
    Self.append(bytes.extracting(start..<position), to: &line)
    return false
  }

  private static func append(_ bytes: Span<UInt8>, to array: inout [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
  }

  private mutating func readRequestLine() throws(HTTPRefusal) {
    // RFC 9112 lets a server skip an empty line before a request. We refuse it: a body of a wrong length leaves one.
    let parts = line.split(separator: HTTPBytes.space, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(HTTPBytes.token.contains), !parts[1].isEmpty else {
      throw .badRequestLine
    }
    let version = String(decoding: parts[2], as: UTF8.self)
    if version != "HTTP/1.1", version != "HTTP/1.0" {
      let digits = Array(parts[2].dropFirst(5))
      let isVersion = version.hasPrefix("HTTP/") && digits.count == 3 && digits[1] == UInt8(ascii: ".")
      throw isVersion && HTTPBytes.isDigit(digits[0]) && HTTPBytes.isDigit(digits[2])
        ? .unsupportedVersion : .badRequestLine
    }
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let method = HTTPRequest.Method(rawValue: name) else {
      let known = ["CONNECT", "DELETE", "OPTIONS", "PATCH", "PUT", "TRACE"]
      throw known.contains(name) ? .methodNotAllowed : .unknownMethod
    }
    guard parts[1].count <= limits.target else { throw .targetTooLong }
    guard let target = HTTPBytes.target(parts[1]) else { throw .badTarget }
    draft.method = method
    (draft.path, draft.query) = target
    draft.isVersion10 = version == "HTTP/1.0"
    stage = .fields
    line.removeAll(keepingCapacity: true)
  }

  private mutating func readField() throws(HTTPRefusal) {
    guard draft.fields.count < limits.fields else { throw .tooManyFields }
    guard line[0] != HTTPBytes.space, line[0] != HTTPBytes.tab else { throw .foldedLine }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(HTTPBytes.token.contains)
    else { throw .badFieldName }
    for place in 0..<colon where line[place] >= 0x41 && line[place] <= 0x5A { line[place] |= 0x20 }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    // Browsers also send the cookies of other servers on the same host, with any content.
    guard let value = String(validating: HTTPBytes.trimmed(line[(colon + 1)...]), as: UTF8.self) else {
      throw .badFieldValue
    }
    if Self.singleFields.contains(name), draft.fields.contains(where: { $0.name == name }) { throw .repeatedField }
    switch name {
    case "transfer-encoding": throw .transferCoding
    case "expect": throw .expectation
    // The field is ignored; but the connection closes, so that no bytes of another protocol are read.
    case "upgrade": hasClose = true
    case "content-length": length = try readLength(value.utf8)
    case "host": guard HTTPBytes.isHost(Array(value.utf8)[...]) else { throw .badHost }
    case "connection":
      for option in HTTPBytes.lowerCase(value).utf8.split(separator: UInt8(ascii: ",")) {
        switch String(decoding: HTTPBytes.trimmed(Array(option)[...]), as: UTF8.self) {
        case "close": hasClose = true
        case "keep-alive": hasKeepAlive = true
        case "upgrade", "http2-settings", "te", "": break
        default: throw .badConnection
        }
      }
    default: break
    }
    draft.fields.append(HTTPRequest.Field(name: name, value: value))
    line.removeAll(keepingCapacity: true)
  }

  private func readLength(_ digits: String.UTF8View) throws(HTTPRefusal) -> Int {
    // Other programs may read a number with a leading zero as octal.
    guard let first = digits.first, digits.allSatisfy(HTTPBytes.isDigit),
      digits.count == 1 || first != UInt8(ascii: "0")
    else { throw .badContentLength }
    let length = digits.count < 10 ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : Int.max
    guard length <= limits.body else { throw .bodyTooLong }
    return length
  }

  private mutating func finishHead() throws(HTTPRefusal) {
    guard draft.isVersion10 || draft.fields.contains(where: { $0.name == "host" }) else { throw .missingHost }
    switch draft.method {
    case .get, .head: guard (length ?? 0) == 0 else { throw .unexpectedBody }
    case .post: guard length != nil else { throw .lengthRequired }
    }
    draft.keepsOpen = !hasClose && (!draft.isVersion10 || hasKeepAlive)
    draft.body.reserveCapacity(length ?? 0)
    stage = .body
  }
}
