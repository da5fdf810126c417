internal import AppControllerKit

/// Reads the members of an object in a recording, each of which has to be there and of its kind.
struct RecordedObject {
  private let value: JSONValue
  private let name: String

  /// Reads from a value, which is called by a name in messages.
  init(_ value: JSONValue, _ name: String) { (self.value, self.name) = (value, name) }

  func members() throws(RecordingFault) -> [JSONValue.Member] {
    guard let members = value.objectValue else {
      throw RecordingFault(what: "\(name) is \(value.kindName), and has to be an object")
    }
    return members
  }

  /// The value of a member; `nil` when it is not there, or null.
  subscript(member: String) -> JSONValue? {
    guard let value = value[member], !value.isNull else { return nil }
    return value
  }

  func has(_ member: String) -> Bool { self[member] != nil }

  func text(_ member: String) throws(RecordingFault) -> String {
    try require(member, "a string", \.stringValue)
  }

  func int(_ member: String) throws(RecordingFault) -> Int64 {
    try require(member, "an integer", \.intValue)
  }

  /// An integer of a smaller type.
  func number<Integer: FixedWidthInteger>(_ member: String) throws(RecordingFault) -> Integer {
    let value = try int(member)
    guard let number = Integer(exactly: value) else { throw fault(member, "\(value), which is out of its range") }
    return number
  }

  func flag(_ member: String) throws(RecordingFault) -> Bool {
    try require(member, "true or false", \.boolValue)
  }

  /// A number, which may be none that JSON has a word for.
  func double(_ member: String) throws(RecordingFault) -> Double {
    if let text = self[member]?.stringValue, let value = Double(text) { return value }
    return try require(member, "a number", \.doubleValue)
  }

  func list(_ member: String) throws(RecordingFault) -> [JSONValue] {
    try require(member, "an array", \.arrayValue)
  }

  func object(_ member: String) throws(RecordingFault) -> RecordedObject {
    guard let value = self[member] else { throw missing(member) }
    return RecordedObject(value, "\(name).\(member)")
  }

  /// The strings of an object.
  func strings(_ member: String) throws(RecordingFault) -> [String: String] {
    var strings: [String: String] = [:]
    for entry in try object(member).members() {
      guard let text = entry.value.stringValue else { throw fault(member, "no object of strings") }
      strings[entry.name] = text
    }
    return strings
  }

  /// One of a few words.
  func word<Word: RawRepresentable<String>>(_ member: String) throws(RecordingFault) -> Word {
    let text = try text(member)
    guard let word = Word(rawValue: text) else { throw fault(member, text.displayable.debugDescription) }
    return word
  }

  func fault(_ member: String, _ what: String) -> RecordingFault {
    RecordingFault(what: "\(name).\(member) cannot be \(what)")
  }

  private func require<Value>(
    _ member: String, _ kind: String, _ read: (JSONValue) -> Value?
  ) throws(RecordingFault) -> Value {
    guard let value = self[member] else { throw missing(member) }
    guard let read = read(value) else { throw fault(member, "\(value.kindName); it has to be \(kind)") }
    return read
  }

  private func missing(_ member: String) -> RecordingFault {
    RecordingFault(what: "\(name) has no \"\(member)\"")
  }
}

// MARK: - Writing

extension JSONValue {
  /// An object of members in the order in which they are read best.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// An integer of any type that fits.
  static func number(_ value: some BinaryInteger) -> JSONValue { .int(Int64(clamping: value)) }

  /// A number; one that JSON has no word for is a string.
  static func real(_ value: Double) -> JSONValue { value.isFinite ? .double(value) : .string("\(value)") }

  /// Strings by their names, in order.
  static func strings(_ strings: [String: String]) -> JSONValue {
    .object(strings.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }
}
