internal import AppControllerJSON
import AppControllerKit
import Glibc
import ProviderPlugins

/// The settings from the environment and from the user's file; they replace the options that the command line leaves
/// out.
///
/// An option takes precedence over the environment, and the environment over the file. A process with elevated
/// privileges reads neither, because another user controls both.
struct Settings {
  struct Entry<Value> {
    let value: Value
    let origin: SettingOrigin
  }

  /// It need not exist; `nil` when no variable determines its folder.
  private(set) var path: String?
  /// Empty when there is none.
  var folders: [String] {
    guard let path, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    return [String(path[..<slash])]
  }
  private(set) var hasFile = false
  private(set) var provider: Entry<String>?
  private(set) var profile: Entry<Profile>?
  private(set) var store: Entry<ChosenStore.Name>?
  private(set) var isolated: Entry<Bool>?
  private(set) var permissions: Entry<[String: Set<ProviderPermission>]>?
  private(set) var pins: Entry<[String: ProviderPin]>?
  /// By the provider's id and the setting's name.
  typealias ProviderValues = [String: [String: Entry<ConfiguredSetting>]]
  /// The values in the file for all profiles.
  private var providers: ProviderValues = [:]
  /// The values in the file for one profile each.
  private var profiles: [Profile: ProviderValues] = [:]
  /// Always nil in a process with elevated privileges.
  private var environment: (String) throws -> String? = { _ in nil }

  static func current() throws -> Settings {
    if ProcessPrivileges.areElevated { return Settings() }
    return try Settings { name in
      do throws(AppControllerError) { return try SystemText.variable(name) } catch {
        throw CommandError(.badConfiguration, what: error.what, why: error.why, fix: error.fix)
      }
    }
  }

  private init() {}

  /// Throws for the first invalid value in the environment or in the file.
  init(_ environment: @escaping (String) throws -> String?) throws {
    self.environment = environment
    path = try Self.path(environment)
    if let path { try readFile(at: path) }
    provider = try variable(of: .provider) { $0 } ?? provider
    profile =
      try variable(of: .profile, Profile.rule, "set a name such as work, or unset it") { Profile($0) } ?? profile
    store = try variable(of: .store, among: ChosenStore.Name.choices) { ChosenStore.Name(rawValue: $0) } ?? store
    isolated =
      try variable(of: .isolated, among: ["1", "0"]) { ["1": true, "true": true, "0": false, "false": false][$0] }
      ?? isolated
  }

  /// `nil` when it is unset or empty; without a reason, the value is one of the choices.
  private func variable<Value>(
    of setting: Setting, among choices: [String] = [], _ why: String? = nil, _ fix: String? = nil,
    _ read: (String) -> Value?
  ) throws -> Entry<Value>? {
    guard let name = setting.variable, let text = try environment(name), !text.isEmpty else { return nil }
    guard let value = read(text) else {
      throw CommandError.badConfiguration(
        "the environment variable \(name) is \(CommandError.quoted(text))",
        why ?? "it is one of \(choices.joined(separator: ", "))",
        fix ?? Suggestion.fix(for: text, among: choices, or: "set one of them, or unset it"))
    }
    return Entry(value: value, origin: .variable(name))
  }

  func values(of id: String, in profile: Profile) -> [String: Entry<ConfiguredSetting>] {
    (providers[id] ?? [:]).merging(profiles[profile]?[id] ?? [:]) { $1 }
  }

  var providerIDs: Set<String> { Set(providers.keys).union(profiles.values.flatMap(\.keys)) }

  /// The value of a setting from its variable; `nil` when that is unset or empty.
  func value(ofVariableFor setting: ProviderSetting) -> SettingValue? {
    let origin = SettingOrigin.variable(setting.variable).text
    do {
      guard let text = try environment(setting.variable), !text.isEmpty else { return nil }
      return SettingValue(.text(text), from: origin)
    } catch {
      return SettingValue(.unusable("is not UTF-8"), from: origin)
    }
  }
}

// MARK: - The file

/// The user's `config.json` is an object that maps names of settings to values.
///
/// It is an error when other users can write the file, or when it contains anything unknown. In neither case is the
/// file ignored.
extension Settings {
  /// Returns the path of the file; `nil` when no variable determines its folder.
  ///
  /// It is `$XDG_CONFIG_HOME/appcontroller/config.json`, or the same below `~/.config`, according to the XDG base
  /// directory specification 0.8.
  private static func path(_ environment: (String) throws -> String?) rethrows -> String? {
    if let base = try environment("XDG_CONFIG_HOME"), base.isAbsolutePath { return "\(base)/appcontroller/config.json" }
    if let home = try environment("HOME"), home.isAbsolutePath { return "\(home)/.config/appcontroller/config.json" }
    return nil
  }

  /// A missing file is no error; throws `storeUnsafe` when other users can change it, and `ACK5016` with line and
  /// column.
  private mutating func readFile(at path: String) throws {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      let folder = try FileSystem.openFolder(String(path[..<slash])),
      let file = try folder.openEntry(String(path[path.utf8.index(after: slash)...]))
    else { return }
    try file.status().check(path, is: .regular, without: 0o022)
    try take(try file.read(atMost: 1 << 20), of: path)
    hasFile = true
  }

