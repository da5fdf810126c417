import ProviderSDK
import Testing

@testable import OrgAppcontrollerkitOauth

private func json(_ text: String) -> JSON? { JSON(Array(text.utf8)) }

@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  (
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ),
])
func `SHA-256 is that of FIPS 180-4`(_ text: String, _ digest: String) {
  let hash = SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  #expect(hash == digest)
}

@Test func `the challenge is the one of RFC 7636`() {
  let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  #expect(Base64URL.encode(SHA256.hash(Array(verifier.utf8))) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  #expect(Base64URL.decode("AP_-") == [0, 255, 254])
  #expect(PKCE().verifier.utf8.count == 43)
  #expect(PKCE().state != PKCE().state)
}

@Test(arguments: [
  "", "{", "[1,]", "{\"a\":1,\"a\":2}", "01", "1.", "\"\u{1}\"", "\"\\u12\"", "\"\\ud800\"", "nul", "{} x", "+1",
  "{\"a\" 1}", String(repeating: "[", count: 40),
])
func `a text that is not JSON is refused`(_ text: String) {
  #expect(json(text) == nil)
}

@Test func `JSON is read`() {
  let value = json(#" {"a": [1, -2.5e3, true, null, "xé😀\n"], "n": "17", "f": 9.0, "big": 1e99} "#)
  #expect(value?["a"] == .array([.number("1"), .number("-2.5e3"), .bool(true), .null, .string("xé😀\n")]))
  #expect(value?["n"]?.integer == 17)
  #expect(value?["f"]?.integer == 9)
  #expect(value?["big"]?.integer == nil)
}

@Test(arguments: [
  "ftp://a.example", "https://", "https://a b.example", "https://user@a.example", "https://a.example:0",
  "https://a.example:99999", "https://a..example", "https://-a.example", "https://127.1", "https://0x7f000001",
  "javascript:alert(1)", "https://a.example/\u{7}", "https://a.example/\u{202E}", "https://ä.example",
  "https://[::1", "https://a.example/" + String(repeating: "a", count: 2048),
])
func `an address that could mean another place is refused`(_ text: String) {
  #expect(WebAddress(text) == nil)
}

@Test func `an address is taken apart`() {
  let address = WebAddress("https://ID.example.com:8443/o?x#y")
  #expect(address?.host == "id.example.com")
  #expect(address?.authority == "ID.example.com:8443")
  #expect(address?.path == "/o?x#y")
  #expect(WebAddress("http://[::1]:80/")?.isSafe == true)
  #expect(WebAddress("http://127.0.0.1.example.com/")?.isSafe == false)
  #expect(WebAddress("http://a.example/")?.isSafe == false)
  let issuer = WebAddress("https://a.example/o/")
  #expect(issuer?.wellKnown("x", belowPath: false) == "https://a.example/.well-known/x/o")
  #expect(issuer?.wellKnown("x", belowPath: true) == "https://a.example/o/.well-known/x")
}

@Test func `forms are encoded and queries are read`() {
  #expect(FormEncoding.encode([("a b", "ä&=+")]) == "a%20b=%C3%A4%26%3D%2B")
  #expect(FormEncoding.decode("a=1&b=%C3%A4+x&c") == ["a": "1", "b": "ä x", "c": ""])
  #expect(FormEncoding.decode("a=1&a=2") == nil)
  #expect(FormEncoding.decode("a=%G1") == nil)
  #expect(FormEncoding.decode("a=%FF") == nil)
}

@Test(arguments: [
  #"{"user_code": "A", "verification_uri": "https://a.example", "expires_in": 9}"#,
  #"{"device_code": "d", "user_code": "A\u0007", "verification_uri": "https://a.example", "expires_in": 9}"#,
  #"{"device_code": "d", "user_code": "A\u202e", "verification_uri": "https://a.example", "expires_in": 9}"#,
  #"{"device_code": "d", "user_code": "A", "verification_uri": "javascript:x", "expires_in": 9}"#,
  #"{"device_code": "d", "user_code": "A", "verification_uri": "https://a.example/\n", "expires_in": 9}"#,
  #"{"device_code": "d", "user_code": "A", "verification_uri": "https://a.example", "expires_in": -9}"#,
  #"{"device_code": "d", "user_code": "A", "verification_uri": "https://a.example"}"#,
])
func `a grant that cannot be used is refused`(_ text: String) throws {
  let value = try #require(json(text))
  #expect(throws: DeviceGrantProblem.self) { try DeviceGrant(value) }
}

@Test(arguments: [("5", 5), ("\"7\"", 7), ("0", 1), ("-3", 1), ("99999999", 60), ("null", 5), ("\"x\"", 5)])
func `the interval is from 1 to 60 seconds`(_ text: String, _ seconds: Int) throws {
  let value = #"{"device_code": "d", "user_code": "A", "verification_url": "https://a.example", "expires_in": 1e9, "#
  let grant = try DeviceGrant(try #require(json(value + "\"interval\": \(text)}")))
  #expect(grant.interval == .seconds(seconds))
  #expect(grant.lifetime == .seconds(1800))
}

@Test(arguments: [
  (200, #"{"access_token": "a", "token_type": "mac"}"#), (200, #"{"access_token": "a"}"#),
  (200, #"{"access_token": "a\n", "token_type": "Bearer"}"#), (200, #"{"access_token": "", "token_type": "Bearer"}"#),
  (200, #"{"access_token": "a", "token_type": "Bearer", "expires_in": -1}"#), (200, "x"), (302, ""), (404, "{}"),
])
func `tokens that cannot be used are refused`(_ status: Int, _ body: String) {
  guard case .wrong = TokenAnswer(HTTPAnswer(status: status, body: Array(body.utf8))) else {
    Issue.record("taken")
    return
  }
}

@Test func `an error counts with any status, and strange words are not repeated`() {
  func answer(_ status: Int, _ body: String) -> TokenAnswer {
    TokenAnswer(HTTPAnswer(status: status, body: Array(body.utf8)))
  }
  #expect(answer(200, #"{"error": "slow_down", "interval": "9"}"#) == .refused("slow_down", interval: 9))
  #expect(answer(400, #"{"error": "\u001b[31m"}"#) == .refused("an unknown error", interval: nil))
  #expect(answer(503, "<html>") == .unavailable("HTTP 503"))
  #expect(answer(429, "") == .unavailable("HTTP 429"))
}
