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

  @Test func `is apart from what it replaces`() throws {
    #expect(try NoteBytes().read().replaces == [])
    let ids = ["com.example.cat", "com.example.Tom_2"]
    #expect(try note(#""replaces":["\#(ids[0])","\#(ids[1])"]"#).replaces == ids)
    #expect(try incompatibility(of: #""replaces":["com.example.cat"]"#) == nil)
  }

  @Test(arguments: [
    ("{}", #"its "replaces" is an object, and has to be an array of strings"#),
    (#"[".cat"]"#, #"its "replaces[0]" is ".cat"; an id is 1 to 64 bytes"#),
    (#"["a cat"]"#, #"its "replaces[0]" is "a cat""#),
    (#"["a","a"]"#, #"its "replaces[1]" is "a", which stands there twice"#),
    (#"["com.example.noted"]"#, #"its "replaces" has its own id, com.example.noted"#),
    ("[\((0...8).map { "\"n\($0)\"" }.joined(separator: ","))]", #"its "replaces" has 9 entries"#),
  ])
  func `makes the note wrong when it replaces what cannot be one`(_ value: String, _ says: String) {
    let error = #expect(throws: PluginError.self) { try note(#""replaces":\#(value)"#) }
    expect(error, "ACK2031", ["/provider.so", says])
  }
}
