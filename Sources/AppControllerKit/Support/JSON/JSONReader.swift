/// Reads a JSON text into a ``JSONValue``: strict, bounded, and with the position of what is wrong.
///
/// It takes RFC 8259 and nothing more: UTF-8 without a byte order mark, one value, nothing behind it. It also refuses
/// what the RFC leaves open: names that occur twice in an object, integers that 64 bits cannot hold, and numbers
/// that would become infinite. Names are compared byte by byte, as the RFC advises. Swift compares strings otherwise: two
/// spellings of one name (`\u00e9` and `e\u0301`) are two members here and one key of a dictionary.
package struct JSONReader {
  /// How large a text may be.
  package struct Limits: Sendable {
    /// The most bytes; 4 MiB by default.
    package var bytes: Int
    /// The most arrays and objects within each other; 128 by default, and never more than 512.
    package var depth: Int
    /// The most values, arrays and objects included; half a million by default.
    package var values: Int

    /// Makes limits.
    package init(bytes: Int = 4 << 20, depth: Int = 128, values: Int = 500_000) {
      self.bytes = bytes
      self.depth = depth
      self.values = values
    }
  }

  private var scanner: JSONScanner
  private let limits: Limits
  private var valueCount = 0

  private init(_ bytes: [UInt8], limits: Limits) {
    self.scanner = JSONScanner(bytes)
    self.limits = limits
  }

  /// Reads a text, in time linear in its length.
  ///
  /// - Returns: The one value of the text.
  /// - Throws: `invalidJSON` with line, column and byte, and never more than one character or one name of the text.
  package static func read(
    _ bytes: [UInt8],
    limits: Limits = Limits()
  ) throws(AppControllerError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw AppControllerError(
        .invalidJSON,
        what: "the JSON text has \(bytes.count) bytes, more than \(limits.bytes)",
        why: "what is read is bounded, so that no text can use up the memory",
        fix: "make the text smaller"
      )
    }
    var reader = JSONReader(bytes, limits: limits)
    let value = try reader.value(startingWith: reader.scanner.next(), depth: 0)
    guard try reader.scanner.next() == .end else { throw reader.scanner.unexpected("the end of the text") }
    return value
  }

  /// Reads the value whose first token is read already.
  private mutating func value(
    startingWith token: JSONScanner.Token,
    depth: Int
  ) throws(AppControllerError) -> JSONValue {
    valueCount += 1
    guard valueCount <= limits.values else {
      throw tooMuch("found more than \(limits.values) values", fix: "split the text")
    }
    switch token {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    case .string: return .string(scanner.string())
    case .beginArray: return .array(try elements(depth: deeper(than: depth)))
    case .beginObject: return .object(try members(depth: deeper(than: depth)))
    case .endObject, .endArray, .colon, .comma, .end: throw scanner.unexpected("a value")
    }
  }

  private func deeper(than depth: Int) throws(AppControllerError) -> Int {
    // The reader recurses, and whatever a caller allows, the stack must hold it.
    let limit = min(limits.depth, 512)
    guard depth < limit else {
      throw tooMuch("found more than \(limit) arrays and objects within each other", fix: "nest less")
    }
    return depth + 1
  }

  private mutating func elements(depth: Int) throws(AppControllerError) -> [JSONValue] {
    var elements: [JSONValue] = []
    var token = try scanner.next()
    if token == .endArray { return elements }
    while true {
      elements.append(try value(startingWith: token, depth: depth))
      switch try scanner.next() {
      case .endArray: return elements
      case .comma: token = try scanner.next()
      default: throw scanner.unexpected("',' or ']'")
      }
    }
  }

  private mutating func members(depth: Int) throws(AppControllerError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var names = UniqueNames()
    var token = try scanner.next()
    if token == .endObject { return members }
    while true {
      guard token == .string else { throw scanner.unexpected("a name in quotation marks") }
      let name = scanner.string()
      guard names.insert(name, after: members) else { throw duplicate(name) }
      guard try scanner.next() == .colon else { throw scanner.unexpected("':'") }
      members.append(JSONValue.Member(name, try value(startingWith: scanner.next(), depth: depth)))
      switch try scanner.next() {
      case .endObject: return members
      case .comma: token = try scanner.next()
      default: throw scanner.unexpected("',' or '}'")
      }
    }
  }

  private func duplicate(_ name: String) -> AppControllerError {
    let shown = name.count > 64 ? name.prefix(64) + "…" : name[...]
    return scanner.problem(
      at: scanner.tokenOffset,
      "found the name \(String(shown).debugDescription) a second time",
      why: "programs disagree about which of two members with one name counts",
      fix: "remove one of the two"
    )
  }

  private func tooMuch(_ what: String, fix: String) -> AppControllerError {
    scanner.problem(
      at: scanner.tokenOffset,
      what,
      why: "what is read is bounded, so that no text can use up the memory or the stack",
      fix: fix
    )
  }
}

/// The names of one object: a few are compared one by one, many are hashed.
private struct UniqueNames {
  private var hashed: Set<ExactName> = []

  /// Takes in the name that comes after some members, and tells whether it is new.
  mutating func insert(_ name: String, after members: [JSONValue.Member]) -> Bool {
    let name = ExactName(text: name)
    if members.count < 8 { return !members.contains { ExactName(text: $0.name) == name } }
    if hashed.isEmpty { hashed = Set(members.map { ExactName(text: $0.name) }) }
    return hashed.insert(name).inserted
  }
}
