package import AppControllerJSON

/// Writes a value as JSON, member by member; a secret is copied nowhere but into the text.
///
/// Members are written in their order, and optional ones are omitted if possible. In the canonical form, which our
/// files use, members are in the order of their names' bytes, and only missing values are omitted.
package struct JSONCodingWriter: Coder {
  package static var isReading: Bool { false }
  package static var checksValues: Bool { false }
  private var writer: JSONWriter
  private let isCanonical: Bool
  /// The representation of a secret; its text by default.
  private let secretValue: ((Secret) -> JSONValue)?
  /// The members of the open objects, and the start of each; for the canonical form.
  private var members: [[(name: String, start: Int)]] = []

  private init(_ writer: JSONWriter, isCanonical: Bool, secretValue: ((Secret) -> JSONValue)? = nil) {
    (self.writer, self.isCanonical, self.secretValue) = (writer, isCanonical, secretValue)
  }

  /// Returns the text of a value, in the canonical form by default.
  ///
  /// The buffer's capacity is `capacity` bytes from the start; if they suffice, no copy of a secret is left behind.
  package static func bytes<Kind: ValueKind>(
    of value: Kind.Value, _ kind: Kind, isCanonical: Bool = true, capacity: Int = 0
  ) -> [UInt8] {
    var coder = JSONCodingWriter(JSONWriter(capacity: capacity), isCanonical: isCanonical)
    var value = value
    // Writing throws no error.
    try? kind.code(&value, &coder)
    return coder.writer.bytes
  }

  /// Returns the members of a value; `secretText` gives the representation of a secret, its text by default.
  package static func members(
    of value: some Coded, secretText: ((Secret) -> JSONValue)? = nil
  ) -> [JSONValue.Member] {
    var coder = JSONCodingWriter(JSONWriter(), isCanonical: false, secretValue: secretText)
    var value = value
    coder.beginObject()
    try? value.code(&coder)
    coder.endObject()
    let limits = JSONLimits(bytes: .max, depth: .max, values: .max)
    return (try? JSONReader.read(coder.writer.bytes, limits: limits))?.objectValue ?? []
  }
}

extension JSONCodingWriter {
  package mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault) {
    if kind.isLeftOut(value), !isCanonical || kind.mayBeNothing { return }
    let name = name.description
    if isCanonical { members[members.count - 1].append((name, writer.bytes.count)) }
    writer.key(name)
    try kind.code(&value, &self)
  }

  package mutating func presence(_ isThere: inout Bool, orNull: Bool) { if !isThere { writer.null() } }
  package mutating func beginList(_ count: inout Int, atMost limit: Int) { writer.beginArray() }
  package mutating func beginElement(_ index: Int) {}
  package mutating func endElement() {}
  package mutating func endList() { writer.endArray() }
  package mutating func beginMap(_ count: inout Int, atMost limit: Int) { writer.beginObject() }
  package mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) { writer.key(name) }
  package mutating func endEntry() {}
  package mutating func endMap() { writer.endObject() }

  package mutating func beginObject() {
    writer.beginObject()
    if isCanonical { members.append([]) }
  }

  package mutating func endObject() {
    if isCanonical { writer.sort(members.removeLast()) }
    writer.endObject()
  }

  package mutating func bool(_ value: inout Bool) { writer.bool(value) }

  /// Writes an integer; one that JSON readers may not preserve exactly is written as a string.
  package mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) {
    if let value = Int64(exactly: value) { writer.int(value) } else { writer.string("\(value)") }
  }

  /// Writes a number; one that JSON cannot represent is written as a string.
  package mutating func double(_ value: inout Double) {
    if value.isFinite { writer.double(value) } else { writer.string("\(value)") }
  }

  package mutating func text(_ value: inout String, _ kind: TextKind) { writer.string(value) }
  package mutating func word<Word: CodedWord>(_ value: inout Word) { writer.string(value.rawValue) }

  package mutating func secret(_ value: inout Secret, atMost limit: Int) {
    if let secretValue { return writer.write(secretValue(value)) }
    value.withUTF8Bytes { writer.string($0) }
  }

  /// Writes a description as its canonical JSON.
  package mutating func interface(_ value: inout InterfaceDescription) {
    JSONRenderer().write(value, to: &writer)
  }
}

extension JSONWriter {
  /// Sorts the members of the open object by their names' bytes.
  fileprivate mutating func sort(_ members: [(name: String, start: Int)]) {
    let order = members.indices.sorted {
      members[$0].name.utf8.lexicographicallyPrecedes(members[$1].name.utf8)
    }
    if order.elementsEqual(members.indices) { return }
    // The members are separated by commas.
    arrange(
      order.map { index in
        let isLast = index + 1 == members.count
        return members[index].start + (index == 0 ? 0 : 1)..<(isLast ? bytes.count : members[index + 1].start)
      })
  }
}
