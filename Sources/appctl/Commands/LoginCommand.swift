import AppControllerKit

/// `appctl login`: signs in through the provider's own logged-out interface.
@MainActor
struct LoginCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    let inputs = try GivenInputs(workspace.invocation)
    let (provider, controller, window) = try await workspace.install()
    defer { withExtendedLifetime(window) {} }
    workspace.remember(provider, withChoice: true)
    let report = Report(workspace: workspace)
    let interface = try await controller.describe(.loggedOut)
    if let session = controller.session, try isDone(session, inputs, interface) {
      if let place = try await workspace.sessions.move(session, of: provider.id) {
        workspace.console.note("the secret of \(session.subject) was moved to the store '\(place)'")
        return report.installed(in: controller)
      }
      workspace.console.note("\(session.subject) is logged in already; nothing changed")
      return report.installed(in: controller)
    }
    let signIn = SignIn(
      controller: controller, console: workspace.console, inputs: inputs, action: workspace.invocation.string(.action)
    )
    switch try await signIn.run(interface) {
    case .session(let session): try report.check(await controller.login(session))
    }
    report.installed(in: controller)
  }

  /// Whether whoever is logged in is who the command means.
  ///
  /// It cannot be known before the provider is asked, so an input that says who somebody is has to be the subject; for
  /// anybody else the command needs `--switch`.
  private func isDone(
    _ session: Session, _ inputs: GivenInputs, _ interface: InterfaceDescription
  ) throws -> Bool {
    if workspace.invocation.flag(.switch) { return false }
    let form = Form(of: interface.resolved().root)
    _ = try inputs.values(for: form)
    let fields = form.entries.filter(\.input.content.isIdentity)
    // A form that does not say which input is who somebody is may mean any of them.
    let identities = (fields.isEmpty ? form.entries : fields).compactMap { inputs.text($0.input.name) }
    if identities.allSatisfy({ $0 == session.subject }) { return true }
    throw CommandError(
      .otherUser, what: "\(session.subject) is logged in, and the command is for \(identities.joined(separator: ", "))",
      why: "logging in as somebody else ends the session of \(session.subject)", fix: "add --switch if that is meant"
    )
  }
}
