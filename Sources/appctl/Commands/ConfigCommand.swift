internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl config`: says what is settled, and by whom.
@MainActor
struct ConfigCommand {
  private let invocation: Invocation
  private let console: Console
  private let settings: Settings

  init(_ invocation: Invocation, _ console: Console, _ settings: Settings) {
    self.invocation = invocation
    self.console = console
    self.settings = settings
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() {
    console.result(invocation.string(.format) == "json" ? json : invocation.flag(.explain) ? explanation : text)
  }

  /// A setting, its value and who has said it; nobody where it is left at its default.
  private var lines: [(setting: Setting, value: String, origin: SettingOrigin?)] {
    [
      (.provider, settings.provider?.value ?? "the last one used", settings.provider?.origin),
      (.store, settings.store?.value ?? "file", settings.store?.origin),
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

  private var text: String {
    lines.map { "\($0.setting.rawValue): \($0.value.isEmpty ? "none" : $0.value.displayable)\n" }.joined()
  }

  private var explanation: String {
    let file =
      switch (settings.path, settings.hasFile) {
      case (nil, _): "no file: neither XDG_CONFIG_HOME nor HOME is an absolute path"
      case (let path?, true): "file: \(path)"
      case (let path?, false): "file: \(path), which is not there"
      }
    return file.displayable + "\n"
      + lines.map { line in
        let by = line.origin.map { "by \($0.text)" } ?? "by default"
        let over = [line.setting.option?.name, line.setting.variable].compactMap(\.self).joined(separator: ", then ")
        let rest = over.isEmpty ? "" : "; \(over) \(line.setting.variable == nil ? "comes" : "come") before the file"
        let value = line.value.isEmpty ? "none" : line.value
        return "\(line.setting.rawValue): \(value), \(by)\(rest)".displayable + "\n"
      }.joined()
  }

  private var json: String {
    JSONReport.text { writer in
      writer.key("file")
      writer.string(orNull: settings.path)
      writer.key("settings")
      writer.beginObject()
      for line in lines.sorted(by: { $0.setting.rawValue < $1.setting.rawValue }) {
        writer.key(line.setting.rawValue)
        writer.beginObject()
        writer.key("origin")
        writer.string(orNull: line.origin?.text)
        writer.key("value")
        write(line.setting, to: &writer)
        writer.endObject()
      }
      writer.endObject()
    }
  }

  private func write(_ setting: Setting, to writer: inout JSONWriter) {
    switch setting {
    case .provider: writer.string(orNull: settings.provider?.value)
    case .store: writer.string(settings.store?.value ?? "file")
    case .isolated: if let isolated = settings.isolated { writer.bool(isolated.value) } else { writer.null() }
    case .allow:
      writer.beginObject()
      for (id, names) in permissions {
        writer.key(id)
        writer.array(of: names) { $1.string($0) }
      }
      writer.endObject()
    case .pins: writer.object(pins.map { ($0.id, $0.digest) })
    }
  }
}
