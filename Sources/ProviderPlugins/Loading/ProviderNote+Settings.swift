package import AppControllerKit

extension ProviderNote {
  /// The values are in the order of the note, with the defaults of those that are not given.
  ///
  /// Throws `ACK2040` with all faults; it repeats no given text.
  package func values(from given: [String: SettingValue]) throws(PluginError) -> ProviderSettings {
    var (values, faults) = (ProviderSettings(), unknown(in: given))
    for setting in settings {
      guard let value = given[setting.name] else {
        if setting.isRequired {
          faults.append(SettingFault("\(setting.name) is missing", fix: setting.line(of: id)))
        } else if let value = setting.defaultValue {
          values.entries.append(.init(name: setting.name, value: Secret(value)))
        }
        continue
      }
      switch setting.secret(of: value, for: id) {
      case .success(let secret): values.entries.append(.init(name: setting.name, value: secret))
      case .failure(let fault): faults.append(fault)
      }
    }
    if !faults.isEmpty { throw .badSettings(of: id, faults) }
    return values
  }

  private func unknown(in given: [String: SettingValue]) -> [SettingFault] {
    let names = settings.map(\.name)
    return given.keys.filter { !names.contains($0) }.sorted().map { name in
      let shown = UTF8Key(text: name).shown
      return SettingFault(
        "\(shown)\(given[name]?.place ?? "") is not a setting of it",
        fix: Suggestion.nearest(to: name, among: names).map { "for \(shown), did you mean '\($0)'?" }
          ?? (names.isEmpty
            ? "leave out \(shown), it has no settings" : "its settings are \(names.joined(separator: ", "))"))
    }
  }
}

private struct SettingFault: Error {
  let what: String
  let fix: String

  init(_ what: String, fix: String) { (self.what, self.fix) = (what, fix) }
}

extension SettingValue {
  /// Follows the setting's name.
  fileprivate var place: String { origin.isEmpty ? "" : " (\(origin.displayable))" }
}

extension ProviderSetting {
  fileprivate func secret(of value: SettingValue, for provider: String) -> Result<Secret, SettingFault> {
    func fault(_ problem: String) -> Result<Secret, SettingFault> {
      .failure(SettingFault("\(name)\(value.place) \(problem)", fix: line(of: provider)))
    }
    switch value.content {
    case .unusable(let reason): return fault(reason)
    case .text(let text):
      if kind == .secret { return fault("is a secret and is given as text, which others can read") }
      return problem(of: text).map(fault) ?? .success(Secret(text))
    case .secret(let secret):
      let isText = secret.withUTF8Bytes { (try? UTF8Span(validating: $0)) != nil }
      guard isText else { return fault("is not UTF-8") }
      // For a secret, only the size is checked, so that no copy is made.
      if kind == .secret {
        guard 1...Self.valueLimit ~= secret.byteCount else {
          return fault("has \(secret.byteCount) bytes, and has to have 1 to \(Self.valueLimit)")
        }
        return .success(secret)
      }
      return problem(of: secret.text).map(fault) ?? .success(secret)
    }
  }

  fileprivate func line(of provider: String) -> String {
    let member = kind == .secret ? "{ \"file\": \"PATH\" }" : kind.example
    let option = kind == .secret ? "--setting-stdin \(name)" : "--setting \(name)=\(kind.placeholder)"
    return "give \(name) with \(option), or in config.json with "
      + "\"settings\": { \"\(provider)\": { \"\(name)\": \(member) } }"
  }
}

extension ProviderSetting.Kind {
  fileprivate var example: String {
    switch self {
    case .integer, .boolean: placeholder == "NUMBER" ? "0" : placeholder
    case .text, .url, .choice, .secret, .unknown: "\"\(placeholder)\""
    }
  }
}

extension PluginError {
  fileprivate static func badSettings(of id: String, _ faults: [SettingFault]) -> PluginError {
    PluginError(
      .badSettings,
      what: "the settings for provider \(id) are not right: \(faults.map(\.what).joined(separator: "; "))",
      why: "its note says which settings it has, and a provider gets only values that were checked",
      fix: faults.map(\.fix).joined(separator: "; ")
    )
  }
}
