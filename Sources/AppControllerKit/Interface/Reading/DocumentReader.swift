internal import AppControllerJSON

/// Reads a whole text: a storyboard, or one description.
struct DocumentReader {
  /// The checks beyond those that reading needs.
  enum Checks { case none, rules, rulesAndAdvice }

  private static let limits = JSONLimits(bytes: Storyboard.sizeLimit, depth: 192, values: 1_000_000)

  private var outline: JSONOutline
  private let checks: Checks
  private var scanner: JSONScanner
  private var problems = DiagnosticList()
  /// Advice with the paths of its interfaces; it is appended last, so that it displaces no problem.
  private var advice: [(DiagnosticList, path: String)] = []

  /// Throws `invalidJSON` for a text that is not JSON.
  init(_ json: [UInt8], checks: Checks) throws(AppControllerError) {
    outline = try JSONOutline(json, limits: Self.limits)
    self.checks = checks
    scanner = JSONScanner(json)
  }

  mutating func read() throws(AppControllerError) -> InterfaceDocument {
    let contents = try readContents()
    for (advice, path) in advice { problems.append(contentsOf: advice, below: path) }
    let found = problems.all
    if found.isEmpty { return InterfaceDocument(contents, []) }
    let outline = try JSONOutline(scanner.bytes, limits: Self.limits)
    return InterfaceDocument(contents, DiagnosticLocator(outline).locate(found))
  }

  private mutating func readContents() throws(AppControllerError) -> InterfaceDocument.Contents? {
    guard outline.isObject(outline.root) else {
      problem(.badShape, "$", "a document is an object: a storyboard with interfaces, or an interface with a root")
      return nil
    }
    if try !hasRoot() { return try readStoryboard().map(InterfaceDocument.Contents.storyboard) }
    let reader = DescriptionReader(outline.root, of: outline)
    // Its memory is not needed beside the description's.
    outline = JSONOutline()
    return try readInterface(reader, .init(), below: "$").map(InterfaceDocument.Contents.description)
  }

  private mutating func hasRoot() throws(AppControllerError) -> Bool {
    for member in outline.contents(of: outline.root) {
      let name = try scanner.nameBytes(of: member, in: outline)
      if name.span.equals("root") { return true }
    }
    return false
  }

  private mutating func problem(_ code: Diagnostic.Code, _ path: String, _ message: String) {
    problems.append(.error, code, at: path, message)
  }
}

// MARK: - An interface

extension DocumentReader {
  private mutating func readInterface(
    _ reader: consuming DescriptionReader, _ defaults: DescriptionReader.Defaults, below path: String
  ) throws(AppControllerError) -> InterfaceDescription? {
    let (description, found) = try reader.read(defaults: defaults)
    problems.append(contentsOf: found, below: path)
    guard let description else { return nil }
    switch checks {
    case .none: break
    case .rules: problems.append(contentsOf: description.brokenRules, below: path)
    case .rulesAndAdvice:
      problems.append(contentsOf: description.brokenRules, below: path)
      advice.append((description.advice, path))
    }
    return description
  }
}

// MARK: - A storyboard

extension DocumentReader {
  private static let members = ["$schema", "dir", "id", "interfaces", "lang", "schema"]
  private static let memberNames = Set(members.map(UTF8Key.init))

  private mutating func readStoryboard() throws(AppControllerError) -> Storyboard? {
    var members: [UTF8Key: JSONOutline.Value] = [:]
    for member in outline.contents(of: outline.root) {
      let name = UTF8Key(text: try scanner.name(of: member, in: outline))
      let shown = name.shown
      if members.updateValue(member, forKey: name) != nil {
        problem(.duplicateKey, "$.\(shown)", "the property \"\(shown)\" is set twice")
      } else if !Self.memberNames.contains(name) {
        let known = Self.members.dropFirst().joined(separator: ", ")
        let hint = PropertyPlace.hint(for: shown, among: Self.members + ["root"])
        problems.append(
          .warning, .misplacedProperty, at: "$.\(shown)",
          "\"\(shown)\" is no property of a storyboard, whose properties are \(known)\(hint)")
      }
    }
    func member(_ name: String) -> JSONOutline.Value? { members[UTF8Key(text: name)] }
    let id = try readID(member("id"))
    try checkSchema(member("schema"))
    let defaults = DescriptionReader.Defaults(
      language: try shortText(member("lang"), "$.lang"), direction: try shortText(member("dir"), "$.dir")
    )
    guard let value = member("interfaces") else {
      problem(.noInterfaces, "$", "a storyboard has interfaces: an object with an interface under each name")
      return nil
    }
    let interfaces = try readInterfaces(value, defaults)
    let position = JSONPosition(of: outline.offset(of: value), in: outline.bytes)
    if checks != .none { check(interfaces) }
    return id.map { Storyboard(id: $0, interfaces: interfaces, position: position) }
  }

  private mutating func readID(_ value: JSONOutline.Value?) throws(AppControllerError) -> String? {
    let rule = "\(IdentifierRule.text), and does not begin with a dot"
    guard let value else {
      problem(.badStoryboardID, "$", "a storyboard needs an id, which its session is stored under; \(rule)")
      return nil
    }
    guard let id = try text(value, "$.id") else { return nil }
    guard IdentifierRule.allowsProviderID(id) else {
      problem(.badStoryboardID, "$.id", "\"\(id.displayable)\" is no id of a storyboard; \(rule)")
      return nil
    }
    return id
  }

  private mutating func checkSchema(_ value: JSONOutline.Value?) throws(AppControllerError) {
    guard let value, try scanner.token(at: outline.offset(of: value)) != .int(1) else { return }
    problem(.newerSchema, "$.schema", "this host knows schema 1 and no other")
  }

