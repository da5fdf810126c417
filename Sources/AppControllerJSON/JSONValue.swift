internal import AppControllerInterface

/// A JSON text as a tree that preserves the order of an object's members and the exact values of integers.
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
  /// The value of the first member with exactly this name; nil when there is none, or when the value is not an object.
  ///
  /// It searches from the first member to the last. In an object of ``JSONReader``, every name is unique.
  package subscript(name: String) -> JSONValue? {
    let name = ExactName(text: name)
    return objectValue?.first { ExactName(text: $0.name) == name }?.value
  }

  /// Whether the value is `null`.
  package var isNull: Bool { self == .null }

  /// The boolean; nil for other values.
  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer; nil for other values.
  package var intValue: Int64? {
    if case .int(let value) = self { value } else { nil }
  }

  /// The number as a double, an integer rounded to the nearest one; nil for other values.
  package var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The string; nil for other values.
  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil for other values.
  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; nil for other values.
  package var objectValue: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The kind of the value with its article, for messages.
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
