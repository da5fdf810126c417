import AppControllerKit
import Glibc
import ProviderPlugins

/// What the environment and the user's file say, for the commands that do not say it themselves.
///
/// An option wins over the environment, and that over the file. A process with elevated privileges heeds neither, because
/// both are somebody else's.
struct Settings {
  /// A setting that somebody has said.
  struct Said<Value> {
    let value: Value
    let origin: SettingOrigin
  }

  /// Where the file is, or would be; `nil` when nothing says where.
  private(set) var path: String?
  /// Whether it is there.
  private(set) var hasFile = false
  private(set) var provider: Said<String>?
  private(set) var store: Said<ChosenStore.Name>?
  private(set) var isolated: Said<Bool>?
  private(set) var permissions: Said<[String: Set<ProviderPermission>]>?
  private(set) var pins: Said<[String: ProviderPin]>?

  /// Finds out what this process is told.
  static func current() throws -> Settings {
    if ProcessPrivileges.areElevated { return Settings() }
    return try Settings { name in
      do throws(AppControllerError) { return try SystemText.variable(name) } catch {
        throw CommandError(.badConfiguration, what: error.what, why: error.why, fix: error.fix)
      }
    }
  }

  private init() {}

  /// Finds out what an environment says, and the file that it leads to.
  ///
  /// - Throws: What is wrong with either.
  init(_ environment: (String) throws -> String?) throws {
    path = try ConfigurationFile.path(environment)
    if let path, let file = try ConfigurationFile(at: path) {
      hasFile = true
      func said<Value>(_ entry: ConfigurationFile.Entry<Value>?) -> Said<Value>? {
        entry.map { Said(value: $0.value, origin: .file(path, line: $0.line)) }
      }
      (provider, store) = (said(file.provider), said(file.store))
      (isolated, permissions, pins) = (said(file.isolated), said(file.permissions), said(file.pins))
    }
    for setting in Setting.allCases {
      guard let variable = setting.variable, let text = try environment(variable), !text.isEmpty else { continue }
      try take(text, of: variable, as: setting)
    }
  }

  private mutating func take(_ text: String, of variable: String, as setting: Setting) throws(CommandError) {
    let origin = SettingOrigin.variable(variable)
    switch setting {
    case .provider: provider = Said(value: text, origin: origin)
    case .store:
      guard let name = ChosenStore.Name(rawValue: text) else {
        throw .badVariable(variable, text, ChosenStore.Name.choices)
      }
      store = Said(value: name, origin: origin)
    case .isolated:
      guard let flag = ["1": true, "true": true, "0": false, "false": false][text] else {
        throw .badVariable(variable, text, ["1", "0"])
      }
      isolated = Said(value: flag, origin: origin)
    case .allow, .pins: break
    }
  }
}

extension CommandError {
  fileprivate static func badVariable(_ name: String, _ value: String, _ choices: [String]) -> CommandError {
    .badConfiguration(
      "the environment variable \(name) is \(quoted(value))", "it is one of \(choices.joined(separator: ", "))",
      Suggestion.nearest(to: value, among: choices).map { "did you mean '\($0)'?" } ?? "set one of them, or unset it")
  }
}
