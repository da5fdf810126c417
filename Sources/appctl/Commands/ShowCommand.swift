import AppControllerKit

/// `appctl show`: prints an interface of the provider.
@MainActor
struct ShowCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    if workspace.invocation.flag(.transition) { return try await showTransition() }
    if let name = workspace.invocation.string(.interface) { return try show(name) }
    let (_, controller) = try workspace.open()
    let (current, session) = try await controller.initialState()
    let state = workspace.invocation.string(.state).flatMap(AppController.State.init(rawValue:)) ?? current
    Report(workspace: workspace).interface(try await controller.describe(state, session: session))
  }

  /// Shows how the logged-out interface becomes the logged-in one.
  private func showTransition() async throws {
    let invocation = workspace.invocation
    guard workspace.wantsPage else { throw CommandError.needsPage }
    for option in [OptionSpec.state, .interface] where invocation.string(option) != nil {
      throw CommandError.unwantedWithTransition(option)
    }
    let (_, controller) = try workspace.open()
    let (_, session) = try await controller.initialState()
    let old = try await controller.describe(.loggedOut)
    let new = try await controller.describe(.loggedIn, session: session)
    Report(workspace: workspace).transition(
      from: old, to: new, try await controller.configuration(of: .loggedIn, session: session)
    )
  }

  /// Shows an interface of a storyboard, whatever state it is for.
  private func show(_ name: String) throws {
    guard let path = workspace.invocation.string(.storyboard) else { throw CommandError.needsStoryboard(.interface) }
    Report(workspace: workspace).interface(try Storyboard(contentsOfFile: path).requireInterface(named: name))
  }
}

extension CommandError {
  fileprivate static var needsPage: CommandError {
    .usage(
      "--transition needs --format html", why: "a text does not move",
      fix: "add --format html, and open the page in a browser"
    )
  }

  fileprivate static func unwantedWithTransition(_ option: OptionSpec) -> CommandError {
    .usage(
      "--transition and \(option.name) exclude each other",
      why: "a transition is from the logged-out interface to the logged-in one", fix: "leave out \(option.name)"
    )
  }
}
