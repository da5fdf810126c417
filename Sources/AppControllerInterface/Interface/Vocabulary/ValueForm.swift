/// The types that a value may have, a bit for each tag.
package struct ValueTypes: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ tag: ValueRecord.Tag) { self.init(rawValue: 1 << tag.rawValue) }

  package static let bool = ValueTypes(.bool)
  package static let int = ValueTypes(.int)
  package static let number: ValueTypes = [.int, ValueTypes(.double)]
  package static let string = ValueTypes(.string)
  package static let map = ValueTypes(.map)
  package static let list = ValueTypes(.list)
  package static let node = ValueTypes(.node)

  @inlinable package func contains(_ tag: ValueRecord.Tag) -> Bool { rawValue >> tag.rawValue & 1 != 0 }

  package var name: String {
    let names = [
      (ValueTypes.bool, "true or false"), (.int, "a whole number"), (.string, "a text"), (.map, "a map"),
      (.node, "a node"), (.number, "a number"), (.list, "a list"),
    ]
    return names.filter { contains($0.0) && !($0.0 == .int && contains(.number)) }.map(\.1).joined(separator: " or ")
  }
}

/// The form of a property's value.
package enum ValueForm: Sendable, Equatable {
  case text, id, boolean, number, seconds, condition, initialValue, fallback
  /// The id of a node.
  case reference
  case whole(ClosedRange<Int>)
  /// In a rule: a number, or a text in the form of the content.
  case bound, step
  /// Another word stands for the default.
  case words([String])
  case map(PropertyMap), maps(PropertyMap)
  case texts, ids, numbers, conditions, mapOfTexts, mapOfNumbers

  package var types: ValueTypes {
    switch self {
    case .text, .id, .reference, .words: .string
    case .boolean: .bool
    case .number, .seconds: .number
    case .whole: .int
    case .bound, .step: [.number, .string]
    case .condition: [.bool, .map]
    case .initialValue: [.string, .bool, .list]
    case .fallback: [.node, .string]
    case .map, .mapOfTexts, .mapOfNumbers: .map
    case .maps, .texts, .ids, .numbers, .conditions: .list
    }
  }

  /// The words that this version knows; empty where any text is allowed.
  package var words: [String] {
    if case .words(let words) = self { return words }
    return self == .fallback ? ["drop"] : []
  }

  var map: PropertyMap? {
    if case .map(let map) = self { return map }
    if case .maps(let map) = self { return map }
    return nil
  }

  /// Whether a whole value is stored as an integer.
  var isWhole: Bool {
    if case .whole = self { return true }
    return self == .bound
  }
}
