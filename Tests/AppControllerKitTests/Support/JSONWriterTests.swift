import AppControllerJSON
import AppControllerKit
import Testing

@Suite struct `JSON writer` {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func writeSample(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("list")
    writer.beginArray()
    writer.int(1)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.key("yes")
    writer.bool(true)
    writer.key("deep")
    writer.beginObject()
    writer.key("text")
    writer.string("x")
    writer.endObject()
    writer.endObject()
  }

  @Test func `puts commas where they belong`() {
    #expect(text(writeSample) == #"{"list":[1,null,{},[]],"yes":true,"deep":{"text":"x"}}"#)
  }

  @Test(arguments: [
    ("", ""),
    ("plain", "plain"),
    ("\"\\/", #"\"\\/"#),
    ("\u{8}\u{C}\n\r\t", #"\b\f\n\r\t"#),
    ("\0\u{1}\u{1F} ", #"\u0000\u0001\u001F "#),
    ("~\u{7F}\u{80}\u{85}\u{9B}[31m\u{9F}", #"~\u007F\u0080\u0085\u009B[31m\u009F"#),
    ("\u{A0}\u{A9}\u{C2}", "\u{A0}\u{A9}\u{C2}"),
    ("a\u{2028}b\u{2029}", #"a\u2028b\u2029"#),
    ("\u{2027}\u{202A}\u{2068}\u{E8}€😀", "\u{2027}\u{202A}\u{2068}\u{E8}€😀"),
    ("x\"", #"x\""#),
  ])
  func `escapes what needs it and nothing else`(input: String, expected: String) {
    let quoted = "\"\(expected)\""
    #expect(text { $0.string(input) } == quoted)
    #expect(text { $0.string(input.utf8Span.span) } == quoted)
    #expect(text { $0.key(input) } == quoted + ":")
    #expect(text { $0.key(input.utf8Span.span) } == quoted + ":")
  }

  @Test func `reads no byte behind a cut off character`() {
    for bytes in [[0xC2], [0xE2], [0xE2, 0x80]] as [[UInt8]] {
      var writer = JSONWriter()
      writer.string(bytes.span)
      #expect(writer.bytes == [0x22] + bytes + [0x22])
    }
  }

  @Test(
    arguments: [
      (3.0, "3.0"), (0.1, "0.1"), (-0.0, "-0.0"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (.nan, "null"), (.infinity, "null"),
    ] as [(Double, String)]
  )
  func `writes the shortest digits of a double`(value: Double, expected: String) throws {
    let written = text { $0.double(value) }
    #expect(written == expected)
    if value.isFinite { #expect(try JSONReader.read(Array(written.utf8)) == .double(value)) }
  }

  @Test func `writes integers of every width`() {
    let written = text { writer in
      writer.beginArray()
      writer.int(Int64.min)
      writer.int(UInt64.max)
      writer.int(UInt8(7))
      writer.endArray()
    }
    #expect(written == "[-9223372036854775808,18446744073709551615,7]")
  }

  @Test func `what it writes reads back the same`() throws {
    let everything = String(String.UnicodeScalarView((0...0x3000).compactMap(Unicode.Scalar.init)))
    let value = JSONValue.object([
      .init("z", .array([.null, .bool(false), .int(.min), .double(0.1), .double(3), .string(everything)])),
      .init(everything, .object([])),
      .init("", .array([])),
    ])
    var writer = JSONWriter()
    writer.write(value)
    #expect(try JSONReader.read(writer.bytes) == value)
    #expect(try JSONReader.read(Array(JSONFormatter.text(value).utf8)) == value)
  }
}
