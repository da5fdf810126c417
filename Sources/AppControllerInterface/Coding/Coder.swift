/// A value that can be coded into a frame, a recording or a file; one function lists its members.
///
/// The function ``code(_:)`` both writes and reads the value. A writing coder reads the members, and a reading coder
/// sets them.
package protocol Coded: Sendable {
  /// A value for a reader to fill in.
  static var blank: Self { get }

  /// Passes the members in order; a writing coder throws nothing.
  mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault)
}

/// An encoding of values, such as the bytes of a frame or JSON; a coder either writes or reads.
///
/// Every function reads its argument when the coder writes, and sets it when the coder reads.
package protocol Coder {
  static var isReading: Bool { get }
  /// Whether a value is checked as soon as it is read, because it is not checked later.
  static var checksValues: Bool { get }

  mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault)

  /// Without a value nothing follows; with `orNull`, an encoding with names writes `null` instead of omitting it.
  mutating func presence(_ isThere: inout Bool, orNull: Bool) throws(CodingFault)
  /// Each element follows between ``beginElement(_:)`` and ``endElement()``.
  mutating func beginList(_ count: inout Int, atMost limit: Int) throws(CodingFault)
  mutating func beginElement(_ index: Int) throws(CodingFault)
  mutating func endElement()
  mutating func endList()
  mutating func beginObject() throws(CodingFault)
  mutating func endObject() throws(CodingFault)
  /// The names are distinct; each value follows between ``beginEntry(_:_:atMost:)`` and ``endEntry()``.
  mutating func beginMap(_ count: inout Int, atMost limit: Int) throws(CodingFault)
  mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) throws(CodingFault)
  mutating func endEntry()
  mutating func endMap()

  mutating func bool(_ value: inout Bool) throws(CodingFault)
  mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) throws(CodingFault)
  mutating func double(_ value: inout Double) throws(CodingFault)
  mutating func text(_ value: inout String, _ kind: TextKind) throws(CodingFault)
  mutating func word<Word: CodedWord>(_ value: inout Word) throws(CodingFault)
  mutating func secret(_ value: inout Secret, atMost limit: Int) throws(CodingFault)
  mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault)
}

/// One of a few words: a number in a frame, a text in other encodings.
///
/// The order of the cases is part of the encoding: a new one comes last.
package protocol CodedWord: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

package struct CodingFault: Error, Equatable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The text does not have the required syntax.
    case text
    case missing
    case unknown
    case repeated
    case value
  }

  package let kind: Kind
  /// The names that lead to the member, from the outermost; `[3]` is an element.
  package private(set) var path: [String]
  /// As the end of a sentence about the member.
  package let problem: String
  /// The number of members with the same name before it.
  package let occurrence: Int

  package init(_ problem: String, _ kind: Kind = .value, occurrence: Int = 0) {
    (self.kind, path, self.problem, self.occurrence) = (kind, [], problem, occurrence)
  }

  package func within(_ name: String) -> CodingFault {
    var fault = self
    fault.path.insert(name, at: 0)
    return fault
  }

  package func within(_ index: Int) -> CodingFault { within("[\(index)]") }

  package var name: String { path.last.map { UTF8Key(text: $0).shown } ?? "" }

  package var description: String {
    if path.isEmpty { return kind == .text ? problem : "it \(problem)" }
    return "\(place) \(problem)"
  }

  package var place: String {
    path.enumerated().map { index, name in
      (index == 0 || name.hasPrefix("[") ? "" : ".") + UTF8Key(text: name).shown
    }.joined()
  }
}

extension CodingFault {
  package static let missing = CodingFault("is missing", .missing)
  package static let notUTF8 = CodingFault("is no UTF-8")

  package static func unexpected(_ found: String, wanted: String) -> CodingFault {
    CodingFault("is \(found), and has to be \(wanted)")
  }

  package static func tooLong(_ size: Int, limit: Int) -> CodingFault {
    CodingFault("has \(size) bytes; at most \(limit)")
  }

  package static func tooMany(_ count: Int, limit: Int) -> CodingFault {
    CodingFault("has \(count) entries; at most \(limit)")
  }
}

extension Coder {
  package mutating func check(_ body: () throws(AppControllerError) -> Void) throws(CodingFault) {
    guard Self.checksValues else { return }
    do throws(AppControllerError) { try body() } catch { throw CodingFault("is refused: \(error.what)") }
  }
}

