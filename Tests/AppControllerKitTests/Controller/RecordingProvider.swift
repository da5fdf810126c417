import AppControllerKit

/// A provider whose answers the test decides, and which writes down what it is asked.
@MainActor
final class RecordingProvider {
  struct Refusal: Error {}

  var log: [String] = []
  var configuration = AppController.Configuration(transitionDuration: .zero)
  var initiallyLoggedIn: Bool?
  var failsAt: Set<String> = []
  var answers: [String: ActionResponse] = [:]
  /// Questions that wait until the test opens them.
  var gates: [String: Gate] = [:]
  /// What is done at a question besides.
  var steps: [String: @MainActor () async throws -> Void] = [:]
  var makeLoggedIn: ((Session?) -> InterfaceDescription)?
  private(set) var handle: AppController.Handle?

  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    try await note("configuration", controller)
    return configuration
  }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await note("logged-out", controller)
    return Self.loggedOut
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await note("logged-in", controller)
    return makeLoggedIn?(controller.session) ?? Self.loggedIn(controller.session?.subject ?? "nobody")
  }

  func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    try await note("initial", controller)
    return initiallyLoggedIn ?? (controller.session != nil)
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    try await note("perform \(action.name)", controller)
    return answers[action.name] ?? .nothing
  }

  func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    try await note("ended \(session.subject)", controller)
  }

  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    handle = controller
    log.append("notify \(event.rawValue)")
    try? await steps["notify"]?()
  }

  private func note(_ question: String, _ controller: AppController.Handle) async throws {
    handle = controller
    log.append(question)
    if let gate = gates[question] { try await gate.wait() }
    if failsAt.contains(question) { throw Refusal() }
    try await steps[question]?()
  }
}

extension RecordingProvider: AppControllerInterfaceProviding {}

extension RecordingProvider {
  nonisolated static let loggedOut = InterfaceDescription("logged-out") {
    Screen("welcome", title: "Welcome") {
      Field("name", "Name").required("Say who you are")
      Button("go", "Go", action: Action("go", sends: ["name"])).enabled(when: .filled("name"))
      Button("cancel", "Cancel", action: Action("cancel", validates: false))
      Button("host", "Host", action: .host(.login))
    }
  }

  nonisolated static func loggedIn(_ subject: String) -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Tabs("main", selected: "one") {
        Tab("one", "One") {
          Navigation {
            Screen("first", title: "Hello \(subject)") { Button("open", "Open", action: "open") }
          }
        }
        Tab("two", "Two") { Screen("second", title: "Second") { Button("leave", "Leave", action: "leave") } }
      }
    }
  }

  /// Two buttons with one id, so that the validator refuses it.
  nonisolated static let invalid = InterfaceDescription("logged-in") {
    Screen("twice", title: "Twice") {
      Button("same", "One", action: "a")
      Button("same", "Two", action: "b")
    }
  }
}

/// A door that a question waits at until the test opens it; a cancelled wait ends with an error.
@MainActor
final class Gate {
  private var waiter: CheckedContinuation<Void, any Error>?
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  private(set) var isWaiting = false

  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        waiter = continuation
        isWaiting = true
        for arrival in arrivals { arrival.resume() }
        arrivals = []
      }
    } onCancel: {
      Task { @MainActor in self.finish(.failure(CancellationError())) }
    }
  }

  /// Waits although it is cancelled.
  func waitWhateverHappens() async {
    try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      waiter = continuation
      isWaiting = true
      for arrival in arrivals { arrival.resume() }
      arrivals = []
    }
  }

  /// Waits until somebody waits.
  func arrived() async {
    if !isWaiting { await withCheckedContinuation { arrivals.append($0) } }
  }

  func open() { finish(.success(())) }

  private func finish(_ result: Result<Void, any Error>) {
    isWaiting = false
    waiter?.resume(with: result)
    waiter = nil
  }
}
