/// A setting that a user makes once instead of in every command.
enum Setting: String, CaseIterable {
  /// The provider for commands that name none.
  case provider
  /// The profile for commands that name none.
  case profile
  /// The store for the secrets of new sessions.
  case store
  /// Whether providers run in processes of their own.
  case isolated
  /// The additional permissions of providers that run in processes of their own.
  case allow
  /// The builds of providers that may be loaded; other builds are refused.
  case pins
  /// The values of the providers' own settings.
  case settings
  /// The values of the providers' own settings for one profile each.
  case profiles

  /// `nil` for settings per provider, which would be too long for a variable.
  var variable: String? {
    switch self {
    case .provider, .profile, .store, .isolated: "APPCTL_\(rawValue.uppercased())"
    case .allow, .pins, .settings, .profiles: nil
    }
  }

  /// `nil` where the option is for one provider.
  var option: String? { [.pins, .settings, .profiles].contains(self) ? nil : "--\(rawValue)" }
}

enum SettingOrigin: Equatable {
  case variable(String)
  case option(String)
  case file(String, line: Int)

  /// In words, such as `/home/ann/.config/appcontroller/config.json:3`.
  var text: String {
    switch self {
    case .variable(let name): "the environment variable \(name)"
    case .option(let name): name
    case .file(let path, let line): "\(path):\(line)"
    }
  }
}