/// The kind of a member's value, with its limits; it passes the value to a coder.
///
/// A generic kind asks nothing of its parameters, and its conformance does: where a type is made at run time, each
/// requirement is looked up among all conformances of the program.
package protocol ValueKind {
  associatedtype Value
  /// For a reader to fill in; it also represents an omitted value.
  var blank: Value { get }
  func omits(_ value: Value) -> Bool
  var isOmittable: Bool { get }
  /// An omitted member stands for a missing value, and not for an empty one, which our own files contain explicitly.
  var isNilWhenOmitted: Bool { get }
  var isNullable: Bool { get }
  func code(_ value: inout Value, _ coder: inout some Coder) throws(CodingFault)
}

extension ValueKind {
  package func omits(_ value: Value) -> Bool { false }
  package var isOmittable: Bool { false }
  package var isNilWhenOmitted: Bool { false }
  package var isNullable: Bool { false }
}

package struct BoolKind: ValueKind {
  package var blank: Bool { false }
  package func code(_ value: inout Bool, _ coder: inout some Coder) throws(CodingFault) { try coder.bool(&value) }
}

package struct IntegerKind<Value: Sendable> {}

extension IntegerKind: ValueKind where Value: FixedWidthInteger {
  package var blank: Value { 0 }
  package func code(_ value: inout Value, _ coder: inout some Coder) throws(CodingFault) { try coder.integer(&value) }
}

/// As the seconds since 1970.
package struct TimestampKind: ValueKind {
  package var blank: Timestamp { Timestamp(secondsSince1970: 0) }
  package func code(_ value: inout Timestamp, _ coder: inout some Coder) throws(CodingFault) {
    try coder.integer(&value.secondsSince1970)
  }
}

package struct DoubleKind: ValueKind {
  package var blank: Double { 0 }
  package func code(_ value: inout Double, _ coder: inout some Coder) throws(CodingFault) { try coder.double(&value) }
}

package struct TextKind: ValueKind {
  /// In bytes.
  package let limit: Int
  /// Characters that control a terminal are replaced; other texts are kept byte by byte.
  package var isDisplayOnly = false
  package var isOptional = false

  package var blank: String { "" }
  package var isOmittable: Bool { isOptional }
  package func omits(_ value: String) -> Bool { isOptional && value.isEmpty }
  package func code(_ value: inout String, _ coder: inout some Coder) throws(CodingFault) {
    try coder.text(&value, self)
  }
}

package struct WordKind<Word> {
  package let blank: Word
}

extension WordKind: ValueKind where Word: CodedWord {
  package func code(_ value: inout Word, _ coder: inout some Coder) throws(CodingFault) { try coder.word(&value) }
}

package struct SecretKind: ValueKind {
  package let limit: Int
  package var blank: Secret { Secret("") }
  package func code(_ value: inout Secret, _ coder: inout some Coder) throws(CodingFault) {
    try coder.secret(&value, atMost: limit)
  }
}

package struct InterfaceKind: ValueKind {
  package var blank: InterfaceDescription { .blank }
  package func code(_ value: inout InterfaceDescription, _ coder: inout some Coder) throws(CodingFault) {
    try coder.interface(&value)
  }
}

package struct ObjectKind<Value> {
  package init() {}
}

extension ObjectKind: ValueKind where Value: Coded {
  package var blank: Value { Value.blank }
  package func code(_ value: inout Value, _ coder: inout some Coder) throws(CodingFault) {
    try coder.beginObject()
    try value.code(&coder)
    try coder.endObject()
  }
}

package struct OptionalKind<Wrapped> {
  let wrapped: Wrapped
  package let isNullable: Bool
}

extension OptionalKind: ValueKind where Wrapped: ValueKind {
  package var blank: Wrapped.Value? { nil }
  package var isOmittable: Bool { !isNullable }
  package var isNilWhenOmitted: Bool { !isNullable }
  package func omits(_ value: Wrapped.Value?) -> Bool { isOmittable && value == nil }
  package func code(_ value: inout Wrapped.Value?, _ coder: inout some Coder) throws(CodingFault) {
    var isThere = value != nil
    try coder.presence(&isThere, orNull: isNullable)
    guard isThere else {
      value = nil
      return
    }
    var content = value ?? wrapped.blank
    try wrapped.code(&content, &coder)
    value = content
  }
}

package struct CheckedKind<Wrapped, Value> {
  let wrapped: Wrapped
  /// Returns the end of a sentence about the value; `nil` when it has no problem.
  let problem: (Value) -> String?
}

extension CheckedKind: ValueKind where Wrapped: ValueKind, Wrapped.Value == Value {
  package var blank: Value { wrapped.blank }
  package func code<Form: Coder>(_ value: inout Value, _ coder: inout Form) throws(CodingFault) {
    try wrapped.code(&value, &coder)
    if Form.isReading, let problem = problem(value) { throw CodingFault(problem) }
  }
}

