import AppControllerInterface
import CProviderABI
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `A provider's note` {
  @Test func `says who the provider is and what it speaks`() throws {
    let facts = ProviderInspector().facts(ofBytes: try NotedLibrary.bytes())
    let note = try #require(facts.note)
    #expect(note.id == "com.example.noted")
    #expect(note.name == "Noted")
    #expect(note.version == "1.2.0")
    #expect(note.vendor == "Example Ltd.")
    #expect(note.abi == ABIRange(majors: ACK_ABI_MAJOR...ACK_ABI_MAJOR, minor: ACK_ABI_MINOR))
    #expect(!note.isOnlyInSection)
    #expect(facts.problems.isEmpty)
  }

  @Test func `takes texts with quotation marks, and other scripts`() throws {
    let source = #"""
      #include "appcontroller_provider.h"
      ACK_PROVIDER_NOTE("a", "The \\\"Kätzchen\\\" \\\\ 猫", "1", "é");
      """#
    let note = try #require(ProviderInspector().facts(ofBytes: try NotedLibrary.bytes(source)).note)
    #expect(note.name == #"The "Kätzchen" \ 猫"#)
    #expect(note.vendor == "é")
  }

  @Test(arguments: [
    (#"ACK_PROVIDER_NOTE("", "n", "1", "v");"#, "an id has 1 to 64 bytes"),
    (#"ACK_PROVIDER_NOTE("i", "n", "", "v");"#, "a version has 1 to 64 bytes"),
    (#"ACK_PROVIDER_NOTE("\#(String(repeating: "i", count: 65))", "n", "1", "v");"#, "an id has 1 to 64 bytes"),
  ])
  func `is an error of the compiler when a text has no allowed length`(_ note: String, _ says: String) throws {
    let folder = try TestFolder()
    let error = #expect(throws: CompilerError.self) {
      try NotedLibrary.build("#include \"appcontroller_provider.h\"\n\(note)\n", in: folder)
    }
    #expect(error?.output.contains(says) == true)
  }

  @Test func `has the texts of the author's macros, and not their names`() throws {
    let source = #"""
      #include <stdbool.h>
      #include "appcontroller_provider.h"
      #define ID "com.example.macros"
      #define VERSION "3.2.1"
      #define SOCKETS "ack.socket/1"
      #define WORDS "A label"
      #define HIGHEST 7
      ACK_PROVIDER_NOTE_WITH(ID, "Macros", VERSION, "Example Ltd.", "requires": [SOCKETS], "settings": [
        { "name": "it", "type": "boolean", "label": WORDS, "default": true },
        { "name": "no", "type": "boolean", "label": WORDS, "default": false },
        { "name": "must", "type": "integer", "label": WORDS, "required": true, "max": HIGHEST }]);
      """#
    let facts = ProviderInspector().facts(ofBytes: try NotedLibrary.bytes(source))
    let note = try #require(facts.note, "\(facts.problems)")
    #expect(note.id == "com.example.macros" && note.version == "3.2.1" && note.requirements == ["ack.socket/1"])
    #expect(note.settings.map(\.label) == ["A label", "A label", "A label"])
    #expect(note.settings.map(\.defaultValue) == ["true", "false", nil])
    #expect(note.settings[2].isRequired && note.settings[2].kind == .integer(.min...7))
  }

  @Test func `says more in C and in C++`() throws {
    let more = """
      "requires": ["minor:99"], "settings": [{ "name": "it", "type": "boolean", "label": "It's \\"it\\"", "default": true }]
      """
    let inC =
      "#include <stdbool.h>\n"
      + NotedLibrary.source.replacing("_NOTE(", with: "_NOTE_WITH(")
      .replacing("\"Example Ltd.\"", with: "\"Example Ltd.\", \(more)")
    let inCpp = """
      #include "appcontroller_provider.hpp"
      struct Noted : ack::Provider {
        using Provider::Provider;
        void describe(const ack::Context &, ack::Node &) override {}
      };
      ACK_PROVIDER_WITH(Noted, "com.example.noted", "Noted", "1.2.0", "Example Ltd.", \(more));
      """
    let folder = try TestFolder()
    let file = try folder.write(inCpp.utf8, to: "noted.cpp")
    let compiler = try Tool.need("c++")
    let outcome = try Tool.run(
      compiler,
      [
        "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden", "-I",
        FixtureLibrary.include,
      ]
        + ["-o", folder.path(of: "noted.so"), file])
    try #require(outcome.status == 0, "\(outcome.output)")
    for bytes in [
      try NotedLibrary.bytes(inC, ["-Wpedantic", "-Werror"]), try NotedLibrary.contents(folder.path(of: "noted.so")),
    ] {
      let facts = ProviderInspector().facts(ofBytes: bytes)
      #expect(facts.note?.id == "com.example.noted" && facts.note?.requirements == ["minor:99"], "\(facts.problems)")
      #expect(facts.note?.settings.map(\.label) == [#"It's "it""#] && facts.note?.settings[0].defaultValue == "true")
      #expect(facts.codes == ["ACK2041"])
    }
  }

  // Every length of the JSON text modulo 4, so that each number of padding bytes occurs.
  @Test(arguments: 1...8)
  func `is whole whatever its length`(_ count: Int) throws {
    let id = String(repeating: "i", count: count)
    let source = "#include \"appcontroller_provider.h\"\nACK_PROVIDER_NOTE(\"\(id)\", \"n\", \"1\", \"v\");\n"
    #expect(ProviderInspector().facts(ofBytes: try NotedLibrary.bytes(source)).note?.id == id)
  }

  @Test func `may have members that this version does not know`() throws {
    var bytes = NoteBytes()
    bytes.json = Array(#"{"x":[1,{"y":null}],\#(NoteBytes.json.dropFirst())"#.utf8)
    bytes.padding = [0, 0, 0]
    #expect(try bytes.read().id == "com.example.noted")
  }

  @Test func `may speak a range of versions`() throws {
    var bytes = NoteBytes()
    bytes.majors = (1, 65_535)
    bytes.minor = 7
    #expect(try bytes.read().abi == ABIRange(majors: 1...65_535, minor: 7))
    #expect(try bytes.read().abi.description == "1 to 65535.7")
  }

  @Test(arguments: NoteFault.table)
  func `is refused when it is not well made`(_ fault: NoteFault) {
    var bytes = NoteBytes()
    fault.change(&bytes)
    let error = #expect(throws: PluginError.self) { try bytes.read() }
    expect(error, fault.code, ["/provider.so", fault.says])
  }

  @Test func `is refused when it is cut off anywhere`() {
    let whole = NoteBytes().descriptor
    for count in whole.indices {
      let error = #expect(throws: PluginError.self) {
        try ProviderNote(descriptor: Array(whole[..<count]), isOnlyInSection: false, path: "/provider.so")
      }
      #expect(error?.code == .truncatedNote)
    }
  }

  @Test(
    arguments: [
      (1...1, 0, 1...1, nil), (1...3, 0, 2...2, nil), (2...2, 5, 1...1, "an older"), (1...1, 0, 2...3, "a newer"),
    ] as [(ClosedRange<UInt32>, UInt32, ClosedRange<UInt16>, String?)])
  func `tells whether a host speaks with the provider`(
    _ host: ClosedRange<UInt32>, _ minor: UInt32, _ majors: ClosedRange<UInt16>, _ built: String?
  ) throws {
    var bytes = NoteBytes()
    bytes.majors = (majors.lowerBound, majors.upperBound)
    let range = ABIRange(majors: host, minor: minor)
    let error = try bytes.read().incompatibility(with: range, path: "/provider.so")
    guard let built else { return #expect(error == nil) }
    let spoken = majors.count == 1 ? "\(majors.upperBound).0" : "\(majors.lowerBound) to \(majors.upperBound).0"
    expect(error, "ACK2004", ["speaks provider ABI \(spoken)", "this host speaks \(range)"])
    #expect(error?.why.contains("for \(built) host") == true)
  }
}
