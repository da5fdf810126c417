import ProviderABI
import Testing

@testable import ProviderPlugins

@Suite struct `The least version of a host` {
  @Test(arguments: [
    "", "1", "1.0", "1.0.0.0", "1.0.", ".1.0", "1..0", "1.0.x", "1.0.-1", "+1.0.0", "v1.0.0", "1.0.0-beta", " 1.0.0",
    "01.0.0", "1.00.0", "1.0.1234567890", "1.0.0\n", "１.0.0", "1,0,0",
  ])
  func `is three numbers and nothing else`(_ text: String) { #expect(HostVersion(text) == nil) }

  @Test func `is ordered by its numbers`() throws {
    let texts = ["0.0.0", "0.0.9", "0.0.10", "0.9.0", "0.10.0", "1.0.0", "999999999.0.0"]
    let versions = try texts.reversed().map { try #require(HostVersion($0)) }
    #expect(versions.sorted().map(\.description) == texts)
  }

  /// Reads a note with a member more.
  private func note(_ member: String) throws(PluginError) -> ProviderNote {
    try NoteBytes(json: Array(NoteBytes.json.dropLast().utf8) + Array(",\(member)}".utf8)).read()
  }

  @Test func `may be left out of a note`() throws {
    let note = try NoteBytes().read()
    #expect(note.minimumHost == nil && note.incompatibility(with: .host, path: "/provider.so") == nil)
  }

  @Test(arguments: ["0.0.0", "0.1.0", "\(HostVersion.current)"])
  func `is kept by a host that has it`(_ version: String) throws {
    let note = try note(#""minimumHost":"\#(version)""#)
    #expect(note.minimumHost == version && note.incompatibility(with: .host, path: "/provider.so") == nil)
  }

  @Test func `that a host does not have is named with that of the host, before types that a newer one may know`() throws
  {
    let note = try note(#""minimumHost":"99.2.0","settings":[{"name":"a","type":"colour","label":"A"}]"#)
    let error = note.incompatibility(with: .host, path: "/provider.so")
    expect(
      error, "ACK2041",
      ["/provider.so needs a host of version 99.2.0 or newer", "this host has \(HostVersion.current)"]
    )
    #expect(error?.fix.contains("update this host to 99.2.0 or newer") == true)
  }

  @Test(arguments: [
    ("7", #"its "minimumHost" is an integer, and has to be a string"#),
    (#""""#, #"its "minimumHost" has 0 bytes, and has to have 1 to 64"#),
    (#""1.0""#, #"its "minimumHost" is "1.0", and has to be three numbers with dots between them"#),
  ])
  func `makes the note wrong when it is none`(_ value: String, _ says: String) {
    let error = #expect(throws: PluginError.self) { try note(#""minimumHost":\#(value)"#) }
    expect(error, "ACK2031", ["/provider.so", says])
  }
}
