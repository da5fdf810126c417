import AppControllerKit

/// `appctl show`: prints an interface of the provider.
@MainActor
struct ShowCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    let (_, controller) = try workspace.open()
    let (current, session) = try await controller.initialState()
    let state = workspace.invocation.string(.state).flatMap(AppController.State.init(rawValue:)) ?? current
    Report(workspace: workspace).interface(try await controller.describe(state, session: session))
  }
}
