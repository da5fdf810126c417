import AppControllerKit
import Testing

@Suite struct `The HTML renderer` {
  private func page(
    _ nodes: String, document: String = "", screen: String = "", state: PresentationState = .init(),
    traits: TraitCollection = .init()
  ) throws -> PageElement {
    let made = try description(
      json: #"{\#(document)"root":{"kind":"screen","id":"s","label":"S",\#(screen)"children":[\#(nodes)]}}"#
    )
    return try StrictPage.read(HTMLRenderer().render(made, state: state, traits: traits))
  }

  private func control(_ page: PageElement, _ id: String) throws -> PageElement {
    try #require(page.first { $0.attributes["data-id"] == id })
  }

  @Test(arguments: [
    ("text", "text", nil), ("email", "email", "email"), ("username", "text", "username"),
    ("password", "password", "current-password"), ("newPassword", "password", "new-password"),
    ("oneTimeCode", "password", "one-time-code"), ("number", "text", nil), ("url", "url", "url"),
    ("search", "search", nil),
  ])
  func `tells browsers what a field is for`(content: String, type: String, autocomplete: String?) throws {
    let page = try page(#"{"kind":"field","id":"f","label":"F","input":{"name":"f","content":"\#(content)"}}"#)
    let field = try control(page, "f")
    #expect(field.attributes["type"] == type)
    #expect(field.attributes["autocomplete"] == autocomplete)
    #expect(field.attributes["name"] == "f")
    #expect(page.first { $0.attributes["for"] == field.attributes["id"] }?.text == "F")
  }

  @Test func `has the element of an error before its text, beside the field that it describes`() throws {
    let field = #"{"kind":"field","id":"f","label":"F","hint":"H","input":{"name":"f"}}"#
    for (error, invalid) in [(nil, nil), ("Wrong", "true")] {
      let page = try page(field, state: .init(fieldErrors: error.map { ["f": $0] } ?? [:]))
      let control = try control(page, "f")
      let described = try #require(control.attributes["aria-describedby"]).split(separator: " ")
      #expect(
        described.compactMap { id in page.first { $0.attributes["id"] == String(id) }?.text } == ["H", error ?? ""])
      #expect(page.first { $0.isA("error") }?.attributes["aria-live"] == "polite")
      #expect(control.attributes["aria-invalid"] == invalid)
    }
  }

  @Test func `sends a form to where it came from, each screen its own`() throws {
    let page = try page(
      #"{"kind":"field","id":"f","label":"F","input":{"name":"f"}},"#
        + #"{"kind":"button","id":"b","label":"B","action":{"name":"a","validates":false}},"#
        + #"{"kind":"presented","children":[{"kind":"screen","id":"t","label":"T","children":["#
        + #"{"kind":"toggle","id":"g","label":"G","input":{"name":"g"}}]}]}"#
    )
    let forms = page.all.filter { $0.name == "form" }
    #expect(forms.map { $0.attributes["method"] } == ["post", "post"])
    #expect(forms.compactMap { $0.children.first?.attributes["value"] } == ["t", "s"])
    #expect(try control(page, "f").attributes["form"] == forms[1].attributes["id"])
    #expect(try control(page, "g").attributes["form"] == forms[0].attributes["id"])
    let button = try control(page, "b")
    #expect(button.attributes["value"] == "b" && button.has("formnovalidate"))
  }

  @Test func `lets a button be pressed that may be usable by then, and no other`() throws {
    let nodes =
      #"{"kind":"button","id":"b","label":"B","enabled":{"filled":["f"]}},"#
      + #"{"kind":"button","id":"c","label":"C","enabled":false},"#
      + #"{"kind":"field","id":"f","label":"F","input":{"name":"f"}}"#
    for isFilled in [false, true] {
      let page = try page(nodes, state: .init(values: isFilled ? ["f": .text("x")] : [:]))
      #expect(try control(page, "b").attributes["aria-disabled"] == (isFilled ? nil : "true"))
      #expect(try !control(page, "b").has("disabled"))
      #expect(try control(page, "c").has("disabled"))
    }
  }

