import AppControllerKit
import AppControllerKitTesting

@testable import AppControllerWeb

/// A site of a door that opens with a name and a PIN, and of a room with two tabs behind it.
@MainActor
final class TestSite {
  let site: WebSite
  /// The controllers that were made, in order.
  private(set) var controllers: [AppController] = []
  private(set) var reported: [String] = []
  let clock: ManualClock
  let store: InMemorySessionStore

  init(
    _ options: WebWindow.Options = .init(), store: InMemorySessionStore = .init(), clock: ManualClock = .init(),
    transitions: any Clock<Duration> = ImmediateClock(), admission: SharedAdmission? = nil,
    provider: @escaping @MainActor () throws -> any AppControllerInterfaceProviding = { Door() }
  ) {
    (self.clock, self.store) = (clock, store)
    final class Made {
      var controllers: @MainActor (AppController) -> Void = { _ in }
      var reports: @MainActor (String) -> Void = { _ in }
    }
    let made = Made()
    site = WebSite(TestBrowser.rules, options, store, clock, admission) { store in
      let controller = AppController(
        interfaceProvider: try provider(), providerID: "door", sessionStore: store, clock: transitions)
      made.controllers(controller)
      return controller
    } report: {
      made.reports($0.codeName)
    }
    made.controllers = { [weak self] in self?.controllers.append($0) }
    made.reports = { [weak self] in self?.reported.append($0) }
  }

  func browser() -> TestBrowser { TestBrowser(site) }

  /// A page that follows what a visitor's controller does.
  func follow(_ browser: TestBrowser) throws -> (page: TestPage, visitor: Visitor)? {
    guard let id = browser.id, let visitor = site.visitors.visitor(id) else { return nil }
    let page = TestPage()
    visitor.follow(page, as: id)
    return (page, visitor)
  }
}

/// Opens with the PIN 1234.
final class Door: AppControllerInterfaceProviding {
  /// Keeps those who knock waiting.
  private let gate: AwaitedAnswer<Void>?
  private let knockLogsIn: Bool
  /// The subjects whose sessions have ended.
  private(set) var ended: [String] = []

  init(gate: AwaitedAnswer<Void>? = nil, knockLogsIn: Bool = false) {
    (self.gate, self.knockLogsIn) = (gate, knockLogsIn)
  }

  func sessionEnded(_ session: Session, for controller: AppController.Handle) async { ended.append(session.subject) }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("door") {
      Screen("form", title: "Door", primaryAction: "enter") {
        TextField("name", "Name").required()
        SecureField("pin", "PIN")
        Toggle("stay", "Stay")
        Text("You stay").visible(when: .checked("stay"))
        Button("enter", "Enter", action: Action("enter", sends: ["name", "pin", "stay"], validates: true))
          .enabled(when: .filled("pin"))
        Button("knock", "Knock", action: "knock")
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("room") {
      TabView("tabs", selection: "hall") {
        Tab("hall", "Hall") {
          Screen("hall-screen", title: "Hall") {
            Text("Hello, \(controller.session?.subject ?? "")")
            Button("leave", "Leave", action: .host(.logout))
          }
        }
        Tab("attic", "Attic") { Screen("attic-screen", title: "Attic") { Text("Dust") } }
      }
    }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    if action.name == "knock" {
      await gate?.value
      if knockLogsIn { return .login(Session(subject: "ann")) }
      return ActionResponse(effects: [.message(.info, "Nobody is there.")])
    }
    guard action["pin"] == "1234" else {
      return ActionResponse(effects: [.fieldError(input: "pin", message: "Another PIN.")])
    }
    return .login(Session(subject: action["name"] ?? ""))
  }
}
