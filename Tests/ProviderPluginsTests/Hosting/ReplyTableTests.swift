import AppControllerKit
import CProviderABI
import ProviderABI
import Testing

@testable import ProviderPlugins

/// The reply as a provider uses it: the status of each call, and the response of all calls.
@Suite struct `A reply` {
  private let reply = ReplyTable()

  init() { reply.open() }

  private func message(_ text: StaticString = "hello") -> Int32 {
    unsafe reply.table.pointee.message(reply.table, ACK_LEVEL_INFO, ack_str(immortal: text))
  }

  private func leave(_ how: StaticString) -> Int32 {
    unsafe reply.table.pointee.leave(reply.table, ack_str(immortal: how))
  }

  /// Begins a screen, and describes it with a label.
  ///
  /// - Returns: The status of the last call; `nil` when the screen was refused.
  private func show(_ how: StaticString, label: StaticString = "New", ends: Bool = true) -> Int32? {
    guard let builder = unsafe reply.table.pointee.show(reply.table, ack_str(immortal: how)) else { return nil }
    return unsafe describe(builder, label, ends)
  }

  private func describe(_ builder: UnsafePointer<ack_builder>, _ label: StaticString, _ ends: Bool) -> Int32 {
    let table = unsafe builder.pointee
    _ = unsafe table.begin(builder, ack_str(immortal: "screen"), ack_str(immortal: "new"))
    let status = unsafe table.set_str(builder, ack_str(immortal: "label"), ack_str(immortal: label))
    return ends ? unsafe table.end(builder) : status
  }

  private func expectMisuse(_ part: String, _ refusal: ProviderReply.Refusal?) {
    guard case .response(let what)? = refusal else {
      Issue.record("\(String(describing: refusal)) is no misuse")
      return
    }
    #expect(what.contains(part))
  }

  private func expectScreenRefused(_ refusal: ProviderReply.Refusal?) {
    guard case .screen(let diagnostic)? = refusal else {
      Issue.record("\(String(describing: refusal)) is no screen")
      return
    }
    #expect(diagnostic.code.rawValue == "ACK1104")
    #expect(diagnostic.path.hasPrefix("$"))
  }

  @Test func `keeps the effects in their order`() throws {
    #expect(message() == ACK_OK)
    #expect(show("push") == ACK_OK)
    #expect(leave("pop-to-root") == ACK_OK)
    #expect(show("replace") == ACK_OK)
    #expect(unsafe reply.table.pointee.logout(reply.table) == ACK_OK)
    let effects = try reply.finish().effects
    try #require(effects.count == 5)
    #expect(effects[0] == .message(.info, "hello"))
    guard case .show(let screen, .push) = effects[1] else {
      Issue.record("\(effects[1]) is no pushed screen")
      return
    }
    #expect(screen.root.label == "New")
    #expect(effects[2] == .leave(.popToRoot))
    #expect(effects[3] == .show(screen, .replace))
    #expect(effects[4] == .logout)
  }

  @Test func `takes 256 effects, and a screen is one of them`() {
    #expect(show("push") == ACK_OK)
    for _ in 2...256 { #expect(message() == ACK_OK) }
    #expect(throws: Never.self) { try reply.finish() }
    #expect(show("push") == nil)
    #expect(message() == ACK_LIMIT)
    #expect(leave("sideways") == ACK_LIMIT, "the first failure is answered, not the second")
    expectMisuse("256 effects", #expect(throws: ProviderReply.Refusal.self) { try reply.finish() })
  }

  @Test func `is poisoned by its first failure`() {
    #expect(leave("sideways") == ACK_MISUSE)
    #expect(message() == ACK_MISUSE)
    #expect(unsafe reply.table.pointee.login(reply.table, nil) == ACK_MISUSE)
    #expect(show("push") == nil)
    expectMisuse("\"sideways\"", reply.refusal)
    // The next answer starts from the beginning.
    reply.close()
    reply.open()
    #expect(message() == ACK_OK)
    #expect(reply.refusal == nil)
  }

  @Test func `is poisoned by a screen that cannot be built`() {
    #expect(show("push", label: "\u{FFFD}", ends: false) == ACK_OK)
    #expect(reply.refusal == nil, "the screen may still be finished")
    #expect(message() == ACK_MISUSE, "the next call finishes the screen")
    expectScreenRefused(reply.refusal)
  }

  @Test func `knows what stopped a screen before it is finished`() {
    guard let builder = unsafe reply.table.pointee.show(reply.table, ack_str(immortal: "push")) else {
      Issue.record("the screen was refused")
      return
    }
    #expect(unsafe builder.pointee.end(builder) == ACK_MISUSE)
    expectScreenRefused(reply.refusal)
  }

  @Test func `hands out builders that end with the next call`() throws {
    guard let first = unsafe reply.table.pointee.show(reply.table, ack_str(immortal: "push")) else {
      Issue.record("the first screen was refused")
      return
    }
    #expect(unsafe describe(first, "First", true) == ACK_OK)
    guard let second = unsafe reply.table.pointee.show(reply.table, ack_str(immortal: "present")) else {
      Issue.record("the second screen was refused")
      return
    }
    #expect(unsafe describe(first, "Late", true) == ACK_GONE)
    #expect(unsafe describe(second, "Second", true) == ACK_OK)
    #expect(message() == ACK_OK)
    #expect(unsafe second.pointee.end(second) == ACK_GONE)
    let labels = try reply.finish().effects.compactMap { effect -> String? in
      guard case .show(let screen, _) = effect else { return nil }
      return screen.root.label
    }
    #expect(labels == ["First", "Second"])
    reply.close()
    #expect(message() == ACK_GONE)
    #expect(unsafe reply.table.pointee.show(reply.table, ack_str(immortal: "push")) == nil)
  }

  @Test(arguments: [true, false])
  func `takes nothing after a login or a logout`(_ logsIn: Bool) {
    let table = unsafe reply.table.pointee
    #expect((logsIn ? unsafe table.login(reply.table, nil) : unsafe table.logout(reply.table)) == ACK_OK)
    #expect(show("push") == nil)
    #expect(message() == ACK_MISUSE)
    expectMisuse("after a login or logout", #expect(throws: ProviderReply.Refusal.self) { try reply.finish() })
  }
}
