import AppControllerHTTP
import Testing

@Suite struct `A form` {
  @Test(arguments: [
    ("", [] as [[String]]), ("a=b", [["a", "b"]]), ("a=b&a=c", [["a", "b"], ["a", "c"]]), ("a", [["a", ""]]),
    ("=b", [["", "b"]]), ("=", [["", ""]]), ("&&a=b&", [["a", "b"]]), ("a=b=c", [["a", "b=c"]]),
    ("a+b=c%20d%2B", [["a b", "c d+"]]), ("%c3%a9=%E2%82%AC", [["é", "€"]]), ("a=%0D%0A", [["a", "\r\n"]]),
    ("a=é", [["a", "é"]]), ("%3Aaction=x%26y%3Dz", [[":action", "x&y=z"]]), ("a=%25", [["a", "%"]]),
  ])
  func `has the pairs in their order`(_ text: String, _ pairs: [[String]]) throws {
    let form = try #require(HTTPForm(text.utf8))
    #expect(form.pairs.map { [$0.name, $0.value] } == pairs)
  }

  @Test(arguments: [
    "a=%", "a=%4", "a=%zz", "%=a", "a=%u0041", "a=%00", "a=\0", "%00=a", "a=%ff", "a=%c3", "a=%ED%A0%80",
  ])
  func `is none with a bad percent sign, a NUL or bytes that are not UTF-8`(_ text: String) {
    #expect(HTTPForm(text.utf8) == nil)
  }

  @Test func `is none of raw bytes that are not UTF-8`() {
    #expect(HTTPForm([UInt8(ascii: "a"), 0xC3]) == nil)
  }

  @Test func `has at most 1 024 pairs`() {
    let pair = Array("a&".utf8)
    #expect(HTTPForm((0..<1024).flatMap { _ in pair })?.pairs.count == 1024)
    #expect(HTTPForm((0..<1025).flatMap { _ in pair }) == nil)
  }

  @Test func `finds a value by the exact name`() throws {
    let form = try #require(HTTPForm("a=1&a=2&e%CC%81=3".utf8))
    #expect(form["a"] == "1")
    #expect(form["é"] == nil)
    #expect(form["b"] == nil)
  }
}