  @Test func `puts the focus where the screen says, or on the first field to mend`() throws {
    let nodes =
      #"{"kind":"field","id":"f","label":"F","input":{"name":"f"}},"#
      + #"{"kind":"field","id":"g","label":"G","input":{"name":"g"}},"#
      + #"{"kind":"field","id":"h","label":"H","input":{"name":"h"}}"#
    for (errors, focus) in [([], "g"), (["h"], "h"), (["f", "h"], "f")] {
      let state = PresentationState(fieldErrors: Dictionary(uniqueKeysWithValues: errors.map { ($0, "Wrong") }))
      let page = try page(nodes, screen: #""initialFocus":"g","#, state: state)
      #expect(page.all.filter { $0.has("autofocus") }.map { $0.attributes["data-id"] } == [focus])
    }
  }

  @Test(arguments: [
    ("", "unspecified", "auto"), (#""dir":"rtl","#, "ltr", "rtl"), (#""dir":"ltr","#, "rtl", "ltr"), ("", "rtl", "rtl"),
    ("", "ltr", "ltr"),
  ])
  func `is read in the description's direction, or else the host's`(document: String, host: String, found: String)
    throws
  {
    var traits = TraitCollection()
    traits.direction = host == "rtl" ? .rightToLeft : host == "ltr" ? .leftToRight : .auto
    let page = try page("", document: document, traits: traits)
    #expect(page.children.first?.attributes["dir"] == found)
  }

  @Test(arguments: [
    ("", "und", true), (#""lang":"en","#, "en", false), (#""lang":"en-GB","#, "en-GB", false),
    (#""lang":"pl","#, "pl", true), (#""lang":"e'n","#, "und", true), (#""lang":"enm","#, "enm", true),
  ])
  func `says its language, and where our own words are in another`(document: String, found: String, isSaid: Bool) throws
  {
    let page = try page(#"{"kind":"banner","text":"B"}"#, document: document)
    #expect(page.children.first?.attributes["lang"] == found)
    #expect(page.first { $0.isA("severity") }?.has("lang") == isSaid)
  }

  @Test func `allows its own style and nothing else`() throws {
    let page = try page("")
    let policy = try #require(page.first { $0.has("http-equiv") }?.attributes["content"])
    let style = try #require(page.first { $0.name == "style" }?.text)
    let digest = SHA256.digest(of: style.utf8Span.span)
    #expect(digest.count == 32)
    let sources = policy.split(separator: "'").filter { $0.hasPrefix("sha256-") }
    #expect(sources.count == 1 && sources.first?.utf8.count == 7 + 44)
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.hasSuffix("'; img-src data:; base-uri 'none'; form-action 'self'"))
    #expect(!style.contains("url(") && !style.contains("@import"))
  }

  @Test func `writes the same bytes for the same arguments, wherever it runs`() async {
    let first = PageSamples.all.map { HTMLRenderer().render($0.interface, state: $0.state) }
    let others = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask { PageSamples.all.map { HTMLRenderer().render($0.interface, state: $0.state) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.count == 4 && others.allSatisfy { $0 == first })
  }

  @Test func `grows with the interface, and not faster`() throws {
    func bytes(_ count: Int, _ make: (inout ArenaBuilder, Int) -> Void) -> Int {
      let made = build { builder in
        builder.node("tabs") { builder in for number in 0..<count { make(&builder, number) } }
      }
      return HTMLRenderer().render(made).utf8.count
    }
    func tab(_ builder: inout ArenaBuilder, _ number: Int) {
      builder.node("item") { builder in
        builder.set("label", "\(number)")
        builder.node("screen") { $0.set("label", "S") }
      }
    }
    let (small, large) = (bytes(400, tab), bytes(4_000, tab))
    #expect(large < 12 * small)
    let flat = build { builder in
      builder.node("grid") { builder in
        for number in 1..<10_000 { builder.node("item", "i\(number)") { $0.set("label", "\(number)") } }
      }
    }
    #expect(try PageReader.read(HTMLRenderer().render(flat)).count == 9_999)
  }

  @Test func `draws an interface that could not be built as nothing`() throws {
    let page = HTMLRenderer().render(build { $0.begin("screen") })
    #expect(try PageReader.read(page).isEmpty)
    #expect(page.contains("<title>Interface</title>"))
  }
}
