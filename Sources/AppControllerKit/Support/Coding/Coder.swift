/// A value that crosses a boundary, in a frame, a recording or a file: it says its members once.
///
/// The one function ``code(_:)`` writes the value and reads it. A coder that writes looks at the members, and one that reads
/// sets them.
package protocol Coded: Sendable {
  /// A value for a reader to fill in.
  static var blank: Self { get }

  /// Says the members, in their order, to a coder.
  ///
  /// - Throws: ``CodingFault`` when what is read is none; a coder that writes throws nothing.
  mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault)
}

/// A form that values cross in, such as the bytes of a frame or JSON; it writes values, or it reads them.
///
/// Every function looks at its value when the coder writes, and sets it when it reads.
package protocol Coder {
  /// Whether values are read.
  static var isReading: Bool { get }
  /// Whether a value is checked as soon as it is read, because nobody does it later.
  static var checksValues: Bool { get }

  /// A member of the value that is coded.
  ///
  /// - Parameters:
  ///   - name: Its name, where the form has names.
  ///   - value: Its value.
  ///   - kind: What kind of value it is, with its limits.
  /// - Throws: ``CodingFault`` when what is read is no such value.
  mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault)

  /// Whether there is a value; where there is none, nothing follows.
  ///
  /// `orNull` is whether a form with names has `null` in its place, and does not leave it out.
  mutating func presence(_ isThere: inout Bool, orNull: Bool) throws(CodingFault)
  /// How many elements follow, and then each of them between ``beginElement(_:)`` and ``endElement()``.
  mutating func beginList(_ count: inout Int, atMost limit: Int) throws(CodingFault)
  mutating func beginElement(_ index: Int) throws(CodingFault)
  mutating func endElement()
  mutating func endList()
  /// The members of a value stand between these.
  mutating func beginObject() throws(CodingFault)
  mutating func endObject() throws(CodingFault)
  /// How many values follow by distinct names, and then each of them between ``beginEntry(_:_:atMost:)`` and ``endEntry()``.
  mutating func beginMap(_ count: inout Int, atMost limit: Int) throws(CodingFault)
  mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) throws(CodingFault)
  mutating func endEntry()
  mutating func endMap()

  mutating func bool(_ value: inout Bool) throws(CodingFault)
  mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) throws(CodingFault)
  mutating func double(_ value: inout Double) throws(CodingFault)
  mutating func text(_ value: inout String, _ kind: TextKind) throws(CodingFault)
  /// One of a few words.
  mutating func word<Word: CodedWord>(_ value: inout Word) throws(CodingFault)
  mutating func secret(_ value: inout Secret, atMost limit: Int) throws(CodingFault)
  mutating func interface(_ value: inout InterfaceDescription) throws(CodingFault)
}

/// One of a few words: a number in a frame, its text elsewhere.
///
/// The order of the cases is part of the form: a new one comes last.
package protocol CodedWord: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

/// What is wrong with something that was read: which member it is, and what it should be.
package struct CodingFault: Error, Equatable, CustomStringConvertible {
  /// What kind of fault it is, for whoever says more about it.
  package enum Kind: Sendable {
    /// The text is not of the form at all.
    case text
    /// A member that has to be there is not.
    case missing
    /// There is no such member.
    case unknown
    /// A member stands there again.
    case repeated
    /// A value is not as it has to be.
    case value
  }

  package let kind: Kind
  /// The names that lead to the member, from the outermost; `[3]` is an element.
  package private(set) var path: [String]
  /// What is wrong, as the end of a sentence about the member.
  package let problem: String
  /// How many members of the same name stand before it.
  package let twins: Int

  package init(_ problem: String, _ kind: Kind = .value, twins: Int = 0) {
    (self.kind, path, self.problem, self.twins) = (kind, [], problem, twins)
  }

  /// The same, of a member of something that is read.
  package func within(_ name: String) -> CodingFault {
    var fault = self
    fault.path.insert(name, at: 0)
    return fault
  }

  /// The same, of an element of something that is read.
  package func within(_ index: Int) -> CodingFault { within("[\(index)]") }

  /// The name of the member, to be shown.
  package var name: String { path.last.map { ExactName(text: $0).shown } ?? "" }

  /// The member and what is wrong with it, such as `session.subject is missing`.
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
  static let missing = CodingFault("is missing", .missing)
  static let notUTF8 = CodingFault("is no UTF-8")

  /// It is something else than it has to be.
  package static func unexpected(_ found: String, wanted: String) -> CodingFault {
    CodingFault("is \(found), and has to be \(wanted)")
  }

  static func tooLong(_ size: Int, limit: Int) -> CodingFault { CodingFault("has \(size) bytes; at most \(limit)") }

  static func tooMany(_ count: Int, limit: Int) -> CodingFault { CodingFault("has \(count) entries; at most \(limit)") }
}

extension Coder {
  /// Checks what was read, where ``checksValues`` says so.
  ///
  /// - Throws: ``CodingFault`` with the error's first sentence.
  package mutating func check(_ body: () throws(AppControllerError) -> Void) throws(CodingFault) {
    guard Self.checksValues else { return }
    do throws(AppControllerError) { try body() } catch { throw CodingFault("is refused: \(error.what)") }
  }
}
