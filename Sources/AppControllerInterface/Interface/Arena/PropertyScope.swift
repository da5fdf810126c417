/// What a value belongs to: the document, a node, or a map or list of values.
///
/// It says what a name means there, and with it the one form that a value is stored in.
struct PropertyScope: Sendable, BitwiseCopyable {
  enum Kind: Sendable, BitwiseCopyable { case document, node, map, list }

  let kind: Kind
  var nodeKind: NodeKind?
  /// Of a map or list; `nil` inside an unknown one, where names have no known meaning.
  var name: PropertyName?
  /// Whether it is the map of a node's fallback, where a map with a kind is a node.
  var isFallback = false

  static let document = PropertyScope(kind: .document)

  static func node(_ kind: NodeKind?) -> PropertyScope { PropertyScope(kind: .node, nodeKind: kind) }

  func inner(_ kind: Kind, of value: ValueRecord) -> PropertyScope {
    let name = nameOfValue(value)
    return PropertyScope(
      kind: kind, name: name, isFallback: kind == .map && name == .fallback && self.kind == .node)
  }

  /// A rule is identified by the list that contains it.
  private func nameOfValue(_ value: ValueRecord) -> PropertyName? {
    switch kind {
    case .document, .node: value.knownName
    case .map: name == nil ? nil : value.knownName
    case .list: name == .rules || name == .columns ? name : nil
    }
  }

  var hasDataKeys: Bool { kind == .map && (name == .payload || name == .requires) }

  /// Whether a name is no property's here, because it is said by nesting or with the node.
  func reserves(_ key: Span<UInt8>) -> Bool {
    kind == .node && key.isReserved || kind == .document && key.equals("root") || isFallback && key.equals("kind")
  }

  func isLabel(_ name: UInt16) -> Bool {
    name == PropertyName.label.rawValue || name == PropertyName.placeholder.rawValue
      || name == PropertyName.title.rawValue && self.name == .confirm
  }

  /// What replaces a byte of a character that may not be shown: a URL must not become another one that is right.
  func filler(for name: UInt16) -> UInt8 {
    name == PropertyName.url.rawValue || hasDataKeys ? UInt8(ascii: " ") : TextSanitizer.questionMark
  }

  /// A default is not stored.
  func isDefault(_ text: Span<UInt8>, of name: PropertyName?) -> Bool {
    switch name {
    case .align: self.name == .columns && text.equals("start")
    case .axis: nodeKind == .stack && text.equals("vertical")
    case .style:
      nodeKind == .text && text.equals("body") || nodeKind == .button && text.equals("plain")
        || nodeKind == .chart && text.equals("bar")
    case .severity: nodeKind == .banner && text.equals("info")
    case .live: kind == .node && nodeKind != .banner && text.equals("off")
    case .content: self.name == .input && text.equals("text")
    case .scope: self.name == .action && text.equals("provider")
    case .dir: kind == .document && text.equals("auto")
    case .lang: kind == .document && text.equals("und")
    default: false
    }
  }

  var isDefaultWhenEmpty: Bool {
    switch (kind, name) {
    case (.list, .sends), (.list, .rules), (.list, .labels), (.map, .payload), (.map, .progress): true
    default: false
    }
  }
}

package enum ScalarValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)

  /// The single stored form of a value, so that equal descriptions are equal whichever input built them: a default is
  /// not stored, and a number has the type of its property.
  func canonical(for name: PropertyName?, in scope: PropertyScope) -> (tag: ValueRecord.Tag, payload: UInt64)? {
    switch self {
    case .null: return (.null, 0)
    case .bool(let flag): return flag == scope.defaultFlag(of: name) ? nil : (.bool, flag ? 1 : 0)
    case .int(let number):
      if number == 1, scope.isTotal(name) { return nil }
      if scope.isFraction(name) { return (.double, Double(number).bitPattern) }
      return (.int, UInt64(bitPattern: number))
    case .double(let number):
      if number == 1, scope.isTotal(name) { return nil }
      if scope.isWhole(name), let whole = Int64(exactly: number) { return (.int, UInt64(bitPattern: whole)) }
      // The zero of a progress or a chart has no sign.
      let isZero = number == 0 && (scope.kind == .map && scope.name == .progress || scope.isChart)
      return (.double, isZero ? 0 : number.bitPattern)
    }
  }
}

// Each rule has a switch of its own, because the compiler takes seconds for one switch over all of them.
extension PropertyScope {
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

  fileprivate var isChart: Bool { kind == .list && name == .values }

  fileprivate func isTotal(_ number: PropertyName?) -> Bool { kind == .map && name == .progress && number == .total }

  /// Every description stores such a number as a double.
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

  /// Every description stores a whole value of such a number as an integer.
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
