/// Decodes keys from the bytes that a terminal sends, in pieces of any size.
///
/// The decoder knows the sequences of xterm and of terminals that imitate it. It skips an unknown sequence as a whole,
/// so that no part of it ends up in a field.
package struct KeyDecoder: Sendable {
  /// A longer sequence is not a key.
  private static let maximumPending = 64
  private var pending: [UInt8] = []
  private var isPasting = false
  /// Whether the decoder is inside a string sequence, such as the answer to a query, whose end has not come yet.
  private var isInString = false
  private var content: [UInt8] = []
  private static let maximumContent = 4096
  private var replies: [TerminalReply] = []

  package init() {}

  /// Whether the decoder waits for more bytes, or for a call of ``flush()`` when none come.
  package var isWaiting: Bool { !pending.isEmpty }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for byte in bytes {
      pending.append(byte)
      while let first = pending.first, take(first, &keys) {}
    }
    return keys
  }

  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// An Escape that begins no sequence is the Escape key.
  package mutating func flush() -> [TerminalKey] {
    defer { pending.removeAll(keepingCapacity: true) }
    guard pending == [Self.escape], !isInString, !isPasting else { return [] }
    return [.escape]
  }
}

// MARK: - The front of the pending bytes

extension KeyDecoder {
  private static let escape: UInt8 = 0x1B

  private enum Front {
    case incomplete
    case whole(count: Int, key: TerminalKey?)
  }

  /// Returns whether bytes were taken, so that another key may follow.
  private mutating func take(_ first: UInt8, _ keys: inout [TerminalKey]) -> Bool {
    let front: Front
    if isInString {
      front = string()
    } else if first == Self.escape {
      front = sequence()
    } else if first < 0x20 || first == 0x7F {
      front = .whole(count: 1, key: control(first))
    } else {
      front = character(first)
    }
    guard case .whole(let count, let key) = front else {
      if pending.count < Self.maximumPending { return false }
      pending.removeAll(keepingCapacity: true)
      return false
    }
    pending.removeFirst(count)
    // Keys other than characters have no meaning in a paste.
    if let key, !isPasting || key.isPasted { keys.append(key) }
    return true
  }

  private func control(_ byte: UInt8) -> TerminalKey? {
    if isPasting { return Unicode.Scalar(UInt32(byte)).map { .pasted(byte == 0x0D ? "\n" : $0) } }
    return switch byte {
    case 0x01: .home
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0C: .redraw
    case 0x12: .reveal
    case 0x14: .nextTab
    case 0x15: .deleteToStart
    case 0x17: .deleteWord
    case 0x1F: .undo
    default: nil
    }
  }

