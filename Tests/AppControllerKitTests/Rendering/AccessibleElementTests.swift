import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `What an interface says` {
  private func said(_ nodes: String, state: PresentationState = .init()) throws -> [String] {
    let made = try description(json: #"{"root":{"kind":"screen","id":"s","label":"S","children":[\#(nodes)]}}"#)
    return made.accessibleElements(state: state).map(\.description)
  }

  @Test(arguments: Gallery.screens)
  func `is as it was`(screen: GalleryScreen) throws {
    let lines = screen.interface.accessibleElements().map(\.description).joined(separator: "\n")
    try expectSnapshot(lines, "gallery-\(screen.name).elements.txt")
  }

  @Test(arguments: [
    (#"{"kind":"text","text":"T"}"#, #"paragraph "T""#),
    (#"{"kind":"text","text":"T","style":"caption"}"#, #"paragraph "T" style="caption""#),
    (#"{"kind":"text","text":"T","style":"body"}"#, #"paragraph "T""#),
    (#"{"kind":"text","text":"T","style":"primary"}"#, #"paragraph "T""#),
    (#"{"kind":"text","text":"T","hint":"H","busy":true}"#, #"paragraph "T" hint="H" (busy)"#),
    (#"{"kind":"text","text":"T","style":"title"}"#, #"heading "T" style="title""#),
    (#"{"kind":"text","text":"T","style":"heading"}"#, #"heading "T" style="heading""#),
    (#"{"kind":"code","label":"C","text":"AB-12"}"#, #"code "C" value="AB-12""#),
    (#"{"kind":"code","text":"AB-12"}"#, #"code "" value="AB-12""#),
    (#"{"kind":"image","media":{"source":"x","alt":"A cat"}}"#, #"image "A cat""#),
    (#"{"kind":"banner","text":"B"}"#, #"status "B" severity="info""#),
    (#"{"kind":"banner","severity":"success","text":"B"}"#, #"status "B" severity="success""#),
    (#"{"kind":"banner","severity":"warning","text":"B"}"#, #"status "B" severity="warning""#),
    (#"{"kind":"banner","severity":"error","text":"B"}"#, #"alert "B" severity="error""#),
    (#"{"kind":"link","id":"l","label":"L","url":"https://a.b"}"#, #"link "L" value="https://a.b""#),
    (#"{"kind":"button","id":"b","label":"B","hint":"H","busy":true}"#, #"button "B" hint="H" (busy)"#),
    (#"{"kind":"button","id":"b","label":"B","style":"cancel"}"#, #"button "B" style="cancel""#),
    (#"{"kind":"button","id":"b","label":"B","enabled":false}"#, #"button "B" (disabled)"#),
    (#"{"kind":"progress","label":"P","progress":{"value":1,"total":3}}"#, #"progressIndicator "P" value="33 %""#),
    (
      #"{"kind":"progress","label":"P","progress":{"deadline":60}}"#,
      #"progressIndicator "P" value="under way, 1:00 left""#
    ),
    (#"{"kind":"list","label":"L"}"#, #"list "L""#),
    (#"{"kind":"grid","label":"G","children":[{"kind":"divider"}]}"#, #"group "G""#),
    (#"{"kind":"grid","label":"G","children":[{"kind":"text","hidden":true}]}"#, #"list "G""#),
    (#"{"kind":"group","label":"G","style":"form"}"#, #"form "G""#),
    (#"{"kind":"group","label":"G","style":"main"}"#, #"region "G""#),
    (#"{"kind":"group","label":"G","hint":"H"}"#, #"group "G" hint="H""#),
  ])
  func `has a role for each kind`(node: String, element: String) throws {
    #expect(try said(node) == [#"main "S""#, "  " + element])
  }

  @Test(arguments: [
    ("text", "textInput"), ("username", "textInput"), ("email", "emailInput"), ("password", "passwordInput"),
    ("newPassword", "passwordInput"), ("oneTimeCode", "passwordInput"), ("number", "numberInput"),
    ("url", "urlInput"), ("search", "searchInput"),
  ])
  func `has a role for each content of a field, and never the value of a secret`(content: String, role: String) throws {
    let field = #"{"kind":"field","id":"f","label":"F","input":{"name":"f","content":"\#(content)"}}"#
    let values: [String: InputValue] = ["f": .text("typed")]
    let isSecret = role == "passwordInput"
    #expect(
      try said(field, state: .init(values: values)) == [
        #"main "S""#, isSecret ? #"  passwordInput "F""# : #"  \#(role) "F" value="typed""#,
      ]
    )
  }

  @Test(arguments: [
    #"{"kind":"divider"}"#, #"{"kind":"spacer"}"#, #"{"kind":"image","media":{"source":"x","decorative":true}}"#,
    #"{"kind":"group","style":"form","hint":"H"}"#, #"{"kind":"list"}"#, #"{"kind":"stack"}"#,
    #"{"kind":"text","text":"T","hidden":true}"#, #"{"kind":"group","hidden":true,"children":[{"kind":"text"}]}"#,
  ])
  func `is nothing for what is decoration, nameless or hidden`(node: String) throws {
    #expect(try said(node) == [#"main "S""#])
  }

  @Test func `has the states of inputs, and what the user did and was told`() throws {
    let nodes = """
      {"kind":"field","id":"f","label":"F","hint":"H",
       "input":{"name":"f","value":"old","placeholder":"P","rules":[{"rule":"required"}]}},
      {"kind":"toggle","id":"t","label":"T","input":{"name":"t"},"enabled":{"filled":["g"]}},
      {"kind":"choice","id":"c","label":"C","input":{"name":"c","value":"1",
       "options":[{"value":"1","label":"One"},{"value":"2"}]}},
      {"kind":"choice","id":"d","label":"D","enabled":false,
       "input":{"name":"d","multiple":true,"options":[{"value":"1","label":"One"}]}},
      {"kind":"field","id":"g","label":"G","input":{"name":"g"}}
      """
    #expect(
      try said(nodes) == [
        #"main "S""#,
        #"  textInput "F" value="old" hint="H" example="P" (required)"#,
        #"  checkBox "T" (disabled)"#,
        #"  radioGroup "C""#,
        #"    radioButton "One" (checked)"#,
        #"    radioButton "2""#,
        #"  group "D" (disabled)"#,
        #"    checkBox "One" (disabled)"#,
        #"  textInput "G""#,
      ]
    )
    let state = PresentationState(
      values: ["f": .text("new\u{1B}"), "t": .text("true"), "c": .text("2"), "d": .plain(["1"]), "g": .text("x")],
      fieldErrors: ["f": "bad\u{1B}", "d": "pick"]
    )
    #expect(
      try said(nodes, state: state) == [
        #"main "S""#,
        "  textInput \"F\" value=\"new\u{FFFD}\" hint=\"H\" error=\"bad\u{FFFD}\" example=\"P\" (required invalid)",
        #"  checkBox "T" (checked)"#,
        #"  radioGroup "C""#,
        #"    radioButton "One""#,
        #"    radioButton "2" (checked)"#,
        #"  group "D" error="pick" (disabled invalid)"#,
        #"    checkBox "One" (disabled checked)"#,
        #"  textInput "G" value="x""#,
      ]
    )
  }

  @Test func `is an item with what stands beside it, in lists and in grids of items`() throws {
    let item = #"{"kind":"item","id":"i%","label":"I","text":"T","badge":"2","hint":"H","action":{"name":"a"}}"#
    let nodes =
      #"{"kind":"list","children":[\#(item)]},{"kind":"grid","label":"G","children":[\#(item),\#(item)]},"#
      + #"{"kind":"grid","children":[\#(item),{"kind":"text","text":"X"}]}"#
    let line = #"value="T" hint="H" badge="2" (pressable)"#
    #expect(
      try said(nodes) == [
        #"main "S""#, #"  listItem "I" \#(line)"#, #"  list "G""#, #"    listItem "I" \#(line)"#,
        #"    listItem "I" \#(line)"#, #"  group "I" \#(line)"#, #"  paragraph "X""#,
      ]
    )
  }

  private static let tabs = """
    {"root":{"kind":"tabs","id":"t","selected":"b","children":[
      {"kind":"item","id":"h","label":"H","hidden":true,"children":[{"kind":"screen","id":"hs","label":"HS"}]},
      {"kind":"item","id":"a","label":"A","badge":"2","children":[{"kind":"screen","id":"as","label":"AS"}]},
      {"kind":"item","id":"b","label":"B","children":[{"kind":"navigation","children":[
        {"kind":"screen","id":"b1","label":"B1"},{"kind":"screen","id":"b2","label":"B2"},
        {"kind":"screen","id":"b3","label":"B3","hidden":true}]}]}]}}
    """

  @Test func `is the selected tab and the top of a stack, with the way back`() throws {
    let made = try description(json: Self.tabs)
    let bar = [#"tabList "Tabs""#, #"  tab "A" badge="2""#, #"  tab "B" (selected)"#]
    #expect(made.accessibleElements().map(\.description) == bar + [#"button "Back""#, #"main "B2""#])
    let first = [#"tabList "Tabs""#, #"  tab "A" badge="2" (selected)"#, #"  tab "B""#, #"main "AS""#]
    for chosen in ["a", "h", "nowhere"] {
      let said = made.accessibleElements(state: .init(selectedItems: ["t": chosen]))
      #expect(said.map(\.description) == first, "\(chosen)")
    }
  }

  @Test(arguments: [
    ("", #"{"kind":"screen","id":"l","label":"L","busy":true}"#, [#"  dialog "L" (busy)"#]),
    (
      "",
      #"{"kind":"navigation","children":[{"kind":"screen","id":"k","label":"K"},"#
        + #"{"kind":"screen","id":"l","label":"L"}]}"#,
      [#"  dialog "L""#, #"    button "Back""#]
    ),
    (#""label":"Own","#, #"{"kind":"screen","id":"l","label":"L"}"#, [#"  dialog "Own""#, #"    region "L""#]),
  ])
  func `is a layer after what it stands above, called by its name or its title`(
    label: String, content: String, layer: [String]
  ) throws {
    let nodes = #"{"kind":"text","text":"X"},{"kind":"presented",\#(label)"children":[\#(content)]}"#
    #expect(try said(nodes) == [#"main "S""#, #"  paragraph "X""#] + layer)
  }

  @Test func `is what stands in for what this version does not know`() throws {
    let nodes = #"{"kind":"gadget","label":"New"},{"kind":"frame","children":[{"kind":"text","text":"In"}]}"#
    #expect(try said(nodes) == [#"main "S""#, #"  paragraph "New""#, #"  paragraph "In""#])
  }

  @Test func `can be asked of one screen`() throws {
    let screen = try #require(Gallery.interface(named: "sheet")?.node(withID: "delete-sheet"))
    #expect(screen.accessibleElements().map(\.role) == [.main, .paragraph, .button, .button])
    #expect(screen.accessibleElements().last?.id == "keep")
  }
}
