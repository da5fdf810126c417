import AppControllerKit
import Testing

@Suite struct `A form` {
  private let form = Form(of: EveryKind.loggedOut.root)

  @Test func `has the inputs that are shown, in order`() {
    #expect(form.entries.map(\.input.name) == ["email", "password", "again", "stay", "terms", "plan", "news"])
    #expect(form.entry(named: "email")?.label == "Email")
    #expect(form.entry(named: "nobody") == nil)
    let hidden = InterfaceDescription("d") {
      Screen("s", title: "S") {
        TextField("a", "A").hidden()
        Group { TextField("b", "B") }.hidden()
        TextField("c", "C")
      }
    }
    #expect(Form(of: hidden.root).entries.map(\.input.name) == ["c"])
  }

  @Test func `begins with the values of the description`() {
    #expect(
      form.initialValues == [
        "stay": .text("true"), "terms": .text("false"), "plan": .text("free"), "news": .plain(["daily", "weekly"]),
      ]
    )
  }

  @Test(
    arguments: [
      (["email": .text("x")], ["email: That is no email address", "password: Password is required"]),
      (["email": .text("a@b"), "password": .secret(Secret("abc"))], ["password: Password needs 4 to 64 characters"]),
      (["email": .text("a@b"), "password": .secret(Secret("abcd"))], []),
    ] as [(InputValues, [String])])
  func `reports the first broken rule of each input`(values: InputValues, violations: [String]) {
    let found = form.violations(in: ["email", "nobody", "password"], values)
    #expect(found.map { "\($0.input): \($0.message(.english))" } == violations)
  }

  @Test func `compares one input with another, secret or not`() {
    let values: InputValues = ["password": .secret(Secret("abcd")), "again": .secret(Secret("abce"))]
    #expect(form.violations(in: ["again"], values).map { $0.message(.english) } == ["Password again does not match"])
    let same = values.merging(["again": .secret(Secret("abcd"))]) { $1 }
    #expect(form.violations(in: ["again"], same) == [])
  }

  @Test func `takes a toggle that is off as empty, and the word false as a word`() {
    #expect(
      form.violations(in: ["terms"], ["terms": .text("false")]).map { $0.message(.english) } == [
        "Accept the terms first"
      ])
    #expect(form.violations(in: ["terms"], ["terms": .text("true")]) == [])
    let answer = InterfaceDescription("d") {
      Screen("s", title: "S") {
        TextField("f", "F").required()
        Picker("c", "C", options: [.init("true"), .init("false")]).required()
      }
    }
    let values: InputValues = ["f": .text("false"), "c": .text("false")]
    #expect(Form(of: answer.root).violations(in: ["f", "c"], values) == [])
  }

  @Test func `holds a condition against what is typed`() {
    let condition = EveryKind.loggedOut.node(withID: "sign-in")?.enabled ?? .never
    let typed: InputValues = ["email": .text("a@b"), "password": .secret(Secret("abcd"))]
    #expect(!form.holds(condition, typed))
    #expect(form.holds(condition, typed.merging(["terms": .text("true")]) { $1 }))
    #expect(form.holds(condition, typed.merging(["email": .text("no address")]) { $1 }))
    #expect(!form.holds(condition, ["terms": .text("true")]))
  }

  @Test func `leaves the inputs of a presented screen to that screen`() throws {
    let made = InterfaceDescription("d") {
      Screen("outer", title: "Outer") {
        Sheet { Screen("inner", title: "Inner") { TextField("a", "A", name: "same", value: "inner") } }
        TextField("b", "B", name: "same", value: "outer").required()
      }
    }
    #expect(made.validate() == [])
    #expect(Form(of: made.root).entries.map(\.node.id) == ["b"])
    #expect(Form(of: made.root).initialValues == ["same": .text("outer")])
    let inner = try #require(made.node(withID: "inner"))
    #expect(Form(of: inner).initialValues == ["same": .text("inner")])
    #expect(Form(of: inner).violations(in: ["same"], ["same": .text("")]) == [])
  }
}
