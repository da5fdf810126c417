import AppControllerKit
import TestSupport
import Testing

/// The bytes of a picture: what is kept of them, and what is refused.
@Suite struct `A picture of a provider` {
  private static func with(_ change: (inout TestPNG) -> Void) -> [UInt8] {
    var picture = TestPNG.plain(3, 2)
    change(&picture)
    return picture.bytes
  }

  private static let damaged = "its pixels are damaged, or are not as many as it says"

  private static func palette(_ colors: Int, depth: UInt8 = 8, transparent: Int = 0) -> [UInt8] {
    var parts: [(String, [UInt8])] = [("PLTE", [UInt8](repeating: 9, count: 3 * colors))]
    if transparent > 0 { parts.append(("tRNS", [UInt8](repeating: 7, count: transparent))) }
    return TestPNG(1, 1, type: 3, depth: depth, rows: [0, 0], parts: parts).bytes
  }

  private func problem(of bytes: [UInt8]) -> String? {
    do throws(AppControllerError) {
      _ = try AssetImage(bytes, named: "logo")
      return nil
    } catch {
      #expect(error.code == .invalidAsset && error.what.hasPrefix("the picture \"logo\" is refused: "))
      return String(error.what.dropFirst("the picture \"logo\" is refused: ".count))
    }
  }

  @Test func `has its size and its bytes`() throws {
    let bytes = TestPNG.plain(3, 2).bytes
    let image = try AssetImage(bytes)
    #expect(image.width == 3 && image.height == 2 && image.bytes == bytes)
    #expect(image.source == "data:image/png;base64," + Base64.encode(bytes))
    let (same, other) = (try AssetImage(bytes), try AssetImage(TestPNG.plain(2, 3).bytes))
    #expect(image == same && image != other)
  }

  @Test(arguments: [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (4, 8), (4, 16), (6, 8), (6, 16),
  ])
  func `is of any type that is not interlaced`(type: Int, depth: Int) {
    let samples = [0: 1, 2: 3, 4: 2, 6: 4][type] ?? 0
    let rows = [UInt8](repeating: 0, count: 1 + (samples * depth + 7) / 8)
    let file = TestPNG(1, 1, type: UInt8(type), depth: UInt8(depth), rows: rows)
    #expect(problem(of: file.bytes) == nil)
  }

