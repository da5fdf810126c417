/// The steps that an answer takes in the live tree, all checked before the first is carried out.
///
/// Each effect applies to the result of the earlier ones. It refers to the screen that the action came from. If that
/// screen has left, it refers to the screen in its place: the screen below it in its stack, its replacement, or the
/// screen that becomes visible when its layer is closed.
@MainActor
package struct ResponsePlan {
  private let root: RootContainer
  private let origin: ScreenController
  /// Each adds the screens that it pops.
  private var steps: [@MainActor (inout Int) -> Void] = []
  /// The stage after the steps so far.
  private var stage: Stage
  /// The controller that the next effect refers to: a screen, or a controller in its place that shows no screen.
  private var place: InterfaceController?

  package init(
    _ response: ActionResponse, from screen: ScreenController, in root: RootContainer
  ) throws(AppControllerError) {
    self.root = root
    origin = screen
    stage = Stage(of: root)
    place = screen
    findPlace(in: stage.front)
    for effect in response.effects { try plan(effect) }
  }

  private mutating func plan(_ effect: ActionResponse.Effect) throws(AppControllerError) {
    switch effect {
    case .show(let interface, let placement): try planShow(interface, placement)
    case .leave(let departure): try planLeave(departure)
    case .select(let tabs, let item):
      guard let container = stage.tabs(withID: tabs), container.itemIDs.contains(item) else {
        throw .inapplicable(
          "there is no item \"\(item)\" in tabs \"\(tabs)\"", "name a tab bar and an item that are installed")
      }
      stage.select(item, in: container)
      steps.append { _ in container.select(item) }
    case .fieldError(let input, let message):
      guard let screen = place as? ScreenController, screen.form.entry(named: input) != nil else {
        throw .inapplicable(
          "there is no input \"\(input)\" on \(placeName)",
          "name an input of the screen that the action came from, or of what stands in its place by then")
      }
      steps.append { _ in screen.state.fieldErrors[input] = message }
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
      let stack = try stack("push")
      stage[childrenOf: stack].append(controller)
      steps.append { _ in stack.push(controller) }
    case .present:
      stage.present(controller)
      steps.append { [root] _ in root.present(controller) }
    case .replace:
      guard let old = place else {
        throw .inapplicable("there is no screen to replace", "replace it before anything else")
      }
      stage.replace(old, with: controller)
      steps.append { [root] _ in root.replace(old, with: controller) }
      place = seen(of: controller)
    }
  }

  private mutating func planLeave(_ departure: ActionResponse.Departure) throws(AppControllerError) {
    switch departure {
    case .pop:
      let stack = try stack("pop")
      guard stage[childrenOf: stack].count > 1 else {
        throw .inapplicable("the navigation stack has only its first screen", "pop only what was pushed")
      }
      stage[childrenOf: stack].removeLast()
      steps.append { $0 += stack.pop() ? 1 : 0 }
      findPlace(in: stage[childrenOf: stack].last)
    case .popToRoot:
      let stack = try stack("pop-to-root")
      stage[childrenOf: stack] = Array(stage[childrenOf: stack].prefix(1))
      steps.append {
        $0 += stack.screens.count - 1
        stack.popToRoot()
      }
      findPlace(in: stage[childrenOf: stack].last)
    case .dismiss:
      guard let top = stage.layers.last else {
        throw .inapplicable("no layer is presented", "dismiss only what was presented")
      }
      stage.replace(top, with: nil)
      steps.append { _ in top.remove() }
      findPlace(in: stage.front)
    }
  }

  private mutating func findPlace(in controller: InterfaceController?) {
    if let place, !stage.lineage(of: place).isEmpty { return }
    place = controller.map(seen(of:))
  }

  private func seen(of controller: InterfaceController) -> InterfaceController {
    stage.topScreen(of: controller) ?? controller
  }

  private func stack(_ effect: String) throws(AppControllerError) -> NavigationContainer {
    if let stack = place.flatMap(stage.stack(around:)) { return stack }
    throw .inapplicable(
      "\(placeName) is in no navigation stack, so there is nothing to \(effect)",
      "describe the screen inside a navigation, or use present or replace"
    )
  }

  private var placeName: String { (place as? ScreenController).map { "screen \"\($0.id)\"" } ?? "what is left" }

  /// Returns the number of screens that were popped.
  package func carryOut() -> Int {
    var popped = 0
    origin.state.fieldErrors = [:]
    for step in steps { step(&popped) }
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

/// The outcome of a user's action.
public struct ActionOutcome: Sendable, Equatable {
  /// The provider's answer; all of it has been applied.
  ///
  /// It is empty for an action that the host carried out itself.
  public let response: ActionResponse
  /// The outcome of the login or logout that the answer ended with; `nil` when it had none.
  public let transition: TransitionOutcome?

  /// Makes an outcome.
  public init(response: ActionResponse, transition: TransitionOutcome? = nil) {
    self.response = response
    self.transition = transition
  }
}

extension ActionResponse {
  /// Checks that each screen is valid, and that a login or logout is the last effect.
  ///
  /// - Returns: The warnings about the screens to show.
  /// - Throws: ``AppControllerError`` with the code `ACK1001` or `ACK3006`.
  @discardableResult
  public func requireApplicable() throws(AppControllerError) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for (index, effect) in effects.enumerated() {
      if effect.isTransition, index != effects.count - 1 {
        throw AppControllerError(
          .inapplicableResponse,
          what: "the answer goes on after its login or logout: effect \(index + 1) of \(effects.count) is one",
          why: "a login or logout replaces the interface that later effects would change",
          fix: "put it last, and have at most one"
        )
      }
      if case .show(let screen, let placement) = effect {
        warnings += try screen.requireValid("the screen to \(placement.rawValue)")
      }
    }
    return warnings
  }
}

extension ActionResponse {
  var displayable: ActionResponse {
    ActionResponse(
      effects: effects.map { effect in
        switch effect {
        case .fieldError(let input, let message): .fieldError(input: input, message: message.displayable)
        case .message(let severity, let text): .message(severity, text.displayable)
        case .show, .leave, .select, .login, .logout: effect
        }
      }
    )
  }
}
