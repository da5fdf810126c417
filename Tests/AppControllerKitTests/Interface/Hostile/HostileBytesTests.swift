import AppControllerJSON
import AppControllerKit
import Testing

@Suite struct `Bytes that are no text` {
  typealias Text = HostileText

  /// Where a text goes wrong whose string holds some bytes: at the first of them, the 14th of the text.
  @Test(
    arguments: [
      ("a lone continuation byte", [0x80]), ("an overlong slash", [0xC0, 0xAF]), ("an overlong null", [0xC0, 0x80]),
      ("an overlong three-byte form", [0xE0, 0x80, 0xAF]), ("an overlong four-byte form", [0xF0, 0x80, 0x80, 0xAF]),
      ("a high surrogate", [0xED, 0xA0, 0x80]), ("a low surrogate", [0xED, 0xBF, 0xBF]),
      ("a pair of surrogates", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), ("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
      ("a five-byte form", [0xF8, 0x88, 0x80, 0x80, 0x80]), ("two bytes cut off", [0xC3]),
      ("three bytes cut off", [0xE2, 0x82]), ("four bytes cut off", [0xF0, 0x9F, 0x98]), ("0xFE", [0xFE]),
    ] as [(String, [UInt8])])
  func `are refused in a value and in a name, at the first that is wrong`(what: String, bytes: [UInt8]) {
    let value = Array(#"{"a":"é","b":""#.utf8) + bytes + Array(#""}"#.utf8)
    let name = Array(#"{"a":"é","b"#.utf8) + bytes + Array(#"":1}"#.utf8)
    let cut = Array(#"{"a":"é","b":""#.utf8) + bytes
    #expect(Text.problems(value) == ["ACK1002 $ 1:15"])
    #expect(Text.problems(name) == ["ACK1002 $ 1:12"])
    #expect(Text.problems(cut) == ["ACK1002 $ 1:15"])
    #expect(Text.words(value)?.hasPrefix("found the byte 0x") == true)
    #expect(Text.problems(bytes) == ["ACK1002 $ 1:1"])
  }

  @Test(arguments: [
    (#""\ud800""#, 9), (#""\udc00""#, 9), (#""\udc00\ud800""#, 9), (#""\ud800\ud800""#, 9), (#""\ud800x""#, 9),
    (#""\ud800\n""#, 9), (#""\ud800\u0041""#, 9), (#""\ud83d\ude00\ude00""#, 21), (#""\uDBFF\uDBFF\uDFFF""#, 9),
  ])
  func `are halves of surrogate pairs, too`(string: String, column: Int) {
    #expect(Text.problems(#"{"root":\#(string)}"#) == ["ACK1002 $ 1:\(column + 1)"])
    #expect(Text.words(Array(#"{"root":\#(string)}"#.utf8))?.hasPrefix("found the lone surrogate U+D") == true)
    #expect(Text.problems(#"{\#(string):1}"#) == ["ACK1002 $ 1:\(column - 6)"])
  }

  @Test func `are zero bytes and other controls`() throws {
    for control in UInt8(0)..<0x20 {
      #expect(Text.problems(Array(#"{"a":"x"#.utf8) + [control] + Array(#""}"#.utf8)) == ["ACK1002 $ 1:8"])
    }
    #expect(Text.problems([0]) == ["ACK1002 $ 1:1"])
    #expect(Text.problems(Array("{}".utf8) + [0]) == ["ACK1002 $ 1:3"])
    // Escaped they are texts, in which they are marked.
    let read = try InterfaceDescription(json: Array(Text.screen("", #","x":"\u0000\u001b\u007f\u0085""#).utf8))
    #expect(JSONRenderer().render(read).contains(#""x":"?????""#))
  }

  @Test func `are other encodings`() {
    let text = Text.screen()
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let wide = text.utf8.flatMap { [$0, 0, 0, 0] as [UInt8] }
    #expect(Text.problems([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == ["ACK1002 $ 1:1"])
    #expect(Text.words([0xEF, 0xBB, 0xBF])?.hasPrefix("found a byte order mark") == true)
    #expect(Text.problems([0xFF, 0xFE] + little) == ["ACK1002 $ 1:1"])
    #expect(Text.problems([0xFE, 0xFF] + big) == ["ACK1002 $ 1:1"])
    #expect(Text.problems(little) == ["ACK1002 $ 1:2"])
    #expect(Text.problems(big) == ["ACK1002 $ 1:1"])
    #expect(Text.problems(wide) == ["ACK1002 $ 1:2"])
    // Latin-1.
    #expect(Text.problems(Array(#"{"a":""#.utf8) + [0xE9] + Array(#""}"#.utf8)) == ["ACK1002 $ 1:7"])
  }

  /// All texts that a whole one begins with.
  @Test func `are a text that was cut off`() {
    let text = Array(
      Text.storyboard(1, #","lang":"en""#) { _ in
        Text.screen(#"{"kind":"text","text":"é\u00e9\ud83d\ude00","n":[-1.5e3,true,null]}"#)
      }
      .utf8)
    #expect(Text.problems(text) == [])
    for length in 0..<text.count {
      let document = InterfaceDocument(json: Array(text.prefix(length)))
      #expect(document.contents == nil)
      #expect(document.diagnostics.map(\.code) == [.badJSON])
      #expect(document.diagnostics.allSatisfy { ($0.position?.offset ?? .max) <= length })
    }
  }

  /// Each byte of a text, changed into each of a few others.
  @Test func `are a text in which a byte was changed`() {
    let text = Array(Text.screen(#"{"kind":"text","text":"é","n":[1,true]}"#).utf8)
    for index in text.indices {
      for byte in [0, 0x09, 0x22, 0x2C, 0x30, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x7F, 0x80, 0xC3, 0xFF] as [UInt8] {
        var changed = text
        changed[index] = byte
        let document = InterfaceDocument(json: changed)
        #expect(document.contents != nil || !document.diagnostics.isEmpty)
        #expect(document.diagnostics.allSatisfy { (0...text.count).contains($0.position?.offset ?? -1) })
      }
    }
  }
}

@Suite struct `Numbers that are none` {
  typealias Text = HostileText

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "100000000000000000000000000000",
    "1e400", "-1e400", "1e309", "1.8e308", "0.1e310", "1e99999999999999999999",
  ])
  func `are beyond what is kept, and refused where they begin`(number: String) {
    #expect(Text.problems(Text.screen("", #","x":\#(number)"#)) == ["ACK1002 $ 1:51"])
    #expect(Text.problems(Text.screen("", #","x":[0,\#(number)]"#)) == ["ACK1002 $ 1:54"])
  }

  @Test(arguments: [
    ("01", 51), ("-01", 52), ("00", 51), ("1.", 53), (".1", 51), ("-", 52), ("+1", 51), ("1e", 53), ("1e+", 54),
    ("1.e1", 53), ("0x10", 52), ("1_000", 52), ("NaN", 51), ("nan", 51), ("Infinity", 51), ("-Infinity", 52),
    ("1,", 53), ("'1'", 51), ("1 // one", 53), ("/* one */ 1", 51), ("1f", 52), ("٣", 51), ("1e1.5", 54),
    ("TRUE", 51), ("None", 51), ("undefined", 51),
  ])
  func `are no JSON, and refused at what is wrong`(number: String, column: Int) {
    #expect(Text.problems(Text.screen("", #","x":\#(number)"#)) == ["ACK1002 $ 1:\(column)"])
  }

  @Test(arguments: [
    ("-0", "0"), ("-0.0", "-0.0"), ("1e-400", "0.0"), ("-1e-400", "-0.0"), ("5e-324", "5e-324"), ("2e-324", "0.0"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808.0", "9.223372036854776e+18"), ("9007199254740993", "9007199254740993"),
    ("9007199254740993.0", "9007199254740992.0"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("1E0", "1.0"), ("100e-2", "1.0"), ("0e99999", "0.0"), ("0.1000000000000000055511151231257827", "0.1"),
    ("1e23", "1e+23"), ("123456789012345678", "123456789012345678"),
  ])
  func `come close, and are kept as what they are`(number: String, kept: String) throws {
    let read = try InterfaceDescription(json: Array(Text.screen("", #","x":\#(number)"#).utf8))
    let json = JSONRenderer().render(read)
    #expect(json == #"{"root":{"id":"s","kind":"screen","label":"S","x":\#(kept)}}"#)
    #expect(try InterfaceDescription(json: Array(json.utf8)) == read)
  }

  @Test(arguments: [
    ("{\"a\":1,}", 8), ("[1,]", 4), ("[,1]", 2), ("[1,,2]", 4), ("{,}", 2), ("{\"a\"}", 5), ("{\"a\":}", 6),
    ("{\"a\" 1}", 6), ("{a:1}", 2), ("{1:1}", 2), ("{null:1}", 2), ("[1}", 3), ("{\"a\":1]", 7), ("{}{}", 3),
    ("{}]", 3), ("1 1", 3), ("// {}\n{}", 1), ("{} // {}", 4), ("/**/{}", 1), ("#\n{}", 1), ("{\"a\":'b'}", 6),
    ("{'a':1}", 2), ("[\"a\nb\"]", 4), ("\u{A0}{}", 1), ("{\u{2028}}", 2), ("[tru]", 2), ("[nulll]", 6),
  ])
  func `and what else other readers let pass is refused at its place`(text: String, column: Int) {
    #expect(Text.problems(text) == ["ACK1002 $ 1:\(column)"])
  }
}
