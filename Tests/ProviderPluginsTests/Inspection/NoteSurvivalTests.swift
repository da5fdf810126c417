import Foundation
import ProviderPlugins
import TestSupport
import Testing

/// The tools that compile and link a provider.
struct Toolchain: Sendable, CustomTestStringConvertible {
  let compiler: String
  let linker: String
  let options: [String]
  var testDescription: String { ([compiler, linker] + options).joined(separator: " ") }

  static let table: [Toolchain] = ["gcc", "clang", "g++", "clang++"].flatMap { compiler in
    ["bfd", "gold", "lld"].flatMap { linker in
      [["-O0"], ["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"]].map { options in
        Toolchain(compiler: compiler, linker: linker, options: options)
      }
    }
  }
}

@Suite struct `The note of a linked provider` {
  @Test(arguments: Toolchain.table)
  func `outlives every compiler, linker and strip`(_ toolchain: Toolchain) throws {
    let compiler = try Tool.need(toolchain.compiler)
    _ = try Tool.need("ld.\(toolchain.linker)")
    let folder = try TestFolder()
    let path = try folder.link(toolchain, compiler)
    let strip = try #require(Tool.find("strip"))
    for isStripped in [false, true] {
      if isStripped { #expect(try Tool.run(strip, ["--strip-all", path]).status == 0) }
      let facts = try ProviderInspector().facts(of: path)
      #expect(facts.note?.id == "com.example.noted", "\(facts.problems)")
      #expect(facts.note?.isOnlyInSection == false)
      #expect(facts.problems.isEmpty)
    }
  }

  @Test func `outlives optimisation at link time`() throws {
    let facts = ProviderInspector().facts(
      ofBytes: try NotedLibrary.bytes(NotedLibrary.source, ["-O2", "-flto", "-Wl,--gc-sections", "-s"]))
    #expect(facts.problems.isEmpty)
  }

  @Test func `is found by a section when no segment leads to it`() throws {
    let bytes = try NotedLibrary.bytes()
    // Some tools that move notes leave a library in this state: PT_NOTE becomes PT_NULL.
    var moved = bytes
    for header in bytes.programHeaders where bytes.number(header, 4) == 4 {
      moved = moved.replacing(at: header, with: [0, 0, 0, 0])
    }
    let facts = ProviderInspector().facts(ofBytes: moved)
    #expect(facts.note?.id == "com.example.noted")
    #expect(facts.note?.isOnlyInSection == true)
    // Without section headers too, nothing points to the note any more.
    let lost = moved.replacing(at: 40, with: [UInt8](repeating: 0, count: 8))
    #expect(ProviderInspector().facts(ofBytes: lost).codes == ["ACK2027"])
    // The segment alone is sufficient.
    let unsectioned = bytes.replacing(at: 40, with: [UInt8](repeating: 0, count: 8))
    #expect(ProviderInspector().facts(ofBytes: unsectioned).note?.isOnlyInSection == false)
  }

  @Test func `counts once when two segments cover it`() throws {
    var bytes = try NotedLibrary.bytes()
    let note = try #require(bytes.programHeaders.first { bytes.number($0, 4) == 4 })
    let other = try #require(bytes.programHeaders.last { bytes.number($0, 4) == 0x6474_E551 })
    bytes = bytes.replacing(at: other, with: Array(bytes[note..<note + 56]))
    #expect(ProviderInspector().facts(ofBytes: bytes).codes == [])
  }
}

extension TestFolder {
  /// Links a provider in C or C++.
  fileprivate func link(_ toolchain: Toolchain, _ compiler: String) throws -> String {
    let isCpp = toolchain.compiler.hasSuffix("++")
    let file = try write(NotedLibrary.source.utf8, to: isCpp ? "noted.cpp" : "noted.c")
    let outcome = try Tool.run(
      compiler,
      [isCpp ? "-std=c++17" : "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC"]
        + ["-fuse-ld=\(toolchain.linker)", "-I", FixtureLibrary.include, "-o", path(of: "noted.so"), file]
        + toolchain.options
    )
    try #require(outcome.status == 0, "\(outcome.output)")
    return path(of: "noted.so")
  }
}

extension [UInt8] {
  /// A little-endian number.
  func number(_ offset: Int, _ bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(self[offset + $1]) << (8 * UInt64($1))) }
  }

  /// The offsets of the program headers.
  var programHeaders: [Int] { (0..<number(56, 2)).map { number(32, 8) + $0 * 56 } }
}
