package import AppControllerJSON

/// Reads a value from JSON.
///
/// Unknown members are ignored, `null` is treated as missing, and any number may be a string. In strict reading all of
/// these are faults, and so are a repeated member and an empty value that the encoding omits.
///
/// Faults of the members of the outermost object are collected; inside of them only the first fault counts.
package struct JSONCodingReader: Coder {
  package static var isReading: Bool { true }
  package static var checksValues: Bool { false }
  private let isStrict: Bool
  private let secret: (JSONValue) -> Secret?
  private var value: JSONValue
  private var outer: [JSONValue] = []
  /// In strict reading only.
  private var requestedNames: [[String]] = []
  private var faults: [CodingFault] = []

  private init(_ value: JSONValue, isStrict: Bool, secret: @escaping (JSONValue) -> Secret?) {
    (self.value, self.isStrict, self.secret) = (value, isStrict, secret)
  }

  /// Blanks stand in place of invalid members.
  package static func readAll<Kind: ValueKind>(
    _ kind: Kind, from json: JSONValue, isStrict: Bool = false,
    secret: @escaping (JSONValue) -> Secret? = { $0.stringValue.map { Secret($0) } }
  ) -> (Kind.Value, [CodingFault]) {
    var reader = JSONCodingReader(json, isStrict: isStrict, secret: secret)
    var value = kind.blank
    do throws(CodingFault) { try kind.code(&value, &reader) } catch { reader.faults.append(error) }
    return (value, reader.faults)
  }

  /// `secret` makes a secret from a value, by default from its text.
  package static func read<Value: Coded>(
    _ type: Value.Type = Value.self, from json: JSONValue, isStrict: Bool = false,
    secret: @escaping (JSONValue) -> Secret? = { $0.stringValue.map { Secret($0) } }
  ) throws(CodingFault) -> Value {
    let (value, faults) = readAll(ObjectKind<Value>(), from: json, isStrict: isStrict, secret: secret)
    if let fault = faults.first { throw fault }
    return value
  }

  /// Throws the first ``CodingFault``, including one for a text that is not JSON.
  package static func read<Kind: ValueKind>(
    _ kind: Kind, fromText bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(CodingFault) -> Kind.Value {
    let (value, faults) = readAll(kind, from: try JSONValue(text: bytes, limits: limits))
    if let fault = faults.first { throw fault }
    return value
  }

  private func require<Content>(_ wanted: String, _ read: (JSONValue) -> Content?) throws(CodingFault) -> Content {
    guard let content = read(value) else { throw .unexpected(value.kindName, wanted: wanted) }
    return content
  }

  private mutating func enter(_ value: JSONValue) {
    outer.append(self.value)
    self.value = value
  }

  private mutating func leave() { value = outer.removeLast() }

  /// The outermost object continues with its next member.
  private mutating func collect(_ fault: CodingFault, depth: Int) throws(CodingFault) {
    guard depth == 0 else { throw fault }
    faults.append(fault)
    value = outer.first ?? value
    outer = []
    requestedNames.removeLast(max(0, requestedNames.count - 1))
  }
}

extension JSONValue {
  /// Throws a ``CodingFault`` of the kind `text`, with line and column.
  package init(text bytes: [UInt8], limits: JSONLimits, allowsDuplicates: Bool = false) throws(CodingFault) {
    do throws(AppControllerError) {
      self = try JSONReader.read(bytes, limits: limits, allowsDuplicates: allowsDuplicates)
    } catch {
      throw CodingFault(error.what, .text)
    }
  }
}

extension JSONCodingReader {
  package mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault) {
    let name = name.description
    let depth = outer.count
    if isStrict { requestedNames[requestedNames.count - 1].append(name) }
    do throws(CodingFault) {
      if let found = self.value[name], isStrict || kind.isNullable || !found.isNull {
        enter(found)
        try kind.code(&value, &self)
        leave()
      } else if isStrict ? kind.isNilWhenOmitted : kind.isOmittable {
        value = kind.blank
      } else {
        throw CodingFault.missing
      }
    } catch {
      try collect(error.within(name), depth: depth)
      value = kind.blank
    }
  }

  package mutating func presence(_ isThere: inout Bool, orNull: Bool) {
    isThere = !value.isNull || isStrict && !orNull
  }

  package mutating func beginList(_ count: inout Int, atMost limit: Int) throws(CodingFault) {
    count = try require("an array", \.arrayValue).count
    guard count <= limit else { throw .tooMany(count, limit: limit) }
  }

  package mutating func beginElement(_ index: Int) throws(CodingFault) {
    enter(try require("an array", \.arrayValue)[index])
  }
  package mutating func endElement() { leave() }
  package mutating func endList() {}

  package mutating func beginMap(_ count: inout Int, atMost limit: Int) throws(CodingFault) {
    count = try require("an object", \.objectValue).count
    guard count <= limit else { throw .tooMany(count, limit: limit) }
  }

  package mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) throws(CodingFault) {
    let member = try require("an object", \.objectValue)[index]
    let size = member.name.utf8.count
    guard size <= limit else { throw CodingFault("has a name of \(size) bytes; at most \(limit)") }
    name = member.name
    enter(member.value)
  }
  package mutating func endEntry() { leave() }
  package mutating func endMap() {}

  package mutating func beginObject() throws(CodingFault) {
    _ = try require("an object", \.objectValue)
    if isStrict { requestedNames.append([]) }
  }

  package mutating func endObject() throws(CodingFault) {
    guard isStrict, let members = value.objectValue else { return }
    let names = requestedNames.removeLast()
    // Usually every member was read, which can be determined without a set.
    if names.count(where: { value[$0] != nil }) == members.count { return }
    let known = Set(names.map(UTF8Key.init))
    var seen: [UTF8Key: Int] = [:]
    for name in members.map({ UTF8Key(text: $0.name) }) {
      let occurrence = seen[name, default: 0]
      seen[name] = occurrence + 1
      if !known.contains(name) {
        try collect(CodingFault("is not known", .unknown, occurrence: occurrence).within(name.text), depth: outer.count)
      } else if occurrence > 0 {
        let fault = CodingFault("stands there twice", .repeated, occurrence: occurrence)
        try collect(fault.within(name.text), depth: outer.count)
      }
    }
  }

  package mutating func bool(_ value: inout Bool) throws(CodingFault) {
    value = try require("true or false", \.boolValue)
  }

  package mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) throws(CodingFault) {
    // A number that JSON cannot represent is a string.
    if let text = self.value.stringValue, let number = Integer(text), !isStrict || Int64(exactly: number) == nil {
      value = number
      return
    }
    let number = try require("an integer", \.intValue)
    guard let exact = Integer(exactly: number) else {
      throw .unexpected("\(number)", wanted: "from \(Integer.min) to \(Integer.max)")
    }
    value = exact
  }

  package mutating func double(_ value: inout Double) throws(CodingFault) {
    if let text = self.value.stringValue, let number = Double(text), !isStrict || !number.isFinite {
      value = number
    } else {
      value = try require("a number", \.doubleValue)
    }
  }

  package mutating func text(_ value: inout String, _ kind: TextKind) throws(CodingFault) {
    let text = try require("a string", \.stringValue)
    guard text.utf8.count <= kind.limit else { throw .tooLong(text.utf8.count, limit: kind.limit) }
    value = text
  }

  package mutating func word<Word: CodedWord>(_ value: inout Word) throws(CodingFault) {
    let text = try require("a string", \.stringValue)
    guard let word = Word.allCases.first(where: { UTF8Key(text: $0.rawValue) == UTF8Key(text: text) }) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .unexpected(UTF8Key(text: text).shown.debugDescription, wanted: "one of \(words)")
    }
    value = word
  }

  package mutating func secret(_ value: inout Secret, atMost limit: Int) throws(CodingFault) {
    guard let found = secret(self.value) else {
      throw .unexpected(self.value.kindName, wanted: "what stands for a secret")
    }
    guard found.byteCount <= limit else { throw .tooLong(found.byteCount, limit: limit) }
    value = found
  }

  package mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault) {
    var writer = JSONWriter()
    writer.write(self.value)
    do throws(AppControllerError) { value = try InterfaceDescription(json: writer.bytes) } catch {
      throw CodingFault("is no interface: \(error.what)")
    }
  }
}

