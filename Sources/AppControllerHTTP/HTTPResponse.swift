internal import AppControllerInterface

/// A response to a request.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]

  /// Makes a response.
  ///
  /// Content-Length and Transfer-Encoding are the server's and left out; "Connection: close" closes the connection.
  package init(_ status: Int, _ fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// How the end of the body is known.
  enum Framing {
    case length, chunks, close
  }

  /// Whether the connection closes after the response.
  var closes: Bool { fields.contains { Self.isName($0.name, "connection") && Self.isName($0.value, "close") } }

  /// Writes the head and, with a length, the body.
  func write(to bytes: inout [UInt8], framing: Framing, isHead: Bool, keepsOpen: Bool, isVersion10: Bool) {
    guard isValid else {
      let failure = HTTPResponse(500)
      return failure.write(to: &bytes, framing: .length, isHead: isHead, keepsOpen: keepsOpen, isVersion10: isVersion10)
    }
    bytes.reserveCapacity(bytes.count + 512 + body.count)
    bytes += "HTTP/1.1 \(status) \(Self.phrase(status))\r\n".utf8
    for (name, value) in fields where !Self.framingFields.contains(where: { Self.isName(name, $0) }) {
      bytes += name.utf8
      bytes += ": ".utf8
      bytes += value.utf8
      bytes += "\r\n".utf8
    }
    let hasBody = status != 204 && status != 304
    switch framing {
    case .length: if hasBody { bytes += "Content-Length: \(body.count)\r\n".utf8 }
    case .chunks: bytes += "Transfer-Encoding: chunked\r\n".utf8
    case .close: break
    }
    if !keepsOpen {
      bytes += "Connection: close\r\n".utf8
    } else if isVersion10 {
      bytes += "Connection: keep-alive\r\n".utf8
    }
    bytes += "\r\n".utf8
    if framing == .length, hasBody, !isHead { bytes += body }
  }

  /// Whether no field can be read as two, and the status is final.
  var isValid: Bool {
    (200...599).contains(status)
      && fields.allSatisfy { name, value in
        !name.isEmpty && name.utf8.allSatisfy(HTTPBytes.token.contains)
          && value.utf8.allSatisfy { $0 >= HTTPBytes.space && $0 != 0x7F }
      }
  }

  private static let framingFields = ["content-length", "transfer-encoding", "connection"]

  private static func isName(_ text: String, _ name: String) -> Bool {
    text.utf8.count == name.utf8.count && zip(text.utf8, name.utf8).allSatisfy { HTTPBytes.lowerCase($0) == $1 }
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
