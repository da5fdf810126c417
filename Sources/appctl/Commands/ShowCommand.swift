import AppControllerKit

/// `appctl show`: prints an interface of the provider.
@MainActor
struct ShowCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    if let name = workspace.invocation.string(.interface) { return try show(name) }
    let (_, controller) = try workspace.open()
    let (current, session) = try await controller.initialState()
    let state = workspace.invocation.string(.state).flatMap(AppController.State.init(rawValue:)) ?? current
    Report(workspace: workspace).interface(try await controller.describe(state, session: session))
  }

  /// Shows an interface of a storyboard, whatever state it is for.
  private func show(_ name: String) throws {
    guard let path = workspace.invocation.string(.storyboard) else { throw CommandError.needsStoryboard(.interface) }
    Report(workspace: workspace).interface(try Storyboard(contentsOfFile: path).requireInterface(named: name))
  }
}
