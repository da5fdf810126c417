import AppControllerKit
import ProviderValidator

/// Signs in with the steps of a user of `appctl run`.
///
/// It fills the inputs of the visible screen, performs the screen's primary action through the controller, and
/// continues with the screen of the provider's response.
@MainActor
struct SignIn {
  private static let maximumRounds = 32

  let controller: AppController
  let console: Console
  let inputs: GivenInputs
  /// In place of the first screen's primary action.
  let action: String?
  /// `nil` for signing in.
  var layer: AuthenticationLayer?

  private var isOpen: Bool { layer.map { $0.outcome == nil } ?? (controller.state == .loggedOut) }

  /// Throws when an input is missing or the provider refuses.
  func run() async throws {
    var described = layer == nil ? controller.installedInterface : controller.rootContainer.visibleScreen?.interface
    for round in 0..<Self.maximumRounds {
      guard isOpen, let screen = controller.rootContainer.visibleScreen else { return }
      guard let button = try chooseAction(on: screen, named: round == 0 ? action : nil) else {
        // An unknown part of a newer interface may be an input.
        if let described, described.isIncomplete { throw AppControllerError.newerInterface(described, controller) }
        if layer != nil { throw CommandError.actionUnclear(among: []) }
        return try console.check(await controller.login())
      }
      if round > 0 { say(button.screen) }
      try requireSignIn(button)
      let values = try fill(Form(of: button.screen), for: button)
      let outcome = try await controller.perform(nodeID: button.id ?? "", values: values, revision: controller.revision)
      try console.say(outcome.response, of: controller)
      if let transition = outcome.transition { try console.check(transition) }
      for case .show(let interface, _) in outcome.response.effects { described = interface }
      // A provider may also request the login through its handle.
      if isOpen, controller.rootContainer.visibleScreen === screen {
        await controller.settle()
        if isOpen { throw notSignedIn(outcome.response) }
      }
    }
    throw CommandError.refused(
      "the provider asked \(Self.maximumRounds) times and did not sign in", "a sign-in has an end",
      "ask the provider's author")
  }
}

extension SignIn {
  /// The app has no terminal.
  static func forChecks(
    _ provider: any AppControllerInterfaceProviding, id: String, _ inputs: CheckInputs
  ) async throws -> Session {
    let controller = AppController(
      interfaceProvider: provider, providerID: id, sessionStore: InMemorySessionStore())
    controller.providerDeadline = nil
    let window = InterfaceWindow(traits: .text)
    try await controller.installRootInterface(in: window)
    defer { withExtendedLifetime(window) {} }
    try await SignIn(
      controller: controller, console: Console(), inputs: GivenInputs(inputs), action: inputs.action
    ).run()
    return controller.session ?? .anonymous
  }
}

// MARK: - The action

extension SignIn {
  /// The named node is on any screen; without a name it is the primary action of the visible screen, or its only
  /// button, and `nil` when the screen has neither buttons nor inputs.
  private func chooseAction(
    on screen: ScreenController, named name: String?
  ) throws(CommandError) -> InterfaceDescription.Node? {
    if let name {
      let all = controller.screens.flatMap { $0.node.visibleSubtree }.filter { $0.action != nil }
      guard let named = all.first(where: { $0.action?.name == name }) else { throw .noAction(name, among: all) }
      return named
    }
    let nodes = screen.node.visibleSubtree.filter { $0.action != nil }
    if let primary = screen.node.primaryAction, let button = nodes.first(where: { $0.id == primary }) { return button }
    if let button = nodes.first(where: { $0.style == .primary }) { return button }
    let buttons = nodes.filter { $0.kind == .button && $0.style != .cancel }
    if buttons.count == 1 { return buttons[0] }
    if buttons.isEmpty, screen.form.entries.isEmpty { return nil }
    throw .actionUnclear(among: nodes)
  }

  private func requireSignIn(_ button: InterfaceDescription.Node) throws(CommandError) {
    guard let action = button.action, action.scope == .host else { return }
    switch HostAction(rawValue: action.name) {
    case .login, .push, .present: return
    case .logout, .pop, .select, .dismiss, .copy, .openURL, nil: break
    }
    throw CommandError.refused(
      "the action '\(action.name)' does not sign in", "it is the host's own, and leads to no session and no other form",
      "name another action with --action")
  }
}

// MARK: - The inputs

extension SignIn {
  private func fill(_ form: Form, for button: InterfaceDescription.Node) throws -> InputValues {
    var values = form.values(with: try inputs.values(for: form))
    let missing = missing(in: form, for: button, values)
    if !missing.isEmpty, !StandardInput.isTerminal {
      throw CommandError.missingInputs(missing, unused: unused(in: form))
    }
    let missingNames = Set(missing.map(\.input.name))
    for entry in form.entries where StandardInput.isTerminal {
      let name = entry.input.name
      // The user is also asked for optional inputs; an empty line leaves such an input empty.
      let isOpen = values[name] == nil && button.action?.sends.contains(name) == true
      if isOpen || missingNames.contains(name) { values[name] = try ask(entry) }
    }
    return values
  }

