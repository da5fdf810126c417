package import AppControllerInterface

/// Reads a JSON text into a ``JSONValue``: strictly, within limits, and with the position of an error.
///
/// It accepts RFC 8259 and nothing more: UTF-8 without a byte order mark, one value, nothing after it. It also refuses
/// texts that the RFC leaves open: repeated names in an object, integers that 64 bits cannot hold, and numbers that
/// would become infinite. Names are compared byte by byte, as the RFC advises. Swift compares strings differently: two
/// spellings of one name (`\u00e9` and `e\u0301`) are two members here and one key of a dictionary.
package struct JSONReader {
  private var scanner: JSONScanner
  private let limits: JSONLimits
  private let allowsDuplicates: Bool
  private var valueCount = 0

  private init(_ bytes: [UInt8], limits: JSONLimits, allowsDuplicates: Bool) {
    self.scanner = JSONScanner(bytes)
    self.limits = limits
    self.allowsDuplicates = allowsDuplicates
  }

  /// Takes linear time; an error has line, column and byte, and never more than one character or one name of the text.
  ///
  /// `allowsDuplicates` leaves repeated names to the user of the value.
  package static func read(
    _ bytes: [UInt8],
    limits: JSONLimits = JSONLimits(),
    allowsDuplicates: Bool = false
  ) throws(AppControllerError) -> JSONValue {
    try limits.check(bytes)
    var reader = JSONReader(bytes, limits: limits, allowsDuplicates: allowsDuplicates)
    let value = try reader.value(startingWith: reader.scanner.next(), depth: 0)
    guard try reader.scanner.next() == .end else { throw reader.scanner.unexpected("the end of the text") }
    return value
  }

  private mutating func value(
    startingWith token: JSONScanner.Token,
    depth: Int
  ) throws(AppControllerError) -> JSONValue {
    valueCount += 1
    guard valueCount <= limits.values else { throw scanner.tooManyValues(limits.values) }
    switch token {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    case .string: return .string(scanner.string())
    case .beginArray: return .array(try elements(depth: scanner.deeper(than: depth, limits)))
    case .beginObject: return .object(try members(depth: scanner.deeper(than: depth, limits)))
    case .endObject, .endArray, .colon, .comma, .end: throw scanner.unexpected("a value")
    }
  }

  private mutating func elements(depth: Int) throws(AppControllerError) -> [JSONValue] {
    var elements: [JSONValue] = []
    while let token = try scanner.content(isFirst: elements.isEmpty, ofObject: false) {
      elements.append(try value(startingWith: token, depth: depth))
    }
    return elements
  }

  private mutating func members(depth: Int) throws(AppControllerError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var names = UniqueNames()
    while let token = try scanner.content(isFirst: members.isEmpty, ofObject: true) {
      guard token == .string else { throw scanner.unexpected("a name in quotation marks") }
      let name = scanner.string()
      guard allowsDuplicates || names.insert(name, after: members) else { throw duplicate(name) }
      guard try scanner.next() == .colon else { throw scanner.unexpected("':'") }
      members.append(JSONValue.Member(name, try value(startingWith: scanner.next(), depth: depth)))
    }
    return members
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
}

/// The names of one object: a few are compared one by one, many are hashed.
private struct UniqueNames {
  private var hashed: Set<UTF8Key> = []

  mutating func insert(_ name: String, after members: [JSONValue.Member]) -> Bool {
    let name = UTF8Key(text: name)
    if members.count < 8 { return !members.contains { UTF8Key(text: $0.name) == name } }
    if hashed.isEmpty { hashed = Set(members.map { UTF8Key(text: $0.name) }) }
    return hashed.insert(name).inserted
  }
}

package struct JSONLimits: Sendable {
  /// In bytes.
  package let bytes: Int
  /// Of nested arrays and objects; never more than 512.
  package let depth: Int
  /// Including arrays and objects.
  package let values: Int

  package init(bytes: Int = 4 << 20, depth: Int = 128, values: Int = 500_000) {
    self.bytes = bytes
    // Readers are recursive, and the stack must suffice whatever a caller allows.
    self.depth = min(depth, 512)
    self.values = values
  }

  func check(_ text: [UInt8]) throws(AppControllerError) {
    guard text.count > bytes else { return }
    let what = "the JSON text has \(text.count) bytes, more than \(bytes)"
    throw AppControllerError(
      .invalidJSON,
      what: what,
      why: "what is read is bounded, so that no text can use up the memory",
      fix: "make the text smaller",
      diagnostics: [Diagnostic(.error, .badJSON, path: "$", position: JSONPosition(), message: what)]
    )
  }
}

extension JSONScanner {
  func deeper(than depth: Int, _ limits: JSONLimits) throws(AppControllerError) -> Int {
    guard depth < limits.depth else {
      throw tooMuch("found more than \(limits.depth) arrays and objects within each other", fix: "nest less")
    }
    return depth + 1
  }

  package func tooManyValues(_ limit: Int) -> AppControllerError {
    tooMuch("found more than \(limit) values", fix: "split the text")
  }

  private func tooMuch(_ what: String, fix: String) -> AppControllerError {
    problem(
      at: tokenOffset, what, why: "what is read is bounded, so that no text can use up the memory or the stack",
      fix: fix
    )
  }
}

extension Diagnostic.Code {
  /// The error that reading the text throws has the same number.
  package static let badJSON = Self(1002)
}
