import Testing

@testable import AppControllerKit

@Suite struct `The difference of two descriptions` {
  /// The changes from one root's JSON to another's.
  private func changes(_ old: String, _ new: String) throws -> [String] {
    let before = try description(json: #"{"root": \#(old)}"#)
    let after = try description(json: #"{"root": \#(new)}"#)
    #expect(before.buildFailure == nil && after.buildFailure == nil)
    let difference = after.difference(from: before)
    #expect(difference.isEmpty == (before == after))
    #expect(before.applying(difference) == after)
    return difference.told
  }

  /// A stack of children, in short: `kind#id(text)`.
  private func stack(_ children: String...) -> String {
    let nodes = children.map { child in
      let parts = child.split(separator: "(")
      let names = parts[0].split(separator: "#")
      let id = names.count > 1 ? #", "id": "\#(names[1])""# : ""
      let text = parts.count > 1 ? #", "text": "\#(parts[1].dropLast())""# : ""
      return #"{"kind": "\#(names[0])"\#(id)\#(text)}"#
    }
    return #"{"kind": "stack", "children": [\#(nodes.joined(separator: ", "))]}"#
  }

  @Test func `of equal ones is empty, and everything survives`() throws {
    let one = EveryKind.loggedIn
    let other = try description(json: JSONRenderer().render(one))
    for difference in [other.difference(from: one), one.difference(from: one)] {
      #expect(difference.isEmpty)
      #expect(difference.changes.isEmpty)
      #expect(difference.runs.count == 1)
      #expect(difference.survivors.map(\.new.index) == Array(0..<one.nodeCount))
    }
  }

  @Test func `names what was removed, from the last, then the rest in order`() throws {
    #expect(
      try changes(
        stack("text#a", "text#b", "text#c", "text#d", "text#e"), stack("text#x", "text#e(9)", "text#c", "text#d(9)")
      ) == [
        "- 1.text#b", "- 0.text#a", "+ 0.text#x", "4.text#e > 1.text#e", "4.text#e ~ 1.text#e", "3.text#d ~ 3.text#d",
      ]
    )
  }

  // MARK: - With an id

  @Test func `keeps a node with an id across parents, and says only that it moved`() throws {
    let old =
      #"{"kind": "stack", "children": [{"kind": "group", "children": [{"kind": "field", "id": "f"}]}, {"kind": "list"}]}"#
    let new =
      #"{"kind": "stack", "children": [{"kind": "group"}, {"kind": "list", "children": [{"kind": "field", "id": "f"}]}]}"#
    #expect(try changes(old, new) == ["0.0.field#f > 1.0.field#f"])
  }

  @Test func `keeps a node that goes up a level and stays where it is otherwise`() throws {
    let old =
      #"{"kind": "stack", "children": [{"kind": "group", "children": [{"kind": "text"}, {"kind": "field", "id": "f"}]}]}"#
    let new =
      #"{"kind": "stack", "children": [{"kind": "group", "children": [{"kind": "text"}]}, {"kind": "field", "id": "f"}]}"#
    #expect(try changes(old, new) == ["0.1.field#f > 1.field#f"])
    #expect(try changes(new, old) == ["1.field#f > 0.1.field#f"])
  }

  @Test func `keeps a node whose parent is gone`() throws {
    let old =
      #"{"kind": "stack", "children": [{"kind": "group", "children": [{"kind": "text"}, {"kind": "field", "id": "f"}]}]}"#
    #expect(
      try changes(old, stack("field#f")) == ["- 0.0.text", "- 0.group", "0.1.field#f > 0.field#f"]
    )
  }

  @Test func `does not keep a node that changed its kind or its id`() throws {
    #expect(try changes(stack("field#a"), stack("toggle#a")) == ["- 0.field#a", "+ 0.toggle#a"])
    #expect(try changes(stack("gadget#a"), stack("widget#a")) == ["- 0.gadget#a", "+ 0.widget#a"])
    #expect(try changes(stack("field#a"), stack("field#b")) == ["- 0.field#a", "+ 0.field#b"])
    #expect(try changes(stack("field#a"), stack("field")) == ["- 0.field#a", "+ 0.field"])
    #expect(try changes(stack("field"), stack("field#a")) == ["- 0.field", "+ 0.field#a"])
  }

  @Test func `lets the root become a child, and a child the root`() throws {
    let old = #"{"kind": "stack", "id": "a", "children": [{"kind": "group", "id": "b"}]}"#
    let new = #"{"kind": "group", "id": "b", "children": [{"kind": "stack", "id": "a"}]}"#
    #expect(try changes(old, new) == ["0.group#b > group#b", "stack#a > 0.stack#a"])
  }