package struct ListKind<Element> {
  let element: Element
  let limit: Int
}

extension ListKind: ValueKind where Element: ValueKind {
  package var blank: [Element.Value] { [] }
  package func code(_ value: inout [Element.Value], _ coder: inout some Coder) throws(CodingFault) {
    var count = value.count
    try coder.beginList(&count, atMost: limit)
    for index in 0..<count {
      if index == value.count { value.append(element.blank) }
      do throws(CodingFault) {
        try coder.beginElement(index)
        try element.code(&value[index], &coder)
      } catch {
        throw error.within(index)
      }
      coder.endElement()
    }
    coder.endList()
  }
}

/// In the order of the names' bytes.
package struct MapKind<Element> {
  let element: Element
  let count: Int
  /// In bytes; limited because two names with different bytes may be equal in Swift, whose comparison takes time that
  /// grows with the square of a run of combining marks.
  let nameLimit: Int
}

extension MapKind: ValueKind where Element: ValueKind {
  package var blank: [String: Element.Value] { [:] }
  package var isOmittable: Bool { true }
  package func omits(_ value: [String: Element.Value]) -> Bool { value.isEmpty }
  package func code<Form: Coder>(
    _ value: inout [String: Element.Value], _ coder: inout Form
  ) throws(CodingFault) {
    let entries = value.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var count = entries.count
    try coder.beginMap(&count, atMost: self.count)
    if Form.isReading { value = [:] }
    for index in 0..<count {
      var (name, content) = Form.isReading ? ("", element.blank) : entries[index]
      try coder.beginEntry(index, &name, atMost: nameLimit)
      do throws(CodingFault) { try element.code(&content, &coder) } catch { throw error.within(name) }
      coder.endEntry()
      if Form.isReading, value.updateValue(content, forKey: name) != nil { throw CodingFault("has a name twice") }
    }
    coder.endMap()
  }
}

// MARK: - Factories

extension ValueKind where Self == BoolKind {
  package static var bool: BoolKind { BoolKind() }
}

extension ValueKind where Self == TimestampKind {
  package static var timestamp: TimestampKind { TimestampKind() }
}

extension ValueKind where Self == DoubleKind {
  package static var double: DoubleKind { DoubleKind() }
}

extension ValueKind where Self == InterfaceKind {
  package static var interface: InterfaceKind { InterfaceKind() }
}

extension ValueKind {
  package static func integer<Value>() -> Self where Self == IntegerKind<Value> { IntegerKind() }
  package static func word<Word>(_ blank: Word) -> Self where Self == WordKind<Word> { WordKind(blank: blank) }
  package static func object<Value>() -> Self where Self == ObjectKind<Value> { ObjectKind() }
  package static func optional<Wrapped>(_ wrapped: Wrapped) -> Self where Self == OptionalKind<Wrapped> {
    OptionalKind(wrapped: wrapped, isNullable: false)
  }
  package static func orNull<Wrapped>(_ wrapped: Wrapped) -> Self where Self == OptionalKind<Wrapped> {
    OptionalKind(wrapped: wrapped, isNullable: true)
  }
  /// The rule returns the end of a sentence about a value that breaks it.
  package static func checked<Wrapped>(
    _ wrapped: Wrapped, _ problem: @escaping (Wrapped.Value) -> String?
  ) -> Self where Self == CheckedKind<Wrapped, Wrapped.Value> { CheckedKind(wrapped: wrapped, problem: problem) }
  package static func list<Element>(_ element: Element, atMost limit: Int) -> Self where Self == ListKind<Element> {
    ListKind(element: element, limit: limit)
  }
  package static func map<Element>(
    _ element: Element, atMost count: Int, names: Int
  ) -> Self where Self == MapKind<Element> { MapKind(element: element, count: count, nameLimit: names) }
}

extension ValueKind where Self == TextKind {
  package static func text(atMost limit: Int) -> TextKind { TextKind(limit: limit) }
  package static func optionalText(atMost limit: Int) -> TextKind { TextKind(limit: limit, isOptional: true) }
  package static var sentence: TextKind { TextKind(limit: 64 << 10, isDisplayOnly: true) }
  package static func displayText(atMost limit: Int) -> TextKind { TextKind(limit: limit, isDisplayOnly: true) }
}

extension ValueKind where Self == SecretKind {
  package static func secret(atMost limit: Int) -> SecretKind { SecretKind(limit: limit) }
}

extension ValueKind where Self == MapKind<TextKind> {
  package static func strings(_ count: Int, each limit: Int) -> Self {
    MapKind(element: .text(atMost: limit), count: count, nameLimit: limit)
  }
}
