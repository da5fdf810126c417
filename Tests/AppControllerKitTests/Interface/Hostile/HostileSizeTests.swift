import AppControllerJSON
import AppControllerKit
import Testing

// A copy that takes the square of the time does not come back from these.
@Suite struct `Size in a hostile text` {
  typealias Text = HostileText

  private static func bytes(_ count: Int, _ byte: Character, after start: String = "") -> [UInt8] {
    var bytes = [UInt8](repeating: byte.asciiValue ?? 0, count: count)
    bytes.replaceSubrange(0..<start.utf8.count, with: start.utf8)
    return bytes
  }

  // MARK: Siblings

  @Test func `of a million siblings is refused at the value that is one too many`() {
    let siblings = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
    #expect(Text.problems(siblings) == ["ACK1002 $ 1:2000000"])
    #expect(Text.words(Array(siblings.utf8))?.hasPrefix("found more than 1000000 values") == true)
  }

  @Test func `of siblings that are no nodes is told a hundred times, and the rest counted`() {
    let document = InterfaceDocument(json: Array(Text.screen(String(repeating: "1,", count: 100_000) + "1").utf8))
    #expect(document.contents == nil)
    #expect(document.diagnostics.count == 101)
    for (index, diagnostic) in document.diagnostics.prefix(100).enumerated() {
      #expect(diagnostic.path == "$.root.children[\(index)]")
      #expect(diagnostic.position?.column == 59 + 2 * index)
    }
    #expect(document.diagnostics.last?.code == .more)
    #expect(document.diagnostics.last?.severity == .error)
  }

