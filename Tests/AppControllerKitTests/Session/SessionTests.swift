import AppControllerKit
import TestSupport
import Testing

@Suite struct `Sessions` {
  private let session = Session(
    subject: "ann",
    displayName: "Ann \"A\"",
    secret: Secret("hunter2"),
    expiresAt: 2_000_000_000,
    attributes: ["b": "2", "a": "1"]
  )

  @Test func `shows its secret nowhere`() {
    var dumped = ""
    dump(session, to: &dumped)
    dump([session], to: &dumped)
    dump(SessionRecord(session: session, generation: 1), to: &dumped)
    dump(session.secret, to: &dumped)
    let shown = [
      "\(session)", session.description, String(reflecting: session), dumped,
      "\(SessionRecord(session: session, generation: 1))", "\(String(describing: session.secret))",
      String(reflecting: session.secret), "\(Mirror(reflecting: session).children.map { "\($0)" })",
      "\(Mirror(reflecting: Secret("hunter2")).children.map { "\($0)" })", "\(["key": session])",
    ]
    for text in shown {
      #expect(!text.contains("hunter"))
      let other = text.replacing("secondsSince1970", with: "")
      #expect(!other.contains("7"), "the length is not shown either")
    }
    // The probe works: everything else is there.
    #expect(dumped.contains("ann") && dumped.contains("(secret)"))
    #expect(
      session.description == #"Session(subject: "ann", displayName: "Ann \"A\"", secret: (secret), "#
        + #"expiresAt: 2033-05-18T03:33:20Z, attributes: ["a": "1", "b": "2"])"#
    )
  }

  @Test func `a secret equals another with the same bytes`() {
    #expect(Secret("abc") == Secret("abc"))
    #expect(Secret("abc") != Secret("abd"))
    #expect(Secret("abc") != Secret("ab"))
    #expect(Secret("") == Secret([UInt8]().span))
    #expect(Secret("é") != Secret("e\u{301}"))
    let bytes = Secret("abc").withUTF8Bytes { span in span.indices.map { span[$0] } }
    #expect(bytes == [0x61, 0x62, 0x63])
  }

  @Test func `wiping leaves an empty array`() {
    var bytes = Array("hunter2".utf8)
    Secret.wipe(&bytes)
    #expect(bytes.isEmpty)
  }

  @Test func `expires at its second`() {
    #expect(!session.isExpired(at: 1_999_999_999))
    #expect(session.isExpired(at: 2_000_000_000))
    #expect(!Session.anonymous.isExpired(at: Timestamp(secondsSince1970: .max)))
  }

  @Test func `anonymous is nobody and valid`() throws {
    try Session.anonymous.validated()
    #expect(Session.anonymous.isAnonymous)
    #expect(!session.isAnonymous)
  }

  @Test func `is valid up to every limit`() throws {
    let kibibyte = String(repeating: "x", count: 1024)
    var largest = Session(
      subject: String(repeating: "s", count: 512),
      displayName: String(repeating: "é", count: 256),
      secret: Secret(String(repeating: "t", count: 16 << 10)),
      expiresAt: Timestamp(secondsSince1970: .min)
    )
    for number in 10..<74 { largest.attributes["\(number)" + kibibyte.dropLast(2)] = kibibyte }
    try largest.validated()
    try Session(subject: "s", secret: Secret("-----BEGIN-----\nAAAA\n")).validated()
  }

  @Test(
    arguments: [
      (.init(subject: ""), "the subject has 0 bytes, not 1 to 512"),
      (.init(subject: String(repeating: "é", count: 257)), "the subject has 514 bytes, not 1 to 512"),
      (.init(subject: "a\nb"), "the subject has the character U+000A, which is not allowed"),
      (.init(subject: "a\u{85}"), "the subject has the character U+0085, which is not allowed"),
      (
        .init(subject: "a", displayName: "\u{202E}a"),
        "the display name has the character U+202E, which is not allowed"
      ),
      (
        .init(subject: "a", displayName: String(repeating: "x", count: 513)),
        "the display name has 513 bytes, not 0 to 512"
      ),
      (
        .init(subject: "a", secret: Secret(String(repeating: "x", count: 16385))),
        "the secret has more than 16384 bytes"
      ),
      (.init(subject: "a", secret: Secret([0x61, 0xFF].span)), "the secret is not UTF-8"),
      (
        .init(subject: "a", attributes: ["": "x"]),
        "the name of attribute 1 of 1 has 0 bytes, not 1 to 1024"
      ),
      (
        .init(subject: "a", attributes: ["n": String(repeating: "x", count: 1025)]),
        "the value of the attribute \"n\" has 1025 bytes, not 0 to 1024"
      ),
      (
        .init(subject: "a", attributes: ["n": "\u{1B}[2J"]),
        "the value of the attribute \"n\" has the character U+001B, which is not allowed"
      ),
      (
        .init(subject: "a", attributes: Dictionary(uniqueKeysWithValues: (0..<65).map { ("\($0)", "") })),
        "the session has 65 attributes, more than 64"
      ),
    ] as [(Session, String)]
  )
  func `a broken rule is named`(session: Session, expected: String) {
    let error = #expect(throws: AppControllerError.self) { try session.validated() }
    #expect(error?.code == .invalidSession)
    #expect(error?.what == expected)
  }

  @Test(arguments: [
    // Controls and ends of lines; marks, overrides and isolates of direction.
    "a\u{0}", "a\u{7F}", "a\u{9F}", "a\u{2028}", "a\u{2029}", "\u{200E}a", "\u{200F}a", "a\u{061C}", "a\u{202A}b",
    "a\u{2066}b", "a\u{2069}", "a\u{206A}b",
    // The byte order mark, annotations, tags, what joins or selects nothing, noncharacters.
    "\u{FEFF}a", "a\u{FFF9}b\u{FFFB}", "a\u{E0041}", "a\u{E0001}", "a\u{200D}b", "a\u{200C}b", "a\u{FE0F}", "a\u{FFFF}",
  ])
  func `a text that would not be shown as it is is refused, and named by its first such character`(text: String) throws
  {
    let shown = text.displayable
    #expect(shown != text)
    let position = try #require(zip(text.unicodeScalars, shown.unicodeScalars).first { $0 != $1 })
    let digits = String(position.0.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    for session in [
      Session(subject: text), Session(subject: "s", displayName: text), Session(subject: "s", attributes: [text: ""]),
      Session(subject: "s", attributes: ["n": text]),
    ] {
      let error = #expect(throws: AppControllerError.self) { try session.validated() }
      #expect(error?.code == .invalidSession)
      #expect(error?.what.hasSuffix("has the character \(name), which is not allowed") == true)
      #expect(error?.what.contains(text) == false)
    }
    try Session(subject: "s", secret: Secret(text)).validated()
  }

  @Test(arguments: [
    // What joins and selects where scripts and emoji need it, what says where a line may break, and what replaces.
    "\u{1F469}\u{200D}\u{1F4BB}", "\u{2764}\u{FE0F}", "\u{0646}\u{200C}\u{0647}", "\u{0915}\u{094D}\u{200D}",
    "co\u{AD}op",
    "a\u{200B}b", "caf\u{FFFD}", "ann \u{0627}\u{0646}", "Zoe\u{308}",
  ])
  func `a text that is shown as it is is accepted, and stored as it is`(text: String) throws {
    let session = Session(subject: text, displayName: text, attributes: [text: text])
    try session.validated()
    let bytes = try SessionFile.encode(session: session, generation: 1, provider: "kitty")
    guard case .record(let stored?, _, _, _, _) = SessionFile.decode(bytes, provider: "kitty") else {
      Issue.record("it is not stored")
      return
    }
    #expect(Array(stored.subject.utf8) == Array(text.utf8))
    #expect(
      stored.attributes.allSatisfy {
        Array($0.key.utf8) == Array(text.utf8) && Array($0.value.utf8) == Array(text.utf8)
      })
  }
}

