import AppControllerKit
import Testing

@testable import ProviderPlugins

@Suite struct `The decoder of frames` {
  /// A message of bytes.
  private struct Plain: Message {
    var payload: String
    var kind: UInt16 { 7 }

    static var blank: Plain { Plain(payload: "") }
    static func blank(_ kind: UInt16) -> Plain? { blank }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      for byte in payload.utf8 {
        var byte = byte
        try coder.member("byte", &byte, .integer())
      }
    }
  }

  /// Three frames in one stream.
  private func stream() throws -> [UInt8] {
    var writer = FrameWriter()
    var bytes: [UInt8] = []
    for payload in ["one", "", String(repeating: "three", count: 30_000)] {
      writer.write(Plain(payload: payload))
      _ = try writer.finish()
      bytes += writer.bytes
    }
    return bytes
  }

  private func decode(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws -> [Frame] {
    var decoder = FrameDecoder(payloadLimit: 1 << 20)
    var frames: [Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      decoder.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let frame = try decoder.next() { frames.append(frame) }
    }
    try decoder.finish()
    return frames
  }

  @Test(arguments: [1, 2, 3, 11, 12, 13, 4096, 70_000, Int.max])
  func `gives the same frames, whatever the pieces`(_ size: Int) throws {
    let frames = try decode(stream(), inPiecesOf: size)
    #expect(frames.map(\.number) == [1, 2, 3])
    #expect(frames.map(\.kind) == [7, 7, 7])
    #expect(frames.map(\.payload.count) == [3, 0, 150_000])
    #expect(frames[0].payload == Array("one".utf8)[...])
  }

  @Test func `reads to the end of the frame that has begun, into memory that grows with what has come`() throws {
    let bytes = try stream().dropFirst(27)
    var decoder = FrameDecoder()
    decoder.append(try stream().prefix(27))
    while try decoder.next() != nil {}
    decoder.append(bytes.prefix(4000))
    #expect(try decoder.next() == nil)
    #expect(decoder.missing == 150_012 - 4000)
    var (rooms, rest) = ([Int](), bytes.dropFirst(4000))
    while !rest.isEmpty {
      rooms.append(decoder.appendOnce(rest + [UInt8](repeating: 0, count: 100_000)))
      rest = rest.dropFirst(rooms.last ?? 0)
      if !rest.isEmpty { #expect(try decoder.next() == nil) }
    }
    #expect(rooms.reduce(0, +) == 150_012 - 4000)
    #expect(rooms.first == (64 << 10) - 4000)
    #expect(try decoder.next()?.payload.count == 150_000)
    #expect(decoder.missing == 0)
  }

  @Test func `refuses what is too long before it has come`() throws {
    var bytes = try stream().prefix(12)
    bytes[2] = 0x11
    #expect(throws: FrameFault.oversized(0x11_0003, limit: 1 << 20)) { try decode(Array(bytes)) }
  }

  @Test func `refuses another version`() throws {
    var bytes = try stream()
    bytes[6] = 1
    #expect(throws: FrameFault.version(1, expected: FrameHeader.version)) { try decode(bytes) }
  }

  @Test func `refuses what was repeated, left out or put in another order`() throws {
    let bytes = try stream()
    let (first, second) = (Array(bytes[..<15]), Array(bytes[15..<27]))
    #expect(throws: FrameFault.number(1, expected: 2)) { try decode(first + first) }
    #expect(throws: FrameFault.number(2, expected: 1)) { try decode(second) }
    #expect(throws: FrameFault.number(2, expected: 1)) { try decode(second + first) }
  }

  @Test func `refuses what is cut off`() throws {
    let bytes = try stream()
    for count in [1, 11, 12, 14, 26, bytes.count - 1] {
      #expect(throws: FrameFault.self) { try decode(Array(bytes[..<count])) }
    }
    #expect(try decode(Array(bytes[..<27])).count == 2)
  }

  @Test func `says of every fault which rule it breaks`() {
    let faults: [FrameFault] = [
      .oversized(9, limit: 8), .version(2, expected: 1), .number(3, expected: 2), .unknownKind(99),
      .unexpected("an answer"), .content(CodingFault("is missing").within("path")), .cut(3),
    ]
    let texts = faults.map(\.description)
    #expect(Set(texts).count == texts.count)
    for text in texts { #expect(text.count > 15, "\(text)") }
  }
}

extension FrameDecoder {
  /// Appends bytes as reads do.
  mutating func append(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(appendOnce(rest)) }
  }

  /// Appends as many bytes as one read has room for, and returns their number.
  fileprivate mutating func appendOnce(_ bytes: some Collection<UInt8>) -> Int {
    unsafe fill { room in
      let count = min(room.count, bytes.count)
      unsafe room.copyBytes(from: bytes.prefix(count))
      return count
    }
  }
}
