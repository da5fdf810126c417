/// What is open in a builder: the document, a node, or a map or list of values.
package struct BuildFrame: Sendable {
  package enum Kind: Sendable { case document, node, map, list }
  package enum ValueKind: Sendable { case map, list }

  let kind: Kind
  /// Where the frame's values begin among the pending ones.
  let base: Int
  /// The node itself, for a node.
  let node: Int
  /// The property that a map or list is the value of.
  var name: PropertyName?
  var childCount = 0
  var lastChild = 0
  /// The known names that were set, a bit each.
  var seen: UInt64 = 0
  var hasUnknownKeys = false

  init(_ kind: Kind, base: Int = 0, node: Int = 0) {
    self.kind = kind
    self.base = base
    self.node = node
  }
}

/// A value that needs no text.
package enum ScalarValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)

  /// The one form that a value is stored in, so that equal descriptions are equal whoever built them: no property at
  /// its default, and a number as its property has it.
  func canonical(for name: PropertyName?) -> (tag: ValueRecord.Tag, payload: UInt64)? {
    switch (self, name) {
    case (.bool(false), .hidden), (.bool(false), .busy), (.bool(false), .multiple), (.bool(false), .decorative): nil
    case (.bool(true), .enabled), (.bool(true), .validates): nil
    case (.int(let number), .total), (.int(let number), .deadline), (.int(let number), .aspect),
      (.int(let number), .value):
      (.double, Double(number).bitPattern)
    case (.double(let number), .columns), (.double(let number), .minColumns), (.double(let number), .min),
      (.double(let number), .max), (.double(let number), .schema):
      if let whole = Int64(exactly: number) { (.int, UInt64(bitPattern: whole)) } else { (.double, number.bitPattern) }
    case (.null, _): (.null, 0)
    case (.bool(let flag), _): (.bool, flag ? 1 : 0)
    case (.int(let number), _): (.int, UInt64(bitPattern: number))
    case (.double(let number), _): (.double, number.bitPattern)
    }
  }
}
