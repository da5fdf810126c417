import AppControllerKit

/// `appctl logout`: ends the stored session.
@MainActor
struct LogoutCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    let (provider, controller, window) = try await workspace.install()
    defer { withExtendedLifetime(window) {} }
    workspace.remember(provider)
    let report = Report(workspace: workspace)
    let outcome = await controller.logout(force: workspace.invocation.flag(.force))
    try report.check(outcome)
    if outcome == .unchanged { workspace.console.note("nobody is logged in; nothing changed") }
    report.installed(in: controller)
  }
}