  private mutating func text(
    _ value: JSONOutline.Value?, _ path: String
  ) throws(AppControllerError) -> String? {
    guard let value else { return nil }
    guard outline.isString(value) else {
      problem(.wrongType, path, "it must be a text")
      return nil
    }
    return String(decoding: try scanner.bytes(of: value, in: outline), as: UTF8.self)
  }

  /// A text of at most the size of an id, because every interface gets a copy of it.
  private mutating func shortText(_ value: JSONOutline.Value?, _ path: String) throws(AppControllerError) -> String? {
    guard let text = try text(value, path) else { return nil }
    let limit = InterfaceLimits.standard.id
    guard text.utf8.count <= limit else {
      problem(.nameTooLong, path, "it has \(text.utf8.count) bytes; for all interfaces it has at most \(limit)")
      return nil
    }
    return text
  }

  private mutating func readInterfaces(
    _ value: JSONOutline.Value, _ defaults: DescriptionReader.Defaults
  ) throws(AppControllerError) -> [(name: String, description: InterfaceDescription)] {
    guard outline.isObject(value) else {
      problem(.badShape, "$.interfaces", "the interfaces are an object with an interface under each name")
      return []
    }
    var interfaces: [(name: String, description: InterfaceDescription)] = []
    var names: Set<UTF8Key> = []
    for member in outline.contents(of: value) {
      let name = UTF8Key(text: try scanner.name(of: member, in: outline))
      let shown = name.shown
      let path = "$.interfaces.\(shown)"
      if !names.insert(name).inserted {
        problem(.duplicateKey, path, "the interface \"\(shown)\" stands twice; names are unique")
      }
      var defaults = defaults
      let isName = IdentifierRule.allows(name.text.utf8Span.span)
      if isName {
        defaults.id = name.text
      } else {
        problem(.badInterfaceName, path, "\"\(shown)\" is no name of an interface; \(IdentifierRule.text)")
      }
      let reader = DescriptionReader(member, of: outline)
      guard let description = try readInterface(reader, defaults, below: path), isName else { continue }
      interfaces.append((name.text, description))
    }
    if names.isEmpty { problem(.noInterfaces, "$.interfaces", "a storyboard has at least one interface") }
    return interfaces
  }
}

// MARK: - References between interfaces

extension DocumentReader {
  private mutating func check(_ interfaces: [(name: String, description: InterfaceDescription)]) {
    let kinds = Dictionary(interfaces.map { ($0.name, $0.description.resolved().root.kind) }) { first, _ in first }
    var tabs: [String: Set<String>] = [:]
    for node in interfaces.lazy.flatMap({ $0.description.allNodes }) where node.kind == .tabs {
      tabs[node.id ?? "", default: []].formUnion(node.children.compactMap(\.id))
    }
    for (name, description) in interfaces {
      for node in description.allNodes {
        guard let action = node.action, action.scope == .host else { continue }
        // The path of a node takes time to find, and a hostile storyboard has many actions.
        let path = { "$.interfaces.\(name)\(node.path.dropFirst()).action.payload" }
        switch HostAction(rawValue: action.name) {
        case .push?: checkDestination(action, kinds, at: path, isPush: true)
        case .present?: checkDestination(action, kinds, at: path, isPush: false)
        case .select?:
          guard let bar = action.payload["tabs"], let item = action.payload["item"] else { continue }
          let isItem = IdentifierRule.allows(bar.utf8Span.span) && IdentifierRule.allows(item.utf8Span.span)
          if !isItem || tabs[bar]?.contains(item) != true {
            let place = problems.isFull ? "" : path()
            problem(.unknownTab, place, "no interface has an item \"\(item)\" in tabs \"\(bar)\"")
          }
        case .login?, .logout?, .pop?, .dismiss?, .copy?, .openURL?, nil: continue
        }
      }
    }
  }

  private mutating func checkDestination(
    _ action: Action, _ kinds: [String: NodeKind?], at path: () -> String, isPush: Bool
  ) {
    guard let name = action.payload["screen"] else { return }
    guard IdentifierRule.allows(name.utf8Span.span), let kind = kinds[name] else {
      let place = problems.isFull ? "" : path() + ".screen"
      return problem(.unknownInterface, place, "the storyboard has no interface \"\(name)\"")
    }
    if isPush, kind != .screen {
      let found = kind?.name ?? "nothing that this host knows"
      let place = problems.isFull ? "" : path() + ".screen"
      problem(.badDestination, place, "\"\(name)\" is a \(found); only a screen can be pushed")
    }
  }
}

extension JSONOutline {
  /// The name of a member for paths: its escapes are resolved, and its control characters replaced.
  func shownName(of member: Value) -> ArraySlice<UInt8> {
    guard let start = nameOffset(of: member) else { return [] }
    if let range = plainContent(at: start), bytes[range].allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return bytes[range]
    }
    var scanner = JSONScanner(bytes)
    // The text has been scanned once without an error.
    guard let name = try? scanner.name(of: member, in: self) else { return [] }
    return Array(name.described.utf8)[...]
  }

  /// The path from a value to one inside it, such as `$.root.children[2]`.
  func path(from start: Value, to target: Value) -> String {
    var path = "$"
    var value = start
    while value != target {
      guard let (position, next) = contents(of: value).enumerated().first(where: { contains(target, in: $1) }) else {
        return path
      }
      path += isArray(value) ? "[\(position)]" : ".\(String(decoding: shownName(of: next), as: UTF8.self))"
      value = next
    }
    return path
  }
}
