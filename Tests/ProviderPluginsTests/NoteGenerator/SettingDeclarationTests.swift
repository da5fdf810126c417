import AppControllerKit
import ProviderNoteGenerator
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `The declaration of a setting` {
  /// A declaration with a fault, and what is said about it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let settings: String
    let message: String
    var testDescription: String { message }

    init(_ settings: String, _ message: String) { (self.settings, self.message) = (settings, message) }

    /// A fault of the first setting, whose other members are right.
    init(of members: String, _ message: String) {
      self.init(#"[{"name":"a","label":"A",\#(members)}]"#, "settings[0].\(message)")
    }
  }

  static let faults = [
    Fault(
      #"[{"name":"self","type":"text","label":"A"}]"#,
      "settings[0].name is \"self\", which is no name of a property in Swift"),
    Fault("{}", "settings is an object, and has to be an array of settings"),
    Fault("[1]", "settings[0] is an integer, and has to be an object"),
    Fault(#"[{"type":"text","label":"A"}]"#, "settings[0].name is missing"),
    Fault(#"[{"name":"a","label":"A"}]"#, "settings[0].type is missing"),
    Fault(#"[{"name":"a","type":"text"}]"#, "settings[0].label is missing"),
    Fault(
      #"[{"name":"A","type":"text","label":"A"}]"#,
      #"settings[0].name is "A"; it is a lower-case letter, and at most 31 letters and digits"#),
    Fault(
      #"[{"name":"aB","type":"text","label":"A"},{"name":"ab","type":"text","label":"A"}]"#,
      "settings[1].name is that of another setting, whose name may differ in case only"),
    Fault(
      "[\((0..<33).map { #"{"name":"a\#($0)","type":"text","label":"A"}"# }.joined(separator: ","))]",
      "settings has 33 entries; at most 32"),
    Fault(
      of: #""type":"number""#,
      #"type is "number", and has to be one of text, url, integer, boolean, choice, secret"#),
    Fault(of: #""type":"text","schemes":["https"]"#, "schemes is not a member of a setting of the type text"),
    Fault(of: #""type":"text","type":"url""#, "type stands there twice"),
    Fault(of: #""type":"text","required":1"#, "required is an integer, and has to be true or false"),
    Fault(of: #""type":"text","help":"\u0007""#, "help has a character that cannot be shown"),
    Fault(of: #""type":"text","min":5,"max":4"#, #"max is 4, less than the 5 of "min""#),
    Fault(of: #""type":"text","min":-1"#, "min is -1, and has to be at least 0"),
    Fault(of: #""type":"integer","max":1.5"#, "max is a number with a fraction, and has to be an integer"),
    Fault(of: #""type":"choice""#, "options is missing"),
    Fault(of: #""type":"choice","options":[]"#, "options has 0 elements, and has to be an array of 1 to 64 strings"),
    Fault(of: #""type":"choice","options":["a","a"]"#, "options has an element twice"),
    Fault(of: #""type":"url","schemes":["ftp"]"#, "schemes has a scheme that is not one of https, http, mailto"),
    Fault(
      of: #""type":"secret","default":"x""#,
      "default is given for a secret, which has none because anyone can read a library's file"),
    Fault(
      of: #""type":"secret","identifies":true"#,
      "identifies is given for a secret, whose value is not kept with a session"),
    Fault(
      of: #""type":"text","required":true,"default":"x""#,
      "default is given for a required setting, whose value is the operator's"),
    Fault(of: #""type":"integer","default":"3""#, "default is a string, which the type integer does not allow"),
    Fault(of: #""type":"integer","min":4,"default":3"#, "default is 3, and has to be at least 4"),
    Fault(of: #""type":"choice","options":["a"],"default":"b""#, "default is not one of a"),
    Fault(of: #""type":"text","max":2,"default":"abc""#, "default has 3 characters, and has to have 0 to 2"),
    Fault(
      of: #""type":"url","schemes":["https"],"default":"http://localhost""#,
      "default is not a URL of the form https://..."),
  ]

  private func manifest(_ settings: String) -> [UInt8] {
    Array(
      ManifestMistake.right.replacing(#""class": "TeaProvider""#, with: #""class": "Tea", "settings": \#(settings)"#)
        .utf8)
  }

  private static func fix(of message: String) -> String {
    message.hasSuffix("is missing")
      ? "add it"
      : message.contains("is not a member") || message.hasSuffix("stands there twice") ? "leave it out" : "correct it"
  }

  @Test(arguments: faults)
  func `with a fault is refused in a provider.json`(_ fault: Fault) {
    let error = #expect(throws: ManifestFaults.self) { try ProviderManifest(json: manifest(fault.settings)) }
    #expect(error?.faults.map(\.message) == ["\(fault.message); \(Self.fix(of: fault.message))"])
  }

  @Test func `is refused at its place`() {
    let settings = "[\n{\"name\": \"a\", \"label\": \"A\", \"type\": \"text\", \"kind\": 1, \"min\": true}]"
    let error = #expect(throws: ManifestFaults.self) { try ProviderManifest(json: manifest(settings)) }
    #expect(
      error?.lines(about: "f").split(separator: "\n").map { $0.prefix(9) } == ["f:7:45: e", "f:7:63: e"])
  }

  private func note(_ settings: String) throws(PluginError) -> ProviderNote {
    try NoteBytes(json: Array(NoteBytes.json.dropLast().utf8) + Array(",\"settings\":\(settings)}".utf8)).read()
  }

  @Test func `is read in a note, which may have none and may be of a later version`() throws {
    #expect(try NoteBytes().read().settings == [])
    let later = #"[{"name":"a","type":"text","label":"A","max":3,"colour":"red"}]"#
    #expect(try note(later).settings == [ProviderSetting("a", .text(length: 0...3), label: "A")])
  }

  @Test func `with a fault makes the note wrong`() {
    let error = #expect(throws: PluginError.self) { try note(#"[{"name":"a","type":"choice","label":"A"}]"#) }
    #expect(error?.code == .badNote)
    #expect(error?.what == #"the note of /provider.so is wrong: its "settings[0].options" is missing"#)
  }

  @Test func `of an unknown type makes the library unusable here, and leaves its note readable`() throws {
    let note = try note(#"[{"name":"a","type":"colour","label":"A","default":7}]"#)
    #expect(note.settings == [ProviderSetting("a", .unknown("colour"), label: "A")])
    let error = note.incompatibility(with: .host, path: "/provider.so")
    #expect(error?.code == .unknownSettingType)
    #expect(error?.what == #"/provider.so has the setting a of the type "colour""#)
  }

  @Test func `gives the name of its variable`() {
    let names = ["server", "clientId", "aB2C"].map { ProviderSetting($0, .boolean, label: "A").variable }
    #expect(names == ["APPCTL_SETTING_SERVER", "APPCTL_SETTING_CLIENT_ID", "APPCTL_SETTING_A_B2_C"])
  }
}
