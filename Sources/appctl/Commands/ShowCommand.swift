import AppControllerKit

@MainActor
struct ShowCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Print an interface of the provider.",
    "Shows the interface of the stored state, logged out or logged in, unless --state names another.",
    "With --format html it is one page that needs no other file, for a browser or a screen reader. With --transition "
      + "too, the page begins as the logged-out interface and becomes the logged-in one, as the provider says. A page and a picture "
      + "have the colours that --color-scheme says.",
    examples: [
      "See what a login would ask": "appctl show --state logged-out",
      "Look at it in a browser": "appctl show --format html > page.html",
      "Have a picture of it on a terminal": "appctl show --format svg > picture.svg",
      "See a storyboard": "appctl show --storyboard Main.json --logged-out welcome --logged-in home",
    ])

  @Option(
    value: "STATE", as: .values(["current", "logged-out", "logged-in", "launching"]),
    "Show the interface of this state.")
  private var state: String?
  @Option(value: "NAME", "Show the interface of this name, of a storyboard.") private var interface: String?
  @Flag("Show the logged-out interface becoming the logged-in one; with --format html.") private var transition: Bool
  @Option(.colorScheme) private var colorScheme: String?
  nonisolated var declared: DeclaredParameters {
    [
      "--state": _state, "--interface": _interface, "--transition": _transition, "--color-scheme": _colorScheme,
    ]
  }
  let common = ProviderOptions(formats: Format.allCases)

  var use: WorkspaceUse { WorkspaceUse(isReader: true) }

  func run(in workspace: Workspace) async throws {
    if transition { return try await showTransition(in: workspace) }
    if let interface {
      guard let path = common.storyboard else { throw CommandError.needsStoryboard("--interface") }
      return InterfacePrinter(workspace: workspace).interface(
        // The state that the interface is for does not matter.
        try Storyboard(contentsOfFile: path).requireInterface(named: interface), of: nil,
        color: TraitCollection.Color(scheme: colorScheme))
    }
    let (_, controller) = try await workspace.open()
    let (current, session) = try await controller.initialState()
    let state = state.flatMap(AppController.State.init(rawValue:)) ?? current
    let interface = try await controller.describe(state, session: session)
    InterfacePrinter(workspace: workspace).interface(
      interface, of: controller.speaker,
      assets: controller.assets(of: interface, session: state == .loggedIn ? session : nil),
      color: TraitCollection.Color(scheme: colorScheme))
  }

  private func showTransition(in workspace: Workspace) async throws {
    guard common.format == .html else {
      throw CommandError.usage(
        "--transition needs --format html", why: "a text does not move",
        fix: "add --format html, and open the page in a browser")
    }
    for (option, isGiven) in [("--state", state != nil), ("--interface", interface != nil)] where isGiven {
      throw CommandError.exclusive(
        "--transition", option, why: "a transition is from the logged-out interface to the logged-in one")
    }
    let (_, controller) = try await workspace.open()
    let (_, session) = try await controller.initialState()
    let old = try await controller.describe(.loggedOut)
    let new = try await controller.describe(.loggedIn, session: session)
    InterfacePrinter(workspace: workspace).transition(
      from: (old, PresentationState(assets: controller.assets(of: old, session: nil))),
      to: (new, PresentationState(assets: controller.assets(of: new, session: session))),
      try await controller.configuration(of: .loggedIn, session: session))
  }
}