@Suite struct `Session file` {
  private let provider = "com.example.kitty"

  private func decode(_ text: String) -> SessionFile.Content {
    SessionFile.decode(Array(text.utf8), provider: provider)
  }

  @Test func `has one canonical form`() throws {
    let session = Session(
      subject: "ann",
      displayName: "Ann",
      secret: Secret("t\"k"),
      expiresAt: -5,
      attributes: ["b": "2", "a": "1"]
    )
    let bytes = try SessionFile.encode(session: session, generation: 3, provider: provider)
    let expected =
      #"{"format":"appcontroller-session","generation":3,"provider":"com.example.kitty","session":"#
      + #"{"attributes":{"a":"1","b":"2"},"displayName":"Ann","expiresAt":-5,"secretIn":"file.3","subject":"ann"},"#
      + #""version":1}"# + "\nt\"k"
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(SessionFile.decode(bytes, provider: provider) == .record(session: session, generation: 3))

    let erased = try SessionFile.encode(session: nil, generation: 4, provider: provider)
    #expect(SessionFile.decode(erased, provider: provider) == .record(session: nil, generation: 4))
    let plain = try SessionFile.encode(session: .anonymous, generation: 5, provider: provider)
    #expect(SessionFile.decode(plain, provider: provider) == .record(session: .anonymous, generation: 5))
  }

