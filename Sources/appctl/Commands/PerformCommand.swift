import AppControllerKit

@MainActor
struct PerformCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Perform an action of the current interface.",
    "Names the action, the node that it belongs to, or both when the name alone is ambiguous. Each run starts at "
      + "the fresh interface of the stored state. What stands behind it is reached with several --node: each one's "
      + "action is performed on what the one before showed. ACTION and --payload belong to the last.",
    "Before an action that asks first, you are asked on a terminal; a script is not.",
    examples: [
      "Perform an action by its name": "appctl perform refresh",
      "Fill an input first": "appctl perform search --set query=tea",
      "Press one of several buttons": "appctl perform open --node row-2 --payload id=2",
      "Press a button of the screen that another one shows": "appctl perform --node row-2 --node delete",
    ])

  @Argument("The name of the action; needed without --node.") var action: String?
  @Option(value: "ID", "Perform the action of the node with this id; of several, one after the other.")
  var node: [String]
  @Option(value: "K=V", "Hand this entry over with the action.") var payload: [NamedValue]
  @Flag("Do not ask before an action that asks first.") var yes: Bool
  @Option(.set) var set: [NamedValue]
  @Option(.setStdin) var setStdin: String?
  nonisolated var declared: DeclaredParameters {
    [
      "ACTION": _action, "--node": _node, "--payload": _payload, "--yes": _yes, "--set": _set,
      "--set-stdin": _setStdin,
    ]
  }
  let common = ProviderOptions(beginsSession: true)

  func run(in workspace: Workspace) async throws {
    if setStdin != nil, common.settingStdin != nil { throw CommandError.twoFromStandardInput }
    let inputs = try GivenInputs(set, stdin: setStdin)
    let (provider, controller, window) = try await workspace.install()
    defer { withExtendedLifetime(window) {} }
    workspace.remember(provider)
    for (index, id) in node.dropLast().enumerated() {
      let node = try chooseNode(id, named: nil, after: index, in: controller)
      try confirm(node, controller, workspace.console)
      try await pass(try await perform(node, inputs, payload: [:], controller), controller, workspace)
    }
    let node = try chooseNode(node.last, named: action, after: max(0, node.count - 1), in: controller)
    try confirm(node, controller, workspace.console)
    let payload = Dictionary(payload.map { ($0.name, $0.value) }) { $1 }
    let revision = controller.revision
    try print(since: revision, try await perform(node, inputs, payload: payload, controller), controller, workspace)
  }

  /// Asks only if standard input is a terminal.
  private func confirm(
    _ node: InterfaceDescription.Node, _ controller: AppController, _ console: Console
  ) throws(CommandError) {
    guard !yes, StandardInput.isTerminal, let confirmation = node.action?.confirmation else { return }
    let label = confirmation.label ?? node.label ?? node.id ?? ""
    let said = [confirmation.title, confirmation.text, label].compactMap(\.self).joined(separator: "\n")
    let question = "\(controller.words(said))\nDo it, yes or no? [no] "
    let answer = try StandardInput.ask(question, echoes: true, console)
    guard let answer, ["yes", "y"].contains(answer.text.lowercased()) else {
      throw CommandError(
        .notConfirmed, what: "nothing was done, because the answer to the question was not yes",
        why: "the action asks first", fix: "answer with yes, or repeat the command with --yes")
    }
  }

  private func perform(
    _ node: InterfaceDescription.Node, _ inputs: GivenInputs, payload: [String: String], _ controller: AppController
  ) async throws -> ActionOutcome {
    let values = try inputs.values(for: Form(of: node.screen))
    let outcome = try await controller.perform(nodeID: node.id ?? "", values: values, payload: payload)
    // What the provider has requested meanwhile takes effect after its answer.
    await controller.settle()
    return outcome
  }

  private func pass(_ outcome: ActionOutcome, _ controller: AppController, _ workspace: Workspace) async throws {
    try workspace.console.say(outcome.response, of: controller)
    if let transition = outcome.transition { try workspace.console.check(transition) }
  }

  private func chooseNode(
    _ id: String?, named action: String?, after count: Int, in controller: AppController
  ) throws -> InterfaceDescription.Node {
    // After an action, the screen that was shown last comes first, because other screens may have the same ids.
    let screens = count == 0 ? controller.screens : controller.screens.reversed()
    let nodes = screens.flatMap { $0.node.visibleSubtree }.filter { $0.action != nil }
    if let id {
      guard let node = nodes.first(where: { $0.id == id }) else {
        throw CommandError(
          .actionUnclear, what: "there is no node \(CommandError.quoted(id)) with an action in the current interface",
          why: count == 0
            ? "each command starts at the fresh interface of the stored state"
            : "it is the interface after the first \(count == 1 ? "action" : "\(count) actions")",
          fix: "see the ids with 'appctl show --format json'; what another node shows is reached with --node before it")
      }
      if let action, node.action?.name != action {
        throw CommandError(
          .actionUnclear,
          what: "the node '\(id)' has the action '\(node.action?.name ?? "")', not \(CommandError.quoted(action))",
          why: "--node and ACTION have to name the same", fix: "leave one of them out")
      }
      return node
    }
    guard let action else {
      throw CommandError(
        .actionUnclear, what: "neither an action nor a node is named", why: "perform does exactly one action",
        fix: "write appctl perform ACTION, or appctl perform --node ID")
    }
    let matches = nodes.filter { $0.action?.name == action }
    guard let first = matches.first else { throw CommandError.noAction(action, among: nodes) }
    guard matches.count == 1 else {
      throw CommandError(
        .actionUnclear, what: "\(matches.count) nodes have the action '\(action)'",
        why: "they are \(matches.compactMap(\.id).joined(separator: ", "))", fix: "name one of them with --node")
    }
    return first
  }

  /// Prints the interface only if another than that of the revision is installed.
  private func print(
    since revision: UInt64, _ outcome: ActionOutcome, _ controller: AppController, _ workspace: Workspace
  ) throws {
    let report = InterfacePrinter(workspace: workspace)
    report.effects(outcome.response, of: controller)
    for case .fieldError(let input, let message) in outcome.response.effects {
      throw CommandError.inputRefused(input, controller.words(message))
    }
    if let transition = outcome.transition { try workspace.console.check(transition) }
    let isChanged = outcome.transition != nil || controller.revision != revision
    if isChanged, !workspace.wantsJSON { report.installed(in: controller) }
  }
}
