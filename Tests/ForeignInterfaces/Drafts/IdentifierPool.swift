/// Ids that were given out, so that the next one is another.
struct IdentifierPool {
  private var taken: Set<String> = []
  /// The next number for an id that was wanted before, so that a thousand of them are not a million questions.
  private var numbers: [String: Int] = [:]

  /// A new id that is as much like a text as an id can be: 1 to 64 bytes of letters, digits, dots, underscores, hyphens.
  mutating func id(from text: String) -> String {
    let bytes = text.utf8.prefix(48).map { Self.isPlain($0) ? $0 : UInt8(ascii: "-") }
    let base = bytes.isEmpty ? "x" : String(decoding: bytes, as: UTF8.self)
    if taken.insert(base).inserted { return base }
    var number = numbers[base, default: 2]
    while !taken.insert("\(base)-\(number)").inserted { number += 1 }
    numbers[base] = number + 1
    return "\(base)-\(number)"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
