import AppControllerInterface

extension PropertyPlace {
  var words: String {
    switch self {
    case .node(let kind): "a \(kind?.name ?? "")"
    case .map(.confirm): "a confirmation"
    case .map(let map): "aio".contains("\(map)".prefix(1)) ? "an \(map)" : "a \(map)"
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

  /// The kind is that of the node in which a map is.
  func remark(on word: String, in kind: NodeKind? = nil) -> Remark {
    switch self {
    case .node:
      if let map = maps.first(where: { PropertyPlace.map($0).names.contains(word) }) { return Self.remark(map, word) }
    case .map(let map):
      guard let kind, PropertyPlace.node(kind).names.contains(word) else { break }
      return Remark("; \(PropertyPlace.node(kind).words) has it, beside its \(map)", word)
    }
    let near = Suggestion.nearest(to: word, among: names)
    let isTypo = near.flatMap { Suggestion.distance(word, $0) } == 1
    if !isTypo, let instead = ForeignNames.property(word) { return Remark("; \(instead)", word) }
    if let near { return Remark("; did you mean \"\(near)\"?", near) }
    if case .node = self {
      for map in maps {
        if let name = Suggestion.nearest(to: word, among: PropertyPlace.map(map).names) {
          return Self.remark(map, name)
        }
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

  private static func remark(_ map: PropertyMap, _ name: String) -> Remark {
    Remark("; did you mean \"\(map).\(name)\"?", name)
  }

  /// Of the form in JSON, in the order in which a name is looked for.
  var names: [String] {
    let names = PropertyName.allCases.filter { PropertyRule($0, at: self).isAllowed }.map(\.name)
    switch self {
    case .node: return ["children", "id", "kind"] + names
    case .map(.document): return (names + ["root"]).sorted()
    case .map: return names
    }
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
    let kind = index.flatMap { arena.nodes[$0].knownKind }
    let remark = diagnostics.isFull ? PropertyPlace.Remark("", name) : place.remark(on: name, in: kind)
    let node = index.map(self.place(of:)) ?? "$"
    // What is typed may be hidden or shown by what stands here.
    let isOfInput = place == .node(.field) || place == .map(.input)
    let restricts = remark.restricts || isOfInput && hidesText(value)
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
