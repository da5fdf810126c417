/// The steps that an answer takes in the live tree, all found to be possible before the first is taken.
@MainActor
struct ResponsePlan {
  private enum Step {
    case push(InterfaceController, NavigationContainer)
    case present(InterfaceController)
    case replace(ScreenController, InterfaceController)
    case pop(NavigationContainer)
    case popToRoot(NavigationContainer)
    case dismiss
    case select(TabContainer, String)
    case complain(String, String)
  }

  private let root: RootContainer
  private let screen: ScreenController
  private var steps: [Step] = []
  /// What each stack would hold, which layers there would be, and what would have left, after the steps so far.
  private var stacks: [ObjectIdentifier: [InterfaceController]] = [:]
  private var layers: [InterfaceController]
  private var left: [InterfaceController] = []

  init(
    _ response: ActionResponse, from screen: ScreenController, in root: RootContainer
  ) throws(AppControllerError) {
    self.root = root
    self.screen = screen
    layers = root.layers
    for effect in response.effects { try plan(effect) }
  }

  private mutating func plan(_ effect: ActionResponse.Effect) throws(AppControllerError) {
    switch effect {
    case .show(let interface, let placement): try planShow(interface, placement)
    case .leave(let departure): try planLeave(departure)
    case .select(let tabs, let item):
      let container = root.subtree.lazy.compactMap { $0 as? TabContainer }.first { $0.id == tabs }
      guard let container, container.itemIDs.contains(item), !hasLeft(container) else {
        throw .inapplicable(
          "there is no item \"\(item)\" in tabs \"\(tabs)\"", "name a tab bar and an item that are installed")
      }
      steps.append(.select(container, item))
    case .fieldError(let input, let message):
      guard screen.form.entry(named: input) != nil, !hasLeft(screen) else {
        throw .inapplicable(
          "there is no input \"\(input)\" on screen \"\(screen.id)\"",
          "name an input of the screen that the action came from")
      }
      steps.append(.complain(input, message))
    case .message, .login, .logout: break
    }
  }

  private mutating func planShow(
    _ interface: InterfaceDescription, _ placement: ActionResponse.Placement
  ) throws(AppControllerError) {
    guard let controller = InterfaceController.controller(for: interface) else {
      throw .inapplicable("the screen \"\(interface.id)\" shows nothing that this host knows", "describe a screen")
    }
    switch placement {
    case .push:
      let navigation = try navigation("push")
      stacks[ObjectIdentifier(navigation), default: navigation.screens].append(controller)
      steps.append(.push(controller, navigation))
    case .present:
      layers.append(controller)
      steps.append(.present(controller))
    case .replace:
      guard !hasLeft(screen) else {
        throw .inapplicable(
          "screen \"\(screen.id)\" has left, so it cannot be replaced", "replace it before anything else"
        )
      }
      left.append(screen)
      steps.append(.replace(screen, controller))
    }
  }

  private mutating func planLeave(_ departure: ActionResponse.Departure) throws(AppControllerError) {
    switch departure {
    case .pop, .popToRoot:
      let navigation = try navigation(departure.rawValue)
      var stack = stacks[ObjectIdentifier(navigation)] ?? navigation.screens
      if departure == .popToRoot {
        left += stack.dropFirst()
        stack = Array(stack.prefix(1))
        steps.append(.popToRoot(navigation))
      } else {
        guard stack.count > 1 else {
          throw .inapplicable("the navigation stack has only its first screen", "pop only what was pushed")
        }
        left.append(stack.removeLast())
        steps.append(.pop(navigation))
      }
      stacks[ObjectIdentifier(navigation)] = stack
    case .dismiss:
      guard let top = layers.popLast() else {
        throw .inapplicable("no layer is presented", "dismiss only what was presented")
      }
      left.append(top)
      steps.append(.dismiss)
    }
  }

  private func navigation(_ effect: String) throws(AppControllerError) -> NavigationContainer {
    guard let navigation = screen.nearest(NavigationContainer.self), !hasLeft(navigation) else {
      throw .inapplicable(
        "screen \"\(screen.id)\" is in no navigation stack, so there is nothing to \(effect)",
        "describe the screen inside a navigation, or use present or replace"
      )
    }
    return navigation
  }

  /// Whether an earlier step takes a controller out, with what it is in.
  private func hasLeft(_ controller: InterfaceController) -> Bool {
    var candidate: InterfaceController? = controller
    while let controller = candidate {
      if left.contains(where: { $0 === controller }) { return true }
      candidate = controller.parent
    }
    return false
  }

  /// Takes the steps.
  ///
  /// - Returns: How many screens were left.
  func carryOut() -> Int {
    var popped = 0
    screen.state.fieldErrors = [:]
    for step in steps {
      switch step {
      case .push(let controller, let navigation): navigation.push(controller)
      case .present(let controller): root.present(controller)
      case .replace(let old, let new): root.replace(old, with: new)
      case .pop(let navigation): popped += navigation.pop() ? 1 : 0
      case .popToRoot(let navigation):
        popped += navigation.screens.count - 1
        navigation.popToRoot()
      case .dismiss: root.dismiss()
      case .select(let tabs, let item): tabs.select(item)
      case .complain(let input, let message): screen.state.fieldErrors[input] = message
      }
    }
    return popped
  }
}

extension AppControllerError {
  fileprivate static func inapplicable(_ what: String, _ fix: String) -> AppControllerError {
    AppControllerError(
      .inapplicableResponse, what: what,
      why: "an answer is applied whole or not at all, and this part of it has no place in what is installed",
      fix: "\(fix); the provider's author can correct it"
    )
  }
}
