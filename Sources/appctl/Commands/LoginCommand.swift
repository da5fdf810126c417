import AppControllerKit

@MainActor
struct LoginCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Log in through the provider's logged-out interface.",
    "Fills the inputs of the interface and performs its primary action. On a terminal it asks for what is missing, "
      + "for a secret without echo.",
    "Prints one line; with --show the logged-in interface as well, and with --format json the interface alone.",
    "Whoever is logged in already stays so; logging in as somebody else, or with other settings of the server, needs "
      + "--switch.",
    "What is given with --setting, --isolated, --not-isolated and --allow is remembered for the commands that follow, until "
      + "a login gives others, --forget-settings or 'appctl permissions revoke'.",
    "With --store the secret goes where it says: file (the session's file), secret-service (the desktop's keyring) or "
      + "keyring (the kernel's, until the machine restarts). The other commands find it there, and it stays there "
      + "until a login names another place or the session ends. With --store memory nothing is kept, so that "
      + "nobody is logged in when the command has ended.",
    "With --purpose the user does something else in the provider's interface for it: confirm (show that it is them), unlock "
      + "or change-secret for whoever is logged in, switch-account, recover, sign-up. It succeeds only when the provider "
      + "says that it is done, and for the first three only when the same user has done it.",
    examples: [
      "Answer what the provider asks": "appctl login --provider com.example.kitty",
      "Log in from a script": "appctl login --set user=ann --set-stdin password < password.txt",
      "Keep the secret in the desktop's keyring": "appctl login --store secret-service",
      "Have the user confirm a step of a script": "appctl login --purpose confirm",
    ])

  @Option(.set) var set: [NamedValue]
  @Option(.setStdin) private var setStdin: String?
  @Option(value: "NAME", "Perform this action, not the primary one.") private var action: String?
  @Option(value: "WHAT", "Have the user do this, not sign in.") private var purpose: AuthenticationPurpose?
  @Flag("Log in even if somebody else is logged in.") private var `switch`: Bool
  @Flag("Print the logged-in interface as well.") private var show: Bool
  @Flag("Forget the settings that earlier logins were given.") private var forgetSettings: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "--set": _set, "--set-stdin": _setStdin, "--action": _action, "--purpose": _purpose, "--switch": _switch,
      "--show": _show, "--forget-settings": _forgetSettings,
    ]
  }
  let common = ProviderOptions(beginsSession: true)
  var use: WorkspaceUse { WorkspaceUse(asksForPermissions: true) }

  func run(in workspace: Workspace) async throws {
    if setStdin != nil, common.settingStdin != nil { throw CommandError.twoFromStandardInput }
    let inputs = try GivenInputs(set, stdin: setStdin)
    if forgetSettings { try await workspace.forgetSettings() }
    let (provider, controller, window) = try await workspace.install(for: self.switch ? .replacement : .account)
    defer { withExtendedLifetime(window) {} }
    workspace.remember(provider, withChoice: true)
    if let purpose, purpose != .signIn {
      try await fulfil(purpose, controller, inputs, workspace.console)
    } else if let session = controller.session {
      if try await isDone(session, inputs, controller) {
        if let place = try await workspace.sessions.move(session, of: provider.id) {
          workspace.console.note("the secret of \(session.subject) was moved to the store '\(place)'")
        } else {
          workspace.console.note("\(session.subject) is logged in already; nothing changed")
        }
        try await workspace.rememberSettings(of: provider)
        return report(.signIn, provider, controller, workspace)
      }
      try workspace.console.check(await controller.login(try await signInApart(with: inputs, in: workspace)))
    } else {
      try await signIn(controller, inputs, workspace.console)
    }
    report(purpose ?? .signIn, provider, controller, workspace)
    if let session = controller.session, common.store != .memory {
      try CredentialProposal(session: session, provider: provider.id, workspace: workspace).settle()
    }
  }

  private func report(
    _ purpose: AuthenticationPurpose, _ provider: OpenedProvider, _ controller: AppController, _ workspace: Workspace
  ) {
    let subject = controller.session.map { $0.isAnonymous ? "" : " as \($0.subject.displayable)" } ?? ""
    InterfacePrinter(workspace: workspace).outcome(
      "\(purpose.words(for: provider.name))\(subject)", in: controller, shows: show)
  }

  private func fulfil(
    _ purpose: AuthenticationPurpose, _ controller: AppController, _ inputs: GivenInputs, _ console: Console
  ) async throws {
    let shown = AwaitedAnswer<AuthenticationLayer?>()
    let login = Task.immediate {
      defer { shown.give(nil) }
      return await controller.login(purpose: purpose) { shown.give($0) }
    }
    // When the command gives up, nobody waits for the layer any more.
    defer { login.cancel() }
    if let layer = await shown.value { try await signIn(controller, inputs, console, for: layer) }
    try console.check(await login.value)
  }

  private func signIn(
    _ controller: AppController, _ inputs: GivenInputs, _ console: Console, for layer: AuthenticationLayer? = nil
  ) async throws {
    try await SignIn(controller: controller, console: console, inputs: inputs, action: action, layer: layer).run()
  }

  /// Uses a separate instance without a session, so that the current user stays logged in when the attempt fails.
  private func signInApart(with inputs: GivenInputs, in workspace: Workspace) async throws -> Session? {
    let (_, controller) = try await workspace.open(over: InMemorySessionStore(), for: .replacement)
    let window = try await workspace.install(controller)
    defer { withExtendedLifetime(window) {} }
    try await signIn(controller, inputs, workspace.console)
    return controller.session
  }

  /// Only the provider knows which user the inputs belong to, and it is not asked: each input that identifies the user
  /// has to equal the session's subject, or the command needs `--switch`.
  private func isDone(
    _ session: Session, _ inputs: GivenInputs, _ controller: AppController
  ) async throws -> Bool {
    if self.switch { return false }
    let form = Form(of: try await controller.describe(.loggedOut).resolved().root)
    _ = try inputs.values(for: form)
    let fields = form.entries.filter(\.input.content.isIdentity)
    // When a form does not mark the input that identifies the user, any of its inputs may be that one.
    let identities = (fields.isEmpty ? form.entries : fields).compactMap { inputs.text($0.input.name) }
    if identities.allSatisfy({ $0 == session.subject }) { return true }
    throw CommandError(
      .otherUser, what: "\(session.subject) is logged in, and the command is for \(identities.joined(separator: ", "))",
      why: "logging in as somebody else ends the session of \(session.subject)", fix: "add --switch if that is meant")
  }
}

extension AuthenticationPurpose: ParameterValue {
  fileprivate func words(for provider: String) -> String {
    switch self {
    case .signIn, .switchAccount: "Logged in to \(provider)"
    case .confirm: "Confirmed to \(provider)"
    case .unlock: "Unlocked \(provider)"
    case .changeSecret: "Changed the secret for \(provider)"
    case .recover: "Recovered the account of \(provider)"
    case .signUp: "Signed up to \(provider)"
    }
  }
}
