/// A request of a browser to the address that the server sends it back to, as it comes in.
///
/// It is a value: bytes go in, and what they mean comes out.
struct LoopbackRequest: Sendable, Equatable {
  enum Verdict: Sendable, Equatable {
    /// The request is not complete yet.
    case incomplete
    /// It is the one, with the code.
    case code(String)
    /// The server says that there will be none.
    case refused(String)
    /// It is another one: an HTTP status, and words for whoever has sent it.
    case stray(Int, String)

    /// The answer to the browser; nothing from the request is in it.
    var response: String {
      let (status, words) =
        switch self {
        case .code: (200, "You are signed in. You can close this page.")
        case .refused: (200, "The sign-in was refused. You can close this page.")
        case .stray(let status, let words): (status, words)
        case .incomplete: (408, "The request was not complete.")
        }
      let reasons = [200: "OK", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout"]
      let body = "\(words)\n"
      return """
        HTTP/1.1 \(status) \(reasons[status] ?? "Bad Request")\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Length: \(body.utf8.count)\r
        Cache-Control: no-store\r
        Referrer-Policy: no-referrer\r
        X-Content-Type-Options: nosniff\r
        Connection: close\r
        \r
        \(body)
        """
    }
  }

  static let path = "/callback"
  private static let longest = 8 << 10

  let state: String
  /// The host and the port that it was sent to.
  let authority: String
  private var bytes: [UInt8] = []

  init(state: String, authority: String) { (self.state, self.authority) = (state, authority) }

  mutating func receive(_ more: [UInt8]) -> Verdict {
    bytes += more
    let end = bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) }
    guard let end else {
      return bytes.count > Self.longest ? .stray(400, "The request is too long.") : .incomplete
    }
    guard end <= Self.longest, bytes[..<end].allSatisfy({ 0x20...0x7E ~= $0 || $0 == 13 || $0 == 10 }) else {
      return .stray(400, "This is not a request that a browser sends here.")
    }
    return judge(String(decoding: bytes[..<end], as: UTF8.self))
  }

  private func judge(_ head: String) -> Verdict {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      return .stray(400, "This is not a request that a browser sends here.")
    }
    guard words[0] == "GET" else { return .stray(405, "Only GET is answered here.") }
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    guard hosts.count == 1, hosts[0].dropFirst(5).drop(while: { $0 == " " }) == authority else {
      return .stray(400, "The request is for another host.")
    }
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == Self.path else { return .stray(404, "There is nothing here. Go on where you have signed in.") }
    guard parts.count == 2, let fields = FormEncoding.decode(parts[1]), fields["state"] == state else {
      return .stray(400, "This is not the answer to the sign-in that is under way. Open its page again.")
    }
    if let error = fields["error"] { return .refused(PlainText.errorCode(error)) }
    guard let code = fields["code"], 1...4096 ~= code.utf8.count else {
      return .stray(400, "The answer has no code. Open the page of the sign-in again.")
    }
    return .code(code)
  }
}
