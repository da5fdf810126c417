/// An open element of a builder: the document, a node, or a map or list of values.
package struct BuildFrame: Sendable, BitwiseCopyable {
  package enum Kind: Sendable, BitwiseCopyable { case document, node, map, list }
  package enum ValueKind: Sendable { case map, list }

  let kind: Kind
  /// The kind of a node, if it is known.
  let nodeKind: NodeKind?
  /// The property whose value is a map or list; `nil` inside an unknown one, where names have no known meaning.
  var name: PropertyName?
  var hasUnknownKeys = false
  /// Whether the values of a node have been moved to their final places.
  var isSettled = false
  /// Whether the names have been in order so far, which is the usual case.
  var isOrdered = true
  // 32 bits, so that little memory is moved when a frame opens or closes.
  private let base32: UInt32
  private let node32: Int32
  private var childCount32: UInt32 = 0
  private var lastChild32: UInt32 = 0
  /// The known names that were set, one bit each.
  var seen: UInt128 = 0

  init(_ kind: Kind, base: Int = 0, node: Int = -1, nodeKind: NodeKind? = nil, name: PropertyName? = nil) {
    self.kind = kind
    self.nodeKind = nodeKind
    self.name = name
    base32 = UInt32(base)
    node32 = Int32(node)
  }

  /// The index of the frame's first pending value.
  var base: Int { Int(base32) }
  /// The node itself, or the node that contains a map or list; -1 in the document.
  var node: Int { Int(node32) }
  var childCount: Int { Int(childCount32) }
  var lastChild: Int { Int(lastChild32) }

  mutating func add(child: Int) {
    childCount32 += 1
    lastChild32 = UInt32(child)
  }

  /// The property whose value is a map or list in this frame.
  ///
  /// A rule is identified by the list that contains it.
  func nameOfValue(_ value: ValueRecord) -> PropertyName? {
    switch kind {
    case .document, .node: value.knownName
    case .map: name == nil ? nil : value.knownName
    case .list: name == .rules || name == .columns ? name : nil
    }
  }

  /// Whether a text is the default of a property in this frame, so that it is not stored.
  func isDefault(_ text: Span<UInt8>, of name: PropertyName) -> Bool {
    switch name {
    case .align: text.equals("start") && self.name == .columns
    case .axis: text.equals("vertical") && nodeKind == .stack
    case .style:
      text.equals("body") && nodeKind == .text || text.equals("plain") && nodeKind == .button
        || text.equals("bar") && nodeKind == .chart
    case .severity: text.equals("info") && nodeKind == .banner
    case .live: text.equals("off") && kind == .node && nodeKind != .banner
    case .content: text.equals("text") && self.name == .input
    case .scope: text.equals("provider") && self.name == .action
    case .dir: text.equals("auto") && kind == .document
    case .lang: text.equals("und") && kind == .document
    default: false
    }
  }

  /// Whether an empty map or list equals the default.
  var isDefaultWhenEmpty: Bool {
    switch (kind, name) {
    case (.list, .sends), (.list, .rules), (.list, .labels), (.map, .payload), (.map, .progress): true
    default: false
    }
  }
}

/// A value that is not a text.
package enum ScalarValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)

  /// The single stored form of a value, so that equal descriptions are equal whichever input built them: a default is
  /// not stored, and a number has the type of its property.
  func canonical(for name: PropertyName?, in frame: BuildFrame) -> (tag: ValueRecord.Tag, payload: UInt64)? {
    switch self {
    case .null: return (.null, 0)
    case .bool(let flag): return flag == frame.defaultFlag(of: name) ? nil : (.bool, flag ? 1 : 0)
    case .int(let number):
      if number == 1, frame.isTotal(name) { return nil }
      if frame.isFraction(name) { return (.double, Double(number).bitPattern) }
      return (.int, UInt64(bitPattern: number))
    case .double(let number):
      if number == 1, frame.isTotal(name) { return nil }
      if frame.isWhole(name), let whole = Int64(exactly: number) { return (.int, UInt64(bitPattern: whole)) }
      // The zero of a progress or a chart has no sign.
      let isZero = number == 0 && (frame.kind == .map && frame.name == .progress || frame.isChart)
      return (.double, isZero ? 0 : number.bitPattern)
    }
  }
}

// Each rule has a switch of its own, because the compiler takes seconds for one switch over all of them.
extension BuildFrame {
  /// The flag that is not stored, because it is the default.
  fileprivate func defaultFlag(of flag: PropertyName?) -> Bool? {
    switch kind {
    case .node:
      switch flag {
      case .hidden, .busy, .labelHidden: false
      case .enabled, .visible: true
      default: nil
      }
    case .map:
      switch (name, flag) {
      case (.input, .multiple), (.media, .decorative): false
      case (.action, .validates): true
      default: nil
      }
    case .document, .list: nil
    }
  }

  /// Whether the frame is the list of a chart's numbers.
  fileprivate var isChart: Bool { kind == .list && name == .values }

  /// Whether a number is the total of a progress, which is 1 by default.
  fileprivate func isTotal(_ number: PropertyName?) -> Bool { kind == .map && name == .progress && number == .total }

  /// Whether a number may have a fraction, so that every description stores it as a double.
  fileprivate func isFraction(_ number: PropertyName?) -> Bool {
    if isChart { return true }
    guard kind == .map else { return false }
    return switch name {
    case .progress: number == .total || number == .value || number == .deadline
    case .action: number == .deadline
    case .media: number == .aspect
    default: false
    }
  }

  /// Whether a number has to be whole, so that every description stores a whole value as an integer.
  fileprivate func isWhole(_ number: PropertyName?) -> Bool {
    switch kind {
    case .node: number == .columns || number == .minColumns || number == .weight
    case .document: number == .schema
    case .map:
      name == .rules && (number == .min || number == .max) || name == .input && number == .lines
        || name == .columns && number == .weight
    case .list: false
    }
  }
}
