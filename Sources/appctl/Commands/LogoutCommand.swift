import AppControllerKit

/// `appctl logout`: ends the stored session.
@MainActor
struct LogoutCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    let (provider, controller, window): (OpenedProvider, AppController, InterfaceWindow)
    do {
      (provider, controller, window) = try await workspace.install()
    } catch let error as AppControllerError where error.isAboutVault {
      return try await endWithoutSecret(since: error)
    }
    defer { withExtendedLifetime(window) {} }
    workspace.remember(provider)
    let report = Report(workspace: workspace)
    let outcome = await controller.logout(force: workspace.invocation.flag(.force))
    try report.check(outcome)
    if outcome == .unchanged { workspace.console.note("nobody is logged in; nothing changed") }
    report.installed(in: controller)
  }

  /// Ends a session whose secret cannot be had, so that it cannot be shown to the provider.
  ///
  /// The vault may be gone for good, and nobody would ever be logged out.
  private func endWithoutSecret(since error: AppControllerError) async throws {
    guard workspace.invocation.flag(.force) else {
      throw AppControllerError(
        error.code, what: error.what, why: error.why,
        fix: "\(error.fix); or end the session without telling the provider: appctl logout --force"
      )
    }
    let (provider, _) = try workspace.open()
    let record = try await workspace.sessions.store.replace(for: provider.id, with: nil, ifGeneration: nil)
    if let warning = record.warning { workspace.console.warning("\(warning.what) [\(warning.codeName)]") }
    workspace.console.note("the session is ended; the provider was not told, because the secret is out of reach")
  }
}

extension AppControllerError {
  /// Whether a vault is why a stored session cannot be loaded.
  fileprivate var isAboutVault: Bool {
    [.vaultUnavailable, .vaultLocked, .vaultFailed, .vaultTimedOut, .unknownVault].contains(code)
  }
}