  /// Each invalid byte becomes U+FFFD.
  private func character(_ first: UInt8) -> Front {
    let count: Int
    var value: UInt32
    switch first {
    case 0x00...0x7F: (count, value) = (1, UInt32(first))
    case 0xC2...0xDF: (count, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (count, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (count, value) = (4, UInt32(first & 0x07))
    default: return .whole(count: 1, key: key(of: "\u{FFFD}"))
    }
    for byte in pending.prefix(count).dropFirst() {
      guard byte & 0xC0 == 0x80 else { return .whole(count: 1, key: key(of: "\u{FFFD}")) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    if pending.count < count { return .incomplete }
    let least: UInt32 = count == 4 ? 0x1_0000 : count == 3 ? 0x800 : 0
    guard value >= least, let scalar = Unicode.Scalar(value) else {
      return .whole(count: 1, key: key(of: "\u{FFFD}"))
    }
    // C1 controls, which some terminals treat as the beginning of a sequence.
    if (0x80..<0xA0).contains(value) { return .whole(count: count, key: nil) }
    return .whole(count: count, key: key(of: scalar))
  }

  private func key(of scalar: Unicode.Scalar) -> TerminalKey { isPasting ? .pasted(scalar) : .character(scalar) }
}

// MARK: - Sequences

extension KeyDecoder {
  private mutating func sequence() -> Front {
    guard pending.count > 1 else { return .incomplete }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return .incomplete }
      return .whole(count: 3, key: Self.key(final: pending[2]))
    // Strings: OSC, DCS, PM, APC and SOS.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "X"):
      (isInString, content) = (true, [pending[1]])
      return .whole(count: 2, key: nil)
    // Two Escape presses, of which the second may begin a sequence.
    case Self.escape: return .whole(count: 1, key: .escape)
    // A key that was pressed together with Alt.
    default: return .whole(count: 2, key: nil)
    }
  }

  private mutating func controlSequence() -> Front {
    // The Linux console's F1 to F5 have a second bracket, and the position of an old mouse follows in three bytes.
    if pending.count > 2, pending[2] == UInt8(ascii: "[") {
      guard pending.count > 3 else { return .incomplete }
      return .whole(count: 4, key: Self.functionKey(Int(pending[3]) - 0x41))
    }
    if pending.count > 2, pending[2] == UInt8(ascii: "M") {
      guard pending.count > 5 else { return .incomplete }
      let report = pending[3..<6].map { Int($0) - 32 }
      return .whole(count: 6, key: Self.mouse(report, isPress: report[0] & 3 != 3))
    }
    guard let final = pending.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return .incomplete
    }
    let count = final + 1
    // A byte that is invalid here begins another key or sequence.
    guard (0x40..<0x7F).contains(pending[final]) else { return .whole(count: final, key: nil) }
    if let reply = TerminalReply(parameters: pending[2..<final], final: pending[final]) {
      replies.append(reply)
      return .whole(count: count, key: nil)
    }
    if pending[2] == UInt8(ascii: "<") { return .whole(count: count, key: mouse(upTo: final)) }
    let parameter = Self.numbers(in: pending[2..<final]).first ?? 0
    if pending[final] != UInt8(ascii: "~") {
      return .whole(count: count, key: Self.key(final: pending[final]))
    }
    switch parameter {
    case 1, 7: return .whole(count: count, key: .home)
    case 3: return .whole(count: count, key: .delete)
    case 4, 8: return .whole(count: count, key: .end)
    case 5: return .whole(count: count, key: .pageUp)
    case 6: return .whole(count: count, key: .pageDown)
    case 11, 12: return .whole(count: count, key: Self.functionKey(parameter - 11))
    case 200: isPasting = true
    case 201: isPasting = false
    default: break
    }
    return .whole(count: count, key: nil)
  }

  private static func key(final: UInt8) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P"): functionKey(0)
    case UInt8(ascii: "Q"): functionKey(1)
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  private static func functionKey(_ index: Int) -> TerminalKey? { index == 0 ? .help : index == 1 ? .mouse : nil }

  /// Each number is at most 9999.
  private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.prefix { (0x30..<0x3A).contains($0) }.reduce(0) { min($0 * 10 + Int($1 - 0x30), 9999) }
    }
  }

  /// A report such as `ESC [ < 0 ; 5 ; 2 M` has the button, the column and the row.
  private func mouse(upTo final: Int) -> TerminalKey? {
    Self.mouse(Self.numbers(in: pending[3..<final]), isPress: pending[final] == UInt8(ascii: "M"))
  }

  /// A press of the left button or a step of the wheel, without Shift, Alt or Control; `nil` for everything else.
  private static func mouse(_ report: [Int], isPress: Bool) -> TerminalKey? {
    guard report.count == 3, isPress, report[1] > 0, report[2] > 0 else { return nil }
    let position = CellPosition(row: report[2] - 1, column: report[1] - 1)
    return switch report[0] {
    case 0: .click(position)
    case 64: .wheel(-1, position)
    case 65: .wheel(1, position)
    default: nil
    }
  }

  /// Reads up to BEL or ST; only answers are decoded.
  private mutating func string() -> Front {
    if pending[0] == 0x07 || pending[0] == 0x9C {
      endString()
    } else if pending[0] == Self.escape {
      guard pending.count > 1 else { return .incomplete }
      endString()
      return .whole(count: pending[1] == UInt8(ascii: "\\") ? 2 : 1, key: nil)
    } else if content.count < Self.maximumContent {
      content.append(pending[0])
    }
    return .whole(count: 1, key: nil)
  }

  private mutating func endString() {
    isInString = false
    if content.first == UInt8(ascii: "]"), let reply = TerminalReply(command: content.dropFirst()) {
      replies.append(reply)
    }
    if content.first == UInt8(ascii: "_"), let reply = TerminalReply(application: content.dropFirst()) {
      replies.append(reply)
    }
    content = []
  }
}
