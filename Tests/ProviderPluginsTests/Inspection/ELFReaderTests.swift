import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `The ELF reader` {
  /// Returns libraries of every size, with the output of a system tool about each.
  private static func libraries() throws -> [String] {
    [try FixtureLibrary.exampleInC(), try FixtureLibrary.product("ExampleProvider"), libc]
  }

  private static let libc =
    ["/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6", "/lib64/libc.so.6"]
    .first { FileManager.default.fileExists(atPath: $0) } ?? "/lib/libc.so.6"

  @Test func `says what readelf says is needed`() throws {
    let readelf = try #require(Tool.find("readelf"))
    for path in try Self.libraries() {
      let linkage = try LibraryLinkage(
        OpenedLibrary(LibraryFile(resolved: LibraryFile.resolve(path)), path: path), path: path)
      let lines = try Tool.run(readelf, ["-dW", path]).output.split(separator: "\n")
      func values(_ tag: String) -> [String] {
        lines.filter { $0.contains("(\(tag))") }.compactMap { line in
          line.split(separator: "[").last?.split(separator: "]").first.map(String.init)
        }
      }
      #expect(linkage.dynamic.needed == values("NEEDED"))
      #expect(linkage.dynamic.soname == values("SONAME").first)
      #expect(linkage.dynamic.runpath == values("RUNPATH").first)
      #expect(linkage.dynamic.rpath == values("RPATH").first)
    }
  }

  @Test func `finds every symbol that nm finds, and counts as many`() throws {
    let nm = try #require(Tool.find("nm"))
    for path in try Self.libraries() {
      let table = try Self.symbols(path)
      // A version after the name is from another table; several versions are several symbols.
      let names = try Tool.run(nm, ["-D", "--defined-only", path]).output.split(separator: "\n").compactMap { line in
        line.split(separator: " ").last?.split(separator: "@").first.map(String.init)
      }
      #expect(try table.exports(atMost: 8).count == names.count)
      let sample = names.count < 500 ? names : stride(from: 0, to: names.count, by: 29).map { names[$0] }
      for name in sample {
        #expect(try table.exportedSymbol(name) != nil, "\(name) of \(path)")
        #expect(try table.exportedSymbol(name + "_") == nil || names.contains(name + "_"))
      }
    }
  }

  @Test(arguments: ["gnu", "sysv", "both"])
  func `looks symbols up in every kind of hash table`(_ style: String) throws {
    let folder = try TestFolder()
    // Enough functions for hash chains with several links.
    let functions = (0..<200).map { "int function_\($0)(void) { return \($0); }\n" }.joined()
    let source = functions + "int data_0 = 1; static int hidden_0(void) { return 0; } int (*use)(void) = hidden_0;\n"
    let path = try NotedLibrary.build(
      source + "extern int needed_0(void); int call(void) { return needed_0(); }\n", in: folder,
      ["-Wl,--hash-style=\(style)"])
    let table = try Self.symbols(path)
    for number in 0..<200 {
      let symbol = try #require(try table.exportedSymbol("function_\(number)"))
      #expect(symbol.type == .function && symbol.isDefined && symbol.binding == .global)
    }
    #expect(try table.exportedSymbol("data_0")?.type == .object)
    for name in ["hidden_0", "needed_0", "function_200", "", "f"] {
      #expect(try table.exportedSymbol(name) == nil, "\(name)")
    }
    let exports = try table.exports(atMost: 1000)
    #expect(Set(exports.names).isSuperset(of: ["function_0", "function_199", "data_0", "use", "call"]))
    #expect(exports.names.count == exports.count)
    #expect(try table.exports(atMost: 3).names == Array(exports.names.prefix(3)))
  }

  @Test func `knows no function in data, nor one that others do not see`() throws {
    for (source, says) in [
      ("int ack_provider_query = 1;", "exports an ack_provider_query that is no function"),
      ("extern int ack_provider_query(void); int call(void) { return ack_provider_query(); }", "does not export"),
      ("__attribute__((visibility(\"hidden\"))) int ack_provider_query(void) { return 0; }", "does not export"),
      ("static int ack_provider_query(void) { return 0; } int (*use)(void) = ack_provider_query;", "does not export"),
      ("int ack_provider_query_(void) { return 0; }", "does not export"),
    ] {
      let facts = ProviderInspector().facts(
        ofBytes: try NotedLibrary.bytes("#include \"appcontroller_provider.h\"\n\(NotedLibrary.note)\n".noted(source)))
      #expect(facts.codes == ["ACK2003"], "\(source)")
      expect(facts.problems.first, "ACK2003", [says])
    }
    // A weak symbol counts as one.
    let weak = "__attribute__((weak)) int ack_provider_query(void) { return 0; }"
    #expect(ProviderInspector().facts(ofBytes: try NotedLibrary.bytes("".noted(weak))).codes == ["ACK2027"])
  }

  @Test func `tells Swift by its sections, and whose runtime it has`() throws {
    let inspector = ProviderInspector()
    #expect(try inspector.facts(of: try FixtureLibrary.exampleInC()).swiftRuntime == SwiftRuntime.none)
    #expect(try inspector.facts(of: try FixtureLibrary.product("ExampleProvider")).swiftRuntime == .shared)
    // When the runtime has another name in the needed libraries, only its sections identify it, as in a static one.
    var bytes = try NotedLibrary.contents(try FixtureLibrary.product("ExampleProvider"))
    let name = try #require(bytes.offset(of: Array("\0libswiftCore.so\0".utf8)))
    bytes = bytes.replacing(at: name + 1, with: Array("libothercore.so".utf8))
    #expect(inspector.facts(ofBytes: bytes).swiftRuntime == .static)
  }

  private static func symbols(_ path: String) throws -> SymbolTable {
    let library = try OpenedLibrary(LibraryFile(resolved: LibraryFile.resolve(path)), path: path)
    return try SymbolTable(DynamicSection(library.image, library.windows), library.image, library.windows)
  }
}

extension String {
  /// Adds C code with another entry, which does not match the header's declaration.
  fileprivate func noted(_ source: String) -> String {
    isEmpty ? source : "#define ack_provider_query declared_query\n\(self)#undef ack_provider_query\n\(source)\n"
  }
}
