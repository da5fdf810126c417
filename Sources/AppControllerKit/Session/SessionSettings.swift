/// The settings of a provider, as the sessions of the provider need them.
///
/// A session belongs to the settings that identify its server and its client. With other ones it is not given to the
/// provider, which would send its secret to another server.
package struct SessionSettings: Sendable, Equatable {
  /// What a session that begins is made with.
  package var origin = SessionOrigin()
  /// The settings that identify, with their defaults.
  package var identifying: [String: String?] = [:]

  package init() {}

  /// Makes the settings of a provider.
  ///
  /// - Parameters:
  ///   - settings: The settings that the provider declares. Those that it marks are identifying; if it marks none,
  ///     those that can name a server or a client, which are of the types `url` and `text`.
  ///   - given: The values that were given, without defaults.
  package init(_ settings: [ProviderSetting], given: [String: String]) {
    origin.settings = given
    let marked = settings.filter(\.identifies)
    for setting in marked.isEmpty ? settings.filter(\.kind.canNameServer) : marked {
      identifying.updateValue(setting.defaultValue, forKey: setting.name)
    }
  }

  /// The settings with another value than the one that a session was made with, in the order of their names.
  package func differences(from made: SessionOrigin) -> [(name: String, then: String?, now: String?)] {
    identifying.sorted { $0.key < $1.key }.compactMap { name, value in
      let (then, now) = (made.settings[name] ?? value, origin.settings[name] ?? value)
      let isSame = then.map { ExactName(text: $0) } == now.map { ExactName(text: $0) }
      return isSame ? nil : (name, then, now)
    }
  }

  /// Returns the error for a session that was made with other settings; `nil` when it may be given to the provider, as
  /// one of whose settings nothing is known.
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
  /// Whether a value can name a server or a client.
  fileprivate var canNameServer: Bool {
    switch self {
    case .text, .url: true
    case .integer, .boolean, .choice, .secret, .unknown: false
    }
  }
}

/// A provider that has settings.
@MainActor
package protocol SettingsProvider {
  /// The settings; `nil` when it declares none.
  var sessionSettings: SessionSettings? { get }
}
