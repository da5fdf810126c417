import AppControllerJSON
import AppControllerKit
import Testing

@testable import ProviderPlugins

@Suite struct `A comparison of two answers` {
  private let given = SecretNumbers()
  private let found = SecretNumbers()

  private func findings(
    _ recorded: String, _ new: String, in comparison: inout ReplyComparison
  ) throws -> [String] {
    let values = try [recorded, new].map { try JSONReader.read(Array($0.utf8)) }
    return comparison.findings(values[0], at: 1000, values[1], at: 5000).map { finding in
      "\(finding.path): \(finding.recorded?.text ?? "nothing"), \(finding.found?.text ?? "nothing")"
    }
  }

  private func comparison(count: Int = 0, issued: Set<Int> = []) -> ReplyComparison {
    if count > 0 { _ = given.standIn(for: count) }
    return ReplyComparison(given: given, count: count, issued: issued, found: found)
  }

  private static func screen(_ children: String...) -> String {
    #"{"reply":"interface","interface":{"root":{"children":["# + children.joined(separator: ",") + "]}}}"
  }

  private static let (text, other) = (#"{"kind":"text","text":"a"}"#, #"{"kind":"text","text":"b"}"#)
  private static let (button, door) = (
    #"{"kind":"button","id":"go","label":"Go"}"#, #"{"kind":"button","id":"door","label":"Go"}"#
  )
  private static let children = "$.interface.root.children"

  @Test(arguments: [
    (screen(text, button), screen(text, button), []),
    (screen(text, button), screen(other, button), ["\(children)[0].text: \"a\", \"b\""]),
    (screen(text, button), screen(text, door), ["\(children)[1].id: \"go\", \"door\""]),
    (screen(text, button), screen(other, text, button), ["\(children)[0]: nothing, \(other)"]),
    (screen(text, button, other), screen(text, other), ["\(children)[1]: \(button), nothing"]),
    (screen(text), screen(button), ["\(children)[0]: \(text), nothing", "\(children)[0]: nothing, \(button)"]),
    (screen(text, text), screen(text), ["\(children)[1]: \(text), nothing"]),
    (#"{"reply":"done"}"#, #"{"reply":"unsupported"}"#, []),
    (
      #"{"reply":"pending"}"#, #"{"reply":"unsupported"}"#, [#"$.reply: {"reply":"pending"}, {"reply":"unsupported"}"#]
    ),
    (
      #"{"reply":"failed","status":-1}"#, #"{"reply":"failed","status":-2,"failure":{"what":"x"}}"#,
      ["$.status: -1, -2", #"$.failure: nothing, {"what":"x"}"#]
    ),
    (#"{"error":{"code":"ACK2201","what":"a"}}"#, #"{"error":{"code":"ACK2201","what":"b"}}"#, []),
    (
      #"{"error":{"code":"ACK2201"}}"#, #"{"error":{"code":"ACK2203"}}"#,
      [#"$.reply: {"error":{"code":"ACK2201"}}, {"error":{"code":"ACK2203"}}"#]
    ),
    ("{\"a\":\"\u{e9}\"}", "{\"a\":\"e\u{301}\"}", ["$.a: \"\u{e9}\", \"e\u{301}\""]),
    (#"{"a b":{"c\"]":1}}"#, #"{"a b":{}}"#, [#"$["a b"]["c\"]"]: 1, nothing"#]),
  ])
  func `finds each change once, with its path`(_ recorded: String, _ new: String, _ expected: [String]) throws {
    var comparison = comparison()
    #expect(try findings(recorded, new, in: &comparison) == expected)
  }

  private func login(_ secret: Int, expiresAt: Int64? = nil) -> String {
    let end = expiresAt.map { #","expiresAt":\#($0),"secretExpiresAt":\#($0)"# } ?? ""
    return #"{"reply":"effects","effects":[{"effect":"login","session":{"secret":\#(secret)\#(end)}}]}"#
  }

  @Test func `takes secrets for the same as long as one stands where the other does`() throws {
    for secret in ["one", "two", "three"] { _ = found.number(of: Secret(secret)) }
    var comparison = comparison(count: 3, issued: [2, 3])
    given.assign(Secret("one"), to: 1)
    let different = ["$.effects[0].session.secret: \"(secret)\", \"(another secret)\""]
    #expect(try findings(login(1), login(1), in: &comparison) == [])
    #expect(try findings(login(2), login(1), in: &comparison) == different, "a typed secret is none that is issued")
    #expect(try findings(login(2), login(2), in: &comparison) == [])
    #expect(given.standIn(for: 2) == Secret("two"), "the questions have the new secret from now on")
    #expect(try findings(login(2), login(3), in: &comparison) == different)
    #expect(try findings(login(3), login(2), in: &comparison) == different, "the new one was not replaced")
    #expect(try findings(login(3), login(3), in: &comparison) == [])
  }

  @Test(arguments: [
    (4600, true), (4660, true), (4540, true), (4661, false), (600, true), (1200, false), (.max, false), (.min, false),
  ])
  func `takes ends of sessions for the same that are equal or as far away`(_ lifetime: Int64, _ isSame: Bool) throws {
    var comparison = comparison()
    _ = found.number(of: Secret("one"))
    given.assign(Secret("one"), to: 1)
    let new = lifetime.addingReportingOverflow(5000).partialValue
    let findings = try findings(login(1, expiresAt: 1000 + 3600 + 1000), login(1, expiresAt: new), in: &comparison)
    #expect(findings.isEmpty == isSame, "\(findings)")
  }

  @Test func `shows no secret, whichever of the two says it`() throws {
    found.hide(Secret("meow1234"))
    var comparison = comparison()
    let findings = try findings(#"{"a":"meow1234","b":1}"#, #"{"a":"meow1234!","b":"is meow1234"}"#, in: &comparison)
    #expect(findings == [#"$.a: "(secret)", "(secret)!""#, #"$.b: 1, "is (secret)""#])
  }
}

@Suite struct `A path of an answer` {
  @Test(arguments: ["$", "$.a", "$.a-b_1[0].c", "$[*]", #"$["a b"][2]["]\""].c"#, "$.interface.root.children[*].text"])
  func `is read as it is written`(_ text: String) { #expect(ReplyPath(text[...])?.description == text) }

  @Test func `may have blanks around a name`() { #expect(ReplyPath(#"$[ "a b" ]"#)?.description == #"$["a b"]"#) }

  @Test(arguments: ["", "a", "$a", "$.", "$..a", "$.a b", "$[", "$[]", "$[-1]", "$[a]", "$[\"a]", "$.a ", "$[1]]"])
  func `is nothing else`(_ text: String) { #expect(ReplyPath(text[...]) == nil) }

  @Test(arguments: [
    ("$", "$.a", true), ("$.a", "$.a", true), ("$.a", "$.a[0].b", true), ("$.a", "$.ab", false),
    ("$.a.b", "$.a", false),
    ("$[*].b", "$[7].b", true), ("$[*]", "$.a", false), ("$[1]", "$[2]", false),
  ])
  func `covers what is in it`(_ pattern: String, _ path: String, _ isCovered: Bool) throws {
    let (pattern, path) = (try #require(ReplyPath(pattern[...])), try #require(ReplyPath(path[...])))
    #expect(pattern.covers(path) == isCovered)
  }
}
