internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct ConfigCommand: Command {
  nonisolated static let help = CommandHelp(
    "Show the settings of all commands, and where they come from.",
    "Settings stand in appcontroller/config.json below XDG_CONFIG_HOME or ~/.config: provider, profile, store, isolated, "
      + "allow, an object of lists of permissions by the ids of providers, such as [\"network\"], pins, an object "
      + "of SHA-256 digests, settings, an object of the providers' own settings, and profiles, an object of such settings by "
      + "the names of profiles. APPCTL_PROVIDER, APPCTL_PROFILE, "
      + "APPCTL_STORE and APPCTL_ISOLATED come before the file, and the options of a command before both.",
    "The store is for commands that may begin a session: login, perform and run.",
    "A provider's settings are those that config.json has for it, and all of the one that --provider names. Of a secret "
      + "it is only said whether it is set. With --store-setting one is read from standard input, or from the terminal "
      + "without echo, and kept in the store, for { \"store\": true } in config.json.",
    examples: [
      "See where each setting comes from": "appctl config --explain",
      "Keep the secret of a setting in the kernel's keyring":
        "appctl config --store keyring --store-setting com.example.kitty=secret",
    ])

  @Flag("Say of each setting where it comes from.") private var explain: Bool
  @Option(.provider) private var provider: String?
  @Option(value: "ID=NAME", "Store the secret of this provider's setting.") private var storeSetting: NamedValue?
  @Option(value: "ID=NAME", "Erase the stored secret of this provider's setting.") private var forgetSetting:
    NamedValue?
  @Option(value: "STORE", "Store the secret of --store-setting here: secret-service or keyring.") private var store:
    ChosenStore.Name?
  @Option(value: "PROFILE", "Show the settings of this account; of the one in use otherwise.") private var profile:
    Profile?
  @Option(shared: .providerDir) private var providerDir: [String]
  @Option(shared: .stateDir) private var stateDir: String?
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "--explain": _explain, "--provider": _provider, "--store-setting": _storeSetting,
      "--forget-setting": _forgetSetting, "--store": _store, "--profile": _profile, "--provider-dir": _providerDir,
      "--state-dir": _stateDir, "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) async throws { try await run(console, .current()) }

  func run(
    _ console: Console, _ settings: Settings, vaults: [any SecretVault] = ChosenStore.systemVaults
  ) async throws {
    if storeSetting != nil || forgetSetting != nil { return try await change(settings, vaults, console) }
    // Without a state folder nothing is stored, which is no error here.
    let folder = try? StateFolder(stateDir)
    let report = SettingsReport(
      settings: settings,
      providers: try await ProviderSettingsReport(
        settings, provider ?? settings.provider?.value, .ofThisProcess(given: providerDir), folder, profile, console))
    console.result(format, report.members, text: explain ? report.explanation : report.text)
  }

  private func change(_ settings: Settings, _ vaults: [any SecretVault], _ console: Console) async throws {
    let secrets = SettingSecrets(folder: try StateFolder(stateDir).path)
    if let given = forgetSetting {
      let (id, name) = (given.name, given.value)
      guard try await secrets.store(nil, as: name, for: id, vaults) else {
        throw CommandError.usage(
          "no secret is stored for the setting \(CommandError.quoted(name)) of \(CommandError.quoted(id))",
          why: "--forget-setting ID=NAME erases what --store-setting has stored",
          fix: "see what is set with 'appctl config --explain'")
      }
      console.note("the secret of \(name.displayable) is erased")
    }
    guard let given = storeSetting else { return }
    let (id, name) = (given.name, given.value)
    guard IdentifierRule.allowsProviderID(id), ProviderSetting.allows(name: name) else {
      throw CommandError.usage(
        "\(CommandError.quoted("\(id)=\(name)")) does not name a setting",
        why: "it is the id of a provider, '=', and the name of one of its settings",
        fix: "write --store-setting com.example.kitty=clientSecret; 'appctl providers' lists the settings")
    }
    let wanted = store ?? settings.store?.value ?? .file
    guard let vault = vaults.first(where: { $0.name == wanted.rawValue }) else {
      throw CommandError.usage(
        "the store '\(wanted.rawValue)' keeps no secrets of settings", why: "it is not a vault of the system",
        fix: "add --store secret-service or --store keyring, or name a file of your own in config.json with "
          + "{ \"file\": \"PATH\" }")
    }
    try requireLibrary(of: id)
    try await vault.check()
    let secret = try StandardInput.secret(for: name, console)
    guard 1...ProviderSetting.valueLimit ~= secret.byteCount else {
      throw CommandError(
        .standardInput,
        what: "the secret of \(CommandError.quoted(name)) has to have 1 to \(ProviderSetting.valueLimit) bytes",
        why: "a setting without a value is left out", fix: "give it on standard input")
    }
    try await secrets.store((secret, vault), as: name, for: id, vaults)
    console.note(
      "the secret is stored; config.json needs \"settings\": { \"\(id)\": { \"\(name)\": { \"store\": true } } }")
  }
}

