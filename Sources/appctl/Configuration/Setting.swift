/// Something that a user settles once, and not in every command.
enum Setting: String, CaseIterable {
  /// The provider of commands that name none.
  case provider
  /// Where the secrets of new sessions are kept.
  case store
  /// Whether providers run in processes of their own.
  case isolated
  /// What providers in processes of their own may do besides.
  case allow
  /// Which builds of providers are loaded, and no others.
  case pins

  /// The environment variable that says it; what is said of each provider is too long for one.
  var variable: String? {
    switch self {
    case .provider, .store, .isolated: "APPCTL_\(rawValue.uppercased())"
    case .allow, .pins: nil
    }
  }

  /// The option that says it; a pin of the command line is for one provider.
  var option: String? { self == .pins ? nil : "--\(rawValue)" }
}

/// Who has said a setting.
enum SettingOrigin: Equatable {
  case variable(String)
  /// A file, with the line.
  case file(String, line: Int)

  /// The origin for people, such as `/home/ann/.config/appcontroller/config.json:3`.
  var text: String {
    switch self {
    case .variable(let name): "the environment variable \(name)"
    case .file(let path, let line): "\(path):\(line)"
    }
  }
}
