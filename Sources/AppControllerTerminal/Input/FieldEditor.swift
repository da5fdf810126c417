import AppControllerKit

/// A line of text in an editor, with a caret between its characters.
///
/// A secret exists in one copy, which does not move while it is typed and is wiped when it is discarded. Its characters
/// are single scalars, because finding longer ones would take a copy.
struct FieldEditor {
  /// The most bytes of a line, as in a description.
  private static let limit = InterfaceLimits.standard.text

  let isSecret: Bool
  private var bytes: [UInt8]
  /// The number of bytes before the caret.
  private var position: Int

  /// Makes an editor with a text, the caret at its end.
  init(_ text: String = "", isSecret: Bool = false) {
    self.isSecret = isSecret
    bytes = []
    if isSecret { bytes.reserveCapacity(Self.limit) }
    bytes.append(contentsOf: text.utf8.prefix(Self.limit))
    position = bytes.count
  }

  /// The value as an input has it.
  var value: InputValue { isSecret ? .secret(Secret(bytes.span)) : .text(text) }

  /// The text that may be shown; empty for a secret.
  var text: String { isSecret ? "" : String(decoding: bytes, as: UTF8.self) }

  /// The number of characters.
  var count: Int { boundaries.count - 1 }

  /// The number of characters before the caret.
  var caret: Int { boundaries.lastIndex { $0 <= position } ?? 0 }

  /// Overwrites and removes the whole text.
  mutating func wipe() {
    for index in bytes.indices { bytes[index] = 0 }
    bytes.removeAll(keepingCapacity: true)
    position = 0
  }

  /// Handles a key in a line of text.
  ///
  /// - Returns: Whether the key has a meaning there, even when nothing changes.
  mutating func handle(_ key: TerminalKey) -> Bool {
    switch key {
    case .character(let scalar), .pasted(let scalar): insert(scalar)
    case .backspace: remove(from: before(position), to: position)
    case .delete: remove(from: position, to: after(position))
    case .deleteWord: remove(from: startOfWord, to: position)
    case .deleteToStart: remove(from: 0, to: position)
    case .left: position = before(position)
    case .right: position = after(position)
    case .home: position = 0
    case .end: position = bytes.count
    case .enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .endOfInput, .redraw: return false
    }
    return true
  }

  /// Moves the caret behind some characters.
  mutating func move(to character: Int) {
    let boundaries = boundaries
    position = boundaries[min(max(0, character), boundaries.count - 1)]
  }

  /// Begins a new line at the caret, in a field for several lines.
  mutating func insertLineFeed() {
    guard bytes.count < Self.limit else { return }
    bytes.insert(0x0A, at: position)
    position += 1
  }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    // A line has no line feeds, and no characters that control a terminal.
    let isControl = scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    let encoded = UTF8.encode(scalar)
    guard !isControl, let encoded, bytes.count + encoded.count <= Self.limit else { return }
    bytes.insert(contentsOf: encoded, at: position)
    position += encoded.count
  }

  private mutating func remove(from start: Int, to end: Int) {
    // The freed bytes are overwritten, either by the bytes that move up or by zeros.
    let count = end - start
    for index in start..<(bytes.count - count) { bytes[index] = bytes[index + count] }
    for index in (bytes.count - count)..<bytes.count { bytes[index] = 0 }
    bytes.removeLast(count)
    position = start
  }
}

// MARK: - Characters

extension FieldEditor {
  /// The positions at which characters begin, and the end of the text.
  private var boundaries: [Int] {
    if isSecret { return bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count] }
    var boundaries = [0]
    for character in text { boundaries.append((boundaries.last ?? 0) + character.utf8.count) }
    return boundaries
  }

  private func before(_ position: Int) -> Int { boundaries.last { $0 < position } ?? 0 }

  private func after(_ position: Int) -> Int { boundaries.first { $0 > position } ?? bytes.count }

  /// The start of the word before the caret; a secret counts as one word, so that its spaces are not revealed.
  private var startOfWord: Int {
    if isSecret { return 0 }
    var start = position
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    while start > 0, bytes[start - 1] != UInt8(ascii: " ") { start -= 1 }
    return start
  }
}
