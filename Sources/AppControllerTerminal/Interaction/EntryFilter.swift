import AppControllerKit

/// The matching entries of a search, which alone are shown.
struct EntryFilter: Sendable, Hashable {
  let node: InterfaceDescription.Node
  let text: String
  /// In order: ranges of nodes with their subtrees in a list, or of options in a choice.
  let matches: [Range<Int>]
  let total: Int

  func hides(_ index: Int) -> Bool {
    guard node.kind == .list, index > node.index, index < node.end else { return false }
    return match(at: index) == nil
  }

  func shown(_ step: Int, from index: Int) -> Int {
    let next = matches.firstPosition { $0.upperBound > index }
    if step > 0 { return next < matches.count ? matches[next].lowerBound : node.end }
    return next > 0 ? matches[next - 1].upperBound - 1 : node.index
  }

  /// Nil when no match contains the node or the option.
  func match(at index: Int) -> Int? {
    let position = matches.firstPosition { $0.upperBound > index }
    return position < matches.count && matches[position].contains(index) ? position : nil
  }
}

/// Ignores case and accents.
///
/// The finder stores the names of all entries, and exists only during a search.
struct EntryFinder {
  /// From this number of entries on, a search is offered.
  private static let least = 11

  private let node: InterfaceDescription.Node
  private let entries: [(range: Range<Int>, name: [UInt8])]
  private var found: [Int]
  private(set) var text = ""

  /// Fails for few entries.
  init?(in node: InterfaceDescription.Node) {
    guard Self.isLong(node) else { return nil }
    if let input = node.input {
      entries = input.options.enumerated().map { ($0..<$0 + 1, Folding.fold($1.label)) }
    } else {
      entries = node.children.filter { !$0.isHidden }.map { entry in
        (entry.range, Folding.fold([entry.label, entry.text].compactMap(\.self).joined(separator: " ")))
      }
    }
    self.node = node
    found = Array(entries.indices)
  }

  static func isLong(_ node: InterfaceDescription.Node) -> Bool {
    switch node.kind {
    case .choice: (node.input?.options.count ?? 0) >= least
    case .list: node.children.prefix(least).count == least
    case _: false
    }
  }

  /// Nil while the search text is empty.
  var filter: EntryFilter? {
    text.isEmpty
      ? nil : EntryFilter(node: node, text: text, matches: found.map { entries[$0].range }, total: entries.count)
  }

  var best: Range<Int>? {
    let wanted = Folding.fold(text)
    return (found.first { entries[$0].name.starts(with: wanted) } ?? found.first).map { entries[$0].range }
  }

  func isIn(_ screen: InterfaceDescription.Node) -> Bool { node.arena === screen.arena }

  func contains(_ target: TerminalTarget?) -> Bool {
    guard let id = target?.nodeID, let index = node.index(ofID: id) else { return false }
    return index == node.index || filter?.hides(index) != true
  }

  /// Returns whether any entry matches; if not, nothing has changed.
  mutating func look(for text: String) -> Bool {
    let wanted = Folding.fold(text)
    let places = text.hasPrefix(self.text) ? found : Array(entries.indices)
    let found = places.filter { entries[$0].name.contains(wanted) }
    if found.isEmpty { return false }
    (self.text, self.found) = (text, found)
    return true
  }
}

/// In lower case, and Latin letters without an accent.
enum Folding {
  /// The keys are equal in every encoding of the accent.
  private static let plain: [Character: UInt8] = {
    var plain: [Character: UInt8] = [:]
    for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
      for mark in 0x300...0x36F as ClosedRange<UInt32> {
        guard let mark = Unicode.Scalar(mark) else { continue }
        plain[Character("\(Unicode.Scalar(letter))\(mark)")] = letter
      }
    }
    return plain
  }()

  static func fold(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
      return bytes
    }
    bytes.removeAll(keepingCapacity: true)
    for character in text.lowercased() {
      if let letter = plain[character] { bytes.append(letter) } else { bytes += Array(character.utf8) }
    }
    return bytes
  }

  /// Nil when the folded text does not contain the folded word.
  static func range(of word: String, in text: String) -> Range<String.Index>? {
    let wanted = fold(word)
    if wanted.isEmpty { return nil }
    // Each byte of the folded text, with the character that it is of.
    let bytes = text.indices.flatMap { index in fold(String(text[index])).map { (byte: $0, index: index) } }
    guard let found = bytes.map(\.byte).firstRange(of: wanted) else { return nil }
    return bytes[found.lowerBound].index..<text.index(after: bytes[found.upperBound - 1].index)
  }
}

extension InterfaceDescription.Node {
  /// The index after the last node of the subtree.
  var end: Int { range.upperBound }

  func index(ofID id: String) -> Int? { arena.index(ofID: id, in: range) }
}

extension RandomAccessCollection where Index == Int {
  /// All later elements have to satisfy the condition too; returns the end index when none does.
  func firstPosition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
