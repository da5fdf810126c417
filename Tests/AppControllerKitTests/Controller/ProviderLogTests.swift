import AppControllerKit
import Testing

/// What a provider logs while it is asked something is told before what it answers has an effect.
@MainActor
struct ProviderLogTests {
  @Test func `a line that is logged in a function is told before the answer is used`() async throws {
    let provider = TalkativeProvider()
    let controller = AppController(interfaceProvider: provider)
    var told: [String] = []
    controller.logHandler = { told.append($1) }
    controller.onEvent { event in
      switch event.kind {
      case .installed: told.append("- installed")
      case .prepared: told.append("- prepared")
      case .exchanged: told.append("- exchanged")
      case .completed: told.append("- completed")
      default: break
      }
    }
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    _ = try await controller.perform(nodeID: "go")
    told.append("- performed")
    _ = try await controller.perform(nodeID: "back")
    told.append("- went back")
    await controller.logout()
    #expect(
      told == [
        "splash", "initial", "logged-out", "- installed", "perform go", "logged-in", "configuration", "- prepared",
        "- exchanged", "notify did-login", "- completed", "- performed", "perform back", "notify did-pop",
        "- went back", "logged-out", "configuration", "- prepared",
        "- exchanged", "ended ann", "notify did-logout", "- completed",
      ])
  }
}

/// Logs a line in each of its functions, the last thing before it returns.
@MainActor
private final class TalkativeProvider: MainActorInterfaceProviding {
  private var lineCount = 0

  private func say(_ line: String, _ controller: AppController.Handle) {
    lineCount += 1
    controller.log(.info, line)
  }

  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    say("configuration", controller)
    return AppController.Configuration(style: .none)
  }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    say("logged-out", controller)
    return InterfaceDescription("out") { Screen("out", title: "Out") { Button("go", "Go", action: "go") } }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    say("logged-in", controller)
    return InterfaceDescription("in") {
      NavigationStack {
        Screen("in", title: "In") {}
        Screen("above", title: "Above") { Button("back", "Back", action: "back") }
      }
    }
  }

  func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    say("initial", controller)
    return false
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    say("perform \(action.name)", controller)
    return action.name == "back" ? ActionResponse { $0.pop() } : .login(Session(subject: "ann"))
  }

  func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    say("splash", controller)
    return nil
  }

  func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    say("ended \(session.subject)", controller)
  }

  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    say("notify \(event.rawValue)", controller)
  }
}
