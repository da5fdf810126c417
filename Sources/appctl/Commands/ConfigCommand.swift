internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl config`: prints the settings, and where each was set.
@MainActor
struct ConfigCommand: Command {
  nonisolated static let help = CommandHelp(
    "Say what is settled for all commands, and by whom.",
    "Settings stand in appcontroller/config.json below XDG_CONFIG_HOME or ~/.config: provider, store, isolated, "
      + "allow, an object of lists of permissions by the ids of providers, such as [\"network\"], and pins, an object "
      + "of SHA-256 digests. APPCTL_PROVIDER, APPCTL_STORE and "
      + "APPCTL_ISOLATED come before the file, and the options of a command before both.",
    "The store is for commands that may begin a session: login, perform and run.",
    examples: ["See who has said what": "appctl config --explain"])

  @Flag("Say of every setting who has said it.") private var explain: Bool
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool

  func run(_ console: Console) throws {
    let told = ToldSettings(settings: try .current())
    console.result(format == .json ? told.json : explain ? told.explanation : told.text)
  }
}

/// The settings in the form in which they are printed.
private struct ToldSettings {
  let settings: Settings

  /// Each setting with its value and its origin; the origin is nil for a default value.
  private var lines: [(setting: Setting, value: String, origin: SettingOrigin?)] {
    [
      (.provider, settings.provider?.value ?? "the last one used", settings.provider?.origin),
      (.store, (settings.store?.value ?? .file).rawValue, settings.store?.origin),
      (.isolated, settings.isolated.map { "\($0.value)" } ?? "automatic", settings.isolated?.origin),
      (
        .allow, permissions.map { "\($0.id)=\($0.names.joined(separator: ","))" }.joined(separator: " "),
        settings.permissions?.origin
      ),
      (.pins, pins.map { "\($0.id)=\($0.digest)" }.joined(separator: " "), settings.pins?.origin),
    ]
  }

  private var permissions: [(id: String, names: [String])] {
    (settings.permissions?.value ?? [:]).map { ($0.key, $0.value.map(\.rawValue).sorted()) }.sorted { $0.0 < $1.0 }
  }

  private var pins: [(id: String, digest: String)] {
    (settings.pins?.value ?? [:]).map { ($0.key, $0.value.sha256) }.sorted { $0.0 < $1.0 }
  }

  var text: String {
    lines.map { "\($0.setting.rawValue): \($0.value.isEmpty ? "none" : $0.value.displayable)\n" }.joined()
  }

  var explanation: String {
    let file =
      switch (settings.path, settings.hasFile) {
      case (nil, _): "no file: neither XDG_CONFIG_HOME nor HOME is an absolute path"
      case (let path?, true): "file: \(path)"
      case (let path?, false): "file: \(path), which is not there"
      }
    return file.displayable + "\n"
      + lines.map { line in
        let by = line.origin.map { "by \($0.text)" } ?? "by default"
        let over = [line.setting.option, line.setting.variable].compactMap(\.self).joined(separator: ", then ")
        let rest = over.isEmpty ? "" : "; \(over) \(line.setting.variable == nil ? "comes" : "come") before the file"
        let value = line.value.isEmpty ? "none" : line.value
        return "\(line.setting.rawValue): \(value), \(by)\(rest)".displayable + "\n"
      }.joined()
  }

  var json: String {
    let members = lines.sorted { $0.setting.rawValue < $1.setting.rawValue }.map { line -> JSONValue.Member in
      .init(line.setting.rawValue, ["origin": .text(line.origin?.text), "value": value(of: line.setting)])
    }
    return JSONReport.text(["file": .text(settings.path), "settings": .object(members)])
  }

  private func value(of setting: Setting) -> JSONValue {
    switch setting {
    case .provider: .text(settings.provider?.value)
    case .store: .string((settings.store?.value ?? .file).rawValue)
    case .isolated: settings.isolated.map { .bool($0.value) } ?? .null
    case .allow: .object(permissions.map { .init($0.id, .texts($0.names)) })
    case .pins: .texts(pins.map { ($0.id, $0.digest) })
    }
  }
}
