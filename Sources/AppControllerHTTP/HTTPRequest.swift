package struct HTTPRequest: Sendable, Equatable {
  package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  package struct Field: Sendable, Equatable {
    /// In lower case.
    package let name: String
    /// As sent, without spaces around it; the only control characters in it are tabs.
    package let value: String
  }

  package internal(set) var method = Method.get
  /// As sent, before "?"; it begins with "/", and is visible ASCII as in RFC 3986.
  package internal(set) var path = ""
  /// As sent, after "?".
  package internal(set) var query: String?
  package internal(set) var fields: [Field] = []
  package internal(set) var body: [UInt8] = []
  package internal(set) var isVersion10 = false
  package internal(set) var keepsOpen = true

  /// Joins the values of a field that is sent more than once with ", "; the name is compared without case.
  ///
  /// A request that repeats a field such as Host or Cookie, which may be sent only once, is refused.
  package subscript(field: String) -> String? {
    let name = HTTPBytes.lowerCase(field)
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension HTTPRequest {
  /// Fails for anything but one whole request.
  package init?(parsing bytes: [UInt8], limits: HTTPLimits = HTTPLimits()) {
    var parser = HTTPParser(limits)
    var position = 0
    guard case .request(let request)? = parser.read(bytes.span, &position), position == bytes.count else { return nil }
    self = request
  }
}
