import AppControllerKit
import Testing

/// A correction of a smallest broken description, as the explanation of its code says.
private struct Correction: Sendable, CustomTestStringConvertible {
  let code: String
  /// What the explanation has to say, since this is what is done.
  let instruction: String
  /// What is replaced in the JSON text, and by what.
  let old: String
  let new: String

  var testDescription: String { code }

  init(_ code: String, says instruction: String, _ old: String, _ new: String) {
    (self.code, self.instruction, self.old, self.new) = (code, instruction, old, new)
  }
}

private let corrections = [
  Correction("ACK1101", says: "Give each node a `kind`", "{}}", #"{"kind":"screen","id":"s","label":"S"}}"#),
  Correction("ACK1107", says: "Keep one of them", #","label":"S","label":"S""#, #","label":"S""#),
  Correction("ACK1108", says: "Give every property a name", #"{"":"x"}"#, #"{"y":"x"}"#),
  Correction("ACK1113", says: "Write an object with a `root`", "1", #"{"kind":"screen","id":"s","label":"S"}"#),
  Correction("ACK1120", says: "Show a part", #"{"kind":"spacer"},{"kind":"spacer"}"#, #"{"kind":"spacer"}"#),
  Correction("ACK1124", says: "Shorten it", String(repeating: "x", count: 513), String(repeating: "x", count: 512)),
  Correction("ACK1125", says: "at most 64 bytes", String(repeating: "x", count: 65), String(repeating: "x", count: 64)),

  Correction("ACK1201", says: "Write 1 to 64 bytes of `[A-Za-z0-9._-]`", "a b", "a-b"),
  Correction("ACK1202", says: "Give one to what is used", #""kind":"screen","#, #""kind":"screen","id":"s","#),
  Correction("ACK1203", says: "Rename one of them", #""spacer","id":"s""#, #""spacer","id":"t""#),
  Correction("ACK1204", says: "Give it a `label`", #""label":"""#, #""label":"B""#),
  Correction("ACK1205", says: "Write the type", #""busy":1"#, #""busy":true"#),
  Correction("ACK1206", says: "Leave it out", #","labelHidden":true"#, ""),
  Correction("ACK1208", says: "Add the child that is missing", #""id":"t"}"#, #""id":"t","children":[\#(item)]}"#),
  Correction(
    "ACK1209", says: "Put it into a screen", #"{"kind":"spacer"}"#,
    #"{"kind":"screen","id":"s","label":"S","children":[{"kind":"spacer"}]}"#),
  Correction("ACK1210", says: "make it `decorative`", #""alt":"""#, #""decorative":true"#),
  Correction("ACK1211", says: "Give it one with a name", #""label":"F"}"#, #""label":"F","input":{"name":"f"}}"#),
  Correction("ACK1212", says: "Write 1 to 64 bytes of `[A-Za-z0-9._-]`", "a b", "a-b"),
  Correction("ACK1213", says: "Rename one of them", #""id":"g","label":"F","input":{"name":"f""#, renamed),
  Correction("ACK1214", says: "Leave it out", #","value":"x""#, ""),
  Correction(
    "ACK1215", says: "Give a choice `options`, each with its own `value`", #"{"name":"c"}"#,
    #"{"name":"c","options":[{"value":"s","label":"Small"}]}"#),
  Correction("ACK1216", says: "Give a `length` a `min`", #""rule":"length""#, #""rule":"length","min":4"#),
  Correction("ACK1217", says: "Give it one", #""label":"B"}"#, #""label":"B","action":{"name":"refresh"}}"#),
  Correction("ACK1218", says: "the deadline over 0", #""deadline":0"#, #""deadline":60"#),
  Correction("ACK1219", says: "leave the name out", #""sends":["x"]"#, #""sends":[]"#),
  Correction(
    "ACK1220", says: "give it the payload that the message names", #""scope":"host""#,
    #""scope":"host","payload":{"text":"T"}"#),
  Correction("ACK1221", says: "Write true, false or a map with one test", #"{"checked":"x"}"#, "true"),
  Correction("ACK1222", says: "Give a value from 0 to `total`", "1.5", "0.5"),
  Correction("ACK1223", says: "Use `https`", "javascript:x", "https://example.com"),
  Correction("ACK1224", says: "leave the property out", #","primaryAction":"x""#, ""),
  Correction("ACK1225", says: "Write one of the words that the message lists", "neon", "title"),
  Correction("ACK1226", says: "Say `schema` 1", #""schema":2"#, #""schema":1"#),
  Correction("ACK1227", says: "leave out of `requires` what is not needed", #""hologram":1"#, ""),
  Correction("ACK1229", says: "Correct the name", "gadget", "spacer"),
  Correction("ACK1230", says: "Give it one", #""text":"""#, #""text":"T""#),
  Correction("ACK1231", says: "such as 1.5", #""aspect":0"#, #""aspect":1.5"#),
  Correction("ACK1233", says: "Leave it out", #","sparkle":"much""#, ""),

  Correction("ACK1301", says: "The placeholder is an example".lowercased(), #":"F"}"#, #":"Ann"}"#),
  Correction("ACK1302", says: "Say what it shows", "a.png", "A cat asleep"),
  Correction("ACK1303", says: "Choose the way out, or nothing", #","primaryAction":"b""#, ""),
  Correction("ACK1304", says: "Say what is different", #""id":"l","label":"L""#, #""id":"l","label":"M""#),
  Correction("ACK1305", says: "Say `validates` false", #""sends":["f"]"#, #""sends":["f"],"validates":false"#),
  Correction("ACK1306", says: "Say its `primaryAction`", #""label":"S""#, #""label":"S","primaryAction":"b""#),
  Correction("ACK1307", says: "Let the `primary` one", #""primaryAction":"b""#, #""primaryAction":"c""#),
  Correction("ACK1308", says: "Say it in the label", "here", "The price list"),
  Correction("ACK1309", says: "Say `lang`, such as `en`", #"{"id":"d","#, #"{"id":"d","lang":"en","#),
  Correction("ACK1310", says: "say `polite`", #""off""#, #""polite""#),
  Correction("ACK1311", says: "Say something", #""text":" ""#, #""text":"T""#),
  Correction("ACK1312", says: "Say it as the `content`", #"{"name":"email"}"#, #"{"name":"email","content":"email"}"#),
  Correction("ACK1313", says: "Make it a heading", heading.old, heading.new),
  Correction(
    "ACK1314", says: "Name the input in what an action `sends`", #"{"name":"a"}"#, #"{"name":"a","sends":["f"]}"#),

  Correction("ACK1401", says: "Give it one of 1 to 64 bytes", "a b", "a-b"),
  Correction(
    "ACK1402", says: "Put at least one under a name", "{}}",
    #"{"home":{"root":{"kind":"screen","id":"s","label":"S"}}}}"#),
  Correction("ACK1403", says: "Name it with 1 to 64 bytes", "a b", "a-b"),
  Correction("ACK1404", says: "Name one of the storyboard", #""screen":"x""#, #""screen":"t""#),
  Correction("ACK1405", says: "Present it", #""name":"push""#, #""name":"present""#),
  Correction("ACK1406", says: "Name a tab bar and one of its items", #""item":"x""#, #""item":"i""#),
]

private let item =
  #"{"kind":"item","id":"i","label":"I","children":[{"kind":"screen","id":"s","label":"S"}]}"#
private let renamed = #""id":"g","label":"F","input":{"name":"g""#
private let heading = (
  old: #",{"kind":"text","style":"title","text":"T"}]"#, new: #",{"kind":"text","style":"heading","text":"T"}]"#
)

@Suite struct `What the explanation of a diagnostic says to do` {
  @Test(arguments: corrections)
  private func `leaves nothing to be said of the smallest broken description`(_ correction: Correction) throws {
    let explanation = try #require(InterfaceReference.explanations().first { $0.code == correction.code })
    #expect(explanation.fix.contains(correction.instruction), "\(explanation.fix)")
    let broken = try #require(BrokenDescriptions.all.first { $0.code == correction.code })
    let text = String(decoding: try #require(broken.json), as: UTF8.self)
    let found = InterfaceDocument(json: Array(text.utf8)).diagnostics
    #expect(found.contains { $0.code.rawValue == correction.code }, "\(found)")
    // Not all of the texts name their language, which is another thing to be said.
    let corrected = text.replacing(correction.old, with: correction.new)
    #expect(corrected != text)
    let rest = InterfaceDocument(json: Array(corrected.utf8)).diagnostics.filter {
      correction.code == "ACK1309" || $0.code != .missingLanguage
    }
    #expect(rest == [], "\(rest)\n\(corrected.prefix(1000))")
  }

  @Test func `is done for a third of the codes at the least`() throws {
    let codes = try InterfaceReference.explanations().map(\.code)
    let corrected = Set(corrections.map(\.code))
    #expect(corrected.count == corrections.count && corrected.isSubset(of: codes))
    #expect(corrected.count * 3 >= codes.count)
  }
}
