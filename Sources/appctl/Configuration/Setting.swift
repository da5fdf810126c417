/// A setting that a user makes once instead of in every command.
enum Setting: String, CaseIterable {
  /// The provider for commands that name none.
  case provider
  /// The store for the secrets of new sessions.
  case store
  /// Whether providers run in processes of their own.
  case isolated
  /// The additional permissions of providers that run in processes of their own.
  case allow
  /// The builds of providers that may be loaded; other builds are refused.
  case pins

  /// The environment variable for the setting; nil for a setting per provider, which is too long for a variable.
  var variable: String? {
    switch self {
    case .provider, .store, .isolated: "APPCTL_\(rawValue.uppercased())"
    case .allow, .pins: nil
    }
  }

  /// The option for the setting; nil for pins, because a pin on the command line is for one provider.
  var option: String? { self == .pins ? nil : "--\(rawValue)" }
}

/// The origin of a setting's value.
enum SettingOrigin: Equatable {
  case variable(String)
  /// A file, with the line number.
  case file(String, line: Int)

  /// The origin in words, such as `/home/ann/.config/appcontroller/config.json:3`.
  var text: String {
    switch self {
    case .variable(let name): "the environment variable \(name)"
    case .file(let path, let line): "\(path):\(line)"
    }
  }
}
