import Testing

@testable import AppControllerJSON
@testable import AppControllerKit

@Suite struct `A run of plain text` {
  @Test(arguments: 0...20)
  func `ends at the first byte that is not plain, wherever it stands`(count: Int) {
    for position in 0..<count {
      for byte in UInt8.min...UInt8.max {
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        text[position] = byte
        let isText = byte >= 0x20 && ![0x22, 0x5C, 0x7F].contains(byte)
        let isPlain = isText && byte < 0x80
        #expect(
          text.span.endOfPlainText(from: 0, isASCII: false) == (isText ? count : position), "\(byte) at \(position)")
        #expect(text.span.endOfPlainText(from: 0) == (isPlain ? count : position), "\(byte) at \(position)")
        // A byte behind it that is special too changes nothing.
        text.append(UInt8(ascii: "\""))
        #expect(text.span.endOfPlainText(from: 0) == (isPlain ? count : position), "\(byte) at \(position)")
      }
    }
  }
}