  @Test func `of a hundred thousand kinds in one node is told a hundred times`() {
    let text = #"{"root":{"kind":"a"\#(String(repeating: #","kind":"a""#, count: 100_000))}}"#
    let document = InterfaceDocument(json: Array(text.utf8))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.first?.description.contains("ACK1107]: line 1, column 21, $.root.kind") == true)
    #expect(document.diagnostics.last?.message == "there are 99900 more diagnostics")
  }

  @Test func `of a hundred thousand roots is told a hundred times`() {
    let text = #"{"root":1\#(String(repeating: #","root":1"#, count: 100_000))}"#
    let document = InterfaceDocument(json: Array(text.utf8))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.prefix(100).allSatisfy { $0.path == "$.root" })
  }

  // MARK: Floods of diagnostics

  @Test func `of ten thousand broken nodes is told a hundred times`() {
    let broken = HostileText.list(9_999) { _ in #"{"kind":"button","zoom":1,"label":7,"action":{}}"# }
    let document = InterfaceDocument(json: Array(Text.screen(broken).utf8))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.last?.code == .more)
    #expect(!document.isValid)
    let places = document.diagnostics.dropLast().compactMap(\.position?.offset)
    #expect(places.count == 100)
    #expect(places == places.sorted())
  }

  @Test func `of interfaces with nothing but errors is told a hundred times`() {
    let children = String(repeating: "1,", count: 5_000) + "1"
    let document = InterfaceDocument(json: Array(Text.storyboard(40) { _ in Text.screen(children) }.utf8))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics[0].path == "$.interfaces.a0.root.children[0]")
  }

  @Test func `of actions that lead somewhere is no problem at all`() {
    let buttons = HostileText.list(5_000) {
      #"{"kind":"button","id":"b\#($0)","label":"B","action":{"name":"push","scope":"host","payload":{"screen":"a0"}}}"#
    }
    let document = InterfaceDocument(json: Array(Text.storyboard(2) { _ in Text.screen(buttons) }.utf8))
    #expect(document.isValid)
    let lost = Text.storyboard(2) { _ in Text.screen(buttons.replacing("a0", with: "x0")) }
    #expect(InterfaceDocument(json: Array(lost.utf8)).diagnostics.count == 101)
  }

  // MARK: Bytes

  @Test(arguments: ["1", "\"", "[1,"])
  func `of a hundred million digits is refused before anything is read`(start: String) {
    let bytes = Self.bytes(100_000_000, "1", after: start)
    let document = InterfaceDocument(json: bytes)
    #expect(document.contents == nil)
    #expect(document.diagnostics.map(\.code) == [.badJSON])
    #expect(document.diagnostics.map(\.position?.offset) == [0])
    #expect(document.diagnostics.first?.message == "the JSON text has 100000000 bytes, more than 16777216")
    #expect(throws: AppControllerError.self) { try InterfaceDescription(json: bytes) }
    #expect(throws: AppControllerError.self) { try Storyboard(json: bytes) }
    #expect(throws: AppControllerError.self) { try JSONReader.read(bytes) }
  }

  @Test func `of a million digits is no number, and no text of a node`() {
    let digits = String(repeating: "1", count: 1_000_000)
    #expect(Text.words(Array(digits.utf8))?.hasPrefix("found a number of 1000000 bytes, more than 1024") == true)
    #expect(Text.words(Array("-0.\(digits)e-1".utf8))?.hasPrefix("found a number of 1000006 bytes") == true)
    #expect(Text.words(Array("1e\(digits)".utf8))?.hasPrefix("found a number of 1000002 bytes") == true)
    #expect(Text.problems(Text.screen("", #","x":\#(digits)"#)) == ["ACK1002 $ 1:51"])
    #expect(Text.problems(Text.screen("", #","x":"\#(digits)""#)) == ["ACK1124 $.root.x 1:51"])
    #expect(Text.problems(#"{"\#(digits)":1,"root":{"kind":"screen","id":"s"}}"#) == ["ACK1125 $ 1:1"])
    #expect(Text.problems(#"{"root":{"kind":"\#(digits)"}}"#) == ["ACK1125 $.root 1:9"])
  }

  @Test(arguments: [(99_999, []), (100_000, ["ACK1122 $.root.x 1:51"])])
  func `of a list of digits is bounded by the values of a description`(count: Int, problems: [String]) {
    // The list is a value too.
    let digits = String(repeating: "1,", count: count - 2) + "1"
    #expect(Text.problems(Text.screen("", #","x":[\#(digits)\#(count == 100_000 ? ",1" : "")]"#)) == problems)
  }

  @Test func `of nothing but white space is nothing`() {
    #expect(Text.problems(Self.bytes(1 << 20, " ")) == ["ACK1002 $ 1:1048577"])
    #expect(Text.problems(Self.bytes(1 << 20, "\n")) == ["ACK1002 $ 1048577:1"])
    #expect(Text.problems(Self.bytes(1 << 20, "1", after: "\"")) == ["ACK1002 $ 1:1"])
    #expect(Text.problems(Self.bytes(1 << 20, "\\", after: "\"")) == ["ACK1002 $ 1:1"])
  }

  // MARK: Names

  @Test func `of unknown properties is sorted, whatever their names`() throws {
    // Permutations of two letters, which simple hashes take for one.
    let names = (0..<20_000).map { number in
      String((0..<15).map { bit -> Character in number >> bit & 1 == 0 ? "A" : "B" })
    }
    for order in [names, names.reversed()] {
      let read = try InterfaceDescription(json: Array(Text.screen("", "," + Text.list(order) { #""\#($0)":1"# }).utf8))
      #expect(JSONRenderer().render(read).utf8.starts(with: #"{"root":{"AAAAAAAAAAAAAAA":1,"AAAAAAAAAAAAAAB":1,"#.utf8))
    }
    let twice = Text.screen("", "," + Text.list(names + [names[7]]) { #""\#($0)":1"# })
    #expect(Text.problems(twice) == ["ACK1107 $.root.\(names[7]) 1:400047"])
  }

  /// Swift's own equality takes the square of these: hours for a million bytes.
  @Test func `of a name of a million combining marks is the size of any name`() {
    let name = "x" + Text.marks(1_000_000)
    #expect(Text.problems(#"{"\#(name)":1}"#) == ["ACK1401 $ 1:1", "ACK1402 $ 1:1"])
    #expect(Text.problems(#"{"\#(name)":1,"root":{"kind":"screen","id":"s"}}"#) == ["ACK1125 $ 1:1"])
    #expect(
      Text.problems(#"{"id":"s","interfaces":{"\#(name)":1}}"#)
        == ["ACK1403 $.interfaces 1:24", "ACK1113 $.interfaces 1:24"].map {
          $0.replacing("interfaces", with: "interfaces.\(UTF8Key(text: name).shown)")
        })
    let document = InterfaceDocument(json: Array(#"{"\#(name)":1}"#.utf8))
    #expect(document.diagnostics.allSatisfy { $0.description.utf8.count < 300 })
  }

  @Test func `of an interface's name is cut in each of a hundred paths`() {
    let name = String(repeating: "x", count: 100_000)
    let texts = Text.list(200) { _ in #"{"kind":"text"}"# }
    let document = InterfaceDocument(json: Array(#"{"id":"s","interfaces":{"\#(name)":\#(Text.screen(texts))}}"#.utf8))
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.allSatisfy { $0.description.utf8.count < 300 })
  }

  @Test func `of a storyboard's language is bounded, because each interface has a copy`() {
    let long = String(repeating: "x", count: 65)
    let storyboard = Text.storyboard(2, #","lang":"\#(long)","dir":"\#(long)""#) { _ in Text.screen() }
    #expect(Text.problems(storyboard) == ["ACK1125 $.lang 1:18", "ACK1125 $.dir 1:92"])
    let fits = Text.storyboard(2, #","lang":"\#(long.dropLast())""#) { _ in Text.screen() }
    #expect(Text.problems(fits) == [])
  }
}
