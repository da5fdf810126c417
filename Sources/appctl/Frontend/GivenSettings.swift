import AppControllerKit
import Glibc
import ProviderPlugins

/// The values that an operator gives for the settings of a provider.
///
/// The sources in order of precedence are the command line, the environment, the login that began the session, and
/// `config.json`.
@MainActor
struct GivenSettings {
  private let texts: [String: String]
  private let piped: (name: String, secret: Secret)?
  private let settings: Settings
  private var account: (id: String, profile: Profile)?
  /// What the account's session was made with, or the last one that has ended.
  private var recalled = SessionOrigin()
  /// Whether the provider is only told of the end of a session, so that it gets the settings of that session.
  private var isEnded = false
  /// The secrets of one provider from a vault, by the setting's name; for a missing secret, the reason.
  private var stored: (id: String, secrets: [String: SettingValue.Content]) = ("", [:])
  /// Whether the secrets that config.json names are given; they are for the library that their id belongs to.
  var givesSecrets = true

  /// A terminal does not show what is typed for `--setting-stdin`; throws for a name that is given twice, or standard
  /// input that cannot be read.
  init(
    _ given: [NamedValue] = [], stdin name: String? = nil, _ settings: Settings, _ console: Console
  ) throws(CommandError) {
    texts = Dictionary(given.map { ($0.name, $0.value) }) { first, _ in first }
    self.settings = settings
    let names = given.map(\.name) + [name].compactMap(\.self)
    for (index, name) in names.enumerated() where names[..<index].contains(name) { throw .settingTwice(name) }
    piped = try name.map { name throws(CommandError) in (name, try StandardInput.secret(for: name, console)) }
  }

  mutating func choose(_ id: String, _ profile: Profile, recalling origin: SessionOrigin?, isEnded: Bool = false) {
    (account, recalled, self.isEnded) = ((id, profile), origin ?? SessionOrigin(), isEnded && origin != nil)
  }

  /// Without vaults it is only known whether a secret is stored.
  mutating func fetch(_ secrets: SettingSecrets, _ vaults: [any SecretVault]?) async throws {
    guard let (id, profile) = account else { return }
    stored = (id, [:])
    for (name, entry) in settings.values(of: id, in: profile) where entry.value == .store {
      if let vaults {
        stored.secrets[name] = await secrets.content(of: name, for: id, vaults)
      } else {
        stored.secrets[name] = try secrets.has(name, for: id) ? .secret(Secret("")) : .unusable("is not stored")
      }
    }
  }

  /// Throws when the command line gives a setting; a storyboard has none.
  func requireNone() throws(CommandError) {
    guard let name = texts.keys.min() ?? piped?.name else { return }
    throw .usage(
      "the setting \(CommandError.quoted(name)) is given for a storyboard",
      why: "only the library of a provider has settings",
      fix: "leave out --setting and --setting-stdin")
  }

  /// A text for a secret is included even if another value takes precedence, so that the text is refused.
  func values(for note: ProviderNote) -> [String: SettingValue] {
    let declared = Dictionary(note.settings.map { ($0.name, $0) }) { first, _ in first }
    let isAccount = account?.id == note.id
    let configured = settings.values(of: note.id, in: isAccount ? account?.profile ?? .standard : .standard)
    let recalled = isAccount ? recalled : SessionOrigin()
    var values: [String: SettingValue] = [:]
    for name in Set(declared.keys).union(texts.keys).union(configured.keys).union(piped.map { [$0.name] } ?? []) {
      let all = self.all(name, declared[name], recalled, configured[name], of: note.id)
      let forbidden = all.first { value in
        if case .text = value.content { declared[name]?.kind == .secret } else { false }
      }
      values[name] = forbidden ?? all.first
    }
    return values
  }

  /// Returns the names of the settings whose values stand nowhere when the command has ended, so that a login has to
  /// remember them.
  func passing(for note: [ProviderSetting]) -> [String] {
    note.filter { setting in
      setting.kind != .secret
        && (texts[setting.name] != nil || piped?.name == setting.name || recalled.remembered.contains(setting.name)
          || settings.value(ofVariableFor: setting) != nil)
    }.map(\.name)
  }

  /// In order of precedence.
  private func all(
    _ name: String, _ setting: ProviderSetting?, _ recalled: SessionOrigin,
    _ configured: Settings.Entry<ConfiguredSetting>?, of id: String
  ) -> [SettingValue] {
    var values: [SettingValue] = []
    if let text = texts[name] { values.append(SettingValue(.text(text), from: "--setting")) }
    if let piped, piped.name == name { values.append(SettingValue(.secret(piped.secret), from: "--setting-stdin")) }
    if isEnded, let setting, setting.kind != .secret {
      return values + (recalled.settings[name].map { [SettingValue(.text($0), from: "the session")] } ?? [])
    }
    if let value = setting.flatMap(settings.value(ofVariableFor:)) { values.append(value) }
    if setting != nil, recalled.remembered.contains(name), let text = recalled.settings[name] {
      values.append(SettingValue(.text(text), from: "the last login"))
    }
    if let configured {
      let origin = configured.origin.text
      if case .text(let text) = configured.value {
        values.append(SettingValue(.text(text), from: origin))
      } else if values.isEmpty, givesSecrets || setting?.kind != .secret {
        // A file is read only if no other value takes precedence.
        values.append(SettingValue(secret(at: configured.value, name, setting, of: id), from: origin))
      }
    }
    return values
  }

  private func secret(
    at place: ConfiguredSetting, _ name: String, _ setting: ProviderSetting?, of id: String
  ) -> SettingValue.Content {
    guard setting?.kind == .secret else { return .unusable("is not a secret, and has to be a value") }
    if case .file(let path) = place { return SecretFile(path: path).content }
    // The file may have been replaced since the secrets were loaded.
    return (stored.id == id ? stored.secrets[name] : nil) ?? .unusable("is not stored")
  }
}

private struct SecretFile {
  let path: String

  /// Without a line feed at its end, or the reason why it cannot be used.
  var content: SettingValue.Content {
    do throws(AppControllerError) {
      let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
      let (folder, name) = (String(path[..<end]), String(path.utf8[end...].dropFirst()) ?? "")
      guard let folder = try FileSystem.openFolder(folder.isEmpty ? "/" : folder),
        let file = try folder.openEntry(name)
      else { return .unusable("is to be in the file \(path.displayable), which is not there") }
      try file.status().check(path, is: .regular, without: 0o022, trusting: [geteuid(), 0])
      var bytes = try file.read(atMost: ProviderSetting.valueLimit + 2)
      defer { Secret.wipe(&bytes) }
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return .secret(Secret(bytes.span))
    } catch {
      return .unusable("cannot be read: \(error.what)")
    }
  }
}

extension StandardInput {
  /// From a terminal a line without echo, from any other input everything, without one line feed at the end; throws
  /// `ACK5008` when it cannot be read, or is too long.
  @MainActor
  static func secret(for name: String, _ console: Console) throws(CommandError) -> Secret {
    guard isTerminal else { return try readSecret(for: name) }
    return try ask("\(name): ", echoes: false, console) ?? Secret("")
  }
}

extension CommandError {
  static func settingTwice(_ name: String) -> CommandError {
    .usage(
      "the setting \(quoted(name)) is given twice", why: "which of the two is meant would be a guess",
      fix: "leave one of them out")
  }
}
