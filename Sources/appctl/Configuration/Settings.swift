import AppControllerKit
import Glibc
import ProviderPlugins

/// What the environment and the user's file say, for the commands that do not say it themselves.
///
/// An option wins over the environment, and the environment over the file. A process with elevated privileges ignores
/// the environment and the file, because another user controls both.
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
  private(set) var store: Said<String>?
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
      let choices = OptionSpec.store.choices ?? []
      guard choices.contains(text) else { throw .badVariable(variable, text, choices) }
      store = Said(value: text, origin: origin)
    case .isolated:
      guard let flag = ["1": true, "true": true, "0": false, "false": false][text] else {
        throw .badVariable(variable, text, ["1", "0"])
      }
      isolated = Said(value: flag, origin: origin)
    case .allow, .pins: break
    }
  }

  /// A command line with what it leaves to the settings.
  func complete(_ invocation: Invocation) -> Invocation {
    var invocation = invocation
    guard let command = CommandTable.current.commands.first(where: { $0.name == invocation.command }) else {
      return invocation
    }
    func isOpen(_ setting: Setting, _ option: OptionSpec) -> Bool {
      command.commonOptions.contains(option) && !invocation.flag(option) && setting.applies(to: command.name)
    }
    if let provider, isOpen(.provider, .provider), invocation.string(.storyboard) == nil {
      invocation.options.append(.init(name: OptionSpec.provider.name, value: provider.value))
    }
    if let store, isOpen(.store, .store) {
      invocation.options.append(.init(name: OptionSpec.store.name, value: store.value))
    }
    // No option: what the settings say of all providers is no choice for the one that is used.
    if command.commonOptions.contains(.isolated) { invocation.isIsolatedBySettings = isolated?.value }
    (invocation.permissions, invocation.pins) = (permissions?.value ?? [:], pins?.value ?? [:])
    return invocation
  }
}

extension CommandError {
  fileprivate static func badVariable(_ name: String, _ value: String, _ choices: [String]) -> CommandError {
    .badConfiguration(
      "the environment variable \(name) is \(quoted(value))", "it is one of \(choices.joined(separator: ", "))",
      Suggestion.nearest(to: value, among: choices).map { "did you mean '\($0)'?" } ?? "set one of them, or unset it")
  }
}
