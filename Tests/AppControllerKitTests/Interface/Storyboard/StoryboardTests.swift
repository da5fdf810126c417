import AppControllerKit
import Glibc
import TestSupport
import Testing

@Suite struct `A storyboard` {
  static let text = """
    {
      "id": "com.example.kitty", "lang": "en", "schema": 1,
      "interfaces": {
        "welcome": {
          "root": { "kind": "screen", "id": "welcome", "label": "Welcome", "children": [
            { "kind": "button", "id": "in", "label": "Log in", "action": { "name": "login", "scope": "host" } },
            { "kind": "button", "id": "about", "label": "About",
              "action": { "name": "present", "scope": "host", "payload": { "screen": "about" } } } ] }
        },
        "home": {
          "lang": "de",
          "root": { "kind": "tabs", "id": "main", "children": [
            { "kind": "item", "id": "cats", "label": "Katzen", "children": [
              { "kind": "navigation", "id": "stack", "children": [
                { "kind": "screen", "id": "list", "label": "Katzen", "children": [
                  { "kind": "button", "id": "more", "label": "Mehr",
                    "action": { "name": "push", "scope": "host", "payload": { "screen": "details" } } },
                  { "kind": "button", "id": "me", "label": "Ich", "action": { "name": "select", "scope": "host",
                    "payload": { "tabs": "main", "item": "profile" } } } ] } ] } ] },
            { "kind": "item", "id": "profile", "label": "Ich", "children": [
              { "kind": "screen", "id": "me-screen", "label": "Ich", "children": [
                { "kind": "button", "id": "out", "label": "Abmelden",
                  "action": { "name": "logout", "scope": "host" } } ] } ] } ] }
        },
        "details": {
          "root": { "kind": "screen", "id": "details", "label": "Details", "children": [
            { "kind": "button", "id": "back", "label": "Back", "action": { "name": "pop", "scope": "host" } } ] }
        },
        "about": {
          "id": "about-this-app",
          "root": { "kind": "screen", "id": "about-screen", "label": "About", "children": [
            { "kind": "button", "id": "close", "label": "Close", "action": { "name": "dismiss", "scope": "host" } } ] }
        }
      }
    }
    """

  @Test func `has its interfaces by name, in order`() throws {
    let storyboard = try Storyboard(json: Array(Self.text.utf8))
    #expect(storyboard.id == "com.example.kitty")
    #expect(storyboard.interfaceNames == ["welcome", "home", "details", "about"])
    #expect(storyboard.interface(named: "welcome")?.root.label == "Welcome")
    #expect(storyboard.interface(named: "nowhere") == nil)
  }

