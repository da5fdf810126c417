/// The reason why a request is refused and the connection closed; the raw value is stable, for logs.
package enum HTTPRefusal: String, Error, Sendable, CaseIterable {
  case badRequestLine, unsupportedVersion, unknownMethod, methodNotAllowed, badTarget, targetTooLong
  case bareLineFeed, bareCarriageReturn, controlCharacter, foldedLine, badFieldName, badFieldValue
  case headTooLong, tooManyFields, repeatedField, missingHost, badHost, badConnection
  case badContentLength, lengthRequired, unexpectedBody, bodyTooLong, transferCoding, expectation
  case slowHead, slowBody, tooManyConnections

  package var status: Int { response.status }
  package var words: String { response.words }

  private var response: (status: Int, words: String) {
    switch self {
    case .badRequestLine: (400, "The request line is not a method, a target and a version with single spaces between.")
    case .unsupportedVersion: (505, "The version is neither HTTP/1.1 nor HTTP/1.0.")
    case .unknownMethod: (501, "The method is unknown; GET, HEAD and POST are known, in capitals.")
    case .methodNotAllowed: (405, "The method is not allowed; GET, HEAD and POST are.")
    case .badTarget: (400, "The target is not a path with an optional query, as RFC 3986 writes them.")
    case .targetTooLong: (414, "The target is too long.")
    case .bareLineFeed: (400, "A line ends with a line feed alone.")
    case .bareCarriageReturn: (400, "A carriage return stands without a line feed.")
    case .controlCharacter: (400, "The head contains a control character.")
    case .foldedLine: (400, "A line of the head begins with a space.")
    case .badFieldName: (400, "A field has no name of letters, digits and hyphens with a colon directly after it.")
    case .badFieldValue: (400, "The value of a field is not UTF-8.")
    case .headTooLong: (431, "The head is too long.")
    case .tooManyFields: (431, "The head has too many fields.")
    case .repeatedField: (400, "A field that may be sent once is sent twice.")
    case .missingHost: (400, "The field Host is missing.")
    case .badHost: (400, "The field Host is not a host with an optional port.")
    case .badConnection: (400, "The field Connection names something else than close and keep-alive.")
    case .badContentLength: (400, "The field Content-Length is not one number in decimal digits.")
    case .lengthRequired: (411, "A POST needs the field Content-Length.")
    case .unexpectedBody: (400, "A GET or HEAD has no body.")
    case .bodyTooLong: (413, "The body is too long.")
    case .transferCoding: (501, "Transfer codings are not supported; use Content-Length.")
    case .expectation: (417, "Expectations are not supported.")
    case .slowHead: (408, "The head of the request did not arrive in time.")
    case .slowBody: (408, "The body of the request did not arrive in time.")
    case .tooManyConnections: (503, "There are too many connections; try again soon.")
    }
  }

  var answer: HTTPResponse {
    var fields = [
      ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"), ("Connection", "close"),
    ]
    if self == .methodNotAllowed { fields.append(("Allow", "GET, HEAD, POST")) }
    if self == .tooManyConnections { fields.append(("Retry-After", "1")) }
    return HTTPResponse(status, fields, body: Array("\(words)\n".utf8))
  }
}
