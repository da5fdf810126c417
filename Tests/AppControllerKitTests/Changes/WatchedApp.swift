import AppControllerKit
import AppControllerKitTesting
import TestSupport

/// An app to which everything is done, in a random order, that a user, a provider and the app's own code can do.
@MainActor
final class WatchedApp {
  enum Step: CaseIterable {
    // The user.
    case enter, focus, press, pressSlowly, select, goBack, close
    // The provider.
    case answer, answerAgain, invalidate, invalidateScreen, updateSession, requestTransition
    // The app.
    case login, logout, push, pop, popToRoot, replaceTop, present, dismiss, add, remove, cycle, adopt, retitle
    case overrideTraits, resize, selectDirectly
  }

  /// A controller of the app's own that shows a title.
  private final class Poster: InterfaceController {
    var caption = "poster" { didSet { setNeedsDisplay() } }
    override var presentationTraits: PresentationTraits { PresentationTraits(title: caption) }
    override var childForPresentationTraits: InterfaceController? { nil }
  }

  let controller: AppController
  private let provider: RecordingProvider
  private let window = InterfaceWindow()
  private var generator: SeededGenerator

  init(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    provider = RecordingProvider(loggedOut: Self.root(&generator), loggedIn: Self.root(&generator))
    controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
    controller.providerDeadline = nil
    self.generator = generator
  }

  func install() async throws { try await controller.installRootInterface(in: window) }

  /// Does something, and waits until nothing is under way.
  ///
  /// - Returns: What it was.
  func step(_ look: () -> Void) async -> Step {
    let step = generator.pick(Step.allCases)
    await take(step, look)
    await controller.settle()
    return step
  }
}

// MARK: - What can be done

extension WatchedApp {
  private var root: RootContainer { controller.rootContainer }
  private var screen: ScreenController? {
    generator.oneIn(4) && !controller.screens.isEmpty ? generator.pick(controller.screens) : root.visibleScreen
  }
  private var stack: NavigationContainer? { pick { $0 as? NavigationContainer } }
  private var tabs: TabContainer? { pick { $0 as? TabContainer } }

  private func pick<Controller>(_ kind: (InterfaceController) -> Controller?) -> Controller? {
    let found = root.subtree.compactMap(kind)
    return found.isEmpty ? nil : generator.pick(found)
  }

  private func take(_ step: Step, _ look: () -> Void) async {
    switch step {
    case .enter: screen?.enter(.text(generator.pick(["", "a", "b"])), into: generator.pick(["f", "g", "none"]))
    case .focus: screen?.focus(on: generator.pick(["field", "other", "act", "none"]))
    case .press: await press("act", .nothing)
    case .pressSlowly: await pressSlowly(look)
    case .select: await apply([.select(tabs: "tabs", item: generator.pick(["x", "y", "z"]))])
    case .goBack: await apply([.leave(.pop)])
    case .close: await apply([.leave(.dismiss)])
    case .answer: await press("act", ActionResponse(effects: effects()))
    case .answerAgain: await apply(effects())
    case .invalidate:
      if generator.oneIn(2) { let root = Self.root(&generator); provider.loggedIn = { _ in root } }
      provider.handle?.invalidate()
    case .invalidateScreen:
      let id = screen?.id ?? "none"
      provider.screens[id] = Self.again(id, title: generator.pick(["Again", "Once more"]))
      provider.handle?.invalidate(screen: id)
    case .updateSession:
      provider.handle?.updateSession(Session(subject: "ann", displayName: generator.pick(["Ann", "ann"])))
    case .requestTransition:
      if generator.oneIn(2) { provider.handle?.requestLogin() } else { provider.handle?.requestLogout() }
    case .login: await controller.login(Session(subject: generator.pick(["ann", "bob"])), rebuild: generator.oneIn(3))
    case .logout: await controller.logout(force: generator.oneIn(2), rebuild: generator.oneIn(3))
    case .push: stack?.push(live())
    case .pop: stack?.pop()
    case .popToRoot: stack?.popToRoot()
    case .replaceTop: try? stack?.replaceTop(with: live())
    case .present: root.present(live())
    case .dismiss: root.dismiss()
    case .add: pick { $0 is RootContainer ? nil : $0 }?.add(live())
    case .remove: pick { $0 }?.remove()
    case .cycle:
      if let parent = pick({ $0.children.isEmpty || $0 === root ? nil : $0 }) { try? parent.cycle(to: live()) }
    case .adopt: if let stack, let other = pick({ $0 }) { stack.push(other) }
    case .retitle: pick { $0 as? Poster }?.caption = generator.pick(["poster", "banner"])
    case .overrideTraits:
      let columns = generator.number(below: 3)
      pick { $0 }?.traitOverrides = columns == 0 ? nil : { $0.columns = columns }
    case .resize: window.traits.columns = 40 + generator.number(below: 3)
    case .selectDirectly: tabs?.select(generator.pick(["x", "y", "z", "p"]))
    }
  }

