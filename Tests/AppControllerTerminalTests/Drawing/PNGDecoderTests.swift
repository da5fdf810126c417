import AppControllerKit
import TestSupport
import Testing

@testable import AppControllerTerminal

/// The pixels of a picture, by hand.
@Suite struct `The pixels of a picture` {
  private func pixels(_ picture: TestPNG) throws -> [UInt8]? {
    PNGDecoder.decoder(try AssetImage(picture.bytes))?.bytes
  }

  @Test(
    arguments: [
      (0, 1, [0b0100_0000], [], [0, 0, 0, 255, 255, 255, 255, 255]),
      (0, 2, [0b0110_0000], [], [85, 85, 85, 255, 170, 170, 170, 255]),
      (0, 4, [0x0F], [], [0, 0, 0, 255, 255, 255, 255, 255]),
      (0, 8, [7, 9], [], [7, 7, 7, 255, 9, 9, 9, 255]), (0, 16, [1, 2, 3, 4], [], [1, 1, 1, 255, 3, 3, 3, 255]),
      (0, 8, [7, 9], [("tRNS", [0, 9])], [7, 7, 7, 255, 9, 9, 9, 0]),
      (2, 8, [1, 2, 3, 4, 5, 6], [], [1, 2, 3, 255, 4, 5, 6, 255]),
      (2, 8, [1, 2, 3, 4, 5, 6], [("tRNS", [0, 1, 0, 2, 0, 3])], [1, 2, 3, 0, 4, 5, 6, 255]),
      (2, 16, [1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9], [], [1, 2, 3, 255, 4, 5, 6, 255]),
      (3, 8, [1, 0], [("PLTE", [1, 2, 3, 4, 5, 6])], [4, 5, 6, 255, 1, 2, 3, 255]),
      (3, 1, [0b1000_0000], [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [7])], [4, 5, 6, 255, 1, 2, 3, 7]),
      (4, 8, [7, 8, 9, 10], [], [7, 7, 7, 8, 9, 9, 9, 10]),
      (4, 16, [7, 0, 8, 0, 9, 0, 10, 0], [], [7, 7, 7, 8, 9, 9, 9, 10]),
      (6, 8, [1, 2, 3, 4, 5, 6, 7, 8], [], [1, 2, 3, 4, 5, 6, 7, 8]),
    ] as [(Int, Int, [UInt8], [(String, [UInt8])], [UInt8])]
  )
  func `are read in every type`(
    type: Int, depth: Int, row: [UInt8], parts: [(String, [UInt8])], expected: [UInt8]
  ) throws {
    let file = TestPNG(2, 1, type: UInt8(type), depth: UInt8(depth), rows: [0] + row, parts: parts)
    #expect(try pixels(file) == expected)
  }

  @Test(
    arguments: [
      (1, [10, 20, 20, 40]), (2, [11, 22, 15, 28]), (3, [10, 21, 17, 34]), (4, [11, 22, 21, 42]),
    ] as [(UInt8, [UInt8])])
  func `are what the filters have left out`(filter: UInt8, expected: [UInt8]) throws {
    // Grey with transparency: two bytes for each pixel.
    let file = TestPNG(2, 2, type: 4, rows: [0, 1, 2, 5, 8] + [filter, 10, 20, 10, 20])
    let bytes = try #require(try pixels(file))
    #expect([bytes[8], bytes[11], bytes[12], bytes[15]] == expected)
  }

  @Test func `are none when the palette does not have a colour`() throws {
    #expect(try pixels(TestPNG(1, 1, type: 3, rows: [0, 1], parts: [("PLTE", [1, 2, 3])])) == nil)
  }

  @Test func `are averaged for cells, by how opaque they are`() throws {
    let image = try AssetImage(TestPNG.plain(2, 2).bytes)
    let pixels = try #require(
      AssetPixels(width: 2, height: 2, bytes: [100, 0, 0, 255, 200, 0, 0, 255, 0, 50, 0, 255, 0, 99, 0, 0]))
    let cell = CellPicture(image, pixels, columns: 1, rows: 1).pixels(row: 0, column: 0)
    #expect(cell.upper == .init(red: 150, green: 0, blue: 0, alpha: 255))
    #expect(cell.lower == .init(red: 0, green: 50, blue: 0, alpha: 127))
  }

  @Test(arguments: [
    (64, 64, 80, true, 16, 8), (1_024, 1_024, 80, true, 24, 12), (1_024, 128, 80, true, 48, 3), (1, 1, 80, true, 1, 1),
    (8, 1_024, 80, true, 1, 12), (64, 64, 10, true, 10, 5), (64, 64, 80, false, 10, 5), (1_024, 1, 3, false, 3, 1),
  ])
  func `have room in cells`(width: Int, height: Int, room: Int, isRoomy: Bool, columns: Int, rows: Int) throws {
    let image = try AssetImage(TestPNG.black(width, height).bytes)
    #expect(CellPicture.size(of: image, room: room, isRoomy: isRoomy) == (columns, rows))
  }
}
