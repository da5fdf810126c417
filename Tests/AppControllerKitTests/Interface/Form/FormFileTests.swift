import AppControllerInterface
import AppControllerJSON
import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `The file of forms` {
  private static let path = "Tests/Forms/forms.json"

  /// What each part of the layout is for, from small to large, and then the gallery.
  private static let described: [(name: String, json: String)] =
    [
      ("one node", #"{"root":{"kind":"screen","id":"s","label":"Hi"}}"#),
      (
        "a button with an action",
        #"{"root":{"kind":"screen","id":"s","label":"Hi","children":[{"kind":"button","id":"b","label":"Go","action":{"name":"go"}}]}}"#
      ),
      (
        "the document's own values",
        #"{"id":"d","lang":"de","fallbackText":"Bitte aktualisieren","requires":{"table":1},"root":{"kind":"screen","id":"s"}}"#
      ),
      (
        "maps and lists in each other",
        #"{"root":{"kind":"screen","id":"s","children":[{"kind":"choice","id":"c","label":"C","input":{"name":"c","options":[{"value":"1","label":"One"},{"value":"2"}],"rules":[{"rule":"required"}]}}]}}"#
      ),
      (
        "keys that are data",
        #"{"root":{"kind":"screen","id":"s","children":[{"kind":"button","id":"b","label":"B","action":{"name":"a","payload":{"zoom":"1","label":"2","ä":"3"}}}]}}"#
      ),
      (
        "a kind and names that nobody knows",
        #"{"root":{"kind":"screen","id":"s","children":[{"kind":"gadget","id":"g","zoom":2,"label":"G","spin":{"busy":false}}]}}"#
      ),
      (
        "a fallback, and a child after it",
        #"{"root":{"kind":"screen","id":"s","children":[{"kind":"gadget","label":"G","fallback":{"kind":"text","text":"instead"},"children":[{"kind":"text","text":"inside"}]}]}}"#
      ),
      (
        "numbers",
        #"{"root":{"kind":"screen","id":"s","x":-7,"y":0.5,"children":[{"kind":"grid","columns":2},{"kind":"progress","label":"P","progress":{"value":0,"total":4}},{"kind":"chart","label":"C","values":[1,-2.5,0]}]}}"#
      ),
      (
        "text of more than one byte a character",
        #"{"root":{"kind":"screen","id":"s","label":"Zoë","children":[{"kind":"text","text":"日本語\n👩‍💻"},{"kind":"text","text":""}]}}"#
      ),
    ] + Gallery.screens.map { ("the gallery's \($0)", JSONRenderer().render($0.interface)) }

  private static func hexadecimal<Record>(_ records: [Record]) -> String {
    unsafe records.withUnsafeBytes { bytes in
      unsafe bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  private static func bytes(_ digits: String) throws -> [UInt8] {
    let digits = Array(digits.filter { $0 != " " })
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(digits[index...].prefix(2)), radix: 16))
    }
  }

  private static func records<Record: BitwiseCopyable>(_ digits: String) throws -> [Record] {
    let bytes = try bytes(digits)
    return unsafe bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / MemoryLayout<Record>.size).map { index in
        unsafe bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Record>.size, as: Record.self)
      }
    }
  }

  @Test func `is as the kit makes forms`() throws {
    var lines: [String] = []
    for (name, json) in Self.described {
      let form = FormParts(try InterfaceDescription(json: Array(json.utf8)))
      let members: [JSONValue.Member] = [
        .init("name", .string(name)), .init("description", try JSONReader.read(Array(json.utf8))),
        .init("document", .array([.int(Int64(form.document.lowerBound)), .int(Int64(form.document.count))])),
        .init("nodes", .string(Self.hexadecimal(form.nodes))), .init("values", .string(Self.hexadecimal(form.values))),
        .init("text", .string(String(decoding: form.text, as: UTF8.self))),
      ]
      lines.append(JSONValue.object(members).text)
    }
    try GeneratedDocument(Self.path).expectWhole("[\n" + lines.joined(separator: ",\n") + "\n]\n")
  }

  @Test func `has forms that are read as what is described`() throws {
    let file = try JSONReader.read(
      Array(GeneratedDocument(Self.path).text.utf8), limits: .init(bytes: 1 << 22, values: 100_000))
    let entries = try #require(file.arrayValue)
    #expect(entries.count >= Self.described.count)
    for entry in entries {
      var form = FormParts()
      form.nodes = try Self.records(try #require(entry["nodes"]?.stringValue))
      form.values = try Self.records(try #require(entry["values"]?.stringValue))
      form.text = Array(try #require(entry["text"]?.stringValue).utf8)
      let document = try #require(entry["document"]?.arrayValue).compactMap(\.intValue).map(Int.init)
      form.document = document[0]..<document[0] + document[1]
      var writer = JSONWriter()
      writer.write(try #require(entry["description"]))
      #expect(form.received == (try InterfaceDescription(json: writer.bytes)), "\(entry["name"]?.stringValue ?? "")")
    }
  }

  /// The form of a screen with a button, byte by byte.
  @Test func `is what the document of the ABI shows`() throws {
    let text = try GeneratedDocument("Docs/ProviderABI.md").text
    let start = try #require(
      text.firstRange(of: "<!-- unchecked: bytes, which the tests of the form have too -->\n```text\n"))
    let block = try #require(text[start.upperBound...].firstRange(of: "```"))
    let lines = text[start.upperBound..<block.lowerBound].split(separator: "\n").map { line in
      line.split(separator: "   ", maxSplits: 1)[0].filter { $0 != " " }
    }
    let form = FormParts(try InterfaceDescription(json: Array(Self.described[1].json.utf8)))
    #expect(lines.prefix(2).joined() == Self.hexadecimal(form.nodes))
    #expect(lines.dropFirst(2).dropLast().joined() == Self.hexadecimal(form.values))
    #expect(lines.last == Self.hexadecimal(form.text))
  }
}