  @Test func `lends its interfaces its language and their names`() throws {
    let storyboard = try Storyboard(json: Array(Self.text.utf8))
    #expect(storyboard.interfaceNames.map { storyboard.interface(named: $0)?.language } == ["en", "de", "en", "en"])
    #expect(
      storyboard.interfaceNames.map { storyboard.interface(named: $0)?.id } == [
        "welcome", "home", "details", "about-this-app",
      ])
  }

  @Test func `says where its interfaces are when it has not the one that is wanted`() throws {
    let storyboard = try Storyboard(json: Array(Self.text.utf8))
    let error = #expect(throws: AppControllerError.self) { try storyboard.requireInterface(named: "wellcome") }
    #expect(error?.code == .noSuchInterface)
    #expect(error?.what == "the storyboard com.example.kitty has no interface \"wellcome\"")
    #expect(error?.why == "its interfaces are welcome, home, details, about, from line 3, column 17 on")
    #expect(error?.diagnostics.first?.position?.line == 3)
  }

  private static func minimal(_ root: String) -> String {
    #"{"id":"s","lang":"en","interfaces":{"a":{"root":\#(root)}}}"#
  }

  private static let button =
    #"{"kind":"screen","id":"a","label":"A","children":[{"kind":"button","id":"b","label":"B","action":%}]}"#

  /// What is wrong with a storyboard: codes, paths, lines and columns.
  @Test(arguments: [
    ("{}", ["ACK1401 $ 1:1", "ACK1402 $ 1:1"]),
    (#"{"id":"s"}"#, ["ACK1402 $ 1:1"]),
    (#"{"id":"s","interfaces":[]}"#, ["ACK1113 $.interfaces 1:24"]),
    (#"{"id":"s","interfaces":{}}"#, ["ACK1402 $.interfaces 1:24"]),
    (#"{"id":"s","interfaces":{"a":7}}"#, ["ACK1113 $.interfaces.a 1:29"]),
    (#"{"id":"s","interfaces":{"a":{}}}"#, ["ACK1103 $.interfaces.a 1:29"]),
    (#"{"id":7,"interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, ["ACK1205 $.id 1:7"]),
    (#"{"id":".s","interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, ["ACK1401 $.id 1:7"]),
    (#"{"id":"s","id":"s","interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, ["ACK1107 $.id 1:11"]),
    (#"{"id":"s","schema":2,"interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, ["ACK1226 $.schema 1:20"]),
    (#"{"id":"s","lang":1,"interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, ["ACK1205 $.lang 1:18"]),
    (
      #"{"id":"s","interfaces":{"a b":{"root":{"kind":"screen","id":"a"}}}}"#, ["ACK1403 $.interfaces.a b 1:31"]
    ),
    (
      #"{"id":"s","interfaces":{"a":{"root":{"kind":"screen","id":"a"}},"a":{"root":{"kind":"screen","id":"a"}}}}"#,
      ["ACK1107 $.interfaces.a 1:65"]
    ),
    (minimal(#"{"kind":"text","text":"t"}"#), ["ACK1209 $.interfaces.a.root.kind 1:57"]),
    (minimal(#"{"kind":"screen","label":"A"}"#), ["ACK1202 $.interfaces.a.root.id 1:49"]),
    (
      minimal(button.replacing("%", with: #"{"name":"push","scope":"host","payload":{"screen":"x"}}"#)),
      ["ACK1404 $.interfaces.a.root.children[0].action.payload.screen 1:196"]
    ),
    (
      minimal(button.replacing("%", with: #"{"name":"present","scope":"host","payload":{"screen":"x"}}"#)),
      ["ACK1404 $.interfaces.a.root.children[0].action.payload.screen 1:199"]
    ),
    (
      minimal(
        button.replacing("%", with: #"{"name":"select","scope":"host","payload":{"tabs":"t","item":"i"}}"#)),
      ["ACK1406 $.interfaces.a.root.children[0].action.payload 1:188"]
    ),
    (
      #"{"id":"s","interfaces":{"n":{"root":{"kind":"navigation","children":[{"kind":"screen","id":"x","label":"X"}]}},"#
        + #""a":{"root":"#
        + button.replacing("%", with: #"{"name":"push","scope":"host","payload":{"screen":"n"}}"#) + "}}}",
      ["ACK1405 $.interfaces.a.root.children[0].action.payload.screen 1:271"]
    ),
  ])
  func `is refused whole, with what is wrong and where`(text: String, expected: [String]) {
    let error = #expect(throws: AppControllerError.self) { try Storyboard(json: Array(text.utf8)) }
    #expect(error?.code == .invalidStoryboard)
    let found = error?.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      "\(diagnostic.code.rawValue) \(diagnostic.path) \(diagnostic.position.map { "\($0.line):\($0.column)" } ?? "")"
    }
    #expect(found == expected)
  }

  @Test func `is warned of what no storyboard has`() {
    let document = InterfaceDocument(
      json: Array(
        #"{"id":"s","lang":"en","zoom":1,"interfaces":{"a":{"root":{"kind":"screen","id":"a","label":"A"}}}}"#.utf8))
    #expect(document.isValid)
    #expect(document.diagnostics.map(\.path) == ["$.zoom"])
    #expect(document.diagnostics.map(\.code) == [.misplacedProperty])
    #expect(
      document.diagnostics.map(\.message) == [
        "\"zoom\" is no property of a storyboard, whose properties are dir, id, interfaces, lang, schema"
      ])
  }

  @Test func `is not a single description, and a description is not a storyboard`() throws {
    let single = Array(#"{"root":{"kind":"screen","id":"a","label":"A"}}"#.utf8)
    #expect(#expect(throws: AppControllerError.self) { try Storyboard(json: single) }?.code == .invalidStoryboard)
    let storyboard = Array(Self.text.utf8)
    #expect(
      #expect(throws: AppControllerError.self) { try InterfaceDescription(json: storyboard) }?.code
        == .invalidDescription)
  }

  @Test func `lists a hundred things that are wrong and counts the rest`() {
    let interfaces = (0..<300).map { #""a\#($0)":{"root":{"kind":"text","text":"t"}}"# }.joined(separator: ",")
    let document = InterfaceDocument(json: Array(#"{"id":"s","lang":"en","interfaces":{\#(interfaces)}}"#.utf8))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.last?.code == .more)
    #expect(document.diagnostics.last?.severity == .error)
  }

  // MARK: Files

  @Test func `is read from a file`() throws {
    let folder = try TestFolder(mode: 0o700)
    try folder.write(Self.text, to: "Main.json")
    #expect(try Storyboard(contentsOfFile: folder.path(of: "Main.json")) == Storyboard(json: Array(Self.text.utf8)))
  }

  @Test(arguments: ["missing.json", "", ".", "pipe"])
  func `is not read from what is no file`(name: String) throws {
    let folder = try TestFolder(mode: 0o700)
    #expect(unsafe mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    let path = name.isEmpty ? "" : folder.path(of: name)
    let error = #expect(throws: AppControllerError.self) { try Storyboard(contentsOfFile: path) }
    #expect(error?.code == .unreadableFile)
  }

  @Test func `is not read from a file of more than 16 MiB, whatever is in it`() throws {
    let folder = try TestFolder(mode: 0o700)
    let path = folder.path(of: "large.json")
    #expect(unsafe close(creat(path, 0o600)) == 0 && truncate(path, off_t(Storyboard.sizeLimit) + 1) == 0)
    let error = #expect(throws: AppControllerError.self) { try Storyboard(contentsOfFile: path) }
    #expect(error?.why.contains("\(Storyboard.sizeLimit)") == true, "\(String(describing: error))")
  }
}
