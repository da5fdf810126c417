import AppControllerInterface
import ProviderABI
import Testing

@testable import ProviderPlugins

@Suite struct `What a provider requires of a host` {
  /// Reads a note with a member more.
  private func note(_ member: String) throws(PluginError) -> ProviderNote {
    try NoteBytes(json: Array(NoteBytes.json.dropLast().utf8) + Array(",\(member)}".utf8)).read()
  }

  private func incompatibility(of member: String) throws -> PluginError? {
    try note(member).incompatibility(with: .host, path: "/provider.so")
  }

  @Test func `may be left out of a note`() throws {
    #expect(try NoteBytes().read().requirements == [])
    #expect(try incompatibility(of: #""requires":[]"#) == nil)
  }

  @Test(arguments: [
    "minor:0", "ack.socket/1", "ack.resolve/1", "kind:table", "property:label", "effect:field-error", "ack.host-info/1",
    "event:did-pop",
  ])
  func `is there when this host knows the name`(_ name: String) throws {
    #expect(try note(#""requires":["\#(name)"]"#).requirements == [name])
    #expect(try incompatibility(of: #""requires":["\#(name)"]"#) == nil)
  }

  @Test(arguments: [
    "minor:1", "minor:00", "minor:", "minor:-1", "minor:4294967296", "ack.socket/2", "kind:hologram", "Kind:table",
    "table", "effect:", "com.example.tea/1",
  ])
  func `is missed by its name otherwise`(_ name: String) throws {
    let error = try incompatibility(of: #""requires":["kind:table","\#(name)"]"#)
    expect(error, "ACK2041", ["/provider.so requires \(name), which this host does not have"])
  }

  @Test func `is said before types that a newer host may know`() throws {
    let member = #""requires":["minor:7","x"],"settings":[{"name":"a","type":"colour","label":"A"}]"#
    expect(try incompatibility(of: member), "ACK2041", ["requires minor:7, x, which"])
  }

  @Test(arguments: [
    ("7", #"its "requires" is an integer, and has to be an array of strings"#),
    ("[7]", #"its "requires[0]" is an integer, and has to be a string"#),
    (#"[""]"#, #"its "requires[0]" is ""; a name is 1 to 64 bytes"#),
    (#"["a","a"]"#, #"its "requires[1]" is "a", which stands there twice"#),
    ("[\((0...32).map { "\"n\($0)\"" }.joined(separator: ","))]", #"its "requires" has 33 entries"#),
  ])
  func `makes the note wrong when it is no list of names`(_ value: String, _ says: String) {
    let error = #expect(throws: PluginError.self) { try note(#""requires":\#(value)"#) }
    expect(error, "ACK2031", ["/provider.so", says])
  }

  @Test func `of an extension is what the host's table has`() {
    for name in HostFeature.extensions { unsafe #expect(ExtensionTables.table(name) != nil, "\(name)") }
  }
}
