internal import AppControllerKit
internal import ProviderPlugins

struct CheckedSettings {
  private(set) var values = ProviderSettings()
  private var secrets: Set<String> = []

  init() {}

  /// A secret that is not given is made up; fails with `ACK2040`.
  init(_ note: ProviderNote, _ given: [String: SettingValue]) throws(PluginError) {
    secrets = Set(note.settings.filter { $0.kind == .secret }.map(\.name))
    var given = given
    for name in secrets where given[name] == nil { given[name] = .secret(Self.madeUp(name)) }
    values = try note.values(from: given)
  }

  /// A made-up secret, which may be an argument of a process.
  private static func madeUp(_ name: String) -> Secret { Secret("setting-\(name)-9b2e61d07c4f4a58") }

  // Every value except a secret is a single line.

  var argument: String {
    values.entries.map { secrets.contains($0.name) ? $0.name : "\($0.name)=\($0.value.text)" }.joined(separator: "\n")
  }

  init(argument: String) {
    for line in argument.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let value = parts.count == 2 ? Secret(String(parts[1])) : Self.madeUp(name)
      values.entries.append(.init(name: name, value: value))
    }
  }
}
