internal import AppControllerJSON
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
  private(set) var permissions: Entry<[String: Set<ProviderPermission>]>?
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
    let (outline, json): (JSONOutline, JSONValue)
    do throws(AppControllerError) {
      (outline, json) = (try JSONOutline(bytes, limits: JSONLimits()), try JSONReader.read(bytes))
    } catch {
      throw .badConfiguration("\(path.displayable): \(error.what)", error.why, error.fix)
    }
    let (members, faults): (Members, _) = JSONCodingReader.readAll(.object(), from: json, isStrict: true)
    func place(_ offset: Int) -> JSONPosition { JSONPosition(of: offset, in: bytes) }
    if let fault = faults.min(by: { outline.offset(of: $0) < outline.offset(of: $1) }) {
      let place = place(outline.offset(of: fault))
      throw .badConfiguration(fault, at: "\(path.displayable):\(place.line):\(place.column)", json)
    }
    func entry<Value>(_ value: Value?, _ setting: Setting) -> Entry<Value>? {
      let line = outline.value(at: [setting.rawValue]).map { place(outline.offset(of: $0)).line }
      return value.map { Entry(value: $0, line: line ?? 1) }
    }
    (provider, store) = (entry(members.provider, .provider), entry(members.store, .store))
    isolated = entry(members.isolated, .isolated)
    permissions = entry(members.allow?.mapValues { Set($0) }, .allow)
    pins = entry(members.pins?.compactMapValues { ProviderPin(sha256: $0) }, .pins)
  }
}

/// The settings as the file says them.
private struct Members: Coded {
  var provider: String?
  var store: String?
  var isolated: Bool?
  var allow: [String: [ProviderPermission]]?
  var pins: [String: String]?

  static var blank: Members { Members() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let text = TextKind.text(atMost: 1 << 20)
    try coder.member("provider", &provider, .optional(.checked(text) { $0.isEmpty ? "is empty" : nil }))
    try coder.member(
      "store", &store, .optional(.checked(text) { Setting.stores.contains($0) ? nil : "is \(CommandError.quoted($0))" })
    )
    try coder.member("isolated", &isolated, .optional(.bool))
    let permissions = ListKind.list(.word(ProviderPermission.network), atMost: 64)
    try coder.member("allow", &allow, .optional(.map(permissions, atMost: 100_000, names: 1024)))
    let digest = CheckedKind.checked(text) { ProviderPin(sha256: $0) == nil ? "is no digest" : nil }
    try coder.member("pins", &pins, .optional(.map(digest, atMost: 100_000, names: 1024)))
  }
}

extension Setting {
  /// Where secrets may be kept.
  fileprivate static var stores: [String] { OptionSpec.store.choices ?? [] }

  /// What it has to be, and how to write it.
  fileprivate var form: (why: String, fix: String) {
    switch self {
    case .provider:
      ("it is the id of a provider, or the path of its library", "write \"provider\": \"com.example.kitty\"")
    case .store: ("it is one of \(Self.stores.joined(separator: ", "))", "choose one of them")
    case .isolated: ("it is true or false", "write \"isolated\": true")
    case .allow:
      (
        "it is an object of lists of permissions by the ids of providers; there is: "
          + ProviderPermission.allCases.map(\.rawValue).joined(separator: ", "),
        "write \"allow\": { \"com.example.kitty\": [\"network\"] }"
      )
    case .pins:
      (
        "it is an object of SHA-256 digests, each of 64 hexadecimal digits, by the ids of providers",
        "write \"pins\": { \"com.example.kitty\": \"...\" }, with what 'appctl inspect' or 'sha256sum' prints"
      )
    }
  }
}

extension CommandError {
  static func badConfiguration(_ what: String, _ why: String, _ fix: String) -> CommandError {
    CommandError(.badConfiguration, what: what, why: why, fix: fix)
  }

  /// The error for a fault at a place of what a file says.
  fileprivate static func badConfiguration(_ fault: CodingFault, at place: String, _ json: JSONValue) -> CommandError {
    func nearest(_ text: String?, _ choices: [String]) -> String? {
      text.flatMap { Suggestion.nearest(to: $0, among: choices) }.map { "did you mean \"\($0)\"?" }
    }
    let settings = Setting.allCases.map(\.rawValue)
    guard let setting = fault.path.first.flatMap(Setting.init(rawValue:)) else {
      guard fault.kind == .unknown else {
        return badConfiguration("\(place): \(fault)", "settings are an object", "write { \"provider\": ... }")
      }
      return badConfiguration(
        "\(place): there is no setting \(quoted(fault.path[0]))",
        "the settings are \(settings.joined(separator: ", "))",
        nearest(fault.path[0], settings) ?? "leave it out")
    }
    let meant = setting == .store ? nearest(json["store"]?.stringValue, Setting.stores) : nil
    return badConfiguration(
      "\(place): \"\(fault.place)\" \(fault.problem)", setting.form.why, meant ?? setting.form.fix)
  }
}
