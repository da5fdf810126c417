import AppControllerKit

/// A line of text in an editor, with a caret between its characters.
///
/// A secret exists in one copy, which does not move while it is typed and is wiped when it is discarded. Its characters
/// are single scalars, because finding longer ones would take a copy.
struct FieldEditor {
  /// In bytes, as in a description.
  private static let limit = InterfaceLimits.standard.text

  let isSecret: Bool
  private var bytes: [UInt8]
  /// The number of bytes before the caret.
  private var position: Int
  /// Oldest first; empty for a secret.
  private var past: [(bytes: [UInt8], position: Int)] = []
  /// Consecutive edits of one kind are undone together.
  private var last: Edit?
  /// Whether the paste has reached a word separator that no character has followed yet.
  private var isBetweenPastedWords = false

  private enum Edit {
    case typing
    case pasting
    case deleting
  }

  init(_ text: String = "", isSecret: Bool = false) {
    self.isSecret = isSecret
    bytes = []
    if isSecret { bytes.reserveCapacity(Self.limit) }
    bytes.append(contentsOf: text.utf8.prefix(Self.limit))
    position = bytes.count
  }

  var value: InputValue { isSecret ? .secret(Secret(bytes.span)) : .text(text) }

  /// Empty for a secret.
  var text: String { isSecret ? "" : String(decoding: bytes, as: UTF8.self) }

  /// Also of a secret, for a user who wants to see it; the caret is in characters.
  var revealed: (text: String, caret: Int) {
    (String(decoding: bytes, as: UTF8.self), String(decoding: bytes[..<position], as: UTF8.self).count)
  }

  /// In characters.
  var count: Int { boundaries.count - 1 }

  /// The number of characters before the caret.
  var caret: Int { boundaries.lastIndex { $0 <= position } ?? 0 }

  /// Overwrites the text before it is removed.
  mutating func wipe() {
    for index in bytes.indices { bytes[index] = 0 }
    bytes.removeAll(keepingCapacity: true)
    position = 0
  }

  /// Returns whether the key has a meaning in a line of text, even when nothing changes.
  mutating func handle(_ key: TerminalKey) -> Bool {
    if !key.isPasted { isBetweenPastedWords = false }
    switch key {
    case .character(let scalar): insert(scalar, .typing)
    case .pasted(let scalar): paste(scalar)
    case .backspace: remove(from: before(position), to: position)
    case .delete: remove(from: position, to: after(position))
    case .deleteWord: remove(from: startOfWord, to: position)
    case .deleteToStart: remove(from: 0, to: position)
    case .left: move(toByte: before(position))
    case .right: move(toByte: after(position))
    case .home: move(toByte: 0)
    case .end: move(toByte: bytes.count)
    case .undo: undo()
    case .enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .endOfInput, .redraw, .nextTab, .reveal,
      .help, .mouse,
      .click, .wheel:
      return false
    }
    return true
  }

  /// The position is the number of characters before it.
  mutating func move(to character: Int) {
    let boundaries = boundaries
    move(toByte: boundaries[min(max(0, character), boundaries.count - 1)])
  }

  mutating func insertLineFeed() {
    guard bytes.count < Self.limit else { return }
    note(.typing)
    bytes.insert(0x0A, at: position)
    (position, last) = (position + 1, nil)
  }

  mutating func replace(with text: String) {
    note(.typing)
    bytes = Array(text.utf8.prefix(Self.limit))
    (position, last) = (bytes.count, nil)
  }

  private mutating func move(toByte position: Int) { (self.position, last) = (position, nil) }

  /// Line feeds and tabs become a space between words, and are left out before the first and after the last one.
  private mutating func paste(_ scalar: Unicode.Scalar) {
    if ["\n", "\t", "\u{2028}", "\u{2029}"].contains(scalar) { return isBetweenPastedWords = last == .pasting }
    if isBetweenPastedWords, position > 0, bytes[position - 1] != UInt8(ascii: " "), scalar != " " {
      insert(" ", .pasting)
    }
    isBetweenPastedWords = false
    insert(scalar, .pasting)
  }

  private mutating func insert(_ scalar: Unicode.Scalar, _ edit: Edit) {
    // A line contains no line feeds and no control characters.
    let isControl = scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    let encoded = UTF8.encode(scalar)
    guard !isControl, let encoded, bytes.count + encoded.count <= Self.limit else { return }
    note(edit)
    bytes.insert(contentsOf: encoded, at: position)
    position += encoded.count
    // Typed text is undone word by word.
    if edit == .typing, scalar == " " { last = nil }
  }

  private mutating func remove(from start: Int, to end: Int) {
    guard start < end else { return }
    note(.deleting)
    // The freed bytes are overwritten, either by the bytes that move up or by zeros.
    let count = end - start
    for index in start..<(bytes.count - count) { bytes[index] = bytes[index + count] }
    for index in (bytes.count - count)..<bytes.count { bytes[index] = 0 }
    bytes.removeLast(count)
    position = start
  }
}

// MARK: - Undoing

extension FieldEditor {
  private static let maximumSteps = 100

  private mutating func note(_ edit: Edit) {
    defer { last = edit }
    if isSecret || edit == last { return }
    past.append((bytes, position))
    if past.count > Self.maximumSteps { past.removeFirst() }
  }

  private mutating func undo() {
    guard let former = past.popLast() else { return }
    (bytes, position, last) = (former.bytes, former.position, nil)
  }
}

extension TerminalKey {
  var isPasted: Bool { if case .pasted = self { true } else { false } }
}

// MARK: - Characters

extension FieldEditor {
  private var boundaries: [Int] {
    if isSecret { return bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count] }
    var boundaries = [0]
    for character in text { boundaries.append((boundaries.last ?? 0) + character.utf8.count) }
    return boundaries
  }

  private func before(_ position: Int) -> Int { boundaries.last { $0 < position } ?? 0 }

  private func after(_ position: Int) -> Int { boundaries.first { $0 > position } ?? bytes.count }

  /// A secret counts as one word, so that its spaces are not revealed.
  private var startOfWord: Int {
    if isSecret { return 0 }
    var start = position
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    while start > 0, bytes[start - 1] != UInt8(ascii: " ") { start -= 1 }
    return start
  }
}