  @Test func `of descriptions with another root keeps nothing without an id`() throws {
    let old = #"{"kind": "stack", "children": [{"kind": "text", "text": "t"}, {"kind": "field", "id": "f"}]}"#
    let new = #"{"kind": "group", "children": [{"kind": "text", "text": "t"}, {"kind": "field", "id": "f"}]}"#
    #expect(try changes(old, new) == ["- 0.text", "- stack", "+ group", "+ 0.text", "1.field#f > 1.field#f"])
  }

  @Test func `takes the first of two with the same id, and the others by their places`() throws {
    #expect(
      try changes(stack("text#a(1)", "text#a(2)"), stack("text#a(2)", "text#a(1)"))
        == ["0.text#a ~ 0.text#a", "1.text#a ~ 1.text#a"]
    )
    #expect(
      try changes(stack("text#a(1)", "text#a(2)", "text#a(3)"), stack("text#a(1)", "text#a(3)")) == ["- 1.text#a"])
    // The first ones have different kinds, so that the id is of no more use; the second is no first one.
    #expect(
      try changes(stack("text#a", "field#a"), stack("field#a", "text#a"))
        == ["- 1.field#a", "- 0.text#a", "+ 0.field#a", "+ 1.text#a"]
    )
  }

  @Test func `follows the first of two with the same id, and not what its equal parent holds now`() throws {
    let group =
      #"{"kind": "group", "children": [{"kind": "list", "id": "a", "children": [{"kind": "spacer"}]}]}"#
    let old = #"{"kind": "stack", "children": [\#(group)]}"#
    let new = #"{"kind": "stack", "children": [{"kind": "list", "id": "a"}, \#(group)]}"#
    #expect(
      try changes(old, new) == ["- 0.0.0.spacer", "0.0.list#a > 0.list#a", "+ 1.0.list#a", "+ 1.0.0.spacer"])
  }

  // MARK: - Without an id

  @Test func `finds equal children at both ends`() throws {
    #expect(try changes(stack("text(1)", "text(2)", "text(3)"), stack("text(1)", "text(3)")) == ["- 1.text"])
    #expect(try changes(stack("text(1)", "text(3)"), stack("text(1)", "text(2)", "text(3)")) == ["+ 1.text"])
    #expect(try changes(stack("text(1)", "text(1)"), stack("text(1)", "text(1)", "text(1)")) == ["+ 2.text"])
    #expect(
      try changes(stack("text(1)", "field#f", "text(2)"), stack("text(0)", "text(1)", "field#f", "text(2)"))
        == ["+ 0.text"]
    )
  }

  @Test func `finds equal children between others before those of the same kind`() throws {
    #expect(
      try changes(
        stack("text(1)", "text(2)", "text(3)", "text(4)"), stack("text(8)", "text(3)", "text(9)")
      ) == ["- 3.text", "0.text ~ 0.text", "2.text > 1.text", "1.text ~ 2.text"]
    )
  }

  @Test func `takes the next of the same kind where nothing is equal`() throws {
    #expect(
      try changes(stack("text(1)", "code(1)", "text(2)"), stack("code(8)", "text(8)"))
        == ["- 2.text", "1.code > 0.code", "1.code ~ 0.code", "0.text ~ 1.text"]
    )
    #expect(try changes(stack("gadget(1)"), stack("widget(1)")) == ["- 0.gadget", "+ 0.widget"])
    #expect(try changes(stack("gadget(1)"), stack("gadget(2)")) == ["0.gadget ~ 0.gadget"])
  }

  @Test func `does not look for a node without an id below another parent`() throws {
    let old = #"{"kind": "stack", "children": [{"kind": "group", "children": [{"kind": "text"}]}, {"kind": "list"}]}"#
    let new = #"{"kind": "stack", "children": [{"kind": "group"}, {"kind": "list", "children": [{"kind": "text"}]}]}"#
    #expect(try changes(old, new) == ["- 0.0.text", "+ 1.0.text"])
  }

  @Test func `goes on below a parent that differs`() throws {
    func nested(_ hint: String, _ text: String) -> String {
      #"{"kind": "stack", "children": [{"kind": "group", "hint": "\#(hint)", "children": [{"kind": "text"},"#
        + #"{"kind": "text", "text": "\#(text)"}]}]}"#
    }
    #expect(try changes(nested("a", "1"), nested("b", "1")) == ["0.group ~ 0.group"])
    #expect(try changes(nested("a", "1"), nested("a", "2")) == ["0.1.text ~ 0.1.text"])
  }

  // MARK: - Moves

  @Test func `moves as few siblings as can be`() throws {
    let old = stack("text#a", "text#b", "text#c", "text#d", "text#e")
    #expect(
      try changes(old, stack("text#e", "text#a", "text#b", "text#c", "text#d")) == ["4.text#e > 0.text#e"])
    #expect(
      try changes(old, stack("text#b", "text#c", "text#d", "text#e", "text#a")) == ["0.text#a > 4.text#a"])
    #expect(try changes(old, stack("text#e", "text#b", "text#c", "text#d", "text#a")).count == 2)
    #expect(try changes(old, stack("text#e", "text#d", "text#c", "text#b", "text#a")).count == 4)
  }

  @Test func `moves nobody because of what comes or goes before`() throws {
    #expect(
      try changes(stack("text#a", "text#b", "text#c"), stack("code#x", "text#b", "text#c")) == [
        "- 0.text#a", "+ 0.code#x",
      ])
  }

  // MARK: - Properties, fallbacks and the document

  @Test(arguments: [
    (#""hint": "a""#, #""hint": "b""#), (#""hint": "a""#, #""badge": "a""#), (#""x-a": 1"#, #""x-a": 1.0"#),
    (#""x-a": {"b": [1, {"c": null}]}"#, #""x-a": {"b": [1, {"c": true}]}"#), (#""x-a": 1"#, #""x-b": 1"#),
    (#""x-a": []"#, #""x-a": {}"#), (#""hidden": true"#, #""hidden": false"#),
  ])
  func `tells that a property changed`(one: String, other: String) throws {
    #expect(try changes(#"{"kind": "stack", \#(one)}"#, #"{"kind": "stack", \#(other)}"#) == ["stack ~ stack"])
    #expect(try changes(#"{"kind": "stack", \#(one)}"#, #"{"kind": "stack"}"#) == ["stack ~ stack"])
  }

  @Test func `has a fallback as a child in a place of its own`() throws {
    func gadget(_ fallback: String?, _ child: String? = nil) -> String {
      #"{"kind": "gadget"\#(fallback.map { #", "fallback": \#($0)"# } ?? "")\#(child.map { #", "children": [\#($0)]"# } ?? "")}"#
    }
    let one = #"{"kind": "text", "text": "1"}"#
    let two = #"{"kind": "text", "text": "2"}"#
    let field = #"{"kind": "field", "id": "f"}"#
    #expect(try changes(gadget(one), gadget(two)) == ["f.text ~ f.text"])
    #expect(try changes(gadget(one), gadget(field)) == ["- f.text", "+ f.field#f"])
    // Whether there is one is what the owner says.
    #expect(try changes(gadget(one), gadget(nil)) == ["- f.text", "gadget ~ gadget"])
    #expect(try changes(gadget(nil), gadget(one)) == ["gadget ~ gadget", "+ f.text"])
    #expect(try changes(gadget(one), gadget(nil, one)) == ["- f.text", "gadget ~ gadget", "+ 0.text"])
    #expect(try changes(gadget(field), gadget(nil, field)) == ["gadget ~ gadget", "f.field#f > 0.field#f"])
    #expect(try changes(gadget(nil, field), gadget(field)) == ["gadget ~ gadget", "0.field#f > f.field#f"])
    #expect(try changes(gadget(field, one), gadget(one, field)) == ["- 0.text", "+ f.text", "f.field#f > 0.field#f"])
  }

  @Test(arguments: [
    #""lang": "en""#, #""dir": "rtl""#, #""id": "other""#, #""fallbackText": "Sorry""#, #""x-doc": {"a": [1]}"#,
  ])
  func `counts what is said about the document`(said: String) throws {
    let plain = try description(json: #"{"root": {"kind": "stack"}}"#)
    let other = try description(json: #"{\#(said), "root": {"kind": "stack"}}"#)
    for (old, new) in [(plain, other), (other, plain)] {
      let difference = new.difference(from: old)
      #expect(difference.told == ["document"])
      #expect(!difference.isEmpty)
      #expect(old.applying(difference) == new)
    }
  }

  @Test func `is found for descriptions that could not be built`() throws {
    let failed = build { $0.node("stack") { $0.node("") } }
    let failedOtherwise = build { $0.end() }
    let spacer = build { $0.node("spacer") }
    let made = [failed, failedOtherwise, spacer, EveryKind.loggedIn]
    #expect(failed.buildFailure != nil && failedOtherwise.buildFailure != nil)
    for old in made {
      for new in made {
        let difference = new.difference(from: old)
        #expect(difference.isEmpty == (old == new))
        #expect(old.applying(difference) == new)
        #expect(old.applying(difference)?.buildFailure == new.buildFailure)
      }
    }
    #expect(failed.difference(from: failedOtherwise).told == ["document"])
    #expect(failed.difference(from: spacer).told == ["document"])
  }
}
