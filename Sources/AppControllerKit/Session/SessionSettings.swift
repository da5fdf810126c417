/// A session belongs to the settings that identify its server and its client.
///
/// With other ones it is not given to the provider, which would send its secret to another server.
package struct SessionSettings: Sendable, Equatable {
  package var origin = SessionOrigin()
  /// With their defaults.
  package var identifying: [String: String?] = [:]

  package init() {}

  /// Settings are identifying if the provider marks them, or if it marks none and their type can name a server or a
  /// client.
  ///
  /// The given values have no defaults.
  package init(_ settings: [ProviderSetting], given: [String: String]) {
    origin.settings = given
    let marked = settings.filter(\.identifies)
    for setting in marked.isEmpty ? settings.filter(\.kind.canNameServer) : marked {
      identifying.updateValue(setting.defaultValue, forKey: setting.name)
    }
  }

  package func differences(from made: SessionOrigin) -> [(name: String, then: String?, now: String?)] {
    identifying.sorted { $0.key < $1.key }.compactMap { name, value in
      let (then, now) = (made.settings[name] ?? value, origin.settings[name] ?? value)
      let isSame = then.map { UTF8Key(text: $0) } == now.map { UTF8Key(text: $0) }
      return isSame ? nil : (name, then, now)
    }
  }

  /// `nil` when the session may be given to the provider, as one of whose settings nothing is known.
  package func conflict(with made: SessionOrigin?, of provider: String) -> AppControllerError? {
    guard let made else { return nil }
    let differences = differences(from: made)
    if differences.isEmpty { return nil }
    func list(_ value: ((name: String, then: String?, now: String?)) -> String?) -> String {
      differences.map { "\($0.name) \(value($0).map { "\"\($0.displayable)\"" } ?? "not set")" }.joined(separator: ", ")
    }
    return AppControllerError(
      .otherSettings,
      what: "the session of \(provider) was made with \(list(\.then)), and there is \(list(\.now)) now",
      why: "these settings say whose the session is, and its secret goes to nobody else",
      fix: "give the former settings again, or log in anew")
  }
}

extension ProviderSetting.Kind {
  fileprivate var canNameServer: Bool {
    switch self {
    case .text, .url: true
    case .integer, .boolean, .choice, .secret, .unknown: false
    }
  }
}

@MainActor
package protocol SettingsProvider {
  /// `nil` when the provider declares none.
  var sessionSettings: SessionSettings? { get }
}
