internal import AppControllerJSON

struct DiagnosticLocator {
  private let outline: JSONOutline

  init(_ outline: JSONOutline) {
    self.outline = outline
  }

  /// The diagnostics with the positions of their paths, in the order of the text; a count of further ones is last.
  func locate(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    // Many diagnostics can have the same path, and finding a position among many takes time.
    var found: [UTF8Key: Int] = [:]
    let offsets = diagnostics.map { diagnostic in
      let isDuplicate = diagnostic.code == .duplicateKey
      let key = UTF8Key(text: (isDuplicate ? "2" : "1") + diagnostic.path)
      if let known = found[key] { return known }
      let offset = offset(ofPath: diagnostic.path, isDuplicate: isDuplicate)
      found[key] = offset
      return offset
    }
    // One pass over the text finds all positions, however many there are.
    var cursor = JSONPosition()
    var positions: [Int: JSONPosition] = [:]
    for offset in offsets.sorted() {
      cursor.advance(to: offset, in: outline.bytes)
      positions[offset] = cursor
    }
    let inOrder = diagnostics.indices.sorted { left, right in
      let isLast = (diagnostics[left].code == .more, diagnostics[right].code == .more)
      return isLast.0 == isLast.1 ? (offsets[left], left) < (offsets[right], right) : isLast.1
    }
    return inOrder.map { index in
      let diagnostic = diagnostics[index]
      return Diagnostic(
        diagnostic.severity, diagnostic.code, path: diagnostic.path, position: positions[offsets[index]],
        message: diagnostic.message
      )
    }
  }

  /// The offset of the value that a path names; if it does not exist, of the last existing value on the path.
  ///
  /// For duplicates, which share a path, it is the offset of the second one's name.
  private func offset(ofPath path: String, isDuplicate: Bool) -> Int {
    var value = outline.root
    var parent = value
    var rest = Substring(path).utf8.dropFirst()
    while let (next, length) = step(rest, in: value) {
      parent = value
      value = next
      rest = rest.dropFirst(length)
    }
    if isDuplicate, let duplicate = duplicate(of: value, in: parent) { return duplicate }
    return outline.offset(of: value)
  }

  private func duplicate(of member: JSONOutline.Value, in object: JSONOutline.Value) -> Int? {
    let name = outline.shownName(of: member)
    let duplicates = outline.contents(of: object).lazy.filter { $0 != member && outline.shownName(of: $0) == name }
    return duplicates.first { _ in true }.flatMap(outline.nameOffset(of:))
  }

  private func step(_ path: Substring.UTF8View, in value: JSONOutline.Value) -> (JSONOutline.Value, length: Int)? {
    switch path.first {
    case UInt8(ascii: "."): member(path.dropFirst(), of: value).map { ($0, $1 + 1) }
    case UInt8(ascii: "["): element(path.dropFirst(), of: value)
    default: nil
    }
  }

  /// The member whose name a path begins with; the longest match, because a name may contain a dot.
  private func member(
    _ path: Substring.UTF8View, of value: JSONOutline.Value
  ) -> (JSONOutline.Value, length: Int)? {
    guard outline.isObject(value) else { return nil }
    var best: (JSONOutline.Value, length: Int)?
    for member in outline.contents(of: value) {
      let name = outline.shownName(of: member)
      guard path.starts(with: name), name.count > best?.length ?? -1 else { continue }
      let next = path.dropFirst(name.count).first
      if next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[") { best = (member, name.count) }
    }
    return best
  }

  private func element(_ path: Substring.UTF8View, of value: JSONOutline.Value) -> (JSONOutline.Value, length: Int)? {
    let digits = path.prefix { $0 != UInt8(ascii: "]") }
    // A name such as "a[-1]" may look like an index.
    guard outline.isArray(value), let index = Int(Substring(digits)), index >= 0 else { return nil }
    let element = outline.contents(of: value).dropFirst(index).first { _ in true }
    return element.map { ($0, digits.count + 2) }
  }
}

// The rules of JSON texts and storyboards.
extension Diagnostic.Code {
  /// The JSON does not have the shape of a description, an error that only JSON can contain.
  static let badShape = Self(1113)
  /// An action needs an input that is omitted because this host does not know its kind.
  static let lostInput = Self(1228)

  /// The aspect ratio of an image is not above 0.
  static let badAspect = Self(1231)

  /// A storyboard has no id, or an invalid one.
  static let badStoryboardID = Self(1401)
  /// A storyboard has no interfaces.
  static let noInterfaces = Self(1402)
  /// The name of an interface is not a valid id.
  static let badInterfaceName = Self(1403)
  /// A reference names an interface that the storyboard does not have.
  static let unknownInterface = Self(1404)
  /// An action pushes or presents a screen that cannot be pushed or presented.
  static let badDestination = Self(1405)
  /// An action selects a tab that no interface of the storyboard has.
  static let unknownTab = Self(1406)
}
