import AppControllerKit
import ProviderPlugins

/// The user's `config.json`: an object with settings by their names.
///
/// A file that others can write, or with anything in it that is not understood, is an error and never no settings.
struct ConfigurationFile {
  /// A setting and the line that it is on.
  struct Entry<Value> {
    let value: Value
    let line: Int
  }

  private static let limit = 1 << 20

  let path: String
  private(set) var provider: Entry<String>?
  private(set) var store: Entry<String>?
  private(set) var isolated: Entry<Bool>?
  private(set) var pins: Entry<[String: ProviderPin]>?

  /// Where the file is: `$XDG_CONFIG_HOME/appcontroller/config.json`, or the same below `~/.config`, as the XDG base
  /// directory specification 0.8 has it; `nil` when nothing says where.
  static func path(_ environment: (String) throws -> String?) rethrows -> String? {
    if let base = try environment("XDG_CONFIG_HOME"), base.isAbsolutePath { return "\(base)/appcontroller/config.json" }
    if let home = try environment("HOME"), home.isAbsolutePath { return "\(home)/.config/appcontroller/config.json" }
    return nil
  }

  /// Reads the file.
  ///
  /// - Returns: What it says; `nil` when it is not there.
  /// - Throws: `storeUnsafe` when others can change it; ``CommandError`` with the code `ACK5016`, with line and column.
  init?(at path: String) throws {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      let folder = try FileSystem.openFolder(String(path[..<slash])),
      let file = try folder.openEntry(String(path[path.utf8.index(after: slash)...]))
    else { return nil }
    try file.status().check(path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: Self.limit)
    try self.init(bytes, path)
  }

  init(_ bytes: [UInt8], _ path: String) throws(CommandError) {
    self.path = path
    let outline: JSONOutline
    let value: JSONValue
    do throws(AppControllerError) {
      (outline, value) = (try JSONOutline(bytes, limits: JSONLimits()), try JSONReader.read(bytes))
    } catch {
      throw .badConfiguration("\(path.displayable): \(error.what)", error.why, error.fix)
    }
    let reader = Reader(path: path, bytes: bytes, outline: outline)
    guard let members = value.objectValue else {
      throw reader.fault(
        outline.root, "it is \(value.kindName)", "settings are an object", "write { \"provider\": ... }")
    }
    for (member, place) in zip(members, outline.contents(of: outline.root)) {
      let line = reader.position(of: place).line
      switch Setting(rawValue: member.name) {
      case .provider: provider = Entry(value: try reader.text(member, place), line: line)
      case .store: store = Entry(value: try reader.store(member, place), line: line)
      case .isolated: isolated = Entry(value: try reader.flag(member, place), line: line)
      case .pins: pins = Entry(value: try reader.pins(member, place), line: line)
      case nil: throw reader.unknown(member.name, place)
      }
    }
  }
}

/// Reads the values of settings, and says where one is wrong.
private struct Reader {
  let path: String
  let bytes: [UInt8]
  let outline: JSONOutline

  func position(of value: JSONOutline.Value) -> JSONPosition { JSONPosition(of: outline.offset(of: value), in: bytes) }

  func fault(_ value: JSONOutline.Value, _ what: String, _ why: String, _ fix: String) -> CommandError {
    let place = position(of: value)
    return .badConfiguration("\(path.displayable):\(place.line):\(place.column): \(what)", why, fix)
  }

  func unknown(_ name: String, _ value: JSONOutline.Value) -> CommandError {
    let names = Setting.allCases.map(\.rawValue)
    return fault(
      value, "there is no setting \(CommandError.quoted(name))", "the settings are \(names.joined(separator: ", "))",
      Suggestion.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" } ?? "leave it out")
  }

  func text(_ member: JSONValue.Member, _ value: JSONOutline.Value) throws(CommandError) -> String {
    guard let text = member.value.stringValue, !text.isEmpty else {
      throw fault(
        value, "\"\(member.name)\" is \(member.value.kindName)",
        "it is the id of a provider, or the path of its library", "write \"\(member.name)\": \"com.example.kitty\"")
    }
    return text
  }

  func store(_ member: JSONValue.Member, _ value: JSONOutline.Value) throws(CommandError) -> String {
    let choices = OptionSpec.store.choices ?? []
    let text = member.value.stringValue
    guard let text, choices.contains(text) else {
      let shown = text.map { CommandError.quoted($0) } ?? member.value.kindName
      let near = text.flatMap { Suggestion.nearest(to: $0, among: choices) }
      throw fault(
        value, "\"\(member.name)\" is \(shown)", "it is one of \(choices.joined(separator: ", "))",
        near.map { "did you mean \"\($0)\"?" } ?? "choose one of them")
    }
    return text
  }

  func flag(_ member: JSONValue.Member, _ value: JSONOutline.Value) throws(CommandError) -> Bool {
    guard let flag = member.value.boolValue else {
      throw fault(
        value, "\"\(member.name)\" is \(member.value.kindName)", "it is true or false",
        "write \"\(member.name)\": true")
    }
    return flag
  }

  func pins(_ member: JSONValue.Member, _ value: JSONOutline.Value) throws(CommandError) -> [String: ProviderPin] {
    guard let members = member.value.objectValue else {
      throw fault(
        value, "\"\(member.name)\" is \(member.value.kindName)", "it is an object of digests by the ids of providers",
        "write \"\(member.name)\": { \"com.example.kitty\": \"...\" }")
    }
    var pins: [String: ProviderPin] = [:]
    for (pin, place) in zip(members, outline.contents(of: value)) {
      guard let digest = pin.value.stringValue.flatMap({ ProviderPin(sha256: $0) }) else {
        throw fault(
          place, "the pin of \(CommandError.quoted(pin.name)) is no digest", "it is a SHA-256: 64 hexadecimal digits",
          "take the digest that 'appctl inspect' or 'sha256sum' prints")
      }
      pins[pin.name] = digest
    }
    return pins
  }
}

extension CommandError {
  static func badConfiguration(_ what: String, _ why: String, _ fix: String) -> CommandError {
    CommandError(.badConfiguration, what: what, why: why, fix: fix)
  }
}
