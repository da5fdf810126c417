/// A request that was accepted.
package struct HTTPRequest: Sendable {
  /// The methods that are served.
  package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// The place of a field in the bytes of the head; the name is in lower case.
  struct Field: Sendable {
    let name: Range<Int>
    let value: Range<Int>
  }

  package let method: Method
  /// The path as sent, before "?"; it begins with "/", and is visible ASCII as in RFC 3986.
  package let path: String
  /// The query as sent, after "?".
  package let query: String?
  /// The bytes after the head, as many as Content-Length says.
  package let body: [UInt8]
  /// Whether the version is HTTP/1.0.
  package let isVersion10: Bool
  /// Whether the connection may serve another request after this one.
  package let keepsOpen: Bool
  let head: [UInt8]
  let places: [Field]

  /// The header fields as sent and in their order; the names are in lower case.
  package var fields: [(name: String, value: String)] { places.map { (text($0.name), text($0.value)) } }

  /// The value of a header field, whose name is compared without case.
  ///
  /// Values of a field that is sent more than once are joined with ", "; a field that may be sent once only, such as Host
  /// or Cookie, is not among these, because such a request is refused.
  package subscript(field: String) -> String? {
    var found: String?
    for place in places where isName(place.name, field) {
      found = found.map { "\($0), \(text(place.value))" } ?? text(place.value)
    }
    return found
  }

  private func isName(_ range: Range<Int>, _ name: String) -> Bool {
    guard range.count == name.utf8.count else { return false }
    var place = range.lowerBound
    for byte in name.utf8 {
      guard head[place] == HTTPBytes.lowerCase(byte) else { return false }
      place += 1
    }
    return true
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: head[range], as: UTF8.self) }
}

extension HTTPRequest: Equatable {
  package static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.method == right.method && left.path == right.path && left.query == right.query && left.body == right.body
      && left.isVersion10 == right.isVersion10 && left.keepsOpen == right.keepsOpen
      && left.places.count == right.places.count
      && zip(left.places, right.places).allSatisfy { mine, other in
        left.head[mine.name] == right.head[other.name] && left.head[mine.value] == right.head[other.value]
      }
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
