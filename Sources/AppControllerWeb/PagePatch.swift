/// The elements of our own markup that have an id, with their positions.
package struct MarkupTree: Sendable {
  package struct Element: Sendable {
    package let id: ArraySlice<UInt8>
    let tag: ArraySlice<UInt8>
    package var range: Range<Int>
    /// The positions of the outermost elements with an id inside this one, in order.
    package var children: [Int] = []
  }

  package let bytes: [UInt8]
  package private(set) var elements: [Element] = []
  package private(set) var roots: [Int] = []
  private(set) var positions: [ArraySlice<UInt8>: Int] = [:]

  /// Reads markup as ``LivePage`` writes it: each `>` inside a value is escaped, and each element has its end.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    /// Nil for an open element without an id.
    var open: [Int?] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
      index = end + 1
      if bytes[start + 1] == UInt8(ascii: "/") {
        if let last = open.popLast() ?? nil { elements[last].range = elements[last].range.lowerBound..<index }
        continue
      }
      let name = bytes[(start + 1)..<end].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
      let isVoid = bytes[end - 1] == UInt8(ascii: "/") || Self.isVoid(name)
      var position: Int?
      if let id = Self.id(in: bytes[start..<end]) {
        position = elements.count
        elements.append(Element(id: id, tag: name, range: start..<index))
        positions[id] = position
        if let parent = open.last(where: { $0 != nil }) ?? nil {
          elements[parent].children.append(elements.count - 1)
        } else {
          roots.append(elements.count - 1)
        }
      }
      if !isVoid { open.append(position) }
    }
  }

  private static func isVoid(_ name: ArraySlice<UInt8>) -> Bool {
    ["input", "br", "hr", "img", "col"].contains { name.elementsEqual($0.utf8) }
  }

  /// Quotes inside other values are escaped.
  private static func id(in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = Array(" id=\"".utf8)
    var index = tag.startIndex
    while let space = tag[index...].firstIndex(of: name[0]) {
      if tag[space...].starts(with: name) { return tag[(space + name.count)...].prefix { $0 != UInt8(ascii: "\"") } }
      index = space + 1
    }
    return nil
  }

  package subscript(id: ArraySlice<UInt8>) -> Int? { positions[id] }
}

/// The elements that differ, each with its id.
///
/// An unchanged element inside one of them is written without its content, with its id and the attribute `same`: the
/// page keeps its own copy of it.
package struct PagePatch {
  private let old: MarkupTree
  private let new: MarkupTree
  package private(set) var markup: [UInt8] = []

  /// The markup is empty when the pages are equal.
  package init(from old: MarkupTree, to new: MarkupTree) {
    (self.old, self.new) = (old, new)
    for root in new.roots { collect(root) }
  }

  private mutating func collect(_ index: Int) {
    let element = new.elements[index]
    guard let former = old[element.id] else { return write(index) }
    if isSame(former, index) { return }
    let oldChildren = old.elements[former].children
    let isOwnSame =
      oldChildren.count == element.children.count
      && zip(oldChildren, element.children).allSatisfy { old.elements[$0].id == new.elements[$1].id }
      && hasSameOwn(former, index)
    guard isOwnSame else { return write(index) }
    for child in element.children { collect(child) }
  }

  private mutating func write(_ index: Int) {
    let element = new.elements[index]
    var start = element.range.lowerBound
    for child in element.children {
      let inner = new.elements[child]
      markup += new.bytes[start..<inner.range.lowerBound]
      if let former = old[inner.id], isSame(former, child) {
        markup += Array("<".utf8) + inner.tag + Array(" id=\"".utf8) + inner.id + Array("\" same>".utf8)
        if new.bytes[inner.range.upperBound - inner.tag.count - 2] == UInt8(ascii: "/") {
          markup += Array("</".utf8) + inner.tag + Array(">".utf8)
        }
      } else {
        write(child)
      }
      start = inner.range.upperBound
    }
    markup += new.bytes[start..<element.range.upperBound]
  }

  private func isSame(_ former: Int, _ index: Int) -> Bool {
    old.bytes[old.elements[former].range].elementsEqual(new.bytes[new.elements[index].range])
  }

  /// Compares without regard to the elements with ids inside.
  private func hasSameOwn(_ former: Int, _ index: Int) -> Bool {
    old.ownParts(of: former).elementsEqual(new.ownParts(of: index)) { $0.elementsEqual($1) }
  }
}

extension MarkupTree {
  fileprivate func ownParts(of index: Int) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = elements[index].range.lowerBound
    for child in elements[index].children {
      parts.append(bytes[start..<elements[child].range.lowerBound])
      start = elements[child].range.upperBound
    }
    parts.append(bytes[start..<elements[index].range.upperBound])
    return parts
  }
}
