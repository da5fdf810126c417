import TestSupport
import Testing

@testable import ProviderPlugins

/// Counts the bytes that are read, to compare them with the size of the file.
private final class CountingSource: ByteSource {
  let content: [UInt8]
  private(set) var bytesRead = 0
  private(set) var reads = 0
  init(_ content: [UInt8]) { self.content = content }
  var size: Int { content.count }
  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8] {
    reads += 1
    bytesRead += range.count
    return Array(content[range])
  }
}

@Suite struct `A hostile library` {
  private static func hash(_ style: String) throws -> (bytes: [UInt8], table: Int) {
    let bytes = try NotedLibrary.bytes(NotedLibrary.source, ["-Wl,--hash-style=\(style)"])
    let sections = (0..<bytes.number(60, 2)).map { bytes.number(40, 8) + $0 * 64 }
    let type = style == "sysv" ? 5 : 0x6FFF_FFF6
    let section = try #require(sections.first { bytes.number($0 + 4, 4) == type })
    return (bytes, bytes.number(section + 24, 8))
  }

  @Test func `with a chain that leads back into itself is damaged`() throws {
    var (bytes, table) = try Self.hash("sysv")
    let (buckets, chains) = (bytes.number(table, 4), bytes.number(table + 4, 4))
    // Every bucket and every link leads to the last symbol.
    for link in 0..<buckets + chains {
      bytes = bytes.replacing(at: table + 8 + link * 4, with: NoteBytes.bytes(UInt32(chains - 1)))
    }
    // The last symbol gets another name, so that the search goes on.
    let facts = ProviderInspector().facts(ofBytes: bytes.replacing(at: bytes.entryName, with: Array("b".utf8)))
    #expect(facts.codes == ["ACK2026"])
    expect(facts.problems.first, "ACK2026", ["more than 4096 links"])
  }

  @Test func `with a Bloom filter that would stop the loader is damaged`() throws {
    let (bytes, table) = try Self.hash("gnu")
    for count: UInt32 in [0, 3, 0x8000_0001, .max] {
      let facts = ProviderInspector().facts(ofBytes: bytes.replacing(at: table + 8, with: NoteBytes.bytes(count)))
      #expect(facts.codes == ["ACK2026"])
    }
    let facts = ProviderInspector().facts(ofBytes: bytes.replacing(at: table, with: [0, 0, 0, 0]))
    expect(facts.problems.first, "ACK2026", ["no buckets"])
  }

  @Test func `is not read more often than its size allows`() throws {
    // A segment of notes of the greatest size, with only empty notes of ours.
    let note = NoteBytes.bytes(UInt32(14)) + NoteBytes.bytes(UInt32(0)) + NoteBytes.bytes(UInt32(9))
    let one = note + Array("AppController\0\0\0".utf8)
    var bytes = try NotedLibrary.bytes()
    let header = try #require(bytes.programHeaders.first { bytes.number($0, 4) == 4 })
    let count = Int(ELFNote.limit) / one.count
    bytes = bytes.replacing(at: header + 8, with: NoteBytes.bytes(UInt64(bytes.count)))
      .replacing(at: header + 32, with: NoteBytes.bytes(UInt64(count * one.count)))
    bytes += Array(repeatElement(one, count: count).joined())
    let source = CountingSource(bytes)
    let library = try OpenedLibrary(source, path: "/provider.so")
    let notes = try ELFNotes(of: "AppController", library.image, library.windows)
    #expect(notes.notes.count == ELFNotes.limit)
    #expect(source.bytesRead <= 2 * bytes.count)
  }

  @Test func `has its notes refused when they are larger than any`() throws {
    var bytes = try NotedLibrary.bytes()
    let header = try #require(bytes.programHeaders.first { bytes.number($0, 4) == 4 })
    bytes += [UInt8](repeating: 0, count: 2 << 20)
    let facts = ProviderInspector().facts(
      ofBytes: bytes.replacing(at: header + 32, with: NoteBytes.bytes(UInt64(2 << 20))))
    // The sections still point to it.
    #expect(facts.note?.isOnlyInSection == true)
  }

  @Test func `that is none needs two reads for its note, and four to see that it has none`() throws {
    let source = CountingSource(try NotedLibrary.bytes())
    let library = try OpenedLibrary(source, path: "/provider.so")
    #expect(try ProviderNote(library.image, library.windows, path: "/provider.so").id == "com.example.noted")
    #expect(source.reads <= 2)
    let swift = CountingSource(try NotedLibrary.contents(try FixtureLibrary.product("ExampleProvider")))
    let example = try OpenedLibrary(swift, path: "/provider.so")
    #expect(try ProviderNote(example.image, example.windows, path: "/provider.so").id == "com.example.kitty")
    #expect(swift.reads <= 2)
    let plain = CountingSource(try NotedLibrary.bytes("int nothing;"))
    let other = try OpenedLibrary(plain, path: "/provider.so")
    #expect(throws: PluginError.self) { try ProviderNote(other.image, other.windows, path: "/provider.so") }
    // The first page, the notes, and the section headers in the search for a note section.
    #expect(plain.reads <= 4 && plain.bytesRead < 64 << 10)
  }
}

extension [UInt8] {
  /// The offset of the name of the function that a host looks up.
  fileprivate var entryName: Int { offset(of: Array("ack_provider_query\0".utf8)) ?? 0 }
}
