import TestSupport
import Testing

@testable import AppControllerKit

@Suite struct `Applying a difference` {
  @Test(arguments: [false, true])
  func `to the old description makes the new one, for any two`(hasDuplicateIDs: Bool) {
    var options = RandomDescription.Options()
    options.hasDuplicateIDs = hasDuplicateIDs
    let made = (0..<Effort.cases(100, thorough: 3000)).map { RandomDescription(seed: $0, options).description }
    for (old, new) in zip(made, made.dropFirst()) {
      let difference = new.difference(from: old)
      #expect(difference.isEmpty == (old == new))
      #expect(old.applying(difference) == new)
    }
  }

  @Test(arguments: [false, true])
  func `to the old description makes the new one, along chains of edits`(hasDuplicateIDs: Bool) {
    var options = RandomDescription.Options()
    options.hasDuplicateIDs = hasDuplicateIDs
    var generator = SeededGenerator(seed: 5)
    for seed in 0..<Effort.cases(8, thorough: 200) {
      var tree = RandomDescription(seed: seed, options)
      // What is applied to is what was made by applying.
      var old = tree.description
      for step in 0..<15 {
        tree = tree.mutated(step % 4, using: &generator)
        let new = tree.description
        let difference = new.difference(from: old)
        #expect(difference.isEmpty == (old == new))
        let made = old.applying(difference)
        #expect(made == new)
        old = made ?? new
      }
    }
  }

  @Test func `makes a description that can be used as any other`() throws {
    let difference = EveryKind.loggedOut.difference(from: EveryKind.loggedIn)
    let made = try #require(EveryKind.loggedIn.applying(difference))
    #expect(JSONRenderer().render(made) == JSONRenderer().render(EveryKind.loggedOut))
    #expect(TextRenderer().render(made) == TextRenderer().render(EveryKind.loggedOut))
    #expect(made.validate() == EveryKind.loggedOut.validate())
    #expect(made.allNodes.map(\.path) == EveryKind.loggedOut.allNodes.map(\.path))
    #expect(made.arena.text.count == EveryKind.loggedOut.arena.text.count)
    #expect(made.arena.values.count == EveryKind.loggedOut.arena.values.count)
  }

  // MARK: - From what it is applied to