  @Test func `a session that would not fit is refused`() throws {
    let quotes = String(repeating: "\"", count: 1024)
    var session = Session(subject: "s")
    for number in 10..<74 { session.attributes["\(number)" + quotes.dropLast(2)] = quotes }
    try session.validated()
    let error = #expect(throws: AppControllerError.self) {
      try SessionFile.encode(session: session, generation: 1, provider: provider)
    }
    #expect(error?.code == .invalidSession)
  }

  @Test func `a newer version is recognised whatever else it says`() {
    #expect(decode(#"{"format":"appcontroller-session","version":2,"new":[]}"#) == .newer(version: 2))
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", #"{"format":"other","version":1}"#,
    #"{"format":"appcontroller-session"}"#,
    #"{"format":"appcontroller-session","version":"1"}"#,
    #"{"format":"appcontroller-session","version":0}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"other","session":null,"version":1}"#,
    #"{"format":"appcontroller-session","generation":0,"provider":"com.example.kitty","session":null,"version":1}"#,
    #"{"format":"appcontroller-session","generation":-1,"provider":"com.example.kitty","session":null,"version":1}"#,
    #"{"format":"appcontroller-session","generation":1.5,"provider":"com.example.kitty","session":null,"version":1}"#,
    #"{"format":"appcontroller-session","generation":9223372036854775807,"provider":"com.example.kitty","session":null,"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":3,"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{},"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":null,"x":1,"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{"attributes":{},"displayName":"","subject":""},"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{"attributes":{"a":1},"displayName":"","subject":"s"},"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{"attributes":{},"displayName":"","expiresAt":"1","subject":"s"},"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{"attributes":{},"displayName":"","secret":1,"subject":"s"},"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{"attributes":{"\u00e9":"1","e\u0301":"2"},"displayName":"","subject":"s"},"version":1}"#,
    #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":{"admin":true,"attributes":{},"displayName":"","subject":"s"},"version":1}"#,
  ])
  func `anything else is foreign`(text: String) {
    guard case .foreign = decode(text) else {
      Issue.record("\(decode(text))")
      return
    }
  }

  @Test(arguments: [
    (#""subject":"s""#, #""subject":1"#, "session.subject is an integer, and has to be a string"),
    (#","subject":"s""#, "", "session.subject is missing"),
    (#""displayName":"","#, "", "session.displayName is missing"),
    (#""subject":"s""#, #""subject":"""#, "session is refused: the subject has 0 bytes, not 1 to 512"),
    (#""subject":"s""#, #""expiresAt":"1","subject":"s""#, "session.expiresAt is a string, and has to be an integer"),
    (#""subject":"s""#, #""expiresAt":null,"subject":"s""#, "session.expiresAt is null, and has to be an integer"),
    (#""subject":"s""#, #""secretIn":null,"subject":"s""#, "session.secretIn is null, and has to be a string"),
    (#""subject":"s""#, #""admin":true,"subject":"s""#, "session.admin is not known"),
    (#""attributes":{}"#, #""attributes":{"a":1}"#, "session.attributes.a is an integer, and has to be a string"),
    (#""format":"appcontroller-session""#, #""format":"x""#, #"format has to be "appcontroller-session""#),
    (#""generation":1"#, #""generation":0"#, "generation is not from 1 to 9007199254740992"),
    (#""generation":1"#, #""generation":"1""#, "generation is a string, and has to be an integer"),
    (#""provider":"com.example.kitty""#, #""provider":"x""#, "it is not the file of the provider com.example.kitty"),
    (#""version":1"#, #""version":0"#, "version is not from 1 up"),
    (#""version":1"#, #""version":1,"savedAt":"x""#, "savedAt is a string, and has to be an integer"),
  ])
  func `is foreign for a reason that names the member`(part: String, other: String, reason: String) {
    let text =
      #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":"#
      + #"{"attributes":{},"displayName":"","subject":"s"},"version":1}"#
    #expect(decode(text) == .record(session: Session(subject: "s"), generation: 1))
    #expect(text.contains(part))
    #expect(decode(text.replacing(part, with: other)) == .foreign(reason: reason))
  }

  @Test func `is foreign when the name of an attribute is too long to be hashed`() {
    let name = String(repeating: "\u{301}", count: 40_000)
    let text =
      #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":"#
      + #"{"attributes":{""# + name + #"":""},"displayName":"","subject":"s"},"version":1}"#
    #expect(decode(text) == .foreign(reason: "session.attributes has a name of 80000 bytes; at most 1024"))
  }
}
