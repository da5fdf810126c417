internal import AppControllerInterface

/// A JSON text as a tree that preserves the order of an object's members and the exact values of integers.
package enum JSONValue: Sendable, Equatable {
  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  case null
  case bool(Bool)
  /// Without fraction and exponent; it never equals a ``double(_:)``.
  case int(Int64)
  /// With a fraction or an exponent.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])
}

extension JSONValue {
  /// The first member with exactly this name, found by a linear search.
  package subscript(name: String) -> JSONValue? {
    let name = UTF8Key(text: name)
    return objectValue?.first { UTF8Key(text: $0.name) == name }?.value
  }

  package var isNull: Bool { self == .null }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var intValue: Int64? {
    if case .int(let value) = self { value } else { nil }
  }

  /// An integer is rounded to the nearest double.
  package var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var objectValue: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// With its article, for messages.
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
