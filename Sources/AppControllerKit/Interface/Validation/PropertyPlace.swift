/// A place in a description where properties stand.
enum PropertyPlace {
  case document
  case node(NodeKind)
  /// A part of a node; the kind is `nil` when this version does not know it.
  case part(PartSchema.Part, of: NodeKind?)
  case condition

  /// The words for the place in messages.
  var words: String {
    switch self {
    case .document: "a document"
    case .node(let kind): "a \(kind.name)"
    case .part(let part, _): part.name
    case .condition: "a condition"
    }
  }

  /// Returns the end of a message about a name that is not allowed here: the name that was probably meant, or an empty
  /// text.
  func hint(for word: String) -> String {
    switch self {
    case .document, .condition: break
    case .node(let kind):
      let parts = PartSchema.Part.parts(of: kind)
      if let part = parts.first(where: { $0.names.contains(word) }) { return Self.hint(part, word) }
      if Suggestion.nearest(to: word, among: names) != nil { break }
      for part in parts {
        if let name = Suggestion.nearest(to: word, among: part.names) { return Self.hint(part, name) }
      }
    case .part(let part, let kind):
      guard let kind, Self.nodeNames[Int(kind.rawValue)].contains(word) else { break }
      return "; \(PropertyPlace.node(kind).words) has it, beside its \(part)"
    }
    return Self.hint(for: word, among: names)
  }

  /// Returns the end of a message about an unknown word: the name that was probably meant, or an empty text.
  static func hint(for word: String, among names: some Sequence<String>) -> String {
    Suggestion.nearest(to: word, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private static func hint(_ part: PartSchema.Part, _ name: String) -> String {
    "; did you mean \"\(part).\(name)\"?"
  }

  /// The names of the properties that are allowed here.
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
  /// The parts of a node of a kind.
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

  /// The names of the properties of the part.
  fileprivate var names: [String] { Self.allNames[rawValue] }

  private static let allNames = allCases.map { part in
    PropertyName.allCases.filter { PartSchema.types(of: $0, in: part) != nil }.map(\.name)
  }
}

// The reports of misplaced names and of unknown words.
extension InterfaceValidator {
  /// Reports a known name in a place that does not allow it, with the name that was probably meant.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - index: The node; `nil` for the document.
  ///   - step: The path from there to the map in which the name stands; empty for the node or the document itself.
  ///   - place: The place.
  mutating func misplaced(_ name: PropertyName, _ index: Int?, _ step: String, in place: PropertyPlace) {
    warn(.misplacedProperty, name.name, index, step, in: place, diagnostics.isFull ? "" : place.hint(for: name.name))
  }

  /// Reports an unknown name that resembles a name that is allowed here; any other unknown name may be from a later
  /// version.
  ///
  /// Only the first thousand unknown names of a description are compared, because comparing takes time.
  mutating func checkSpelling(_ value: ValueRecord, _ index: Int?, _ step: String, in place: PropertyPlace) {
    if unknownNames == 1_000 { return }
    unknownNames += 1
    let word = arena.keyName(of: value)
    let hint = place.hint(for: word)
    if hint.isEmpty { return }
    warn(.misspelling, word, index, step, in: place, hint)
  }

  private mutating func warn(
    _ code: Diagnostic.Code, _ name: String, _ index: Int?, _ step: String, in place: PropertyPlace, _ hint: String
  ) {
    let node = index.map(self.place(of:)) ?? "$"
    diagnostics.append(.warning, code, at: "\(node)\(step).\(name)", "\(place.words) has no \(name)\(hint)")
  }

  /// Reports a word that this host does not know, with the known words.
  mutating func warnOfChoice(_ word: String, of known: [String], at path: String, so effect: String = "") {
    let hint = diagnostics.isFull ? "" : PropertyPlace.hint(for: word, among: known)
    diagnostics.append(
      .warning, .unknownChoice, at: path,
      "this host does not know \"\(word)\"\(effect); it knows \(known.joined(separator: ", "))\(hint)")
  }
}
