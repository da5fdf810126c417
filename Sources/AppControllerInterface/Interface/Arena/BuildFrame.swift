/// What is open in a builder: the document, a node, or a map or list of values.
package struct BuildFrame: Sendable, BitwiseCopyable {
  package enum Kind: Sendable, BitwiseCopyable { case document, node, map, list }
  package enum ValueKind: Sendable { case map, list }

  let kind: Kind
  /// The kind of a node, when it is a known one.
  let nodeKind: NodeKind?
  /// The property that a map or list is the value of; `nil` inside anything that this version does not know, whose
  /// names mean nothing here.
  var name: PropertyName?
  var hasUnknownKeys = false
  /// Whether the values of a node have been moved to where they stay.
  var isSettled = false
  /// Whether the names have come in their order so far, as they mostly do.
  var isOrdered = true
  // Of 32 bits, so that little is moved when a frame opens or closes.
  private let base32: UInt32
  private let node32: Int32
  private var childCount32: UInt32 = 0
  private var lastChild32: UInt32 = 0
  /// The known names that were set, a bit each.
  var seen: UInt64 = 0

  init(_ kind: Kind, base: Int = 0, node: Int = -1, nodeKind: NodeKind? = nil, name: PropertyName? = nil) {
    self.kind = kind
    self.nodeKind = nodeKind
    self.name = name
    base32 = UInt32(base)
    node32 = Int32(node)
  }

  /// Where the frame's values begin among the pending ones.
  var base: Int { Int(base32) }
  /// The node itself, or the one that a map or list is in; -1 in the document.
  var node: Int { Int(node32) }
  var childCount: Int { Int(childCount32) }
  var lastChild: Int { Int(lastChild32) }

  mutating func add(child: Int) {
    childCount32 += 1
    lastChild32 = UInt32(child)
  }

  /// The property that a map or list in this frame is the value of.
  ///
  /// A rule is known by the list that it stands in.
  func nameOfValue(_ value: ValueRecord) -> PropertyName? {
    switch kind {
    case .document, .node: value.knownName
    case .map: name == nil ? nil : value.knownName
    case .list: name == .rules ? .rules : nil
    }
  }

  /// Whether a text is the default of a property in this frame, which is not stored.
  func isDefault(_ text: Span<UInt8>, of name: PropertyName) -> Bool {
    switch name {
    case .axis: text.equals("vertical") && nodeKind == .stack
    case .style: text.equals("body") && nodeKind == .text || text.equals("plain") && nodeKind == .button
    case .severity: text.equals("info") && nodeKind == .banner
    case .live: text.equals("off") && kind == .node && nodeKind != .banner
    case .content: text.equals("text") && self.name == .input
    case .scope: text.equals("provider") && self.name == .action
    case .dir: text.equals("auto") && kind == .document
    case .lang: text.equals("und") && kind == .document
    default: false
    }
  }

  /// Whether the map or list says nothing when it is empty.
  var isDefaultWhenEmpty: Bool {
    switch (kind, name) {
    case (.list, .sends), (.list, .rules), (.map, .payload), (.map, .progress): true
    default: false
    }
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
  func canonical(for name: PropertyName?, in frame: BuildFrame) -> (tag: ValueRecord.Tag, payload: UInt64)? {
    switch (self, frame.kind, frame.name, name) {
    case (.bool(false), .node, _, .hidden), (.bool(false), .node, _, .busy), (.bool(true), .node, _, .enabled),
      (.bool(false), .map, .input, .multiple), (.bool(false), .map, .media, .decorative),
      (.bool(true), .map, .action, .validates), (.int(1), .map, .progress, .total),
      (.double(1), .map, .progress, .total):
      nil
    case (.int(let number), .map, .progress, .total), (.int(let number), .map, .progress, .value),
      (.int(let number), .map, .progress, .deadline), (.int(let number), .map, .action, .deadline),
      (.int(let number), .map, .media, .aspect):
      (.double, Double(number).bitPattern)
    case (.double(let number), .node, _, .columns), (.double(let number), .node, _, .minColumns),
      (.double(let number), .map, .rules, .min), (.double(let number), .map, .rules, .max),
      (.double(let number), .document, _, .schema):
      if let whole = Int64(exactly: number) { (.int, UInt64(bitPattern: whole)) } else { (.double, number.bitPattern) }
    case (.double(0), .map, .progress, _): (.double, 0)
    case (.null, _, _, _): (.null, 0)
    case (.bool(let flag), _, _, _): (.bool, flag ? 1 : 0)
    case (.int(let number), _, _, _): (.int, UInt64(bitPattern: number))
    case (.double(let number), _, _, _): (.double, number.bitPattern)
    }
  }
}
