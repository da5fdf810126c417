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
    case .provider: "APPCTL_PROVIDER"
    case .store: "APPCTL_STORE"
    case .isolated: "APPCTL_ISOLATED"
    case .allow, .pins: nil
    }
  }

  /// The option that says it; a pin of the command line is for one provider.
  var option: OptionSpec? {
    switch self {
    case .provider: .provider
    case .store: .store
    case .isolated: .isolated
    case .allow: .allow
    case .pins: nil
    }
  }

  /// Whether the setting applies to a command that has its option.
  ///
  /// The store setting applies only to commands that may begin a session; other commands find the session in any store.
  func applies(to command: String) -> Bool {
    switch self {
    case .store: ["login", "perform", "run"].contains(command)
    case .provider, .isolated, .allow, .pins: true
    }
  }
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
