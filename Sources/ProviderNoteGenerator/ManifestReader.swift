internal import AppControllerKit
internal import ProviderABI

/// Collects the strings of a `provider.json`, and everything that is wrong with them.
struct ManifestReader {
  /// A string, and where its opening quotation mark is.
  struct Text {
    let text: String
    let offset: Int
  }

  private(set) var strings: [String: Text] = [:]
  private(set) var faults: [ManifestFault] = []
  private let outline: JSONOutline
  private var scanner: JSONScanner

  init(_ outline: JSONOutline) {
    self.outline = outline
    scanner = JSONScanner(outline.bytes)
  }

  mutating func read() {
    let root = outline.root
    let offset = outline.offset(of: root)
    guard outline.isObject(root) else {
      return fault(at: offset, "the text is \(kind(of: root)); write \(ProviderManifest.form)")
    }
    var seen: Set<String> = []
    for value in outline.contents(of: root) {
      guard let place = outline.nameOffset(of: value), let name = string(at: place) else { continue }
      guard let key = ProviderManifest.keys.first(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        fault(
          at: place,
          "there is no key \"\(Self.cut(name))\"; correct or remove it: the keys are \(ProviderManifest.names)")
        continue
      }
      guard seen.insert(key).inserted else {
        fault(at: place, "\"\(key)\" stands here a second time; remove one of the two")
        continue
      }
      read(value, as: key)
    }
    for key in ProviderManifest.keys where !seen.contains(key) {
      fault(at: offset, "\"\(key)\" is missing; add a line such as \"\(key)\": \"\(Self.example(of: key))\"")
    }
  }

  /// Reads and checks the value of a key.
  private mutating func read(_ value: JSONOutline.Value, as key: String) {
    let offset = outline.offset(of: value)
    let example = Self.example(of: key)
    guard outline.isString(value), let text = string(at: offset) else {
      let kind = kind(of: value)
      return fault(at: offset, "\"\(key)\" is \(kind), and has to be a string; write one such as \"\(example)\"")
    }
    let problem =
      switch NoteText(rawValue: key) {
      case let noteText?: noteText.fault(of: text)
      case nil: SwiftTypeName.fault(of: text).map { "\"\(key)\" \($0)" }
      }
    if let problem { return fault(at: offset, "\(problem); write one such as \"\(example)\"") }
    strings[key] = Text(text: text, offset: offset)
  }

  private mutating func fault(at offset: Int, _ message: String) {
    faults.append(ManifestFault(at: offset, message))
  }

  /// The string that begins at a place; the text was checked when it was outlined.
  private mutating func string(at offset: Int) -> String? {
    guard (try? scanner.token(at: offset)) == .string else { return nil }
    return scanner.string()
  }

  private mutating func kind(of value: JSONOutline.Value) -> String {
    if outline.isObject(value) { return JSONValue.object([]).kindName }
    if outline.isArray(value) { return JSONValue.array([]).kindName }
    return switch try? scanner.token(at: outline.offset(of: value)) {
    case .bool(let value): JSONValue.bool(value).kindName
    case .int(let value): JSONValue.int(value).kindName
    case .double(let value): JSONValue.double(value).kindName
    case .string: JSONValue.string("").kindName
    case .null, .beginObject, .endObject, .beginArray, .endArray, .colon, .comma, .end, nil: JSONValue.null.kindName
    }
  }

  private static func example(of key: String) -> String {
    switch NoteText(rawValue: key) {
    case .id: "com.example.kitty"
    case .name: "Kitty"
    case .version: "1.0.0"
    case .vendor: "Example Ltd."
    case nil: "KittyProvider"
    }
  }

  /// A name for a message, which may be of any length.
  private static func cut(_ name: String) -> String {
    name.unicodeScalars.count > 64 ? String(name.unicodeScalars.prefix(64)) + "…" : name
  }
}
