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
  package let twins: Int

  package init(_ problem: String, _ kind: Kind = .value, twins: Int = 0) {
    (self.kind, path, self.problem, self.twins) = (kind, [], problem, twins)
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
  static let missing = CodingFault("is missing", .missing)
  static let notUTF8 = CodingFault("is no UTF-8")

  /// Returns the fault for a value of another type than required.
  package static func unexpected(_ found: String, wanted: String) -> CodingFault {
    CodingFault("is \(found), and has to be \(wanted)")
  }

  static func tooLong(_ size: Int, limit: Int) -> CodingFault { CodingFault("has \(size) bytes; at most \(limit)") }

  static func tooMany(_ count: Int, limit: Int) -> CodingFault { CodingFault("has \(count) entries; at most \(limit)") }
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
