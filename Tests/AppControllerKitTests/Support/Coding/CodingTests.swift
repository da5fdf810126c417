import AppControllerJSON
import AppControllerKit
import TestSupport
import Testing

@Suite struct `A coded value` {
  private static let text =
    #"{"even":0,"flag":true,"fraction":1.5,"interface":{"root":{"id":"","kind":"screen"}},"list":[[{"zeta":1}]],"#
    + #""map":{},"maybeEmpty":"","number":7,"orNull":null,"strings":{},"text":"t","word":"second"}"#

  private func strict(_ text: String) -> String {
    do throws(CodingFault) {
      _ = try EveryValue.Form.canonical.value(of: Array(text.utf8))
      return ""
    } catch { return error.description }
  }

  private func open(_ text: String) -> String {
    do throws(CodingFault) {
      _ = try EveryValue.Form.open.value(of: Array(text.utf8))
      return ""
    } catch { return error.description }
  }

  @Test(arguments: EveryValue.Form.allCases)
  func `comes back as it was`(form: EveryValue.Form) throws {
    for value in [EveryValue(), try EveryValue.full()] {
      let bytes = form.bytes(of: value)
      #expect(try form.value(of: bytes) == value)
      #expect(try form.bytes(of: form.value(of: bytes)) == bytes)
      for count in bytes.indices { #expect(throws: CodingFault.self) { try form.value(of: Array(bytes[..<count])) } }
    }
  }

  @Test func `has its members in order and in full in our files, and shortly in a recording`() throws {
    var value = EveryValue()
    value.inner = EveryValue.Inner(zeta: 1, alpha: 2)
    let canonical = String(decoding: EveryValue.Form.canonical.bytes(of: value), as: UTF8.self)
    #expect(
      canonical == #"{"even":0,"flag":false,"fraction":0.0,"inner":{"alpha":2,"zeta":1},"interface":{"id":"","root":"#
        + #"{"kind":"screen","label":""}},"list":[],"map":{},"maybeEmpty":"","number":0,"orNull":null,"strings":{},"#
        + #""text":"","word":"first"}"#)
    let open = String(decoding: EveryValue.Form.open.bytes(of: value), as: UTF8.self)
    #expect(
      open == #"{"flag":false,"number":0,"fraction":0.0,"text":"","word":"first","inner":{"zeta":1,"alpha":2},"#
        + #""orNull":null,"list":[],"even":0,"interface":{"id":"","root":{"kind":"screen","label":""}}}"#)
  }

  @Test func `is read by either reader from the text of the tests below`() {
    #expect(strict(Self.text) == "")
    #expect(open(Self.text) == "")
  }

  /// A part of the text and what stands in its place; what a strict reader says, and another one where that differs.
  @Test(
    arguments: [
      (#""flag":true"#, #""flag":1"#, "flag is an integer, and has to be true or false", nil),
      (#""number":7"#, #""number":-7"#, "number is -7, and has to be from 0 to 18446744073709551615", nil),
      (#""number":7"#, #""number":7.5"#, "number is a number with a fraction, and has to be an integer", nil),
      (#""number":7"#, #""number":"7""#, "number is a string, and has to be an integer", ""),
      (#""fraction":1.5"#, #""fraction":"-inf""#, "", nil),
      (#""fraction":1.5"#, #""fraction":"1.5""#, "fraction is a string, and has to be a number", ""),
      (#""number":7"#, #""number":"18446744073709551615""#, "", nil),
      (#""number":7"#, #""number":"18446744073709551616""#, "number is a string, and has to be an integer", nil),
      (#""fraction":1.5"#, #""fraction":"x""#, "fraction is a string, and has to be a number", nil),
      (#""text":"t""#, #""text":"01234567890123456""#, "text has 17 bytes; at most 16", nil),
      (#""text":"t""#, #""text":null"#, "text is null, and has to be a string", "text is missing"),
      (#""text":"t","#, "", "text is missing", nil),
      (#""maybeEmpty":"","#, "", "maybeEmpty is missing", ""),
      (#""map":{},"#, "", "map is missing", ""),
      (#""map":{},"#, #""map":null,"#, "map is null, and has to be an object", ""),
      (#""orNull":null,"#, "", "orNull is missing", nil),
      (#""orNull":null,"#, #""inner":null,"orNull":1,"#, "inner is null, and has to be an object", ""),
      (
        #""word":"second""#, #""word":"Second""#, #"word is "Second", and has to be one of first, second, the last"#,
        nil
      ),
      (#""word":"second""#, #""word":"second","wrod":1"#, "wrod is not known", ""),
      (#""word":"second""#, #""word":"second","e\u0301\u001b":1"#, "e\u{301}\u{FFFD} is not known", ""),
      (#""zeta":1"#, #""zeta":128"#, "list[0][0].zeta is 128, and has to be from -128 to 127", nil),
      (#""zeta":1"#, #""zeta":1,"eta":1"#, "list[0][0].eta is not known", ""),
      (#"{"zeta":1}"#, "{}", "list[0][0].zeta is missing", nil),
      (#"{"zeta":1}"#, "[]", "list[0][0] is an array, and has to be an object", nil),
      (#"[[{"zeta":1}]]"#, "[[],[],[],[]]", "list has 4 entries; at most 3", nil),
      (
        #""map":{}"#, #""map":{"a":{"zeta":1},"b":{"zeta":"x"}}"#, "map.b.zeta is a string, and has to be an integer",
        nil
      ),
      (#""map":{}"#, #""map":{"01234567890123456":{"zeta":1}}"#, "map has a name of 17 bytes; at most 16", nil),
      (#""strings":{}"#, #""strings":{"a":1}"#, "strings.a is an integer, and has to be a string", nil),
      (#""strings":{}"#, #""strings":{"\u00e9":"1","e\u0301":"2"}"#, "strings has a name twice", nil),
      (#""strings":{}"#, #""strings":{"a":"","b":"","c":"","d":""}"#, "strings has 4 entries; at most 3", nil),
      (#""secret""#, #""secret""#, "", nil),
      (
        #""orNull":null,"#, #""orNull":1,"secret":1,"#, "secret is an integer, and has to be what stands for a secret",
        nil
      ),
      (
        #""orNull":null,"#, #""orNull":1,"secret":"01234567890123456","#, "secret has 17 bytes; at most 16", nil
      ),
      (#""even":0"#, #""even":1"#, "even is odd", nil),
      (
        #"{"root":{"id":"","kind":"screen"}}"#, "{}",
        #"interface is no interface: the description has no "root""#, nil
      ),
    ] as [(String, String, String, String?)])
  func `with a fault is refused by the name of its member`(part: String, other: String, strict: String, open: String?) {
    let text = Self.text.replacing(part, with: other, maxReplacements: 1)
    let said = self.strict(text)
    if strict.hasPrefix("interface") {
      #expect(said.hasPrefix("interface is no interface: "))
    } else {
      #expect(said == strict)
      #expect(self.open(text) == open ?? strict)
    }
  }

  @Test(arguments: ["[]", "1", "null"])
  func `is an object`(text: String) {
    #expect(strict(text).hasSuffix("and has to be an object"))
    #expect(strict(text).hasPrefix("it is "))
  }

  @Test func `is no text that is no JSON`() {
    #expect(strict("{").hasPrefix("the JSON text is wrong at line 1, column 2"))
  }

  @Test(arguments: [
    ("flag", 0, 2, "flag is 2, and has to be 0 or 1"), ("a text", 17, 255, "text has 255 bytes; at most 16"),
    ("UTF-8", 21, 0xFF, "text is no UTF-8"), ("a word", 26, 4, "word is the word 4, and has to be one from 1 to 3"),
    ("no word", 26, 0, "word is the word 0, and has to be one from 1 to 3"),
    ("presence", 27, 2, "secret is 2, and has to be 0 or 1"), ("a list", 30, 9, "list has 9 entries; at most 3"),
    ("a map", 34, 9, "strings has 9 entries; at most 3"), ("a rule", 42, 1, "even is odd"),
  ])
  func `with a fault in its bytes is refused by the name of its member`(
    name: String, offset: Int, byte: UInt8, fault: String
  ) {
    var value = EveryValue()
    value.text = "a"
    var bytes = EveryValue.Form.binary.bytes(of: value)
    bytes[offset] = byte
    #expect(throws: CodingFault.self) { try EveryValue.Form.binary.value(of: bytes) }
    do throws(CodingFault) { _ = try EveryValue.Form.binary.value(of: bytes) } catch {
      #expect(error.description == fault, "\(name)")
    }
    #expect(throws: CodingFault("goes on for 1 bytes after its end")) {
      try EveryValue.Form.binary.value(of: EveryValue.Form.binary.bytes(of: value) + [0])
    }
  }

  @Test func `has all faults of its members told, each with its place`() throws {
    let text = """
      { "flag": 1, "number": 2, "wrod": 1,
        "list": [[], [{}]], "flag": true,
        "wrod": 2 }
      """
    let limits = JSONLimits()
    let (value, faults): (EveryValue, _) = JSONCodingReader.readAll(
      .object(), from: try JSONValue(text: Array(text.utf8), limits: limits, allowsDuplicates: true),
      isStrict: true)
    #expect(value.number == 2)
    let outline = try JSONOutline(Array(text.utf8), limits: limits)
    let places = faults.map { fault in
      let place = JSONPosition(of: outline.offset(of: fault), in: outline.bytes)
      return "\(place.line):\(place.column) \(fault)"
    }
    let missing = ["fraction", "text", "maybeEmpty", "word", "orNull", "strings", "map", "even", "interface"]
    #expect(
      places.filter { !$0.hasPrefix("1:1 ") } == [
        "1:11 flag is an integer, and has to be true or false", "2:17 list[1][0].zeta is missing",
        "1:27 wrod is not known", "2:23 flag stands there twice", "3:3 wrod is not known",
      ])
    #expect(places.filter { $0.hasPrefix("1:1 ") } == missing.map { "1:1 \($0) is missing" })
  }

  @Test(arguments: EveryValue.Form.allCases)
  func `with any damage is refused, or read as something that comes back`(form: EveryValue.Form) throws {
    var generator = SeededGenerator(seed: 21)
    let whole = [form.bytes(of: try .full()), form.bytes(of: EveryValue()), Array(Self.text.utf8)]
    var refused = 0
    for round in 0..<6000 {
      var bytes = whole[round % (form == .binary ? 2 : 3)]
      for _ in 0...Int.random(in: 0..<3, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &generator)
        let other = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.removeSubrange(min(index, other)..<max(index, other))
        case 3: bytes.insert(contentsOf: bytes[min(index, other)...max(index, other)], at: index)
        default: bytes[index] = bytes[other]
        }
      }
      do throws(CodingFault) {
        let value = try form.value(of: bytes)
        let again = form.bytes(of: value)
        let same = try form.bytes(of: form.value(of: again))
        #expect(same == again, "round \(round)")
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    #expect(refused > 1000)
  }
}
