/// A second reader of requests, which knows only how a request ends: after the first empty line, and as many bytes as its
/// Content-Length says.
enum ReferenceReader {
  static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let name = Array("\ncontent-length:".utf8)
    var length = 0
    var place = bytes.startIndex
    while place + 3 < bytes.endIndex {
      if bytes[place] == 13, bytes[place + 1] == 10, bytes[place + 2] == 13, bytes[place + 3] == 10 {
        let end = place + 4 + length
        return end <= bytes.endIndex ? end : nil
      }
      if bytes[place] == 10, place + name.count < bytes.endIndex,
        (0..<name.count).allSatisfy({ bytes[place + $0] == name[$0] || bytes[place + $0] | 0x20 == name[$0] })
      {
        length = 0
        for byte in bytes[(place + name.count)...].prefix(while: { $0 != 13 }) where byte >= 48 && byte <= 57 {
          length = length * 10 + Int(byte - 48)
        }
      }
      place += 1
    }
    return nil
  }
}