  private func press(_ id: String, _ response: ActionResponse) async {
    provider.answers["act"] = response
    _ = try? await controller.perform(nodeID: id, values: ["f": .text(generator.pick(["", "a"]))])
  }

  /// Presses, and looks at what is shown while the answer is waited for.
  private func pressSlowly(_ look: () -> Void) async {
    guard controller.node(withID: "slow") != nil else { return }
    let gate = Gate()
    provider.gates[.perform("slow")] = gate
    provider.answers["slow"] = ActionResponse(effects: effects())
    // Up to its first suspension it runs here.
    let pressing = Task.immediate { _ = try? await controller.perform(nodeID: "slow") }
    if gate.isWaiting {
      look()
      gate.open()
    }
    await pressing.value
    provider.gates = [:]
  }

  private func apply(_ effects: [ActionResponse.Effect]) async {
    guard let screen else { return }
    _ = try? await controller.apply(ActionResponse(effects: effects), from: screen)
  }

  private func effects() -> [ActionResponse.Effect] {
    var effects = (0..<generator.number(below: 4)).map { _ in effect() }
    if generator.oneIn(8) { effects.append(generator.oneIn(2) ? .logout : .login(Session(subject: "ann"))) }
    return effects
  }

  private func effect() -> ActionResponse.Effect {
    switch generator.number(below: 6) {
    case 0: .show(Self.part(&generator), generator.pick([.push, .present, .replace]))
    case 1: .leave(generator.pick([.pop, .popToRoot, .dismiss]))
    case 2: .select(tabs: "tabs", item: generator.pick(["x", "y"]))
    case 3: .message(.info, "said")
    default: .fieldError(input: generator.pick(["f", "g"]), message: generator.pick(["wrong", "bad"]))
    }
  }

  /// A controller that stands nowhere yet.
  private func live() -> InterfaceController {
    switch generator.number(below: 4) {
    case 0: return Poster()
    case 1: return TabContainer(id: "own", ["p": Poster(), "q": InterfaceController()])
    case 2: return NavigationContainer(root: Poster())
    default: return InterfaceController.controller(for: Self.part(&generator)) ?? Poster()
    }
  }
}

// MARK: - What is described

extension WatchedApp {
  private static let roots: [InterfaceDescription] = [
    InterfaceDescription("form") {
      form("form")
    },
    InterfaceDescription("tabs") {
      TabView("tabs", selection: "x") {
        Tab("x", "X") {
          NavigationStack("stack") {
            form("x1")
            Screen("x2", title: "Above") { Button("above", "Act", action: "act") }
          }
        }
        Tab("y", "Y") { Screen("y1", title: "Y") { Text("text") } }
        Tab("z", "Z") { Screen("zz", title: "Z") {} }.hidden()
      }
    },
    InterfaceDescription("stack") {
      NavigationStack {
        form("below")
        Screen("hidden", title: "Hidden") {}.hidden()
      }
    },
    InterfaceDescription("layer") {
      Screen("layer", title: "Layer") {
        TextField("field", "Field", name: "f")
        Sheet("Sheet") { NavigationStack { Screen("sheet", title: "Sheet") { Button("act", "Act", action: "act") } } }
        Sheet("Nothing") { Screen("nothing", title: "Nothing") {} }.hidden()
      }
    },
  ]

  private static let parts: [InterfaceDescription] =
    roots + [
      InterfaceDescription("part") { form("part") },
      InterfaceDescription("small") { Screen("small", title: "Small") { Text("small") } },
    ]

  /// What a screen is when it is asked for again.
  private static func again(_ id: String, title: String) -> InterfaceDescription {
    InterfaceDescription(id) { Screen(id, title: title) { Button("act", "Act", action: "act") } }
  }

  private static func form(_ id: String) -> some InterfaceElement {
    Screen(id, title: "Form") {
      TextField("field", "Field", name: "f").required()
      TextField("other", "Other", name: "g", value: "before")
      Button("act", "Act", action: Action("act", sends: ["f"])).enabled(when: .filled("f"))
      Button("slow", "Slow", action: Action("slow", validates: false))
    }
  }

  private static func root(_ generator: inout SeededGenerator) -> InterfaceDescription { generator.pick(roots) }
  private static func part(_ generator: inout SeededGenerator) -> InterfaceDescription { generator.pick(parts) }
}
