@testable import AppControllerInterface
@testable import AppControllerKit

/// The calls that a flat form stands for, read by an implementation independent of the kit's: slowly, from the outside
/// in.
struct FlatCalls {
  private struct Node {
    var kind: [UInt8]
    var id: [UInt8]
    var depth: Int
    var values: [Value]
    var isFallback = false
  }

  private struct Value {
    var key: [UInt8]
    var tag: UInt8
    var bits: UInt64
    var text: [UInt8] = []
    var size = 0
    var elements: [Value] = []
  }

  private var nodes: ArraySlice<UInt8> = []
  private var values: ArraySlice<UInt8> = []
  private var text: ArraySlice<UInt8> = []

  /// Returns whether the whole layout is valid, even if a builder would refuse the values.
  static func areWhole(_ bytes: [UInt8]) -> Bool {
    var builder = ArenaBuilder()
    return make(bytes, to: &builder) && builder.failure == nil
  }

  /// Makes the calls, up to the first error of the layout.
  ///
  /// - Returns: Whether the layout is valid.
  @discardableResult
  static func make(_ bytes: [UInt8], to builder: inout ArenaBuilder) -> Bool {
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
    guard bytes.count >= 32, bytes.starts(with: "AFL1".utf8), bytes[24..<32].allSatisfy({ $0 == 0 }) else {
      return false
    }
    let counts = [8 * number(8), 16 * number(12), number(16)]
    guard bytes.count == number(4), bytes.count == 32 + counts.reduce(0, +) else { return false }
    var calls = FlatCalls()
    calls.nodes = bytes[32..<32 + counts[0]]
    calls.values = bytes[(32 + counts[0])..<(32 + counts[0] + counts[1])]
    calls.text = bytes.suffix(counts[2])
    guard let document = calls.takeOwner(number(20)) else { return false }
    for value in document where !make(value, to: &builder) { return false }
    return calls.makeNodes(&builder) && calls.values.isEmpty && calls.text.isEmpty
  }

  private mutating func makeNodes(_ builder: inout ArenaBuilder) -> Bool {
    // Whether each open node is a fallback.
    var open: [Bool] = []
    var expectsFallback = false
    func end(to depth: Int) {
      while open.count > depth {
        builder.end()
        if open.removeLast() { builder.close() }
      }
    }
    while !nodes.isEmpty {
      let record = take(8, &nodes)
      let depth = Int(record[1])
      guard depth <= open.count, !expectsFallback || depth == open.count else { return false }
      end(to: depth)
      let isFallback = expectsFallback
      if isFallback { builder.open(.map, .fallback) }
      guard record[0] == 0 || record[2] == 0, Int(record[0]) <= NodeKind.allCases.count,
        text.count >= Int(record[2]) + Int(record[3])
      else { return false }
      let said = take(Int(record[2]), &text)
      let kind = record[0] == 0 ? said : Array(NodeKind.allCases[Int(record[0]) - 1].name.utf8)
      builder.begin(kindName: kind.span, id: take(Int(record[3]), &text).span)
      open.append(isFallback)
      expectsFallback = false
      guard let own = takeOwner((4..<8).reduce(0) { $0 | Int(record[$1]) << (8 * ($1 - 4)) }) else { return false }
      for value in own {
        if value.tag == 8 {
          guard value.key.elementsEqual("fallback".utf8), value.size == 0, value.bits == 0 else { return false }
          if expectsFallback {
            builder.open(.map, .fallback)
            builder.close()
            builder.open(.map, .fallback)
          }
          expectsFallback = true
        } else if !Self.make(value, to: &builder) {
          return false
        }
      }
      if builder.failure != nil { return true }
    }
    if expectsFallback { return false }
    end(to: 0)
    return true
  }

  /// Reads the values of an owner, level by level.
  private mutating func takeOwner(_ count: Int) -> [Value]? {
    var levels: [[Value]] = []
    var next = count
    while next > 0 {
      guard next <= values.count / 16 else { return nil }
      var level: [Value] = []
      for _ in 0..<next {
        let record = take(16, &values)
        let bits = (8..<16).reduce(0 as UInt64) { $0 | UInt64(record[$1]) << UInt64(8 * ($1 - 8)) }
        let size = (4..<8).reduce(0) { $0 | Int(record[$1]) << (8 * ($1 - 4)) }
        guard Int(record[0]) <= PropertyName.allCases.count, record[0] == 0 || record[2] == 0, record[3] == 0,
          1...8 ~= record[1], text.count >= Int(record[2]) + (record[1] == 5 ? size : 0)
        else { return nil }
        let said = take(Int(record[2]), &text)
        let key = record[0] == 0 ? said : Array(PropertyName.allCases[Int(record[0]) - 1].name.utf8)
        var value = Value(key: key, tag: record[1], bits: bits, size: size)
        if record[1] == 5 { value.text = take(size, &text) }
        level.append(value)
      }
      levels.append(level)
      next = level.reduce(0) { $0 + ($1.tag == 6 || $1.tag == 7 ? $1.size : 0) }
    }
    while levels.count > 1 {
      var elements = levels.removeLast()[...]
      let last = levels.count - 1
      for index in levels[last].indices where 6...7 ~= levels[last][index].tag {
        levels[last][index].elements = Array(elements.prefix(levels[last][index].size))
        elements = elements.dropFirst(levels[last][index].size)
      }
    }
    return levels.first ?? []
  }

  private static func make(_ value: Value, to builder: inout ArenaBuilder) -> Bool {
    let hasSize = 5...7 ~= value.tag
    let hasBits = 3...4 ~= value.tag
    guard hasSize || value.size == 0, hasBits || value.bits == 0 else { return false }
    switch value.tag {
    case 1, 2: builder.set(key: value.key.span, .bool(value.tag == 2))
    case 3: builder.set(key: value.key.span, .int(Int64(bitPattern: value.bits)))
    case 4: builder.set(key: value.key.span, .double(Double(bitPattern: value.bits)))
    case 5: builder.set(key: value.key.span, string: value.text.span)
    case 6, 7:
      builder.open(value.tag == 6 ? .map : .list, key: value.key.span)
      if builder.failure != nil { return true }
      for element in value.elements where !make(element, to: &builder) { return false }
      builder.close()
    default: return false
    }
    return true
  }
}

private func take(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
  defer { bytes = bytes.dropFirst(count) }
  return Array(bytes.prefix(count))
}
