import AppControllerJSON
import AppControllerKit
import Testing

@Suite struct `JSON reader` {
  @Test(
    arguments: [
      ("null", .null),
      (" \t\r\n true \n", .bool(true)),
      ("false", .bool(false)),
      ("0", .int(0)),
      ("-0", .int(0)),
      ("9223372036854775807", .int(.max)),
      ("-9223372036854775808", .int(.min)),
      ("9007199254740993", .int(9_007_199_254_740_993)),
      ("0.5", .double(0.5)),
      ("1e2", .double(100)),
      ("-1.5E+3", .double(-1500)),
      ("0.1", .double(0.1)),
      ("1e-400", .double(0)),
      ("18446744073709551616.0", .double(18_446_744_073_709_551_616)),
      (#""""#, .string("")),
      (#""héllo 😀""#, .string("héllo 😀")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u0041\u00e9\u20AC\uD83D\ude00\u0000""#, .string("Aé€😀\0")),
      (#""a\nb\u007fc""#, .string("a\nb\u{7F}c")),
      ("\"\u{7F}\u{2028}\u{10FFFF}\u{D7FF}\u{E000}\"", .string("\u{7F}\u{2028}\u{10FFFF}\u{D7FF}\u{E000}")),
      ("[]", .array([])),
      ("[ ]", .array([])),
      ("{}", .object([])),
      ("[1,[2],\"x\"]", .array([.int(1), .array([.int(2)]), .string("x")])),
      (
        #"{"b": 1, "a": {"": null}}"#,
        .object([.init("b", .int(1)), .init("a", .object([.init("", .null)]))])
      ),
      (
        "{\"\u{E9}\":1,\"e\u{301}\":2}", .object([.init("\u{E9}", .int(1)), .init("e\u{301}", .int(2))])
      ),
    ] as [(String, JSONValue)]
  )
  func `reads a text`(text: String, expected: JSONValue) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    ("", "line 1, column 1 (byte 0): expected a value, found the end of the text"),
    ("  ", "line 1, column 3 (byte 2): expected a value, found the end of the text"),
    ("\u{FEFF}1", "line 1, column 1 (byte 0): found a byte order mark"),
    ("1 2", "line 1, column 3 (byte 2): expected the end of the text, found '2'"),
    ("{} x", "line 1, column 4 (byte 3): expected a value, found 'x'"),
    ("[1,]", "line 1, column 4 (byte 3): expected a value, found ']'"),
    ("[1 2]", "line 1, column 4 (byte 3): expected ',' or ']', found '2'"),
    ("[1", "line 1, column 3 (byte 2): expected ',' or ']', found the end of the text"),
    ("[1}", "line 1, column 3 (byte 2): expected ',' or ']', found '}'"),
    (#"{"a" 1}"#, "line 1, column 6 (byte 5): expected ':', found '1'"),
    (#"{"a":1,}"#, "line 1, column 8 (byte 7): expected a name in quotation marks, found '}'"),
    (#"{"a":1 "b":2}"#, "line 1, column 8 (byte 7): expected ',' or '}', found '\"'"),
    ("{1:2}", "line 1, column 2 (byte 1): expected a name in quotation marks, found '1'"),
    ("{'a':1}", "line 1, column 2 (byte 1): expected a value, found '''"),
    ("// no\n1", "line 1, column 1 (byte 0): expected a value, found '/'"),
    ("\n\r\n\r [x]", "line 4, column 3 (byte 6): expected a value, found 'x'"),
    (#"["é", tru]"#, "line 1, column 7 (byte 7): expected a value, found 't'"),
    ("NaN", "line 1, column 1 (byte 0): expected a value, found 'N'"),
    ("[-Infinity]", "line 1, column 3 (byte 2): expected a digit after the minus sign, found 'I'"),
    ("+1", "line 1, column 1 (byte 0): expected a value, found '+'"),
    ("01", "line 1, column 1 (byte 0): found a number that begins with 0"),
    ("-00", "line 1, column 2 (byte 1): found a number that begins with 0"),
    ("1.", "line 1, column 3 (byte 2): expected a digit after the decimal point, found the end of the text"),
    (".5", "line 1, column 1 (byte 0): expected a value, found '.'"),
    ("[1e]", "line 1, column 4 (byte 3): expected a digit after the exponent's e, found ']'"),
    ("1e400", "line 1, column 1 (byte 0): found a number beyond 1.7976931348623157e+308"),
    (
      "[9223372036854775808]",
      "line 1, column 2 (byte 1): found an integer outside -9223372036854775808...9223372036854775807"
    ),
    (
      "-9223372036854775809",
      "line 1, column 1 (byte 0): found an integer outside -9223372036854775808...9223372036854775807"
    ),
    (#"["abc"#, "line 1, column 2 (byte 1): expected a closing quotation mark, found the end of the text"),
    (#""abc\"#, "line 1, column 1 (byte 0): expected a closing quotation mark, found the end of the text"),
    ("\"a\nb\"", "line 1, column 3 (byte 2): found the control character 0x0A in a string"),
    ("\"\u{1B}\"", "line 1, column 2 (byte 1): found the control character 0x1B in a string"),
    (#""é\x""#, "line 1, column 3 (byte 3): found a backslash before 'x'"),
    (#""\u12g4""#, "line 1, column 6 (byte 5): expected a hexadecimal digit, found 'g'"),
    (#""\u12"#, "line 1, column 6 (byte 5): expected a hexadecimal digit, found the end of the text"),
    (#""\ud83d""#, "line 1, column 2 (byte 1): found the lone surrogate U+D83D"),
    (#""\ude00""#, "line 1, column 2 (byte 1): found the lone surrogate U+DE00"),
    (#""\ud83d\u0041""#, "line 1, column 2 (byte 1): found the lone surrogate U+D83D"),
    (#""\ud83d\ud83d\ude00""#, "line 1, column 2 (byte 1): found the lone surrogate U+D83D"),
    ("{\"a\":1,\n \"a\":2}", "line 2, column 2 (byte 9): found the name \"a\" a second time"),
    (#"{"a":1,"\u0061":2}"#, "line 1, column 8 (byte 7): found the name \"a\" a second time"),
  ])
  func `says where a text is wrong`(text: String, expected: String) {
    let error = #expect(throws: AppControllerError.self) { try JSONReader.read(Array(text.utf8)) }
    #expect(error?.code == .invalidJSON)
    #expect(error?.what == "the JSON text is wrong at \(expected)")
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82],
      [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x28, 0x80],
    ] as [[UInt8]]
  )
  func `refuses invalid UTF-8 at its first byte`(bytes: [UInt8]) {
    for tail in ["\"]", ""] {
      let text = Array("[\"ok\",\n\"é".utf8) + bytes + Array(tail.utf8)
      let error = #expect(throws: AppControllerError.self) { try JSONReader.read(text) }
      #expect(error?.what.hasPrefix("the JSON text is wrong at line 2, column 3 (byte 10): found the byte 0x") == true)
    }
  }

  @Test func `takes and refuses UTF-8 as Swift's own decoder does`() {
    // All pairs of bytes as the start of a scalar, complete and cut off.
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0)...0xFF where second != 0x22 && second != 0x5C && second >= 0x20 {
        for rest in [[], [0x80], [0x80, 0xBF]] as [[UInt8]] {
          let bytes = [first, second] + rest
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          let value = try? JSONReader.read([0x22] + bytes + [0x22])
          #expect((value != nil) == isValid, "\(bytes)")
        }
      }
    }
  }

  @Test func `finds a repeated name among many`() throws {
    let members = (0..<1000).map { #""n\#($0)":\#($0)"# }
    let text = "{\(members.joined(separator: ","))}"
    #expect(try JSONReader.read(Array(text.utf8))["n999"] == .int(999))
    for name in ["n0", "n7", "n8", "n999"] {
      let repeated = text.dropLast() + #","\#(name)":0}"#
      #expect(throws: AppControllerError.self) { try JSONReader.read(Array(repeated.utf8)) }
    }
  }

  @Test func `tells names apart by their bytes`() throws {
    let value = try JSONReader.read(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value["\u{E9}"] == .int(1))
    #expect(value["e\u{301}"] == .int(2))
    #expect(value["e"] == nil)
  }

  @Test func `keeps every limit at its edge`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
    }
    _ = try JSONReader.read(nested(128))
    let deep = #expect(throws: AppControllerError.self) { try JSONReader.read(nested(129)) }
    #expect(
      deep?.what == "the JSON text is wrong at line 1, column 129 (byte 128): "
        + "found more than 128 arrays and objects within each other"
    )
    #expect(throws: AppControllerError.self) { try JSONReader.read(nested(100_000), limits: .init(depth: .max)) }

    _ = try JSONReader.read(Array("[1,2]".utf8), limits: .init(bytes: 5, values: 3))
    let large = #expect(throws: AppControllerError.self) {
      try JSONReader.read(Array("[1,2]".utf8), limits: .init(bytes: 4))
    }
    #expect(large?.what == "the JSON text has 5 bytes, more than 4")
    let many = #expect(throws: AppControllerError.self) {
      try JSONReader.read(Array("[1,2]".utf8), limits: .init(values: 2))
    }
    #expect(many?.what == "the JSON text is wrong at line 1, column 4 (byte 3): found more than 2 values")

    let digits = String(repeating: "1", count: 1022)
    _ = try JSONReader.read(Array("0.\(digits)".utf8))
    #expect(throws: AppControllerError.self) { try JSONReader.read(Array("0.1\(digits)".utf8)) }
  }

  @Test func `shows nothing of a text but one character`() {
    for text in [#"{"secret":"hunter2"#, #"{"secret":"hunter2"]"#, #"{"secret":"hunter2\q"}"#, #"["hunter2","#] {
      let error = #expect(throws: AppControllerError.self) { try JSONReader.read(Array(text.utf8)) }
      #expect(error?.description.contains("hunter") == false)
    }
  }

  @Test func `gives each string where it stands`() throws {
    var scanner = JSONScanner(Array(#"["plain" , "es\ncaped", "x"]"#.utf8))
    var found: [String] = []
    while true {
      let token = try scanner.next()
      if token == .end { break }
      if token == .string {
        found.append("\(scanner.tokenOffset):\(scanner.string())")
      }
    }
    #expect(found == ["1:plain", "11:es\ncaped", "24:x"])
    #expect(try scanner.next() == .end)
  }
}
