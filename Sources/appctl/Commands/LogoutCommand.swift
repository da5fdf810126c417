import AppControllerKit
import ProviderPlugins

@MainActor
struct LogoutCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "End the stored session and tell the provider.",
    "What is stored is erased before the provider is loaded; what the provider could not be told is a warning.",
    "The provider gets the settings that the session was made with, unless the command line gives others.",
    "With --force a session ends even if its secret is in a keyring that cannot be reached. The provider is not told "
      + "then, and the secret is erased when the session changes the next time.",
    examples: ["Log out, whatever objects": "appctl logout --force"])

  @Flag("Log out even if something objects.") private var force: Bool
  @Flag("Print the logged-out interface as well.") private var show: Bool
  @Flag("Forget the settings that logins were given.") private var forgetSettings: Bool
  nonisolated var declared: DeclaredParameters {
    ["--force": _force, "--show": _show, "--forget-settings": _forgetSettings]
  }
  let common = ProviderOptions()

  func run(in workspace: Workspace) async throws {
    // The session is erased before any code of the provider runs, because that code may crash or hang.
    let (source, last) = try workspace.source()
    var former: [String: Session] = [:]
    var isUnseen = false
    for id in try ReferencedProviders(common, source, last: last, in: workspace.stateFolder).ids
    where IdentifierRule.allowsProviderID(id) {
      do {
        former[id] = try await erase(id, workspace)
      } catch let error as AppControllerError where error.isAboutVault {
        try await eraseUnseen(id, since: error, workspace)
        isUnseen = true
      }
    }
    if forgetSettings { try await workspace.forgetSettings() }
    if !former.isEmpty { return await notifyProvider(of: former, workspace) }
    if isUnseen {
      workspace.console.note("the provider was not told, because the secret is out of reach")
      return workspace.wantsJSON ? () : workspace.console.done("Logged out")
    }
    try await logOut(try await workspace.open(), workspace)
  }
}

// MARK: - The stored session

extension LogoutCommand {
  /// `nil` when no session was stored.
  private func erase(_ id: String, _ workspace: Workspace) async throws -> Session? {
    let store = workspace.sessions.store
    // Another process may change the record meanwhile. The last attempt erases a record of any generation; the provider
    // may then be told of an older session.
    for isLast in [false, false, true] {
      let record = try await store.load(for: id)
      workspace.console.warn(of: record)
      // A session with a lost secret is erased too, because the secret may be found again.
      guard record.session != nil || record.warning?.code == .secretLost else { return nil }
      do {
        workspace.console.warn(
          of: try await store.replace(for: id, with: nil, ifGeneration: isLast ? nil : record.generation))
        return record.session
      } catch let error as AppControllerError where error.code == .sessionConflict {}
    }
    return nil
  }

  /// Otherwise a user whose vault is permanently lost could never log out.
  private func eraseUnseen(_ id: String, since error: AppControllerError, _ workspace: Workspace) async throws {
    guard force else {
      throw AppControllerError(
        error.code, what: error.what, why: error.why,
        fix: "\(error.fix); or end the session without telling the provider: appctl logout --force")
    }
    workspace.console.warn(of: try await workspace.sessions.store.replace(for: id, with: nil, ifGeneration: nil))
  }
}

extension Console {
  fileprivate func warn(of record: SessionRecord) {
    if let warning = record.warning { self.warning(warning) }
  }
}

// MARK: - Telling the provider

extension LogoutCommand {
  /// The provider sees the former session in a separate store in memory, so that nothing is stored again; every failure
  /// becomes a warning.
  private func notifyProvider(of former: [String: Session], _ workspace: Workspace) async {
    var untold = Set(former.keys)
    let failure = "the session is ended, and the provider could not be told"
    do {
      let memory = InMemorySessionStore()
      for (id, session) in former { try memory.replace(for: id, with: session) }
      let opened = try await workspace.open(over: memory, for: .ending(former), since: failure)
      guard former[opened.0.id] != nil else {
        throw PluginError.otherProvider(opened.0.id, former.keys.sorted(), to: "be told of the end of the session")
      }
      try await logOut(opened, workspace)
      untold.remove(opened.0.id)
    } catch {
      let reason = (error as? any ExplainedError).map { "\($0.what) [\($0.codeName)]" } ?? "\(error)"
      workspace.console.warning("\(failure): \(reason)")
      if !workspace.wantsJSON {
        workspace.console.done("Logged out of \(former.keys.sorted().joined(separator: ", "))")
      }
      guard show || workspace.wantsJSON else { return }
      return InterfacePrinter(workspace: workspace).interface(
        BuiltInInterface(FaceWords(for: "", .text)).loggedOut, of: nil)
    }
    for id in untold.sorted() { workspace.console.warning("the session of \(id) is ended, and nobody was told") }
  }

  private func logOut(
    _ opened: (provider: OpenedProvider, controller: AppController), _ workspace: Workspace
  ) async throws {
    let window = try await workspace.install(opened.controller)
    defer { withExtendedLifetime(window) {} }
    workspace.remember(opened.provider)
    let outcome = await opened.controller.logout(force: force)
    try workspace.console.check(outcome)
    let isDone = outcome != .unchanged
    InterfacePrinter(workspace: workspace).outcome(
      "\(isDone ? "Logged out of" : "Nobody is logged in to") \(opened.provider.name)", isDone: isDone,
      in: opened.controller, shows: show)
  }
}

extension AppControllerError {
  fileprivate var isAboutVault: Bool {
    [.vaultUnavailable, .vaultLocked, .vaultFailed, .vaultTimedOut, .unknownVault].contains(code)
  }
}

extension PluginError {
  /// The library has been replaced by another provider since the session was stored.
  static func otherProvider(_ found: String, _ wanted: [String], to purpose: String) -> PluginError {
    PluginError(
      .otherProvider,
      what: "the library is provider \(found.displayable) now, and was \(wanted.joined(separator: ", "))",
      why: "it was replaced, and another provider gets nothing of the session",
      fix: "put the former library back, if the provider has to \(purpose)")
  }
}