/// Writes a value as JSON, member by member; a secret is copied nowhere but into the text.
///
/// Members are written in their order, and optional ones are omitted if possible. In the canonical form, which our
/// files use, members are in the order of their names' bytes, and only missing values are omitted.
package struct JSONCodingWriter: Coder {
  package static var isReading: Bool { false }
  package static var checksValues: Bool { false }
  private var writer: JSONWriter
  private let isCanonical: Bool
  /// Its text by default.
  private let secretValue: ((Secret) -> JSONValue)?
  /// The members of the open objects, and the start of each; for the canonical form.
  private var members: [[(name: String, start: Int)]] = []

  private init(_ writer: JSONWriter, isCanonical: Bool, secretValue: ((Secret) -> JSONValue)? = nil) {
    (self.writer, self.isCanonical, self.secretValue) = (writer, isCanonical, secretValue)
  }

  package static func bytes<Kind: ValueKind>(
    of value: Kind.Value, _ kind: Kind, isCanonical: Bool = true
  ) -> [UInt8] {
    var coder = JSONCodingWriter(JSONWriter(), isCanonical: isCanonical)
    var value = value
    // Writing throws no error.
    try? kind.code(&value, &coder)
    return coder.writer.bytes
  }

  /// `secretText` gives the representation of a secret, its text by default.
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
    if kind.omits(value), !isCanonical || kind.isNilWhenOmitted { return }
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

  /// An integer that JSON readers may not preserve exactly is written as a string.
  package mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) {
    if let value = Int64(exactly: value) { writer.int(value) } else { writer.string("\(value)") }
  }

  /// A number that JSON cannot represent is written as a string.
  package mutating func double(_ value: inout Double) {
    if value.isFinite { writer.double(value) } else { writer.string("\(value)") }
  }

  package mutating func text(_ value: inout String, _ kind: TextKind) { writer.string(value) }
  package mutating func word<Word: CodedWord>(_ value: inout Word) { writer.string(value.rawValue) }

  package mutating func secret(_ value: inout Secret, atMost limit: Int) {
    if let secretValue { return writer.write(secretValue(value)) }
    value.withUTF8Bytes { writer.string($0) }
  }

  package mutating func interface(_ value: inout InterfaceDescription) {
    JSONRenderer().write(value, to: &writer)
  }
}

extension JSONWriter {
  /// By their names' bytes.
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
