import AppControllerKit

/// A provider that notes what it is asked.
@MainActor
final class JournalingProvider {
  private let journal: Journal
  var cannotDescribe = false

  init(journal: Journal) { self.journal = journal }

  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    journal.note("configure")
    return AppController.Configuration()
  }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try describe("logged-out")
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try describe("logged-in")
  }

  func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    journal.note("showSplash")
    return nil
  }

  func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    journal.note("askInitialState")
    return controller.session != nil
  }

  func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    journal.note("tellProvider ended \(session.displayName)")
  }

  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    journal.note("tellProvider \(event.rawValue)")
  }

  private func describe(_ state: String) throws -> InterfaceDescription {
    journal.note("describe \(state)")
    if cannotDescribe { throw JournaledApp.Refusal() }
    return InterfaceDescription(state) { Screen("main", title: "The \(state) interface") { Text("Here") } }
  }
}

extension JournalingProvider: AppControllerInterfaceProviding {}
