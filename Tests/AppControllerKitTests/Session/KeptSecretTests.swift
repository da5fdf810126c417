import Testing

@testable import AppControllerKit

/// What is kept of a session that is secret.
@Suite struct `A kept secret` {
  @Test(
    arguments: [
      (nil, nil), ("s", nil), ("s", "r"), (nil, "r"), ("", "r"), ("\0s", nil), ("\u{0}1\u{0}abc", nil),
      ("a\nb", "c\0d"),
      (String(repeating: "s", count: 16 << 10), String(repeating: "r", count: 8 << 10)),
    ] as [(String?, String?)])
  func `is the secret and the refresh token`(_ secret: String?, _ token: String?) {
    let session = Session(
      subject: "ann", secret: secret.map { Secret($0) }, refreshToken: token.map { Secret($0) })
    var read = Session(subject: "ann")
    if let kept = session.keptSecret { read.take(kept: kept) }
    #expect(read.secret?.text == (secret?.isEmpty == true ? nil : secret))
    #expect(read.refreshToken?.text == token)
  }

  @Test(
    arguments: [
      "s", "a\n", "\0", "\u{0}9\u{0}abc", "\u{0}x\u{0}abc", "\u{0}-1\u{0}abc", "\u{0}99999999999\u{0}abc",
    ])
  func `that is not as it is written is the secret`(_ text: String) {
    var read = Session(subject: "ann")
    read.take(kept: Secret(text))
    #expect(read.secret?.text == text)
    #expect(read.refreshToken == nil)
  }
}
