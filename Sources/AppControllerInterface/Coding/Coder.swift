/// A value that can be coded into a frame, a recording or a file; one function lists its members.
///
/// The function ``code(_:)`` both writes and reads the value. A writing coder reads the members, and a reading coder
/// sets them.
package protocol Coded: Sendable {
  /// A value for a reader to fill in.
  static var blank: Self { get }

  /// Passes the members to a coder, in order.
  ///
  /// - Throws: ``CodingFault`` when the input is invalid; a writing coder throws nothing.
  mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault)
}

/// An encoding of values, such as the bytes of a frame or JSON; a coder either writes or reads.
///
/// Every function reads its argument when the coder writes, and sets it when the coder reads.
package protocol Coder {
  /// Whether the coder reads values.
  static var isReading: Bool { get }
  /// Whether a value is checked as soon as it is read, because it is not checked later.
  static var checksValues: Bool { get }

  /// Codes a member of the current value.
  ///
  /// - Parameters:
  ///   - name: The member's name, for encodings with names.
  ///   - value: The member's value.
  ///   - kind: The kind of the value, with its limits.
  /// - Throws: ``CodingFault`` when the input is not such a value.
  mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault)

  /// Codes whether there is a value; if not, nothing follows.
  ///
  /// `orNull` means that an encoding with names writes `null` for a missing value, instead of omitting it.
  mutating func presence(_ isThere: inout Bool, orNull: Bool) throws(CodingFault)
  /// Codes the number of elements; each element follows between ``beginElement(_:)`` and ``endElement()``.
  mutating func beginList(_ count: inout Int, atMost limit: Int) throws(CodingFault)
  mutating func beginElement(_ index: Int) throws(CodingFault)
  mutating func endElement()
  mutating func endList()
  /// Begins an object; its members follow until `endObject()`.
  mutating func beginObject() throws(CodingFault)
  mutating func endObject() throws(CodingFault)
  /// Codes the number of values with distinct names; each follows between ``beginEntry(_:_:atMost:)`` and
  /// ``endEntry()``.
  mutating func beginMap(_ count: inout Int, atMost limit: Int) throws(CodingFault)
  mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) throws(CodingFault)
  mutating func endEntry()
  mutating func endMap()

  mutating func bool(_ value: inout Bool) throws(CodingFault)
  mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) throws(CodingFault)
  mutating func double(_ value: inout Double) throws(CodingFault)
  mutating func text(_ value: inout String, _ kind: TextKind) throws(CodingFault)
  /// Codes one of a few words.
  mutating func word<Word: CodedWord>(_ value: inout Word) throws(CodingFault)
  mutating func secret(_ value: inout Secret, atMost limit: Int) throws(CodingFault)
  mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault)
}

/// One of a few words: a number in a frame, a text in other encodings.
///
/// The order of the cases is part of the encoding: a new one comes last.
package protocol CodedWord: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

/// An error in an input: the member that has it, and the expected value.
package struct CodingFault: Error, Equatable, CustomStringConvertible {
  /// The kind of a fault, for callers that report more about it.
  package enum Kind: Sendable {
    /// The text does not have the required syntax.
    case text
    /// A required member is missing.
    case missing
    /// A member is unknown.
    case unknown
    /// A member is repeated.
    case repeated
    /// A value is invalid.
    case value
  }

  package let kind: Kind
  /// The names that lead to the member, from the outermost; `[3]` is an element.
  package private(set) var path: [String]
  /// The problem, as the end of a sentence about the member.
  package let problem: String
  /// The number of members with the same name before it.
  package let occurrence: Int

  package init(_ problem: String, _ kind: Kind = .value, occurrence: Int = 0) {
    (self.kind, path, self.problem, self.occurrence) = (kind, [], problem, occurrence)
  }

  /// Returns the fault with the name of the member that contains it.
  package func within(_ name: String) -> CodingFault {
    var fault = self
    fault.path.insert(name, at: 0)
    return fault
  }

  /// Returns the fault with the index of the element that contains it.
  package func within(_ index: Int) -> CodingFault { within("[\(index)]") }

  /// The name of the member, for messages.
  package var name: String { path.last.map { ExactName(text: $0).shown } ?? "" }

  /// The member and its problem, such as `session.subject is missing`.
  package var description: String {
    if path.isEmpty { return kind == .text ? problem : "it \(problem)" }
    return "\(place) \(problem)"
  }

  /// The names that lead to the member, such as `session.attributes` or `list[0]`.
  package var place: String {
    path.enumerated().map { index, name in
      (index == 0 || name.hasPrefix("[") ? "" : ".") + ExactName(text: name).shown
    }.joined()
  }
}

