import AppControllerKit
import CProviderABI
import ProviderABI
import ProviderPlugins
import Testing

/// The reply as a provider uses it: the status of each call, and the response of all calls.
@Suite struct `A reply` {
  private let reply = ReplyTable()

  init() { reply.open() }

  /// Adds an effect.
  private func add(
    _ kind: String, _ target: String = "", _ text: String = "", severity: UInt32 = 0, screen json: String? = nil,
    session: Session? = nil
  ) -> Int32 {
    lending { memory in
      var effect = unsafe ack_effect.sized()
      unsafe (effect.kind, effect.target) = (memory.lend(kind), memory.lend(target))
      unsafe (effect.text, effect.severity) = (memory.lend(text), severity)
      if let json {
        let text = unsafe memory.lend(json)
        var form = unsafe ack_form.sized()
        unsafe (form.encoding, form.text, form.text_size) = (UInt32(ACK_FORM_JSON), text.ptr, UInt32(text.len))
        unsafe effect.form = UnsafePointer(memory.lend(form))
      }
      unsafe effect.session = session.map { unsafe UnsafePointer($0.lent(by: memory)) }
      return unsafe reply.table.pointee.add(reply.table, &effect)
    }
  }

  private func message(_ text: String = "hello") -> Int32 { add("message", "", text, severity: 1) }

  private func show(_ how: String, label: String = "New") -> Int32 {
    add("show", how, screen: #"{"root":{"kind":"screen","id":"new","label":"\#(label)"}}"#)
  }

  private func expectMisuse(
    _ part: String, _ refusal: ProviderReply.Refusal?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .response(let what)? = refusal else {
      Issue.record("\(String(describing: refusal)) is no misuse", sourceLocation: sourceLocation)
      return
    }
    #expect(what.contains(part), sourceLocation: sourceLocation)
  }

  @Test func `keeps the effects in their order`() throws {
    #expect(message() == ACK_OK)
    #expect(show("push") == ACK_OK)
    #expect(add("leave", "pop-to-root") == ACK_OK)
    #expect(add("select", "tabs", "news") == ACK_OK)
    #expect(add("field-error", "email", "Wrong") == ACK_OK)
    #expect(show("replace") == ACK_OK)
    #expect(add("login", session: Session(subject: "kitty")) == ACK_OK)
    let effects = try reply.finish().effects
    try #require(effects.count == 7)
    guard case .show(let screen, .push) = effects[1] else {
      Issue.record("\(effects[1]) is no pushed screen")
      return
    }
    #expect(screen.root.label == "New")
    let expected: [ActionResponse.Effect] = [
      .message(.info, "hello"), .show(screen, .push), .leave(.popToRoot), .select(tabs: "tabs", item: "news"),
      .fieldError(input: "email", message: "Wrong"), .show(screen, .replace), .login(Session(subject: "kitty")),
    ]
    #expect(effects == expected)
  }

  @Test func `takes 256 effects, and a screen is one of them`() {
    #expect(show("push") == ACK_OK)
    for _ in 2...256 { #expect(message() == ACK_OK) }
    #expect(throws: Never.self) { try reply.finish() }
    #expect(show("push") == ACK_LIMIT)
    #expect(add("leave", "sideways") == ACK_LIMIT, "the first failure is answered, not the second")
    expectMisuse("256 effects", #expect(throws: ProviderReply.Refusal.self) { try reply.finish() })
  }

  @Test func `takes nothing after its first failure`() {
    #expect(add("leave", "sideways") == ACK_MISUSE)
    #expect(message() == ACK_MISUSE)
    #expect(add("login") == ACK_MISUSE)
    #expect(show("push") == ACK_MISUSE)
    expectMisuse("\"sideways\"", reply.refusal)
    // The next answer starts from the beginning.
    reply.close()
    #expect(message() == ACK_GONE)
    reply.open()
    #expect(message() == ACK_OK)
    #expect(reply.refusal == nil)
  }

  @Test(arguments: [
    ("", "", "", 0, "without a kind"), ("show", "sideways", "", 0, "show has the target"),
    ("select", "", "\u{1F431}" + String(repeating: "x", count: 64), 0, "over 64 bytes"),
    ("field-error", String(repeating: "x", count: 65), "", 0, "too long"),
    ("message", "", "x", 0, "severity 0"), ("message", "", "x", 5, "severity 5"),
    ("message", "", String(repeating: "x", count: 16_385), 1, "too long"),
    // What a kind does not use.
    ("logout", "x", "", 0, "logout has no target"), ("leave", "pop", "x", 0, "leave has no text"),
    ("message", "x", "y", 1, "message has no target"), ("logout", "", "", 1, "logout has no severity"),
  ])
  func `refuses what the ABI does not have`(
    _ kind: String, _ target: String, _ text: String, _ severity: UInt32, _ part: String
  ) {
    #expect(add(kind, target, text, severity: severity) == ACK_MISUSE)
    expectMisuse(part, reply.refusal)
  }

  @Test func `refuses a form and a session where there are none, and no effect`() {
    #expect(add("leave", "pop", screen: "{}") == ACK_MISUSE)
    expectMisuse("leave has no form", reply.refusal)
    reply.open()
    #expect(add("logout", session: Session(subject: "kitty")) == ACK_MISUSE)
    expectMisuse("logout has no session", reply.refusal)
    reply.open()
    #expect(unsafe reply.table.pointee.add(reply.table, nil) == ACK_MISUSE)
    expectMisuse("adds nothing", reply.refusal)
    reply.open()
    var small = unsafe ack_effect.sized()
    unsafe small.struct_size -= 1
    #expect(unsafe reply.table.pointee.add(reply.table, &small) == ACK_MISUSE)
    expectMisuse("smaller than in version 1.0", reply.refusal)
  }

  @Test(arguments: ["com.example.vibrate", "ask"])
  func `goes on without a kind that the host does not know`(kind: String) throws {
    #expect(add(kind, "x", "y", severity: 77) == ACK_UNSUPPORTED)
    #expect(message() == ACK_OK)
    #expect(try reply.finish().effects == [.message(.info, "hello")])
  }

  @Test func `takes nothing after a screen that is refused`() {
    #expect(add("show", "push", screen: #"{"root":{"kind":"screen"}}"#) == ACK_OK, "rules are looked at later")
    #expect(add("show", "push", screen: "{}") == ACK_MISUSE)
    #expect(message() == ACK_MISUSE)
    guard case .screen(let diagnostic)? = reply.refusal else {
      Issue.record("\(String(describing: reply.refusal)) is no screen")
      return
    }
    #expect(diagnostic.path.hasPrefix("$"))
    reply.open()
    #expect(add("show", "push") == ACK_MISUSE, "there is no form")
  }

  @Test(arguments: ["login", "logout"])
  func `takes nothing after a login or a logout`(_ kind: String) {
    #expect(add(kind) == ACK_OK)
    #expect(show("push") == ACK_MISUSE)
    #expect(message() == ACK_MISUSE)
    expectMisuse("after a login or logout", #expect(throws: ProviderReply.Refusal.self) { try reply.finish() })
  }
}
