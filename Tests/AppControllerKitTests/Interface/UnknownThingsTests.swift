import AppControllerKit
import Testing

@Suite struct `What this version does not know` {
  /// Canonical JSON with unknown kinds, properties and values of every type.
  private static let newer =
    #"{"id":"d","root":{"children":[{"children":[{"kind":"text","text":"inside"}],"fallback":{"kind":"text","text":"instead"},"#
    + #""id":"g","kind":"gadget","label":"G","spin":{"busy":false,"input":{"multiple":false,"total":1},"value":5}},"#
    + #"{"kind":"text","text":"t","z-list":[null,true,1,1.5,"s",{"hidden":false,"max":2.0},[9007199254740993]],"zoom":2}],"#
    + #""id":"s","kind":"screen","label":"S"},"x-doc":{"validates":true}}"#

  @Test func `survives to JSON`() throws {
    let made = try description(json: Self.newer)
    #expect(made.buildFailure == nil)
    #expect(JSONRenderer().render(made) == Self.newer)
  }

  @Test func `survives as a form, except for null`() throws {
    let newer = Self.newer.replacing("[null,", with: "[")
    let made = try description(json: newer)
    let copy = FormParts(made).received
    #expect(JSONRenderer().render(copy) == newer)
    #expect(copy == made)
  }

  @Test func `is only warned about`() throws {
    let diagnostics = try description(json: Self.newer).validate()
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
    #expect(
      diagnostics.map { "\($0.code.rawValue) \($0.path)" } == [
        "ACK1233 $.x-doc", "ACK1229 $.root.children[0].kind", "ACK1233 $.root.children[1].z-list",
        "ACK1233 $.root.children[1].zoom",
      ])
  }

  @Test func `is somebody's own with a dot in its name`() throws {
    let own = #"{"root":{"kind":"screen","id":"s","label":"S","com.example.disabled":true,"x.y":{"z":1}},"a.b":1}"#
    #expect(try description(json: own).validate() == [])
    let bare = own.replacing("com.example.disabled", with: "sparkle")
    #expect(try description(json: bare).validate().map(\.code.rawValue) == ["ACK1233"])
  }

  @Test func `keeps its name and stands by its fallback`() throws {
    let made = try description(json: Self.newer)
    let gadget = try #require(made.node(withID: "g"))
    #expect(gadget.kind == nil)
    #expect(gadget.kindName == "gadget")
    #expect(gadget.fallback?.text == "instead")
    #expect(gadget.fallback?.path == "$.root.children[0].fallback")
    #expect(gadget.children.map(\.text) == ["inside"])
  }
}