extension ConfigCommand {
  /// Otherwise another library of the id would get the secret.
  private func requireLibrary(of id: String) throws {
    let libraries = ProviderLibraries(folder: try StateFolder(stateDir).path)
    if let provider, provider.hasSlash || provider.isLibraryName {
      let found = try libraries.note(ofLibraryAt: provider).id
      if found != id { throw PluginError.otherProvider(found, [id], to: "have the secret") }
    } else if try libraries.load()[id] == nil {
      let listing = ProviderListing(.ofThisProcess(given: providerDir))
      guard let found = listing.provider(id) else { throw PluginError.unknownProvider(id, listing) }
      _ = try libraries.note(ofLibraryAt: found.path)
    }
  }
}

private struct SettingsReport {
  let settings: Settings
  let providers: ProviderSettingsReport

  private struct Line {
    let setting: Setting
    let words: String
    let value: any JSONConvertible
    /// `nil` for a default value.
    let origin: SettingOrigin?

    init(_ setting: Setting, _ words: String, _ value: any JSONConvertible, _ origin: SettingOrigin?) {
      (self.setting, self.words, self.value, self.origin) = (setting, words.isEmpty ? "none" : words, value, origin)
    }

    var explanation: String {
      let by = origin.map { "by \($0.text)" } ?? "by default"
      let use = setting == .profile ? "'appctl use'" : nil
      let over = [setting.option, setting.variable, use].compactMap(\.self).joined(separator: ", then ")
      let rest = over.isEmpty ? "" : "; \(over) \(setting.variable == nil ? "comes" : "come") before the file"
      return "\(words), \(by)\(rest)"
    }
  }

  private var lines: [Line] {
    let (profile, store) = ((settings.profile?.value ?? .standard).name, (settings.store?.value ?? .file).rawValue)
    let permissions = (settings.permissions?.value ?? [:]).mapValues { $0.map(\.rawValue).sorted() }
    let pins = (settings.pins?.value ?? [:]).mapValues(\.sha256)
    return [
      Line(
        .provider, settings.provider?.value ?? "the last one used", settings.provider?.value, settings.provider?.origin),
      Line(.profile, profile, profile, settings.profile?.origin),
      Line(.store, store, store, settings.store?.origin),
      Line(
        .isolated, settings.isolated.map { "\($0.value)" } ?? "automatic", settings.isolated?.value,
        settings.isolated?.origin),
      Line(
        .allow, Self.words(permissions.mapValues { $0.joined(separator: ",") }), permissions,
        settings.permissions?.origin),
      Line(.pins, Self.words(pins), pins, settings.pins?.origin),
    ]
  }

  private static func words(_ values: [String: String]) -> String {
    values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
  }

  var text: String {
    let all = lines.map { ($0.setting.rawValue, $0.words) } + providers.lines.map { ($0.title, $0.words) }
    return all.map { "\($0): \($1)".displayable + "\n" }.joined()
  }

  var explanation: String {
    let file =
      switch (settings.path, settings.hasFile) {
      case (nil, _): "no file: neither XDG_CONFIG_HOME nor HOME is an absolute path"
      case (let path?, true): "file: \(path)"
      case (let path?, false): "file: \(path), which is not there"
      }
    let all =
      lines.map { "\($0.setting.rawValue): \($0.explanation)" }
      + providers.lines.map { "\($0.title): \($0.explanation)" }
    return ([file] + all).map { $0.displayable + "\n" }.joined()
  }

  var members: KeyValuePairs<String, any JSONConvertible> {
    let values = lines.map { ($0.setting.rawValue, ["origin": $0.origin?.text, "value": $0.value] as JSONValue) }
    return ["file": settings.path, "providers": providers, "settings": Dictionary(uniqueKeysWithValues: values)]
  }
}
