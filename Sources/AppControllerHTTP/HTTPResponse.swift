internal import AppControllerInterface

package struct HTTPResponse: Sendable {
  package var status: Int
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]

  /// The server sets Content-Length and Transfer-Encoding and ignores them here; "Connection: close" closes the
  /// connection.
  package init(_ status: Int, _ fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  enum Framing { case length, chunks, close }

  var closes: Bool {
    fields.contains { Self.isFraming($0.name) && HTTPBytes.lowerCase($0.value) == "close" }
  }

  func write(to bytes: inout [UInt8], framing: Framing, isHead: Bool, keepsOpen: Bool, isVersion10: Bool) {
    guard isValid else {
      let failure = HTTPResponse(500)
      return failure.write(to: &bytes, framing: .length, isHead: isHead, keepsOpen: keepsOpen, isVersion10: isVersion10)
    }
    bytes.reserveCapacity(bytes.count + 512 + body.count)
    // The reason phrase after the status may be empty.
    bytes += "HTTP/1.1 \(status) \r\n".utf8
    for (name, value) in fields where !Self.isFraming(name) {
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

  private static func isFraming(_ name: String) -> Bool {
    switch name.utf8.count {
    case 10, 14, 17: ["connection", "content-length", "transfer-encoding"].contains(HTTPBytes.lowerCase(name))
    default: false
    }
  }

  /// Whether the status is final, and no name or value could be read as another field.
  var isValid: Bool {
    (200...599).contains(status)
      && fields.allSatisfy { name, value in
        !name.isEmpty && name.utf8.allSatisfy(HTTPBytes.token.contains)
          && value.utf8.allSatisfy { $0 >= HTTPBytes.space && $0 != 0x7F }
      }
  }
}
