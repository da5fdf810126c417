package import AppControllerInterface

/// The structure of a JSON text: the beginning and end of each value, so that values can be read in any order.
///
/// A tree of values takes several times the size of the text; an outline takes eight bytes for each value. Making it
/// checks the grammar of the whole text, and values that are read later are scanned again. Repeated names are left to
/// the reader.
package struct JSONOutline: Sendable {
  fileprivate struct Entry {
    var offset: UInt32
    /// The index after the last entry inside the value.
    var end: UInt32
  }

  package struct Value: Sendable, Equatable {
    fileprivate let index: Int
  }

  package let bytes: [UInt8]
  private let entries: [Entry]

  /// Takes linear time; an error has line, column and byte, and never more than one character of the text.
  package init(_ bytes: [UInt8], limits: JSONLimits) throws(AppControllerError) {
    try limits.check(bytes)
    var outliner = Outliner(scanner: JSONScanner(bytes), limits: limits)
    try outliner.run()
    self.bytes = bytes
    entries = outliner.entries
  }

  /// Of nothing.
  package init() {
    (bytes, entries) = ([], [])
  }

  package var root: Value { Value(index: 0) }

  package func offset(of value: Value) -> Int { Int(entries[value.index].offset) }

  /// `nil` for what is no member; found by a backward search, in time linear in its length.
  package func nameOffset(of value: Value) -> Int? {
    bytes.span.startOfName(before: offset(of: value))
  }

  /// Whether a value is another, or inside it.
  package func contains(_ value: Value, in other: Value) -> Bool {
    (other.index..<Int(entries[other.index].end)).contains(value.index)
  }

  package func isObject(_ value: Value) -> Bool { bytes[offset(of: value)] == UInt8(ascii: "{") }
  package func isArray(_ value: Value) -> Bool { bytes[offset(of: value)] == UInt8(ascii: "[") }
  package func isString(_ value: Value) -> Bool { bytes[offset(of: value)] == UInt8(ascii: "\"") }

  /// `nil` when the string has escapes or is not all ASCII.
  package func plainContent(at offset: Int) -> Range<Int>? {
    let end = bytes.span.endOfPlainText(from: offset + 1)
    return bytes[end] == UInt8(ascii: "\"") ? offset + 1..<end : nil
  }

  /// Of a value, with what is inside it; the bytes go to the beginning of the next value.
  package func size(of value: Value) -> (values: Int, bytes: Int) {
    let end = Int(entries[value.index].end)
    return (end - value.index, (end < entries.count ? Int(entries[end].offset) : bytes.count) - offset(of: value))
  }

  /// In the order of the text; empty for other values.
  package func contents(of value: Value) -> Contents {
    Contents(entries: entries, position: value.index + 1, end: Int(entries[value.index].end))
  }

  /// The direct contents of a value.
  package struct Contents: Sequence, IteratorProtocol {
    fileprivate let entries: [Entry]
    fileprivate var position: Int
    fileprivate let end: Int

    package mutating func next() -> Value? {
      guard position < end else { return nil }
      defer { position = Int(entries[position].end) }
      return Value(index: position)
    }
  }
}

/// Walks a text once; recursive, within a depth that the stack holds.
private struct Outliner {
  var scanner: JSONScanner
  let limits: JSONLimits
  var entries: [JSONOutline.Entry] = []

  init(scanner: JSONScanner, limits: JSONLimits) {
    self.scanner = scanner
    self.limits = limits
    // A value takes about twenty bytes of text on average. Unused capacity is never touched.
    entries.reserveCapacity(scanner.bytes.count / 16)
  }

  mutating func run() throws(AppControllerError) {
    try value(startingWith: scanner.next(), depth: 0)
    guard try scanner.next() == .end else { throw scanner.unexpected("the end of the text") }
  }

  private mutating func value(startingWith token: JSONScanner.Token, depth: Int) throws(AppControllerError) {
    guard entries.count < limits.values else { throw scanner.tooManyValues(limits.values) }
    let index = entries.count
    entries.append(JSONOutline.Entry(offset: UInt32(scanner.tokenOffset), end: UInt32(index + 1)))
    switch token {
    case .null, .bool, .int, .double, .string: return
    case .beginArray, .beginObject:
      try contents(isObject: token == .beginObject, depth: scanner.deeper(than: depth, limits))
    case .endObject, .endArray, .colon, .comma, .end: throw scanner.unexpected("a value")
    }
    entries[index].end = UInt32(entries.count)
  }

  private mutating func contents(isObject: Bool, depth: Int) throws(AppControllerError) {
    let start = entries.count
    while var token = try scanner.content(isFirst: entries.count == start, ofObject: isObject) {
      if isObject {
        guard token == .string else { throw scanner.unexpected("a name in quotation marks") }
        guard try scanner.next() == .colon else { throw scanner.unexpected("':'") }
        token = try scanner.next()
      }
      try value(startingWith: token, depth: depth)
    }
  }
}

extension Span<UInt8> {
  /// The text is well-formed; `nil` when the value has no name.
  fileprivate func startOfName(before value: Int) -> Int? {
    var index = lastToken(before: value)
    guard index > 0, self[index] == UInt8(ascii: ":") else { return nil }
    // A quotation mark with an odd number of backslashes before it is inside the name.
    index = lastToken(before: index) - 1
    while index > 0 {
      guard self[index] == UInt8(ascii: "\"") else {
        index -= 1
        continue
      }
      var start = index
      while start > 0, self[start - 1] == UInt8(ascii: "\\") { start -= 1 }
      if (index - start).isMultiple(of: 2) { return index }
      index = start - 1
    }
    return nil
  }

  private func lastToken(before offset: Int) -> Int {
    var index = offset - 1
    while index > 0, self[index] == 0x20 || 0x09...0x0D ~= self[index] { index -= 1 }
    return index
  }
}

// The positions of faults in a text that a value was read from.
extension JSONOutline {
  /// After `occurrence` members with the last name; `nil` when there is none.
  package func value(at path: [String], occurrence: Int = 0) -> Value? {
    var value = root
    for (depth, name) in path.enumerated() {
      let contents = contents(of: value)
      let found: Value?
      if isArray(value) {
        let index = Int(name.dropFirst().dropLast())
        found = contents.enumerated().first { $0.offset == index }?.element
      } else {
        var scanner = JSONScanner(bytes)
        let named = contents.lazy.filter {
          (try? scanner.nameBytes(of: $0, in: self))?.elementsEqual(name.utf8) == true
        }
        found = named.dropFirst(depth == path.count - 1 ? occurrence : 0).first { _ in true }
      }
      guard let found else { return nil }
      value = found
    }
    return value
  }

  /// That of the name of an unexpected member, of the object with a missing member, or of the value.
  package func offset(of fault: CodingFault) -> Int {
    let path = fault.kind == .missing ? Array(fault.path.dropLast()) : fault.path
    guard let value = value(at: path, occurrence: fault.occurrence) else { return offset(of: root) }
    switch fault.kind {
    case .unknown, .repeated: return nameOffset(of: value) ?? offset(of: value)
    case .text, .missing, .value: return offset(of: value)
    }
  }
}
