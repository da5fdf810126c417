import Testing

@testable import AppControllerInterface
@testable import AppControllerKit

@Suite struct `A builder that is used wrongly` {
  /// A way to use a builder wrongly, and what it answers.
  struct Misuse: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: Diagnostic.Code
    let path: String
    let body: @Sendable (inout ArenaBuilder) -> Void

    init(
      _ name: String, _ code: Diagnostic.Code, _ path: String, _ body: @escaping @Sendable (inout ArenaBuilder) -> Void
    ) {
      (testDescription, self.code, self.path, self.body) = (name, code, path, body)
    }
  }

  private static let structure = [
    Misuse("nothing at all", .noRoot, "$") { _ in },
    Misuse("only a document property", .noRoot, "$") { $0.set("id", "a") },
    Misuse("two roots", .secondRoot, "$") {
      $0.node("screen", "a")
      $0.node("screen", "b")
    },
    Misuse("end without begin", .unbalanced, "$") { $0.end() },
    Misuse("one end too many", .unbalanced, "$") {
      $0.node("screen", "a")
      $0.end()
    },
    Misuse("begin without end", .unbalanced, "$.root") { $0.begin("screen", "a") },
    Misuse("a child without end", .unbalanced, "$.root") {
      $0.begin("screen", "a")
      $0.begin("stack")
      $0.end()
    },
    Misuse("close without open", .unbalanced, "$.root") {
      $0.begin("screen", "a")
      $0.close()
    },
    Misuse("close at the document", .unbalanced, "$") { $0.close() },
    Misuse("end while a map is open", .unbalanced, "$.root.action") {
      $0.begin("screen", "a")
      $0.open(.map, .action)
      $0.end()
    },
    Misuse("open without close", .unbalanced, "$.extra") { $0.open(.list, key: "extra".utf8Span.span) },
    Misuse("a node without a kind", .emptyKind, "$.root") { $0.begin("") },
    Misuse("a property after a child", .propertyAfterChild, "$.root") {
      $0.begin("screen", "a")
      $0.node("spacer")
      $0.set("label", "late")
    },
    Misuse("a document property after the root", .propertyAfterChild, "$") {
      $0.node("screen", "a")
      $0.set("lang", "en")
    },
    Misuse("a node in a map", .nodeInValue, "$.root.action") {
      $0.begin("screen", "a")
      $0.open(.map, .action)
      $0.begin("text")
    },
    Misuse("a node as the fallback of the document", .nodeInValue, "$.fallback") {
      $0.open(.map, .fallback)
      $0.begin("text")
    },
    Misuse("a node as the fallback of a value", .nodeInValue, "$.root.input.fallback") {
      $0.begin("screen", "a")
      $0.open(.map, .input)
      $0.open(.map, .fallback)
      $0.begin("text")
    },
    Misuse("a node in a list", .nodeInValue, "$.root.extra") {
      $0.begin("screen", "a")
      $0.open(.list, key: "extra".utf8Span.span)
      $0.begin("text")
    },
    Misuse("two nodes in a fallback", .nodeInValue, "$.root.fallback") {
      $0.begin("screen", "a")
      $0.open(.map, .fallback)
      $0.node("text")
      $0.node("text")
    },
    Misuse("a node after a value in a fallback", .nodeInValue, "$.root.fallback") {
      $0.begin("screen", "a")
      $0.open(.map, .fallback)
      $0.set("text", "x")
      $0.begin("text")
    },
    Misuse("a value after a node in a fallback", .propertyAfterChild, "$.root.fallback") {
      $0.begin("screen", "a")
      $0.open(.map, .fallback)
      $0.node("text")
      $0.set("text", "x")
    },
  ]

  private static let keys = [
    Misuse("a known key twice", .duplicateKey, "$.root.label") {
      $0.begin("screen", "a")
      $0.set("label", "one")
      $0.set("label", "two")
    },
    Misuse("an unknown key twice", .duplicateKey, "$.root.x-shape") {
      $0.begin("screen", "a")
      $0.set("x-shape", "one")
      $0.set("x-other", "one")
      $0.set("x-shape", "two")
      $0.end()
    },
    Misuse("an unknown key twice in a map", .duplicateKey, "$.root.payload.one") {
      $0.begin("screen", "a")
      $0.map("payload") {
        $0.set("one", "1")
        $0.set("one", "2")
      }
    },
    Misuse("an unknown key twice among many", .duplicateKey, "$.root.x-0") { builder in
      builder.begin("screen", "a")
      for number in 0..<40 { builder.set("x-\(number % 39)", "v") }
      builder.end()
    },
    Misuse("a document key twice", .duplicateKey, "$.lang") {
      $0.set("lang", "en")
      $0.set("lang", "de")
    },
    Misuse("an empty key in a node", .badKey, "$.root") {
      $0.begin("screen", "a")
      $0.set("", "x")
    },
    Misuse("an empty key in a map", .badKey, "$.root.payload") {
      $0.begin("screen", "a")
      $0.open(.map, .payload)
      $0.set("", "x")
    },
    Misuse("a key in a list", .badKey, "$.root.extra") {
      $0.begin("screen", "a")
      $0.open(.list, key: "extra".utf8Span.span)
      $0.set("key", "x")
    },
    Misuse("an id as a property", .badKey, "$.root") {
      $0.begin("screen", "a")
      $0.set("id", "b")
    },
    Misuse("a kind as a property", .badKey, "$.root") {
      $0.begin("screen", "a")
      $0.set("kind", "text")
    },
    Misuse("children as a property", .badKey, "$.root") {
      $0.begin("screen", "a")
      $0.list("children")
    },
    Misuse("a root as a property", .badKey, "$") { $0.set("root", "x") },
    Misuse("not a number", .notFinite, "$.root.total") {
      $0.begin("screen", "a")
      $0.set("total", .double(.nan))
    },
    Misuse("infinity in a list", .notFinite, "$.root.extra[2]") {
      $0.begin("screen", "a")
      $0.open(.list, key: "extra".utf8Span.span)
      $0.element("zero")
      $0.element("one")
      $0.set("", .double(-.infinity))
    },
  ]

  @Test(arguments: structure + keys)
  func `names the first mistake by its code and path`(misuse: Misuse) {
    let made = build(misuse.body)
    #expect(made.validate().map(\.code) == [misuse.code])
    #expect(made.validate().map(\.path) == [misuse.path])
    #expect(made.validate().map(\.severity) == [.error])
    #expect(made.buildFailure == made.validate().first)
    #expect(made.nodeCount == 1)
  }

  @Test func `names the node that it was in`() {
    let made = build {
      $0.begin("screen", "home")
      $0.begin("gadget", "thing")
      $0.set("total", .double(.infinity))
    }
    #expect(made.buildFailure?.message == "the number is inf; only finite numbers are allowed (in gadget \"thing\")")
  }

  @Test func `changes nothing after the first failure`() {
    var builder = ArenaBuilder()
    builder.begin("screen", "a")
    builder.begin("")
    let first = builder.failure
    let before = (builder.nodes.count, builder.values.count, builder.pending.count, builder.text.exactCopy)
    let answers = [
      builder.set("label", "x"), builder.set("label", bytes: [0xFF]), builder.set("hidden", .bool(true)),
      builder.set(.total, double: .nan), builder.open(.map, .action), builder.close(), builder.begin("screen"),
      builder.end(), builder.end(), builder.end(),
    ]
    let after = (builder.nodes.count, builder.values.count, builder.pending.count, builder.text.exactCopy)
    let last = builder.failure
    #expect(first?.diagnostic.code == .emptyKind)
    #expect(answers == Array(repeating: false, count: 10))
    #expect(last == first)
    #expect(after == before)
    let made = builder.finish()
    #expect(made.buildFailure == first?.diagnostic)
  }

  @Test func `builds cleanly after a reset`() {
    var builder = ArenaBuilder()
    builder.set("lang", "de")
    builder.begin("screen", "broken")
    builder.set("left-over", "x")
    builder.open(.map, .action)
    builder.open(.list, .sends)
    builder.begin("text")
    let failure = builder.failure
    #expect(failure?.diagnostic.code == .nodeInValue)

    builder.reset()
    builder.begin("screen", "whole")
    builder.set("label", "Whole")
    builder.end()
    let made = builder.finish()
    #expect(made.validate().isEmpty)
    #expect(made == build { $0.node("screen", "whole") { $0.set("label", "Whole") } })
    #expect(JSONRenderer().render(made) == #"{"root":{"id":"whole","kind":"screen","label":"Whole"}}"#)
  }
}