extension CodingFault {
  package static let missing = CodingFault("is missing", .missing)
  package static let notUTF8 = CodingFault("is no UTF-8")

  /// Returns the fault for a value of another type than required.
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
  /// Checks a value that was read, if ``checksValues`` is true.
  ///
  /// - Throws: ``CodingFault`` with the failure of the error.
  package mutating func check(_ body: () throws(AppControllerError) -> Void) throws(CodingFault) {
    guard Self.checksValues else { return }
    do throws(AppControllerError) { try body() } catch { throw CodingFault("is refused: \(error.what)") }
  }
}

/// The kind of a member's value, with its limits; it passes the value to a coder.
package protocol ValueKind {
  associatedtype Value
  /// A value for a reader to fill in, which also represents an omitted value.
  var blank: Value { get }
  /// Whether an encoding with names omits the member because of its value.
  func omits(_ value: Value) -> Bool
  /// Whether an encoding with names may omit the member.
  var isOmittable: Bool { get }
  /// Whether an omitted member stands for a missing value, and not for an empty one, which our own files contain
  /// explicitly.
  var isNilWhenOmitted: Bool { get }
  /// Whether an encoding with names has `null` for a missing value.
  var isNullable: Bool { get }
  func code(_ value: inout Value, _ coder: inout some Coder) throws(CodingFault)
}

extension ValueKind {
  package func omits(_ value: Value) -> Bool { false }
  package var isOmittable: Bool { false }
  package var isNilWhenOmitted: Bool { false }
  package var isNullable: Bool { false }
}

/// `true` or `false`.
package struct BoolKind: ValueKind {
  package var blank: Bool { false }
  package func code(_ value: inout Bool, _ coder: inout some Coder) throws(CodingFault) { try coder.bool(&value) }
}

/// A whole number, in the range of its type.
package struct IntegerKind<Value: FixedWidthInteger & Sendable>: ValueKind {
  package var blank: Value { 0 }
  package func code(_ value: inout Value, _ coder: inout some Coder) throws(CodingFault) { try coder.integer(&value) }
}

/// A moment, as the seconds since 1970.
package struct TimestampKind: ValueKind {
  package var blank: Timestamp { Timestamp(secondsSince1970: 0) }
  package func code(_ value: inout Timestamp, _ coder: inout some Coder) throws(CodingFault) {
    try coder.integer(&value.secondsSince1970)
  }
}

/// A number.
package struct DoubleKind: ValueKind {
  package var blank: Double { 0 }
  package func code(_ value: inout Double, _ coder: inout some Coder) throws(CodingFault) { try coder.double(&value) }
}

/// A text of bounded size.
package struct TextKind: ValueKind {
  /// The largest size in bytes.
  package let limit: Int
  /// Whether the text is only displayed, so that characters that control a terminal are replaced; other texts are kept
  /// byte by byte.
  package var isDisplayOnly = false
  /// Whether an empty text is omitted.
  package var isOptional = false

  package var blank: String { "" }
  package var isOmittable: Bool { isOptional }
  package func omits(_ value: String) -> Bool { isOptional && value.isEmpty }
  package func code(_ value: inout String, _ coder: inout some Coder) throws(CodingFault) {
    try coder.text(&value, self)
  }
}

/// One of a few words.
package struct WordKind<Word: CodedWord>: ValueKind {
  package let blank: Word
  package func code(_ value: inout Word, _ coder: inout some Coder) throws(CodingFault) { try coder.word(&value) }
}

/// Bytes that are never printed.
package struct SecretKind: ValueKind {
  package let limit: Int
  package var blank: Secret { Secret("") }
  package func code(_ value: inout Secret, _ coder: inout some Coder) throws(CodingFault) {
    try coder.secret(&value, atMost: limit)
  }
}

