import AppControllerKit
import Testing

@Suite struct `Equal descriptions` {
  @Test func `are equal in whatever order their properties were set`() throws {
    let one = try description(
      json: #"""
        {"id": "d", "lang": "en", "x-doc": 1, "root": {"kind": "screen", "id": "s", "label": "S", "x-b": true, "hint": "H",
          "x-a": {"two": 2, "one": 1}, "children": [
            {"kind": "field", "id": "f", "label": "F", "input": {"name": "f", "placeholder": "p", "content": "email"}}]}}
        """#
    )
    let other = try description(
      json: #"""
        {"x-doc": 1, "lang": "en", "id": "d", "root": {"kind": "screen", "id": "s", "x-a": {"one": 1, "two": 2}, "hint": "H",
          "x-b": true, "label": "S", "children": [
            {"kind": "field", "id": "f", "input": {"content": "email", "name": "f", "placeholder": "p"}, "label": "F"}]}}
        """#
    )
    #expect(one.buildFailure == nil)
    #expect(one == other)
    #expect(JSONRenderer().render(one) == JSONRenderer().render(other))
  }

  @Test(arguments: [
    ("hidden", "screen", #""hidden": false"#), ("busy", "screen", #""busy": false"#),
    ("enabled", "button", #""enabled": true"#), ("axis", "stack", #""axis": "vertical""#),
    ("style of a text", "text", #""style": "body""#), ("style of a button", "button", #""style": "plain""#),
    ("severity", "banner", #""severity": "info""#), ("live", "text", #""live": "off""#),
    ("content", "field", #""input": {"content": "text", "name": "n"}"#),
    ("multiple", "choice", #""input": {"multiple": false, "name": "n"}"#),
    ("no rules", "field", #""input": {"rules": [], "name": "n"}"#),
    ("scope", "button", #""action": {"scope": "provider", "name": "n"}"#),
    ("validates", "button", #""action": {"validates": true, "name": "n"}"#),
    ("sends nothing", "button", #""action": {"sends": [], "name": "n"}"#),
    ("no payload", "button", #""action": {"payload": {}, "name": "n"}"#),
    ("decorative", "image", #""media": {"decorative": false, "name": "n"}"#),
    ("total", "progress", #""progress": {"total": 1, "name": "n"}"#),
  ])
  func `do not differ by a default that is said`(name: String, kind: String, said: String) throws {
    let property = said.prefix { $0 != ":" }.trimmingSuffix
    let silent = said.contains("{\"") ? #"\#(property): {"name": "n"}"# : nil
    let one = try description(json: #"{"root": {"kind": "\#(kind)", "id": "a", \#(said)}}"#)
    let other = try description(json: #"{"root": {"kind": "\#(kind)", "id": "a"\#(silent.map { ", " + $0 } ?? "")}}"#)
    #expect(one.buildFailure == nil)
    #expect(one == other)
    #expect(JSONRenderer().render(one) == JSONRenderer().render(other))
  }

  @Test(arguments: [(#""dir": "auto""#), (#""lang": "und""#)])
  func `do not differ by a default of the document that is said`(said: String) throws {
    let one = try description(json: #"{\#(said), "root": {"kind": "screen", "id": "a"}}"#)
    #expect(try one == description(json: #"{"root": {"kind": "screen", "id": "a"}}"#))
  }

  @Test(arguments: [
    (#""total": 2"#, #""total": 2.0"#), (#""deadline": 30"#, #""deadline": 3e1"#), (#""value": 0"#, #""value": 0.0"#),
    (#""value": 0"#, #""value": -0.0"#),
  ])
  func `do not differ by how a number is written`(one: String, other: String) throws {
    func made(_ value: String) throws -> InterfaceDescription {
      try description(json: #"{"root": {"kind": "progress", "progress": {\#(value)}}}"#)
    }
    #expect(try made(one) == made(other))
    #expect(try JSONRenderer().render(made(one)) == JSONRenderer().render(made(other)))
    let columns = try description(json: #"{"root": {"kind": "grid", "columns": 2.0}}"#)
    #expect(try columns == description(json: #"{"root": {"kind": "grid", "columns": 2}}"#))
  }

  @Test(arguments: [
    (#"{"kind": "text", "text": "a"}"#, #"{"kind": "text", "text": "b"}"#),
    (#"{"kind": "text", "text": "a"}"#, #"{"kind": "code", "text": "a"}"#),
    (#"{"kind": "text", "text": "a"}"#, #"{"kind": "text", "hint": "a"}"#),
    (#"{"kind": "text", "text": "a"}"#, #"{"kind": "text", "text": "a", "id": "a"}"#),
    (#"{"kind": "gadget"}"#, #"{"kind": "widget"}"#),
    (#"{"kind": "gadget", "x-a": 1}"#, #"{"kind": "gadget", "x-a": 1.0}"#),
    (#"{"kind": "gadget", "x-a": 1}"#, #"{"kind": "gadget", "x-b": 1}"#),
    (#"{"kind": "gadget", "x-a": null}"#, #"{"kind": "gadget"}"#),
    (#"{"kind": "gadget", "x-a": ["1", "2"]}"#, #"{"kind": "gadget", "x-a": ["2", "1"]}"#),
    (#"{"kind": "text", "hidden": true}"#, #"{"kind": "text"}"#),
    (#"{"kind": "button", "style": "body"}"#, #"{"kind": "button"}"#),
    (#"{"kind": "text", "style": "plain"}"#, #"{"kind": "text"}"#),
    (#"{"kind": "banner", "severity": "error", "live": "off"}"#, #"{"kind": "banner", "severity": "error"}"#),
    (
      #"{"kind": "stack", "children": [{"kind": "stack", "children": [{"kind": "spacer"}]}]}"#,
      #"{"kind": "stack", "children": [{"kind": "stack"}, {"kind": "spacer"}]}"#
    ),
    (
      #"{"kind": "stack", "fallback": {"kind": "spacer"}}"#,
      #"{"kind": "stack", "children": [{"kind": "spacer"}]}"#
    ),
  ])
  func `differ when they say something else`(one: String, other: String) throws {
    let first = try description(json: #"{"root": \#(one)}"#)
    let second = try description(json: #"{"root": \#(other)}"#)
    #expect(first.buildFailure == nil && second.buildFailure == nil)
    #expect(first != second)
    #expect(JSONRenderer().render(first) != JSONRenderer().render(second))
  }
}

extension Substring {
  fileprivate var trimmingSuffix: Substring { last == " " ? dropLast() : self }
}
