import Testing

@testable import OrgAppcontrollerkitOauth

private let host = "127.0.0.1:4711"

private func verdict(_ text: String) -> LoopbackRequest.Verdict {
  var request = LoopbackRequest(state: "s3cret", authority: host)
  return request.receive(Array(text.utf8))
}

private func get(_ target: String, host: String = host, method: String = "GET") -> LoopbackRequest.Verdict {
  verdict("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
}

@Test func `the right request has a code or an error`() {
  #expect(get("/callback?code=abc%2F&state=s3cret") == .code("abc/"))
  #expect(get("/callback?state=s3cret&error=access_denied&error_description=%3Cb%3E") == .refused("access_denied"))
  #expect(get("/callback?state=s3cret&error=%1B%5B31m") == .refused("an unknown error"))
}

@Test(arguments: [
  ("/callback?code=abc&state=wrong", 400), ("/callback?code=abc", 400), ("/callback", 400),
  ("/callback?state=s3cret", 400), ("/callback?state=s3cret&state=s3cret&code=a", 400),
  ("/callback?state=s3cret&code=%G0", 400), ("/", 404), ("/favicon.ico", 404), ("/callback/?state=s3cret&code=a", 404),
])
func `another request gets words`(_ target: String, _ status: Int) {
  guard case .stray(status, let words) = get(target) else {
    Issue.record("taken: \(get(target))")
    return
  }
  #expect(!words.contains("s3cret") && !words.contains("abc"))
}

@Test func `other hosts, methods and garbage are refused`() {
  for verdict in [
    get("/callback?code=a&state=s3cret", host: "evil.example:4711"),
    get("/callback?code=a&state=s3cret", method: "POST"), verdict("\u{16}\u{3}\u{1}\r\n\r\n"), verdict("hello\r\n\r\n"),
    verdict("GET /callback?code=a&state=s3cret HTTP/1.1\r\n\r\n"), verdict(String(repeating: "a", count: 9000)),
  ] {
    guard case .stray = verdict else {
      Issue.record("taken: \(verdict)")
      continue
    }
  }
}

@Test func `a request may come in parts`() {
  var request = LoopbackRequest(state: "s3cret", authority: host)
  #expect(request.receive(Array("GET /callback?code=a&st".utf8)) == .incomplete)
  #expect(request.receive(Array("ate=s3cret HTTP/1.1\r\nHost: \(host)\r\n".utf8)) == .incomplete)
  #expect(request.receive(Array("\r\n".utf8)) == .code("a"))
}
