import AppControllerKit
import Testing

@Suite struct `The elements` {
  @Test(arguments: [EveryKind.loggedOut, EveryKind.loggedIn])
  func `write what is valid`(interface: InterfaceDescription) {
    #expect(interface.validate() == [])
  }

  @Test func `cover every kind`() {
    let kinds = Set((Array(EveryKind.loggedOut.allNodes) + Array(EveryKind.loggedIn.allNodes)).map(\.kindName))
    #expect(kinds == Set(NodeKind.allCases.map(\.name)))
  }

  @Test func `write what the builder is told by hand`() {
    let one = InterfaceDescription("d") {
      Screen("s", title: "S", primaryAction: "b") {
        TextField("f", "F", placeholder: "P").required("M")
        Button("b", "B", style: .primary, action: Action("go", sends: ["f"], validates: false)).hint("H")
      }
    }
    let other = build { builder in
      builder.set("id", "d")
      builder.node("screen", "s") { builder in
        builder.set("primaryAction", "b")
        builder.set("label", "S")
        builder.node("field", "f") { builder in
          builder.set("label", "F")
          builder.map("input") { builder in
            builder.set("placeholder", "P")
            builder.set("name", "f")
            builder.list("rules") { builder in
              builder.map("") { builder in
                builder.set("rule", "required")
                builder.set("message", "M")
              }
            }
          }
        }
        builder.node("button", "b") { builder in
          builder.map("action") { builder in
            builder.set("validates", .bool(false))
            builder.list("sends") { $0.element("f") }
            builder.set("name", "go")
          }
          builder.set("style", "primary")
          builder.set("label", "B")
          builder.set("hint", "H")
        }
      }
    }
    #expect(one == other)
  }

  @Test(arguments: [(true, ["a", "yes", "0", "1", "2", "z"]), (false, ["a", "no", "z"])])
  func `write what a condition and a loop leave`(isOn: Bool, texts: [String]) {
    let made = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Text("a")
        if isOn { Text("yes") } else { Text("no") }
        if isOn {
          for number in 0..<3 { Text("\(number)") }
        }
        Text("z")
      }
    }
    #expect(made.root.children.map(\.text) == texts)
  }

  @Test func `count a modifier that stands twice the last time`() throws {
    let made = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Button("b", "B", action: "a").hint("one").disabled().hint("two").enabled(when: .checked("t"))
        Toggle("t", "T")
      }
    }
    #expect(made.validate() == [])
    let button = try #require(made.node(withID: "b"))
    #expect(button.hint == "two")
    #expect(button.enabled == .checked("t"))
  }

  @Test(arguments: [
    Condition.never, .filled("f"), .filled([]), .valid("f", "g"), .checked("t"), .all([]), .any([]),
    .all([.filled("f"), .checked("t")]), .any([.valid("f"), .not(.checked("t"))]), .not(.never), .not(.always),
    .not(.not(.filled("g"))),
  ])
  func `read a condition as it was written`(condition: Condition) throws {
    let made = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Button("b", "B", action: "a").enabled(when: condition)
        TextField("f", "F")
        TextField("g", "G")
        Toggle("t", "T")
      }
    }
    #expect(made.validate() == [])
    #expect(try #require(made.node(withID: "b")).enabled == condition)
  }

  @Test func `describe while another description is being written`() {
    let outer = InterfaceDescription("outer") {
      let inner = InterfaceDescription("inner") { Screen("i", title: "I") { Text("inside") } }
      Screen("o", title: inner.root.label ?? "") { Text(inner.root.children[0].text ?? "") }
    }
    #expect(outer.root.label == "I")
    #expect(outer.root.children.map(\.text) == ["inside"])
  }

  @Test func `stop at what cannot be said, and describe the next one cleanly`() {
    let broken = InterfaceDescription("d") { Screen("s", title: "\(String(repeating: "x", count: 513))") {} }
    #expect(broken.validate().map(\.code) == [.textTooLong])
    #expect(broken.validate().map(\.path) == ["$.root.label"])
    let empty = InterfaceDescription("d") {}
    #expect(empty.validate().map(\.code) == [.noRoot])
    let next = InterfaceDescription("d") { Screen("s", title: "S") {} }
    #expect(next.validate() == [])
    #expect(next.nodeCount == 1)
  }

  @Test func `are read back as they were written`() throws {
    let interface = EveryKind.loggedOut
    #expect(interface.id == "logged-out")
    #expect(interface.language == "en")
    #expect(interface.direction == .leftToRight)
    #expect(interface.fallbackText == "Please update the app.")
    #expect(interface.root.initialFocus == "email")
    #expect(interface.root.primaryAction == "sign-in")
    let email = try #require(interface.node(withID: "email"))
    #expect(email.input?.content == .email)
    #expect(email.input?.placeholder == "kitty@example.com")
    #expect(email.input?.rules == [.init(.required), .init(.email, message: "That is no email address")])
    #expect(email.parent?.kind == .group)
    #expect(email.path == "$.root.children[5].children[0]")
    let action = try #require(interface.node(withID: "sign-in")?.action)
    #expect(action.name == "sign-in")
    #expect(action.scope == .provider)
    #expect(action.sends == ["email", "password"])
    #expect(action.payload == ["from": "welcome", "a": "b"])
    #expect(action.deadline == 10)
    #expect(action.validates)
    #expect(interface.node(withID: "cancel")?.action?.validates == false)
    #expect(interface.node(withID: "news")?.input?.values == ["daily", "weekly"])
    #expect(interface.node(withID: "stay")?.input?.values == ["true"])
    #expect(interface.node(withID: "plan")?.input?.options.map(\.label) == ["Free", "paid"])
    #expect(interface.node(withID: "nobody") == nil)
    #expect(interface.node(withID: "") == nil)
    #expect(EveryKind.loggedIn.node(withID: "out")?.action?.scope == .host)
    #expect(EveryKind.loggedIn.root.children.map(\.id) == ["kitties", "me"])
    #expect(Array(EveryKind.loggedIn.allNodes).count == EveryKind.loggedIn.nodeCount)
  }
}

extension `The elements` {
  @Test func `say whatever JSON can say of nodes that are seldom named`() throws {
    let made = InterfaceDescription("d", fallbackText: "Update.", requires: ["grid": 1]) {
      Screen("s", title: "S") {
        Grid("Pictures", columns: 2) { Spacer() }.id("grid")
        Text("T").id("text").droppedWhenUnknown()
        Text("U").droppedWhenUnknown().fallback { Spacer() }
        Button("b", "B", action: "go").id("c")
        Sheet("Layer") {
          NavigationStack("stack", label: "Steps") { Screen("t", title: "T") {} }
        }
      }
    }
    let json = #"""
      {"id":"d","fallbackText":"Update.","requires":{"grid":1},"root":{"kind":"screen","id":"s","label":"S","children":[
        {"kind":"grid","id":"grid","label":"Pictures","columns":2,"children":[{"kind":"spacer"}]},
        {"kind":"text","id":"text","text":"T","fallback":"drop"},
        {"kind":"text","text":"U","fallback":{"kind":"spacer"}},
        {"kind":"button","id":"c","label":"B","action":{"name":"go"}},
        {"kind":"presented","label":"Layer","children":[
          {"kind":"navigation","id":"stack","label":"Steps","children":[{"kind":"screen","id":"t","label":"T"}]}]}]}}
      """#
    #expect(try made == InterfaceDescription(json: Array(json.utf8)))
    #expect(made.validate() == [])
  }
}