/// An interface.
package struct InterfaceKind: ValueKind {
  package var blank: InterfaceDescription { .blank }
  package func code(_ value: inout InterfaceDescription, _ coder: inout some Coder) throws(CodingFault) {
    try coder.interface(&value)
  }
}

/// A value with members of its own.
package struct ObjectKind<Value: Coded>: ValueKind {
  package init() {}

  package var blank: Value { Value.blank }
  package func code(_ value: inout Value, _ coder: inout some Coder) throws(CodingFault) {
    try coder.beginObject()
    try value.code(&coder)
    try coder.endObject()
  }
}

/// A value that may be missing.
package struct OptionalKind<Wrapped: ValueKind>: ValueKind {
  let wrapped: Wrapped
  package let isNullable: Bool

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

/// A value with a rule of its own, which is checked when it is read.
package struct CheckedKind<Wrapped: ValueKind>: ValueKind {
  let wrapped: Wrapped
  /// The problem of a value, as the end of a sentence about it; `nil` when it has none.
  let problem: (Wrapped.Value) -> String?

  package var blank: Wrapped.Value { wrapped.blank }
  package func code<Form: Coder>(_ value: inout Wrapped.Value, _ coder: inout Form) throws(CodingFault) {
    try wrapped.code(&value, &coder)
    if Form.isReading, let problem = problem(value) { throw CodingFault(problem) }
  }
}

/// Values in order.
package struct ListKind<Element: ValueKind>: ValueKind {
  let element: Element
  let limit: Int

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

/// Values with distinct names, in the order of the names' bytes.
package struct MapKind<Element: ValueKind>: ValueKind {
  let element: Element
  /// The largest number of entries.
  let count: Int
  /// The largest size of a name in bytes.
  ///
  /// It is limited because two names with different bytes may be equal in Swift, whose comparison takes time that grows
  /// with the square of a run of combining marks.
  let nameLimit: Int

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
  /// A value that is omitted when it is missing.
  package static func optional<Wrapped>(_ wrapped: Wrapped) -> Self where Self == OptionalKind<Wrapped> {
    OptionalKind(wrapped: wrapped, isNullable: false)
  }
  /// A value that is `null` when it is missing.
  package static func orNull<Wrapped>(_ wrapped: Wrapped) -> Self where Self == OptionalKind<Wrapped> {
    OptionalKind(wrapped: wrapped, isNullable: true)
  }
  /// A value with a rule, which returns the end of a sentence about a value that breaks it.
  package static func checked<Wrapped>(
    _ wrapped: Wrapped, _ problem: @escaping (Wrapped.Value) -> String?
  ) -> Self where Self == CheckedKind<Wrapped> { CheckedKind(wrapped: wrapped, problem: problem) }
  package static func list<Element>(_ element: Element, atMost limit: Int) -> Self where Self == ListKind<Element> {
    ListKind(element: element, limit: limit)
  }
  package static func map<Element>(
    _ element: Element, atMost count: Int, names: Int
  ) -> Self where Self == MapKind<Element> { MapKind(element: element, count: count, nameLimit: names) }
}

extension ValueKind where Self == TextKind {
  /// A text that is kept byte by byte.
  package static func text(atMost limit: Int) -> TextKind { TextKind(limit: limit) }
  /// A text that is kept byte by byte, omitted when it is empty.
  package static func optionalText(atMost limit: Int) -> TextKind { TextKind(limit: limit, isOptional: true) }
  /// A sentence for people, which is only displayed.
  package static var sentence: TextKind { TextKind(limit: 64 << 10, isDisplayOnly: true) }
  /// A text for people of limited size, which is only displayed.
  package static func displayText(atMost limit: Int) -> TextKind { TextKind(limit: limit, isDisplayOnly: true) }
}

extension ValueKind where Self == SecretKind {
  package static func secret(atMost limit: Int) -> SecretKind { SecretKind(limit: limit) }
}

extension ValueKind where Self == MapKind<TextKind> {
  /// Strings with distinct names, both of limited size.
  package static func strings(_ count: Int, each limit: Int) -> Self {
    MapKind(element: .text(atMost: limit), count: count, nameLimit: limit)
  }
}
