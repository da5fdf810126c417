import AppControllerKit
import Testing

@Suite struct `The limits of a description` {
  private func failure(_ body: (inout ArenaBuilder) -> Void) -> Diagnostic? { build(body).buildFailure }

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: [(10_000, false), (10_001, true)])
  func `10 000 nodes pass and one more does not`(count: Int, isRefused: Bool) {
    let failure = failure { builder in
      builder.node("screen", "a") { for _ in 1..<count { $0.node("spacer") } }
    }
    #expect((failure?.code == .tooManyNodes) == isRefused)
    #expect((failure == nil) == !isRefused)
    if isRefused { #expect(failure?.path == "$.root") }
  }

  @Test(arguments: [(64, false), (65, true)])
  func `64 levels of nodes pass and one more does not`(depth: Int, isRefused: Bool) {
    let failure = failure { builder in
      for _ in 0..<depth { builder.begin("stack") }
      for _ in 0..<depth { builder.end() }
    }
    #expect(failure?.code == (isRefused ? .tooDeep : nil))
    if isRefused { #expect(failure?.path == "$.root" + String(repeating: ".children[0]", count: 63)) }
  }

  @Test func `Depth is what is open and not what was opened`() {
    let failure = failure { builder in
      builder.node("screen", "a") { builder in
        for _ in 0..<100 { builder.node("stack") { $0.node("spacer") } }
      }
    }
    #expect(failure == nil)
  }

  @Test(arguments: [
    ("text", 16 << 10, Diagnostic.Code.textTooLong), ("x-unknown", 16 << 10, .textTooLong),
    ("hint", 16 << 10, .textTooLong),
    ("label", 512, .textTooLong), ("placeholder", 512, .textTooLong),
  ])
  func `A text of the limit passes and one byte more does not`(key: String, limit: Int, code: Diagnostic.Code) {
    let passing = failure { builder in builder.node("text") { $0.set(key, text(limit)) } }
    #expect(passing == nil)
    let failing = failure { builder in builder.node("text") { $0.set(key, text(limit + 1)) } }
    #expect(failing?.code == code)
    #expect(failing?.path == "$.root.\(key)")
    #expect(failing?.message.contains("\(limit + 1) bytes") == true)
  }

  @Test func `Sizes count the bytes as received`() {
    let received = String(repeating: "\u{1B}", count: 512)
    let made = build { builder in builder.node("screen", "a") { $0.set("label", received) } }
    #expect(made.buildFailure == nil)
    #expect(made.root.label == String(repeating: "?", count: 512))
    // A letter of two bytes counts twice.
    let failing = failure { builder in
      builder.node("screen", "a") { $0.set("label", String(repeating: "é", count: 257)) }
    }
    #expect(failing?.code == .textTooLong)
  }

  @Test(arguments: ["id", "kind", "key"])
  func `A name of 64 bytes passes and one of 65 does not`(what: String) {
    for count in [64, 65] {
      let failure = failure { builder in
        builder.begin(what == "kind" ? text(count) : "gadget", what == "id" ? text(count) : "")
        if what == "key" { builder.set(text(count), "x") }
        builder.end()
      }
      #expect(failure?.code == (count == 65 ? .nameTooLong : nil))
      if count == 65 {
        #expect(failure?.path == "$.root")
        #expect(failure?.message.hasPrefix("the \(what) has 65 bytes") == true)
      }
    }
  }

  @Test func `1 MiB of text passes and one byte more does not`() {
    // What the kind's name, the id and the keys take counts too.
    func made(extra: Int) -> Diagnostic? {
      failure { builder in
        builder.begin("gadget", "a")
        var left = (1 << 20) - 7 + extra
        var number = 0
        while left > 0 {
          let key = "k\(number)"
          let count = min(16 << 10, left - key.utf8.count)
          builder.set(key, text(count))
          left -= count + key.utf8.count
          number += 1
        }
        builder.end()
      }
    }
    #expect(made(extra: 0) == nil)
    #expect(made(extra: 1)?.code == .tooMuchText)
    #expect(made(extra: 1)?.path == "$.root.k63")
  }

  @Test(arguments: [(100_000, false), (100_001, true)])
  func `100 000 values pass and one more does not`(count: Int, isRefused: Bool) {
    let failure = failure { builder in
      builder.node("gadget") { builder in
        builder.list("extra") { for _ in 1..<count { $0.set("", .int(1)) } }
      }
    }
    #expect(failure?.code == (isRefused ? .tooManyValues : nil))
    if isRefused { #expect(failure?.path == "$.root.extra") }
  }

  @Test(arguments: [(16, false), (17, true)])
  func `16 levels of values pass and one more does not`(depth: Int, isRefused: Bool) {
    let failure = failure { builder in
      builder.begin("gadget")
      builder.open(.map, key: "extra".utf8Span.span)
      for _ in 1..<depth { builder.open(.map, key: "in".utf8Span.span) }
      for _ in 0..<depth { builder.close() }
      builder.end()
    }
    #expect(failure?.code == (isRefused ? .valueTooDeep : nil))
    if isRefused { #expect(failure?.path == "$.root.extra" + String(repeating: ".in", count: 16)) }
  }

  @Test func `A failure in the list of a map in a list says where it is`() {
    let failure = failure { builder in
      builder.begin("gadget")
      builder.open(.list, key: "rows".utf8Span.span)
      builder.map("") { $0.set("cell", "fine") }
      builder.open(.map, key: Span())
      builder.open(.list, key: "cells".utf8Span.span)
      builder.element("fine")
      builder.element("fine")
      builder.element(text((16 << 10) + 1))
    }
    #expect(failure?.path == "$.root.rows[1].cells[2]")
  }

  @Test func `Everything is counted anew after a reset`() {
    var builder = ArenaBuilder()
    var failures: [BuildFailure] = []
    for _ in 0..<3 {
      // Over a third of each total, so that three would be too much.
      builder.node("gadget") { builder in
        for number in 0..<30 { builder.set("k\(number)", text(16 << 10)) }
        builder.list("extra") { for _ in 0..<40_000 { $0.set("", .int(1)) } }
        for _ in 0..<4_000 { builder.node("spacer") }
        for _ in 0..<40 { builder.begin("stack") }
      }
      if let failure = builder.failure { failures.append(failure) }
      builder.reset()
    }
    #expect(failures == [])
  }

  @Test func `A limit is told apart from misuse`() {
    var builder = ArenaBuilder()
    builder.begin("gadget", text(65))
    let limit = builder.failure?.kind
    builder.reset()
    builder.end()
    let misuse = builder.failure?.kind
    #expect(limit == .limit)
    #expect(misuse == .misuse)
  }
}