  private mutating func take(_ bytes: [UInt8], of path: String) throws(CommandError) {
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
      return value.map { Entry(value: $0, origin: .file(path, line: line ?? 1)) }
    }
    provider = entry(members.provider, .provider)
    profile = entry(members.profile.flatMap { Profile($0) }, .profile)
    store = entry(members.store.flatMap(ChosenStore.Name.init), .store)
    isolated = entry(members.isolated, .isolated)
    permissions = entry(members.allow?.mapValues { Set($0.compactMap(ProviderPermission.init(rawValue:))) }, .allow)
    func values(_ settings: [String: [String: ConfiguredSetting]]?, at names: [String]) -> ProviderValues {
      Dictionary(
        uniqueKeysWithValues: (settings ?? [:]).map { id, values in
          let entries = values.map { name, value in
            let place = outline.value(at: names + [id, name]).map { place(outline.offset(of: $0)) }
            return (name, Entry(value: value, origin: .file(path, line: place?.line ?? 1)))
          }
          return (id, Dictionary(uniqueKeysWithValues: entries))
        })
    }
    providers = values(members.settings, at: [Setting.settings.rawValue])
    for (name, content) in members.profiles ?? [:] {
      guard let profile = Profile(name) else {
        throw .badConfiguration(
          "\(path.displayable): \(CommandError.quoted(name)) is no profile", Profile.rule, "rename it")
      }
      profiles[profile] = values(content.settings, at: [Setting.profiles.rawValue, name, Setting.settings.rawValue])
    }
    pins = entry(members.pins?.compactMapValues { ProviderPin(sha256: $0) }, .pins)
  }
}

private struct Members: Coded {
  var provider: String?
  var profile: String?
  var store: String?
  var isolated: Bool?
  var allow: [String: [String]]?
  var pins: [String: String]?
  var settings: [String: [String: ConfiguredSetting]]?
  var profiles: [String: ProfileMembers]?

  static var blank: Members { Members() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let text = TextKind.text(atMost: 1 << 20)
    try coder.member("provider", &provider, .optional(.checked(text) { $0.isEmpty ? "is empty" : nil }))
    try coder.member(
      "profile", &profile, .optional(.checked(text) { Profile($0) == nil ? "is \(CommandError.quoted($0))" : nil }))
    try coder.member(
      "store", &store,
      .optional(.checked(text) { ChosenStore.Name.choices.contains($0) ? nil : "is \(CommandError.quoted($0))" }))
    try coder.member("isolated", &isolated, .optional(.bool))
    let permission = CheckedKind.checked(text) { text in
      let forms = ProviderPermission.forms.joined(separator: ", ")
      let isRight = ProviderPermission(rawValue: text) != nil
      return isRight ? nil : "is \(UTF8Key(text: text).shown.debugDescription), and has to be one of \(forms)"
    }
    let permissions = ListKind.list(permission, atMost: 64)
    try coder.member("allow", &allow, .optional(.map(permissions, atMost: 100_000, names: 1024)))
    let digest = CheckedKind.checked(text) { ProviderPin(sha256: $0) == nil ? "is no digest" : nil }
    try coder.member("pins", &pins, .optional(.map(digest, atMost: 100_000, names: 1024)))
    try ProfileMembers.code(&settings, &coder)
    try coder.member("profiles", &profiles, .optional(.map(.object(), atMost: 1000, names: 1024)))
  }
}

private struct ProfileMembers: Coded {
  var settings: [String: [String: ConfiguredSetting]]?

  static var blank: ProfileMembers { ProfileMembers() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) { try Self.code(&settings, &coder) }

  static func code(
    _ settings: inout [String: [String: ConfiguredSetting]]?, _ coder: inout some Coder
  ) throws(CodingFault) {
    let values = MapKind.map(ConfiguredSettingKind(), atMost: 1000, names: 1024)
    try coder.member("settings", &settings, .optional(.map(values, atMost: 100_000, names: 1024)))
  }
}

extension Setting {
  fileprivate var form: (why: String, fix: String) {
    switch self {
    case .provider:
      ("it is the id of a provider, or the path of its library", "write \"provider\": \"com.example.kitty\"")
    case .profile: (Profile.rule, "write \"profile\": \"work\"")
    case .store: ("it is one of \(ChosenStore.Name.choices.joined(separator: ", "))", "choose one of them")
    case .isolated: ("it is true or false", "write \"isolated\": true")
    case .allow:
      (
        "it is an object of lists of permissions by the ids of providers; there is: "
          + ProviderPermission.forms.joined(separator: ", "),
        "write \"allow\": { \"com.example.kitty\": [\"network\"] }"
      )
    case .pins:
      (
        "it is an object of SHA-256 digests, each of 64 hexadecimal digits, by the ids of providers",
        "write \"pins\": { \"com.example.kitty\": \"...\" }, with what 'appctl inspect' or 'sha256sum' prints"
      )
    case .settings:
      (
        "it is an object of the settings of providers by their ids: texts, numbers, true or false, and for a secret "
          + "{ \"file\": PATH } or { \"store\": true }",
        "write \"settings\": { \"com.example.kitty\": { \"server\": \"https://id.example.com\" } }"
      )
    case .profiles:
      (
        "it is an object of profiles by their names, each an object with \"settings\" as the file has them for all",
        "write \"profiles\": { \"work\": { \"settings\": "
          + "{ \"com.example.kitty\": { \"server\": \"https://id.example.com\" } } } }"
      )
    }
  }
}

extension CommandError {
  fileprivate static func badConfiguration(_ what: String, _ why: String, _ fix: String) -> CommandError {
    CommandError(.badConfiguration, what: what, why: why, fix: fix)
  }

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
    let meant = setting == .store ? nearest(json["store"]?.stringValue, ChosenStore.Name.choices) : nil
    return badConfiguration(
      "\(place): \"\(fault.place)\" \(fault.problem)", setting.form.why, meant ?? setting.form.fix)
  }
}
