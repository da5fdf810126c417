import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport
import Testing

/// What a provider requests while it answers an action: as an object, and as a library in C and in Swift, each in this
/// process and in a child process.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A request from inside a call` {
  /// What is requested in a call, and what it answers.
  struct Asking: Sendable {
    /// The requests before the answer is pending, and between that and the answer; `nil` when it is not pending.
    var before: [String] = []
    var between: [String]?
    var answer = "leave"

    var payload: [String: String] {
      ["before": before.joined(separator: " "), "between": between?.joined(separator: " ") ?? "-", "answer": answer]
    }

    /// Up to two requests at every place, with every answer.
    static let all: [Asking] = {
      let words = ["invalidate", "screen", "login", "logout"]
      let short = [[]] + words.map { [$0] }
      let long = words.flatMap { first in words.map { [first, $0] } }
      let places: [([String], [String]?)] =
        (short + long).map { ($0, nil) } + short.flatMap { before in short.map { (before, $0) } }
      return places.flatMap { before, between in
        ["leave", "message", "login"].map { Asking(before: before, between: between, answer: $0) }
      }
    }()
  }

  /// The events of one call after another, each with what the user was told.
  private func events(_ controller: AppController, _ askings: [Asking] = Asking.all) async throws -> [String] {
    var events: [String] = []
    controller.onEvent { event in
      if case .changed = event.kind { return }
      events.append("\(event.kind)")
    }
    for asking in askings {
      await controller.login(Session(subject: "kitty"))
      let root = try #require(controller.rootContainer.visibleScreen)
      let open = InterfaceAction("open", nodeID: "go", revision: controller.revision)
      _ = try await controller.perform(open, isHostAction: false, on: root)
      let details = try #require(controller.rootContainer.visibleScreen)
      events.append("# \(asking.payload.sorted { $0.key < $1.key }.map { "\($0): \($1)" })")
      let ask = InterfaceAction("ask", nodeID: "go", payload: asking.payload, revision: controller.revision)
      do {
        let outcome = try await controller.perform(ask, isHostAction: false, on: details)
        events.append("told \(outcome.response.effects.count) \(outcome.transition.map { "\($0)" } ?? "-")")
      } catch {
        events.append("lost: \(error)")
      }
      await controller.settle()
      events.append("\(controller.state) \(controller.session?.subject ?? "nobody")")
    }
    return events
  }

  private func objectsEvents(_ askings: [Asking] = Asking.all) async throws -> [String] {
    let controller = AppController(interfaceProvider: AskingObject(), clock: ImmediateClock())
    // The clock would let every deadline pass at once.
    controller.providerDeadline = nil
    try await controller.installRootInterface(in: InterfaceWindow())
    return try await events(controller, askings)
  }

  /// Where questions suspend, one of two requests may overtake the work of the other, as everywhere.
  private func expectSameEvents(_ app: LoadedApp, _ mode: LoadingMode) async throws {
    let askings = Asking.all.filter { mode != .suspended || $0.before.count + ($0.between?.count ?? 0) < 2 }
    #expect(try await events(app.controller, askings) == (try await objectsEvents(askings)))
    await app.provider.finish()
  }

  @Test func `never costs the call its answer`() async throws {
    let events = try await objectsEvents()
    #expect(events.filter { $0.hasPrefix("lost") } == [])
    #expect(events.count { $0.hasPrefix("told") } == Asking.all.count)
  }

  @Test func `takes effect after the answer`() async throws {
    let controller = AppController(interfaceProvider: AskingObject(), clock: ImmediateClock())
    // The clock would let every deadline pass at once.
    controller.providerDeadline = nil
    try await controller.installRootInterface(in: InterfaceWindow())
    let events = try await events(controller, [Asking(before: ["logout"], between: ["invalidate"], answer: "login")])
    let asked = try #require(events.firstIndex { $0.hasPrefix("#") })
    let requests = events[asked...].filter { $0.hasPrefix("requested") || $0.hasPrefix("told") }
    #expect(requests.map { $0.prefix(9) } == ["requested", "told 2 co", "requested", "requested"])
    #expect(events.last == "loggedOut nobody")
  }

  @Test(arguments: LoadingMode.allCases)
  func `has the same effects in C as in an object`(_ mode: LoadingMode) async throws {
    let app = try LoadedApp(FixtureLibrary.build("Tests/Fixtures/asking.c"), loader: mode.loader())
    try await app.install()
    try await expectSameEvents(app, mode)
    await app.provider.finish()
  }

  // The library of the other process has a pipe of its own, and answers the question for the logged-out interface at once.
  @Test(arguments: LoadingMode.waited)
  func `has the same effects in Swift as in an object`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    try await app.install()
    let root = try #require(app.controller.rootContainer.visibleScreen)
    let free = InterfaceAction("free", nodeID: "go", revision: app.controller.revision)
    _ = try await app.controller.perform(free, isHostAction: false, on: root)
    try await expectSameEvents(app.app, mode)
  }
}

/// The same as `asking.c`, in the app.
private final class AskingObject: AppControllerInterfaceProviding {
  private let details = InterfaceDescription("details") { Screen("details", title: "Details") {} }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("out") { Screen("home", title: "Signed out") { Button("go", "Go", action: "go") } }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("in") { Screen("home", title: "Signed in") { Button("go", "Go", action: "go") } }
  }

  func screenInterface(_ id: String, for controller: AppController.Handle) async throws -> InterfaceDescription? {
    id == "details" ? details : nil
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    if action.name == "open" { return .present(details) }
    request(action.payload["before"], controller)
    if let between = action.payload["between"], between != "-" {
      await Task.detached {}.value
      request(between, controller)
    }
    return ActionResponse { response in
      if action.payload["answer"] == "leave" { response.dismiss() }
      response.message(.info, "done")
      if action.payload["answer"] == "login" { response.login(Session(subject: "other")) }
    }
  }

  private func request(_ words: String?, _ controller: AppController.Handle) {
    for word in words?.split(separator: " ") ?? [] {
      switch word {
      case "invalidate": controller.invalidate()
      case "screen": controller.invalidate(screen: "details")
      case "login": controller.requestLogin(Session(subject: "next"))
      default: controller.requestLogout()
      }
    }
  }
}
