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
    // That of a banner is another if it tells of an error.
    guard let rule = rule(of: name, at: nodeKind), rule.isAllowed, name != .live || nodeKind != .banner,
      case .word(let word)? = rule.unsaid
    else { return false }
    return text.equals(word)
  }

  var isDefaultWhenEmpty: Bool {
    PropertyRow.all.contains { row in
      guard row.name == name, case .empty? = row.unsaid else { return false }
      return row.form.types == (kind == .list ? .list : .map)
    }
  }

  fileprivate func rule(of name: PropertyName?, at nodeKind: NodeKind?) -> PropertyRule? {
    guard let name else { return nil }
    switch kind {
    case .document: return PropertyRule(name, at: .map(.document))
    case .node: return PropertyRule(name, at: .node(nodeKind))
    case .map: return self.name.flatMap(PropertyMap.of).map { PropertyRule(name, at: .map($0)) }
    case .list: return nil
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
    // The kind does not matter here, because a node of a later version may have any property.
    let rule = scope.rule(of: name, at: nil)
    let isChart = scope.kind == .list && scope.name == .values
    switch (self, rule?.unsaid) {
    case (.bool(false), .no?), (.bool(true), .yes?), (.int(1), .one?), (.double(1), .one?): return nil
    case (.null, _): return (.null, 0)
    case (.bool(let flag), _): return (.bool, flag ? 1 : 0)
    case (.int(let number), _):
      let isFraction = isChart || rule?.types == .number
      return isFraction ? (.double, Double(number).bitPattern) : (.int, UInt64(bitPattern: number))
    case (.double(let number), _):
      if rule?.form.isWhole == true, let whole = Int64(exactly: number) { return (.int, UInt64(bitPattern: whole)) }
      // The zero of a progress or a chart has no sign.
      let isZero = number == 0 && (isChart || scope.kind == .map && scope.name == .progress)
      return (.double, isZero ? 0 : number.bitPattern)
    }
  }
}
