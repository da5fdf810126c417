import AppControllerJSON
import AppControllerKit
import Testing

@Suite struct `The outline of a JSON text` {
  /// The names of the members of the root, as they are written.
  private func names(_ text: String) throws -> [String?] {
    let outline = try JSONOutline(Array(text.utf8), limits: JSONLimits())
    return outline.contents(of: outline.root).map { member in
      outline.nameOffset(of: member).map { start in
        let rest = outline.bytes[start..<outline.offset(of: member)]
        return String(decoding: rest.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
      }
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[2],"c":{"d":3}}"#, [#""a""#, #""b""#, #""c""#]),
    ("{ \"a\"\n:\t1 ,\r\"b\"  :  \"c\"}", ["\"a\"\n", "\"b\"  "]),
    (#"{"":1,"x":2}"#, [#""""#, #""x""#]),
    (#"{"a\"b":1,"c\\":2,"\\\"d":3,"\"":4,"\\\\":5}"#, [#""a\"b""#, #""c\\""#, #""\\\"d""#, #""\"""#, #""\\\\""#]),
    (#"{"ü ":"a","\u0022":2}"#, [#""ü ""#, #""\u0022""#]),
  ])
  func `knows where each name begins`(text: String, expected: [String]) throws {
    #expect(try names(text) == expected)
  }

  @Test(arguments: [(#"["a", "b" ,{"c":1}]"#, 3), ("[]", 0), (#""text""#, 0), (#"[":",":"]"#, 2)])
  func `knows what has no name`(text: String, count: Int) throws {
    #expect(try names(text) == Array(repeating: nil, count: count))
    let outline = try JSONOutline(Array(text.utf8), limits: JSONLimits())
    #expect(outline.nameOffset(of: outline.root) == nil)
  }
}