  @Test func `is refused when it is cut off anywhere`() {
    let bytes = TestPNG.plain(3, 2).bytes
    for count in 0..<bytes.count { #expect(problem(of: Array(bytes[..<count])) != nil, "\(count) bytes") }
  }

  @Test func `is refused when any bit of it is another one`() {
    let bytes = TestPNG.plain(3, 2).bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        #expect(problem(of: changed) != nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test(
    arguments: [
      ("it is no PNG", Array("GIF89a".utf8)),
      ("it has 262145 bytes; at most 262144", [UInt8](repeating: 0, count: 262_145)),
      ("it does not begin with its size", with { _ = $0.chunks.removeFirst() }),
      ("it has the unknown part \"IHDR\"", with { $0.chunks.insert($0.chunks[0], at: 1) }),
      ("it has no pixels", with { _ = $0.chunks.remove(at: 1) }),
      ("it is cut off", with { _ = $0.chunks.removeLast() }),
      ("1 bytes follow its end", with { $0.rest = [0] }),
      ("its end is damaged", with { $0.chunks[2].content = [0] }),
      ("something stands between its pixels", with { $0.insert([("tEXt", []), ("IDAT", [1])], at: 2) }),
      ("it has the unknown part \"ABCD\"", with { $0.insert([("ABCD", [])], at: 1) }),
      ("a part of it has no name", with { $0.insert([("tE t", [])], at: 1) }),
      ("its palette is damaged, or in the wrong place", with { $0.insert([("PLTE", [1, 2])], at: 1) }),
      ("its palette is damaged, or in the wrong place", with { $0.insert([("PLTE", [1, 2, 3])], at: 2) }),
      ("its transparency is damaged, or in the wrong place", with { $0.insert([("tRNS", [1, 2])], at: 1) }),
      ("it has no palette", TestPNG(1, 1, type: 3, rows: [0, 0]).bytes),
      ("its palette is damaged, or in the wrong place", palette(257)),
      ("its palette is damaged, or in the wrong place", palette(0)),
      ("its palette is damaged, or in the wrong place", palette(3, depth: 1)),
      ("its transparency is damaged, or in the wrong place", palette(2, transparent: 3)),
      ("it has 1025 by 1 pixels; at most 1024 by 1024", TestPNG(1_025, 1, rows: [0]).bytes),
      ("it has 1 by 4294967295 pixels; at most 1024 by 1024", TestPNG(1, 0xFFFF_FFFF, rows: [0]).bytes),
      ("it has 0 by 1 pixels; at most 1024 by 1024", TestPNG(0, 1, rows: [0]).bytes),
      ("its pixels are of the type 2 with 4 bits, which no PNG has", TestPNG(1, 1, type: 2, depth: 4, rows: [0]).bytes),
      ("its pixels are of the type 5 with 8 bits, which no PNG has", TestPNG(1, 1, type: 5, rows: [0]).bytes),
      ("it is interlaced", with { $0.chunks[0].content[12] = 1 }),
      ("it is compressed in an unknown way", with { $0.chunks[0].content[10] = 1 }),
      ("it is compressed in an unknown way", with { $0.chunks[0].content[11] = 1 }),
      (damaged, with { $0.chunks[1].content += [0] }), (damaged, with { _ = $0.chunks[1].content.removeLast() }),
      (damaged, with { $0.chunks[1].content = Array("junk".utf8) }),
      (damaged, TestPNG(1, 1, rows: [0, 1, 2]).bytes), (damaged, TestPNG(1, 1, rows: [0, 1, 2, 3, 4]).bytes),
      (damaged, TestPNG(1, 1, rows: [5, 1, 2, 3]).bytes),
      (damaged, TestPNG(1, 1_024, rows: [UInt8](repeating: 0, count: 200_000)).bytes),
      (damaged, TestPNG(1, 1, compressed: TestPNG.zeros(1 << 22)).bytes),
    ] as [(String, [UInt8])]
  )
  func `says what is wrong with it`(problem: String, bytes: [UInt8]) { #expect(self.problem(of: bytes) == problem) }

  @Test func `may have as many colours as its samples can name`() {
    for (colors, depth) in [(2, 1), (4, 2), (16, 4), (256, 8), (1, 8)] as [(Int, UInt8)] {
      #expect(problem(of: Self.palette(colors, depth: depth, transparent: colors)) == nil)
    }
  }

  @Test func `has as many pixels as there may be, in few bytes`() throws {
    let zeros = TestPNG.zeros(1_024 * (8 * 1_024 + 1))
    #expect(zeros.count < 65_536)
    let image = try AssetImage(TestPNG(1_024, 1_024, type: 6, depth: 16, compressed: zeros).bytes)
    #expect(image.file.rows.count == 1_024 * (8 * 1_024 + 1))
  }

  @Test func `keeps nothing that its pixels do not need`() throws {
    let plain = TestPNG.plain(3, 2)
    var full = plain
    full.insert([("gAMA", [0, 0, 1, 1]), ("iCCP", [0x41, 0, 0]), ("acTL", [0])], at: 1)
    full.insert([("zTXt", Array("Comment".utf8))], at: full.chunks.count - 1)
    #expect(full.bytes != plain.bytes)
    #expect(try AssetImage(full.bytes).bytes == plain.bytes)
  }

  @Test func `may have its pixels in pieces`() throws {
    var picture = TestPNG.plain(3, 2)
    let pixels = picture.chunks[1].content
    picture.chunks.remove(at: 1)
    picture.insert([("IDAT", Array(pixels[..<5])), ("IDAT", []), ("IDAT", Array(pixels[5...]))], at: 1)
    #expect(try AssetImage(picture.bytes).file.compressed == pixels)
  }

  @Test func `is text of Base64 and back`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let text = Base64.encode(bytes)
      #expect(text.utf8.count == Base64.size(of: count) && Base64.decode(text) == bytes)
    }
    for text in ["A", "AA", "AAA", "A===", "AA=A", "AB==", "AAB=", "A\nAA", "AA==AAAA", "AAä=", "=AAA", "===="] {
      #expect(Base64.decode(text) == nil, "\(text)")
    }
    #expect(Base64.encode(Array("Kitty".utf8)) == "S2l0dHk=")
  }
}
