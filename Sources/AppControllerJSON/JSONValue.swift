internal import AppControllerInterface

/// A JSON text as a tree, with the order of an object's members and the exactness of integers kept.
package enum JSONValue: Sendable, Equatable {
  /// One name and value of an object.
  package struct Member: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONValue

    /// Makes a member.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent. It never equals a ``double(_:)``.
  case int(Int64)
  /// A number with a fraction or an exponent.
  case double(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, its members in the order of the text.
  case object([Member])
}

extension JSONValue {
  /// The value of the first member with exactly this name; nil when there is none, or when this is no object.
  ///
  /// It looks from the first member to the last. An object that ``JSONReader`` made has every name once.
  package subscript(name: String) -> JSONValue? {
    let name = ExactName(text: name)
    return objectValue?.first { ExactName(text: $0.name) == name }?.value
  }

  /// Whether this is `null`.
  package var isNull: Bool { self == .null }

  /// The boolean, when this is one.
  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, when this is one.
  package var intValue: Int64? {
    if case .int(let value) = self { value } else { nil }
  }

  /// The number as a double, when this is a number; an integer is rounded to the nearest double.
  package var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The string, when this is one.
  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, when this is an array.
  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, when this is an object.
  package var objectValue: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// What kind of value this is, with its article, for messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number with a fraction"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
