import AppControllerJSON
import AppControllerKit
import Testing

@Suite struct `JSON for people` {
  private func format(_ json: String) throws -> String {
    JSONFormatter.text(try JSONReader.read(Array(json.utf8)))
  }

  @Test func `has on one line what fits there`() throws {
    #expect(
      try format(#"{"a":[1,2.5,null,"x"],"b":{},"c":[],"d":{"e":true}}"#)
        == #"{ "a": [1, 2.5, null, "x"], "b": {}, "c": [], "d": { "e": true } }"#)
    #expect(try format("7") == "7")
  }

  @Test func `has a line for each member and element of what does not`() throws {
    let long = String(repeating: "x", count: 60)
    #expect(
      try format(#"{"a":["\#(long)",{"b":1,"c":"\#(long)"}],"d":"\#(long)\#(long)"}"#) == """
        {
          "a": [
            "\(long)",
            { "b": 1, "c": "\(long)" }
          ],
          "d": "\(long)\(long)"
        }
        """)
  }

  @Test(arguments: 0..<30)
  func `has no longer line than one text needs`(length: Int) throws {
    let text = try format(#"{"aaaa":[[\#((0..<60).map { "\($0 * length)" }.joined(separator: ","))],{"k":"v"}]}"#)
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }
}