  private func missing(
    in form: Form, for button: InterfaceDescription.Node, _ values: InputValues
  ) -> [Form.Entry] {
    let needed = button.enabled.inputs
    return form.entries.filter { entry in
      let isNeeded =
        needed.contains(entry.input.name)
        || (button.action?.sends.contains(entry.input.name) == true
          && entry.input.rules.contains { $0.requirement == .required })
      return isNeeded && values[entry.input.name]?.isFilled != true
    }
  }

  /// A provider that asks in rounds explains its questions in these texts.
  private func say(_ screen: InterfaceDescription.Node) {
    for node in screen.visibleSubtree where [.banner, .text, .code].contains(node.kind) {
      guard let text = node.text else { continue }
      let words = controller.words(text)
      if let severity = node.severity { console.message(severity, words) } else { console.note(words) }
    }
  }

  private func unused(in form: Form) -> [String] {
    inputs.names.filter { form.entry(named: $0) == nil }
  }

  private func ask(_ entry: Form.Entry) throws -> InputValue {
    let isSecret = entry.input.content.isSecret
    var prompt = entry.label
    if !entry.input.options.isEmpty { prompt += " (\(entry.input.options.map(\.value).joined(separator: ", ")))" }
    guard let answer = try StandardInput.ask("\(controller.words(prompt)): ", echoes: !isSecret, console) else {
      throw CommandError.missingInputs([entry], unused: [])
    }
    return isSecret ? .secret(answer) : .text(answer.text)
  }
}

// MARK: - The answer

extension Console {
  /// Throws for an input that the provider does not accept.
  func say(_ response: ActionResponse, of controller: AppController) throws(CommandError) {
    for effect in response.effects {
      switch effect {
      case .fieldError(let input, let message): throw .inputRefused(input, controller.words(message))
      case .message(let severity, let text): self.message(severity, controller.words(text))
      case .show, .leave, .select, .login, .logout: break
      }
    }
  }
}

extension AppControllerError {
  @MainActor
  fileprivate static func newerInterface(
    _ description: InterfaceDescription, _ controller: AppController
  ) -> AppControllerError {
    AppControllerError(
      .newerInterface, what: "the sign-in needs a newer version of this program",
      why: description.fallbackText.map(controller.words) ?? "the interface has parts that this version does not know",
      fix: "update the program, or use an older version of the provider")
  }
}

extension SignIn {
  private func notSignedIn(_ response: ActionResponse) -> CommandError {
    var said: [(severity: Severity, text: String)] = []
    for case .message(let severity, let text) in response.effects { said.append((severity, text)) }
    // The last error is the outcome; the messages before it explain the outcome.
    let reason = said.last { $0.severity == .error } ?? said.last
    return .refused(
      reason.map { "the provider did not sign in: \(controller.words($0.text))" }
        ?? "the provider answered and did not sign in",
      "its answer holds no session and no other form", "check the values, or name another action with --action")
  }
}

extension CommandError {
  static func refused(_ what: String, _ why: String, _ fix: String) -> CommandError {
    CommandError(.refused, what: what, why: why, fix: fix)
  }

  static func inputRefused(_ input: String, _ message: String) -> CommandError {
    CommandError(
      .refused, what: "\(input): \(message)", why: "the value of the input '\(input)' was not accepted",
      fix: "give another value for it")
  }

  fileprivate static func missingInputs(_ entries: [Form.Entry], unused: [String]) -> CommandError {
    let names = entries.map(\.input.name)
    let ways = entries.map { entry in
      entry.input.content.isSecret ? "--set-stdin \(entry.input.name)" : "--set \(entry.input.name)=VALUE"
    }
    let strays = unused.map { name in
      quoted(name) + (Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "")
    }
    let hint = strays.isEmpty ? "" : "; there is no input named \(strays.joined(separator: ", "))"
    return CommandError(
      .missingInput, what: "missing input: \(names.joined(separator: ", "))\(hint)",
      why:
        "the sign-in needs \(entries.map { ProviderWords.withoutCodes($0.label) }.joined(separator: " and ")), and standard input is no terminal to ask on",
      fix: "add \(ways.joined(separator: " "))")
  }

  static func noAction(_ name: String, among nodes: [InterfaceDescription.Node]) -> CommandError {
    let names = Set(nodes.compactMap(\.action?.name)).sorted()
    return CommandError(
      .actionUnclear, what: "the interface has no action \(quoted(name))",
      why: names.isEmpty ? "it has no actions at all" : "its actions are \(names.joined(separator: ", "))",
      fix: Suggestion.fix(for: name, among: names, or: "name one of them; 'appctl show' prints the interface"))
  }

  fileprivate static func actionUnclear(among nodes: [InterfaceDescription.Node]) -> CommandError {
    let names = Set(nodes.compactMap(\.action?.name)).sorted()
    return CommandError(
      .actionUnclear, what: "it is not clear which action signs in",
      why: "the interface has no primary action, and its actions are \(names.joined(separator: ", "))",
      fix: "name one of them with --action")
  }
}
