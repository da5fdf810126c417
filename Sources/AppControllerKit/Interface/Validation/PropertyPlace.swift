enum PropertyPlace {
  case document
  case node(NodeKind)
  /// A part of a node; the kind is `nil` when this version does not know it.
  case part(PartSchema.Part, of: NodeKind?)
  case condition

  var words: String {
    switch self {
    case .document: "a document"
    case .node(let kind): "a \(kind.name)"
    case .part(let part, _): part.name
    case .condition: "a condition"
    }
  }

  /// Whether what is typed may be hidden or shown by what stands here.
  var isOfInput: Bool {
    switch self {
    case .node(.field), .part(.input, _): true
    case .document, .node, .part, .condition: false
    }
  }

  /// What is said about a name that is not allowed here.
  struct Remark {
    /// The end of the message: the name that was probably meant, or an empty text.
    let hint: String
    /// Whether that name would forbid or hide something.
    let restricts: Bool

    init(_ hint: String, _ name: String) { (self.hint, restricts) = (hint, ForeignNames.restricts(name)) }
  }

  func remark(on word: String) -> Remark {
    switch self {
    case .document, .condition: break
    case .node(let kind):
      let parts = PartSchema.Part.parts(of: kind)
      if let part = parts.first(where: { $0.names.contains(word) }) { return Self.remark(part, word) }
    case .part(let part, let kind):
      guard let kind, Self.nodeNames[Int(kind.rawValue)].contains(word) else { break }
      return Remark("; \(PropertyPlace.node(kind).words) has it, beside its \(part)", word)
    }
    let near = Suggestion.nearest(to: word, among: names)
    let isTypo = near.flatMap { Suggestion.distance(word, $0) } == 1
    if !isTypo, let instead = ForeignNames.property(word) { return Remark("; \(instead)", word) }
    if let near { return Remark("; did you mean \"\(near)\"?", near) }
    if case .node(let kind) = self {
      for part in PartSchema.Part.parts(of: kind) {
        if let name = Suggestion.nearest(to: word, among: part.names) { return Self.remark(part, name) }
      }
    }
    return Remark("", word)
  }

  /// Returns the end of a message: the name that was probably meant, or an empty text.
  static func hint(for word: String, among names: [String]) -> String {
    ForeignNames.value(word, among: names).map { "; did you mean \"\($0)\"?" }
      ?? Suggestion.hint(for: word, among: names)
  }

  static func hint(forKind word: String) -> String {
    ForeignNames.kind(word).map { "; did you mean \"\($0)\"?" } ?? hint(for: word, among: NodeKind.allCases.map(\.name))
  }

  private static func remark(_ part: PartSchema.Part, _ name: String) -> Remark {
    Remark("; did you mean \"\(part).\(name)\"?", name)
  }

  var names: [String] {
    switch self {
    case .document: Self.documentNames
    case .node(let kind): Self.nodeNames[Int(kind.rawValue)]
    case .part(let part, _): part.names
    case .condition: Self.conditionNames
    }
  }

  private static let documentNames = ["dir", "fallbackText", "id", "lang", "requires", "root", "schema"]
  private static let conditionNames = ["all", "any", "checked", "filled", "not", "valid"]

  /// The names that are allowed at each kind of node, including the names of its JSON form, by the kind's number.
  private static let nodeNames: [[String]] =
    [[]]
    + NodeKind.allCases.map { kind in
      let own = PropertyName.allCases.filter { NodeSchema.rule(for: $0).map { $0.kinds & kind.bit != 0 } ?? false }
      return ["children", "id", "kind"] + own.map(\.name)
    }
}

extension PartSchema.Part {
  fileprivate static func parts(of kind: NodeKind) -> [PartSchema.Part] {
    switch kind {
    case .field, .toggle, .choice: [.input]
    case .button, .item, .row: [.action, .confirm]
    case .secret: [.secret]
    case .image: [.media]
    case .progress: [.progress]
    case .stack, .grid, .group, .list, .divider, .spacer, .screen, .tabs, .navigation, .presented, .text, .code, .link,
      .banner, .table, .chart:
      []
    }
  }

  fileprivate var names: [String] { Self.allNames[rawValue] }

  private static let allNames = allCases.map { part in
    PropertyName.allCases.filter { PartSchema.types(of: $0, in: part) != nil }.map(\.name)
  }
}

// The reports of names and words that are not known, or not where they stand.
extension InterfaceValidator {
  /// `index` is `nil` for the document; `step` is the path from there to the map in which the name stands, empty for
  /// the node or the document itself.
  mutating func misplaced(_ value: ValueRecord, _ index: Int?, _ step: String, in place: PropertyPlace) {
    warn(value, index, step, in: place) { _ in .misplacedProperty }
  }

  /// Reports an unknown name, unless it has a dot and so is somebody's own.
  mutating func unknown(_ value: ValueRecord, _ index: Int?, _ step: String, in place: PropertyPlace) {
    if arena.keyName(of: value).utf8.contains(UInt8(ascii: ".")) { return }
    warn(value, index, step, in: place) { $0.hint.isEmpty ? .unknownProperty : .misspelling }
  }

  private mutating func warn(
    _ value: ValueRecord, _ index: Int?, _ step: String, in place: PropertyPlace,
    as code: (PropertyPlace.Remark) -> Diagnostic.Code
  ) {
    let name = arena.keyName(of: value)
    // To look for what was meant takes time.
    let remark = diagnostics.isFull ? PropertyPlace.Remark("", name) : place.remark(on: name)
    let node = index.map(self.place(of:)) ?? "$"
    let restricts = remark.restricts || place.isOfInput && hidesText(value)
    let effect = restricts ? ", and forbids and hides nothing by it" : ""
    diagnostics.append(
      .warning, restricts ? .lostRestriction : code(remark), at: "\(node)\(step).\(name)",
      "\(place.words) has no \(name)\(effect)\(remark.hint)")
  }

  private func hidesText(_ value: ValueRecord) -> Bool {
    value.tag == .string && ForeignNames.hidesText(arena.string(value.text))
  }

  mutating func warnOfChoice(_ word: String, of known: [String], at path: String, so effect: String = "") {
    let hint = diagnostics.isFull ? "" : PropertyPlace.hint(for: word, among: known)
    diagnostics.append(
      .warning, .unknownChoice, at: path,
      "this host does not know \"\(word)\"\(effect); it knows \(known.joined(separator: ", "))\(hint)")
  }
}