  @Test func `keeps what the description itself says, wherever nothing changed`() throws {
    func tree(_ hint: String, _ last: String) throws -> InterfaceDescription {
      try description(
        json:
          #"{"lang": "en", "root": {"kind": "stack", "hint": "\#(hint)", "children": [{"kind": "gadget", "hint": "\#(hint)","#
          + #""fallback": {"kind": "text", "text": "\#(hint)"}}, \#(last)]}}"#
      )
    }
    let old = try tree("old", #"{"kind": "field", "id": "f"}, {"kind": "text", "text": "\#("last")"}"#)
    let new = try tree("old", #"{"kind": "list", "children": [{"kind": "field", "id": "f"}]}, {"kind": "text"}"#)
    let difference = new.difference(from: old)
    #expect(difference.told == ["+ 1.list", "1.field#f > 1.0.field#f", "2.text ~ 2.text"])
    let another = try tree("another", #"{"kind": "field", "id": "f"}, {"kind": "text", "text": "\#("last")"}"#)
    let made = try #require(another.applying(difference))
    #expect(
      try made == tree("another", #"{"kind": "list", "children": [{"kind": "field", "id": "f"}]}, {"kind": "text"}"#))
  }

  @Test func `holds no more than what changed`() throws {
    func tree(_ text: String) -> InterfaceDescription {
      build { builder in
        builder.node("screen", "s") { builder in
          for group in 0..<101 {
            builder.node("group") { builder in
              for index in 0..<97 { builder.node("text", index % 2 == 0 ? "n\(group)-\(index)" : "") }
              builder.node("text") { $0.set("text", group == 50 ? text : "same") }
            }
          }
        }
      }
    }
    let old = tree("one")
    let new = tree("two")
    #expect(old.nodeCount == 10_000)
    let difference = new.difference(from: old)
    #expect(difference.told == ["50.97.text ~ 50.97.text"])
    #expect(difference.runs.count == 1)
    #expect(tree("one").applying(difference) == new)
  }

  // MARK: - What it does not fit

  @Test func `answers nil where the tree is another one`() throws {
    let old = try description(
      json: #"{"root": {"kind": "stack", "children": [{"kind": "text", "id": "a"}, {"kind": "list"}]}}"#)
    let new = try description(json: #"{"root": {"kind": "stack", "children": [{"kind": "list"}]}}"#)
    let difference = new.difference(from: old)
    for root in [
      #"{"kind": "stack", "children": [{"kind": "text", "id": "b"}, {"kind": "list"}]}"#,
      #"{"kind": "stack", "children": [{"kind": "code", "id": "a"}, {"kind": "list"}]}"#,
      #"{"kind": "stack", "children": [{"kind": "text", "id": "a"}, {"kind": "list"}, {"kind": "list"}]}"#,
      #"{"kind": "stack", "children": [{"kind": "text", "id": "a", "children": [{"kind": "list"}]}]}"#,
      #"{"kind": "stack", "fallback": {"kind": "text", "id": "a"}, "children": [{"kind": "list"}]}"#,
      #"{"kind": "stack"}"#,
    ] {
      let other = try description(json: #"{"root": \#(root)}"#)
      #expect(other.buildFailure == nil)
      #expect(other.applying(difference) == nil)
    }
    #expect(old.applying(difference) == new)
    #expect(new.applying(difference) == nil)
  }

  @Test func `answers nil where what is removed or updated says something else`() throws {
    let old = try description(
      json: #"{"lang": "en", "root": {"kind": "stack", "hint": "a", "children": [{"kind": "text", "text": "a"}]}}"#)
    let removed = try description(json: #"{"lang": "en", "root": {"kind": "stack", "hint": "a"}}"#).difference(
      from: old)
    let updated = try description(
      json: #"{"lang": "en", "root": {"kind": "stack", "hint": "b", "children": [{"kind": "text", "text": "a"}]}}"#
    )
    .difference(from: old)
    let translated = try description(
      json: #"{"lang": "de", "root": {"kind": "stack", "hint": "a", "children": [{"kind": "text", "text": "a"}]}}"#
    )
    .difference(from: old)
    let withText = try description(
      json: #"{"lang": "en", "root": {"kind": "stack", "hint": "a", "children": [{"kind": "text", "text": "b"}]}}"#)
    let withHint = try description(
      json: #"{"lang": "en", "root": {"kind": "stack", "hint": "c", "children": [{"kind": "text", "text": "a"}]}}"#)
    let withLanguage = try description(
      json: #"{"lang": "fr", "root": {"kind": "stack", "hint": "a", "children": [{"kind": "text", "text": "a"}]}}"#)
    #expect(withText.applying(removed) == nil)
    #expect(withText.applying(updated)?.root.children.first?.text == "b")
    #expect(withHint.applying(updated) == nil)
    #expect(withHint.applying(removed)?.root.hint == "c")
    #expect(withLanguage.applying(translated) == nil)
    #expect(withLanguage.applying(updated)?.language == "fr")
  }

  @Test func `answers nil for a description that could not be built, unless it is from that one`() {
    let spacer = build { $0.node("spacer") }
    let failed = build { $0.end() }
    for new in [EveryKind.loggedIn, build { $0.node("stack") }] {
      let difference = new.difference(from: spacer)
      #expect(spacer.applying(difference) == new)
      #expect(failed.applying(difference) == nil)
    }
    #expect(failed.applying(EveryKind.loggedIn.difference(from: failed)) == EveryKind.loggedIn)
  }

  @Test func `answers nil where the outcome would be larger than a description may be`() {
    func tree(_ first: Int, _ second: Int) -> InterfaceDescription {
      build { builder in
        builder.node("gadget") { builder in
          for (id, count) in [("a", first), ("b", second)] {
            builder.node("gadget", id) { builder in
              builder.list("x") { builder in for _ in 0..<count { builder.set("", .null) } }
            }
          }
        }
      }
    }
    // Each is allowed, both together are not.
    let difference = tree(1, 60_000).difference(from: tree(1, 1))
    #expect(tree(30_000, 1).applying(difference) == tree(30_000, 60_000))
    #expect(tree(60_000, 1).applying(difference) == nil)
  }

  @Test func `copes with text that is larger than what was received`() {
    // Each byte has become three.
    let control = String(repeating: "\u{1B}", count: 16 << 10)
    func tree(_ hint: String) -> InterfaceDescription {
      build { builder in
        builder.node("gadget") { builder in
          builder.set("hint", hint)
          for number in 0..<60 { builder.set("x\(number)", control) }
        }
      }
    }
    let (old, new) = (tree("a"), tree("b"))
    let difference = new.difference(from: old)
    #expect(difference.changes.count == 1)
    #expect(old.buildFailure == nil)
    #expect(old.applying(difference) == new)
  }
}
