/// A request that was accepted.
package struct HTTPRequest: Sendable, Equatable {
  /// The methods that are served.
  package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// A header field.
  package struct Field: Sendable, Equatable {
    /// The name in lower case.
    package let name: String
    /// The value as sent, without spaces around it; the only control characters in it are tabs.
    package let value: String
  }

  package internal(set) var method = Method.get
  /// The path as sent, before "?"; it begins with "/", and is visible ASCII as in RFC 3986.
  package internal(set) var path = ""
  /// The query as sent, after "?".
  package internal(set) var query: String?
  /// The header fields in their order.
  package internal(set) var fields: [Field] = []
  /// The bytes after the head, as many as Content-Length says.
  package internal(set) var body: [UInt8] = []
  /// Whether the version is HTTP/1.0.
  package internal(set) var isVersion10 = false
  /// Whether the connection may serve another request after this one.
  package internal(set) var keepsOpen = true

  /// The value of a header field, whose name is compared without case.
  ///
  /// The values of a field that is sent more than once are joined with ", ". A request that repeats a field such as
  /// Host or Cookie, which may be sent only once, is refused.
  package subscript(field: String) -> String? {
    let name = HTTPBytes.lowerCase(field)
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension HTTPRequest {
  /// Parses bytes that are one whole request and nothing else; nil for anything else.
  package init?(parsing bytes: [UInt8], limits: HTTPLimits = HTTPLimits()) {
    var parser = HTTPParser(limits)
    var position = 0
    guard case .request(let request)? = parser.read(bytes.span, &position), position == bytes.count else { return nil }
    self = request
  }
}
