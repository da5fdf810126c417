import AppControllerJSON
import AppControllerKit
import Testing

/// A mistake in an app or a provider, and the same code with the fix applied.
struct KitFix: Sendable, CustomTestStringConvertible {
  let code: String
  /// The text that the fix must contain, because it is the difference between the two.
  let instruction: String
  let broken: @MainActor @Sendable () async throws -> Void
  let corrected: @MainActor @Sendable () async throws -> Void

  var testDescription: String { code }

  init(
    _ code: String, says instruction: String, broken: @escaping @MainActor @Sendable () async throws -> Void,
    corrected: @escaping @MainActor @Sendable () async throws -> Void
  ) {
    (self.code, self.instruction, self.broken, self.corrected) = (code, instruction, broken, corrected)
  }
}

/// A provider whose interfaces have one button each, and whose behaviour the test sets.
@MainActor
private final class SmallProvider {
  var actions: [String: ActionResponse] = [:]
  var isInNavigation = false
  var configuration = AppController.Configuration(transitionDuration: .zero)

  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration { configuration }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("out", language: "en") {
      if isInNavigation {
        NavigationStack("stack") { screen }
      } else {
        screen
      }
    }
  }

  private var screen: some InterfaceContent {
    Screen("welcome", title: "Welcome") {
      TextField("name", "Name").required()
      Button("go", "Go", action: Action("open", sends: ["name"]))
      Button("later", "Later", action: Action("open", sends: ["name"], validates: false))
        .enabled(when: .filled("name"))
    }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("in", language: "en") { Screen("home", title: "Home") {} }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    if let response = actions[action.name] { return response }
    throw AppControllerError.unsupported(action.name)
  }
}

extension SmallProvider: AppControllerInterfaceProviding {}

extension KitFix {
  static let table = reading + controlling + containing + storing

  private struct Refusal: Error {}

  /// Throws the error of a failed login or logout.
  private static func check(_ outcome: TransitionOutcome) throws {
    if case .failed(let error) = outcome { throw error }
  }

  @MainActor
  private static func installed(_ change: (SmallProvider) -> Void = { _ in }) async throws -> AppController {
    let provider = SmallProvider()
    change(provider)
    let controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: InterfaceWindow())
    return controller
  }

  private static func screen(_ second: String) throws {
    let text =
      #"{"lang":"en","root":{"kind":"screen","id":"a","label":"A","children":[{"kind":"spacer","id":"\#(second)"}]}}"#
    try InterfaceDescription(json: Array(text.utf8)).requireValid("the interface")
  }

  private static let reading = [
    KitFix("ACK1001", says: "correct the provider's description at the path that is named") {
      try screen("a")
    } corrected: {
      try screen("b")
    },
    KitFix("ACK1002", says: "remove one of the two") {
      _ = try JSONReader.read(Array(#"{"a":1,"a":2}"#.utf8))
    } corrected: {
      _ = try JSONReader.read(Array(#"{"a":1}"#.utf8))
    },
    KitFix("ACK1003", says: "correct the provider's configuration") {
      let controller = try await installed { $0.configuration.transitionDelay = .seconds(-1) }
      try check(await controller.login())
    } corrected: {
      let controller = try await installed { $0.configuration.transitionDelay = .zero }
      try check(await controller.login())
    },
  ]

  private static let controlling = [
    KitFix("ACK3001", says: "await installRootInterface(in:) first") {
      try check(await AppController(interfaceProvider: SmallProvider()).login())
    } corrected: {
      try check(await installed().login())
    },
    KitFix("ACK3003", says: "log out with force") {
      let controller = try await leaving()
      try check(await controller.logout())
    } corrected: {
      let controller = try await leaving()
      try check(await controller.logout(force: true))
      #expect(controller.state == .loggedOut)
    },
    KitFix("ACK3005", says: "answer it in perform") {
      _ = try await installed().perform(nodeID: "go", values: ["name": .plain(["Ann"])])
    } corrected: {
      _ = try await installed { $0.actions["open"] = .message(.info, "done") }
        .perform(nodeID: "go", values: ["name": .plain(["Ann"])])
    },
    KitFix("ACK3006", says: "describe the screen inside a navigation") {
      _ = try await pushing(inNavigation: false).perform(nodeID: "go", values: ["name": .plain(["Ann"])])
    } corrected: {
      _ = try await pushing(inNavigation: true).perform(nodeID: "go", values: ["name": .plain(["Ann"])])
    },
    KitFix("ACK3007", says: "do the action again in the interface that is installed now") {
      let controller = try await pushing(inNavigation: true)
      _ = try await controller.perform(
        nodeID: "go", values: ["name": .plain(["Ann"])], revision: controller.revision + 1)
    } corrected: {
      let controller = try await pushing(inNavigation: true)
      _ = try await controller.perform(nodeID: "go", values: ["name": .plain(["Ann"])], revision: controller.revision)
    },
    KitFix("ACK3008", says: "make another AppController for another window") {
      try await installed().installRootInterface(in: InterfaceWindow())
    } corrected: {
      _ = try await installed()
      _ = try await installed()
    },
    KitFix("ACK3010", says: "fill in what it waits for") {
      _ = try await pushing(inNavigation: true).perform(nodeID: "later")
    } corrected: {
      _ = try await pushing(inNavigation: true).perform(nodeID: "later", values: ["name": .plain(["Ann"])])
    },
  ]

  /// A logged-in controller with a handler that fails at logout.
  @MainActor
  private static func leaving() async throws -> AppController {
    let controller = try await installed()
    try check(await controller.login())
    controller.willLogoutHandler = { _ in throw Refusal() }
    return controller
  }

  /// A controller whose provider answers the action with a push.
  @MainActor
  private static func pushing(inNavigation isInNavigation: Bool) async throws -> AppController {
    try await installed { provider in
      provider.isInNavigation = isInNavigation
      let next = InterfaceDescription("next", language: "en") { Screen("next", title: "Next") {} }
      provider.actions["open"] = .push(next)
    }
  }

  private static let containing = [
    KitFix("ACK3014", says: "use transition(to:), which adds when there is none") {
      try InterfaceController().cycle(to: InterfaceController())
    } corrected: {
      let (container, child) = (InterfaceController(), InterfaceController())
      try container.transition(to: child)
      #expect(container.children.first === child)
    }
  ]

  private static let storing = [
    KitFix("ACK4002", says: "load the session again") {
      let store = InMemorySessionStore()
      try store.replace(for: "app", with: .anonymous)
      try store.replace(for: "app", with: nil, ifGeneration: 0)
    } corrected: {
      let store = InMemorySessionStore()
      try store.replace(for: "app", with: .anonymous)
      try store.replace(for: "app", with: nil, ifGeneration: try store.load(for: "app").generation)
    },
    KitFix("ACK4005", says: "have the provider give a longer text") {
      try InMemorySessionStore().replace(for: "app", with: Session(subject: ""))
    } corrected: {
      try InMemorySessionStore().replace(for: "app", with: Session(subject: "a"))
    },
  ]
}
