import AppControllerKit
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `A damaged library` {
  /// A library in C with every feature: both hash tables, a run path, and several needed libraries.
  private static let whole: Result<[UInt8], any Error> = Result {
    try NotedLibrary.bytes(
      NotedLibrary.source, ["-Wl,--hash-style=both", "-Wl,-rpath,$ORIGIN", "-Wl,--no-as-needed", "-lm"])
  }
  private static let inspector = ProviderInspector.withoutFolders()

  @Test func `is refused when it is cut off anywhere`() throws {
    let whole = try Self.whole.get()
    #expect(Self.inspector.facts(ofBytes: whole).wouldLoad)
    let last =
      whole.programHeaders.filter { whole.number($0, 4) == 1 }
      .map { whole.number($0 + 8, 8) + whole.number($0 + 32, 8) }.max() ?? 0
    try #require(last > 4096)
    var generator = SplitMix(state: 7)
    let random = (0..<1000).map { _ in Int.random(in: 4096..<last, using: &generator) }
    for count in Array(0..<4096) + random + [last - 1] {
      let codes = Self.inspector.facts(ofBytes: Array(whole[..<count])).codes
      // A file that is shorter than ELF's magic number has no known kind.
      let expected = count == 0 ? "ACK2014" : count < 4 ? "ACK2002" : "ACK2015"
      #expect(codes == [expected], "\(count)")
    }
    // The section headers after it are not needed.
    #expect(Self.inspector.facts(ofBytes: Array(whole[..<last])).wouldLoad)
  }

  @Test func `is looked at to the end when any byte of its headers, tables or notes is another one`() throws {
    let whole = try Self.whole.get()
    let places = Self.places(whole)
    #expect(places.count > 1000)
    var refused = 0
    // In the usual run each place has two of four values.
    for place in places {
      let values = [whole[place] ^ 1, 0, whole[place] ^ 0x80, 0xFF]
      let chosen = Effort.current == .thorough ? values : Array(values[place % 2 * 2..<place % 2 * 2 + 2])
      for value in chosen where value != whole[place] {
        let facts = Self.inspector.facts(ofBytes: whole.replacing(at: place, with: [value]))
        for problem in facts.problems { #expect(problem.what.displayable == problem.what) }
        if !facts.wouldLoad { refused += 1 }
      }
    }
    // Many bytes have a meaning.
    #expect(refused > Effort.cases(500, thorough: 1000))
  }

  @Test func `is looked at to the end when any number of its headers is an extreme one`() throws {
    let whole = try Self.whole.get()
    let extremes: [UInt64] = [.max, .max - 7, 1 << 63, (1 << 63) - 1, UInt64(whole.count), UInt64(UInt32.max), 0]
    for place in Self.places(whole) where place % 8 == 0 && place + 8 <= whole.count {
      for value in extremes {
        _ = Self.inspector.facts(ofBytes: whole.replacing(at: place, with: NoteBytes.bytes(value)))
      }
    }
    for place in Self.places(whole) where place % 4 == 0 && place + 4 <= whole.count {
      for value in [UInt32.max, UInt32(1) << 31, 0, 1] {
        _ = Self.inspector.facts(ofBytes: whole.replacing(at: place, with: NoteBytes.bytes(value)))
      }
    }
  }

  /// Returns the offsets of headers, program headers, dynamic section, hash tables, symbols, relocations, strings and
  /// notes.
  private static func places(_ whole: [UInt8]) -> [Int] {
    var ranges = [0..<64 + 56 * whole.number(56, 2)]
    for header in whole.programHeaders where [2, 4].contains(whole.number(header, 4)) {
      ranges.append(whole.number(header + 8, 8)..<whole.number(header + 8, 8) + whole.number(header + 32, 8))
    }
    let sections = (0..<whole.number(60, 2)).map { whole.number(40, 8) + $0 * 64 }
    // SHT_STRTAB, SHT_RELA, SHT_HASH, SHT_DYNSYM and SHT_GNU_HASH that are loaded, and the section headers themselves.
    for section in sections where [3, 4, 5, 11, 0x6FFF_FFF6].contains(whole.number(section + 4, 4)) {
      guard whole.number(section + 8, 8) & 2 != 0 else { continue }
      ranges.append(whole.number(section + 24, 8)..<whole.number(section + 24, 8) + whole.number(section + 32, 8))
    }
    ranges.append(whole.number(40, 8)..<whole.number(40, 8) + 64 * sections.count)
    return Set(ranges.flatMap { Array($0) }).sorted()
  }
}

/// A generator that returns the same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
