import AppControllerKit
import Testing

/// What a matching says in short: what is gone, from the last; then, in the order of the new description, what is new, and
/// where a node was and is.
private func told(_ old: InterfaceDescription, _ new: InterfaceDescription) -> [String] {
  let matching = NodeMatching(from: old.arena, to: new.arena)
  let gone = old.allNodes.reversed().filter { matching.newIndex(of: $0.index) == nil }.map { "- " + $0.shortPath }
  return gone
    + new.allNodes.compactMap { node in
      guard let origin = matching.oldIndex(of: node.index) else { return "+ " + node.shortPath }
      let place = InterfaceDescription.Node(arena: old.arena, index: origin).shortPath
      return place == node.shortPath ? nil : "\(place) > \(node.shortPath)"
    }
}

extension InterfaceDescription.Node {
  /// The way down from the root, such as `0.2.f`, with the kind and the id, if there is one.
  fileprivate var shortPath: String {
    let way = path.dropFirst("$.root".count).split(separator: ".").map { step in
      step == "fallback" ? "f" : step.dropFirst("children[".count).dropLast()
    }
    return (way + ["\(kindName)\(id.map { "#" + $0 } ?? "")"]).joined(separator: ".")
  }
}

@Suite struct `The matching of two descriptions` {
  /// From one root's JSON to another's.
  private func changes(_ old: String, _ new: String) throws -> [String] {
    try told(description(json: #"{"root": \#(old)}"#), description(json: #"{"root": \#(new)}"#))
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

  @Test func `of equal ones has every node`() throws {
    let one = EveryKind.loggedIn
    let other = try description(json: JSONRenderer().render(one))
    #expect(told(one, other) == [] && told(one, one) == [])
  }

  @Test func `names what was removed, from the last, then the rest in order`() throws {
    #expect(
      try changes(
        stack("text#a", "text#b", "text#c", "text#d", "text#e"), stack("text#x", "text#e(9)", "text#c", "text#d(9)")
      ) == [
        "- 1.text#b", "- 0.text#a", "+ 0.text#x", "4.text#e > 1.text#e",
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
    #expect(try changes(old, new) == ["- 0.text", "- stack", "+ group", "+ 0.text"])
  }

  @Test func `takes the first of two with the same id, and the others by their places`() throws {
    #expect(
      try changes(stack("text#a(1)", "text#a(2)"), stack("text#a(2)", "text#a(1)"))
        == []
    )
    #expect(
      try changes(stack("text#a(1)", "text#a(2)", "text#a(3)"), stack("text#a(1)", "text#a(3)"))
        == ["- 1.text#a", "2.text#a > 1.text#a"])
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
      try changes(old, new) == [
        "- 0.0.0.spacer", "0.0.list#a > 0.list#a", "0.group > 1.group", "+ 1.0.list#a", "+ 1.0.0.spacer",
      ])
  }

  // MARK: - Without an id

  @Test func `finds equal children at both ends`() throws {
    #expect(
      try changes(stack("text(1)", "text(2)", "text(3)"), stack("text(1)", "text(3)"))
        == ["- 1.text", "2.text > 1.text"])
    #expect(
      try changes(stack("text(1)", "text(3)"), stack("text(1)", "text(2)", "text(3)"))
        == ["+ 1.text", "1.text > 2.text"])
    #expect(try changes(stack("text(1)", "text(1)"), stack("text(1)", "text(1)", "text(1)")) == ["+ 2.text"])
    #expect(
      try changes(stack("text(1)", "field#f", "text(2)"), stack("text(0)", "text(1)", "field#f", "text(2)"))
        == ["+ 0.text", "0.text > 1.text", "1.field#f > 2.field#f", "2.text > 3.text"]
    )
  }

  @Test func `finds equal children between others before those of the same kind`() throws {
    #expect(
      try changes(
        stack("text(1)", "text(2)", "text(3)", "text(4)"), stack("text(8)", "text(3)", "text(9)")
      ) == ["- 3.text", "2.text > 1.text", "1.text > 2.text"]
    )
  }

  @Test func `takes the next of the same kind where nothing is equal`() throws {
    #expect(
      try changes(stack("text(1)", "code(1)", "text(2)"), stack("code(8)", "text(8)"))
        == ["- 2.text", "1.code > 0.code", "0.text > 1.text"]
    )
    #expect(try changes(stack("gadget(1)"), stack("widget(1)")) == ["- 0.gadget", "+ 0.widget"])
    #expect(try changes(stack("gadget(1)"), stack("gadget(2)")) == [])
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
    #expect(try changes(nested("a", "1"), nested("b", "1")) == [])
    #expect(try changes(nested("a", "1"), nested("a", "2")) == [])
  }

  // MARK: - Fallbacks, and descriptions that are none

  @Test func `has a fallback as a child in a place of its own`() throws {
    func gadget(_ fallback: String?, _ child: String? = nil) -> String {
      #"{"kind": "gadget"\#(fallback.map { #", "fallback": \#($0)"# } ?? "")\#(child.map { #", "children": [\#($0)]"# } ?? "")}"#
    }
    let one = #"{"kind": "text", "text": "1"}"#
    let two = #"{"kind": "text", "text": "2"}"#
    let field = #"{"kind": "field", "id": "f"}"#
    #expect(try changes(gadget(one), gadget(two)) == [])
    #expect(try changes(gadget(one), gadget(field)) == ["- f.text", "+ f.field#f"])
    #expect(try changes(gadget(one), gadget(nil)) == ["- f.text"])
    #expect(try changes(gadget(nil), gadget(one)) == ["+ f.text"])
    #expect(try changes(gadget(one), gadget(nil, one)) == ["- f.text", "+ 0.text"])
    #expect(try changes(gadget(field), gadget(nil, field)) == ["f.field#f > 0.field#f"])
    #expect(try changes(gadget(nil, field), gadget(field)) == ["0.field#f > f.field#f"])
    #expect(try changes(gadget(field, one), gadget(one, field)) == ["- 0.text", "+ f.text", "f.field#f > 0.field#f"])
  }

  @Test func `is found for descriptions that could not be built`() throws {
    let failed = build { $0.node("stack") { $0.node("") } }
    #expect(failed.buildFailure != nil)
    for other in [failed, build { $0.end() }, build { $0.node("spacer") }] {
      #expect(told(failed, other) == [] && told(other, failed) == [])
    }
    #expect(told(failed, EveryKind.loggedIn).first == "- spacer")
  }
}
