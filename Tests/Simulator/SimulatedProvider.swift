import AppControllerKit
import AppControllerKitTesting

struct Refused: Error, CustomStringConvertible {
  let description: String
}

/// A provider that answers late, wrongly, never, and asks while it answers; also what a library and a child consist of.
@MainActor
final class SimulatedProvider: MainActorInterfaceProviding {
  private unowned let process: Process
  private let server: Server
  private(set) var handle: ControllerHandle?
  /// The sessions that it has reported or may report again.
  private var known: [Session] = []

  init(_ process: Process, _ server: Server) { (self.process, self.server) = (process, server) }

  // MARK: What it asks for

  /// Makes requests within a function, before its answer.
  func ask(within question: String, _ controller: ControllerHandle) {
    handle = controller
    guard let choice = process.world.asksWithin() else { return }
    if choice > 1 { process.noteCause() }
    process.note("the provider asks within \(question), choice \(choice)")
    // Within a function it reports the session of that function, or the one that ends by it; whoever reports one after
    // another one is stored says that it is the newer one.
    if choice < 4 {
      ask(choice, controller)
    } else if let session = controller.session ?? process.controller?.session,
      session.family == process.world.disk.record.session?.family
    {
      controller.updateSession(renamed(session))
    }
  }

  /// Makes a request outside of any function.
  func askOutside(_ choice: Int) {
    guard let handle else { return }
    process.noteCause(isLatent: true)
    process.note("the provider asks, choice \(choice)")
    ask(choice, handle)
  }

  private func ask(_ choice: Int, _ controller: ControllerHandle) {
    switch choice {
    case 0: controller.invalidate()
    case 1: controller.invalidate(screen: "more")
    case 2:
      process.noteRival(isLatent: true)
      process.mayLogOut = true
      controller.requestLogout()
    case 3:
      process.noteRival(isLatent: true)
      process.mayLogOut = true
      controller.requestLogin(server.signIn(subject(nil)))
    case 4: if let session = known.last { report(session, controller) }
    default:
      // Only a provider knows which of two sessions of a user is the newer one.
      guard let session = known.first, let stored = process.world.disk.record.session else { return }
      if session.subject != stored.subject || session.family == stored.family {
        report(session, controller)
      }
    }
  }

  /// Reports a session outside of any function.
  ///
  /// Another process may have ended or renewed it meanwhile, which nobody can know. What is reported during an operation
  /// is taken for the session of that.
  private func report(_ session: Session, _ controller: ControllerHandle) {
    guard process.world.plan.bringsBack, process.controller?.isBusy == false else { return }
    process.world.disk.forgive(session)
    controller.updateSession(renamed(session))
  }

  /// Who logs in: on a page whoever the browser says, each time somebody else.
  private func subject(_ key: String?) -> String {
    guard let site = process.world.site else { return "kitty" }
    let subject = key.flatMap { $0.isEmpty ? nil : $0 } ?? site.newLogin(of: nil)
    site.logins[subject]?.processes.insert(process.number)
    return subject
  }

  private func renamed(_ session: Session) -> Session {
    var session = session
    session.displayName = "\(session.displayName)+"
    return session
  }

  private func answer(_ question: String, _ controller: ControllerHandle) async throws {
    if process.kind == .object { ask(within: question, controller) }
    if let session = controller.session, session != known.last { known = known.suffix(3) + [session] }
    try await process.wait(.provider, question)
  }

  // MARK: What it answers

  func isInitiallyLoggedIn(for controller: ControllerHandle) async throws -> Bool {
    try await answer("initial state", controller)
    return controller.session != nil
  }

  func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration {
    try await answer("configuration", controller)
    let isWrong = process.world.answersWrongly()
    return TransitionConfiguration(transitionDuration: .milliseconds(isWrong ? -300 : 300))
  }

  func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    try await answer("logged out", controller)
    return InterfaceDescription(process.world.answersWrongly() ? "" : "out") {
      NavigationStack("out-stack") {
        Screen("out", title: "Out") {
          TextField("name", "Name")
          SecureField("key", "Key")
          Button("go", "Go", action: Action("login", sends: ["key"]))
          Button("push", "More", action: "push")
        }
      }
    }
  }

  func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    try await answer("logged in", controller)
    return InterfaceDescription(process.world.answersWrongly() ? "" : "in") {
      NavigationStack("in-stack") {
        Screen("in", title: controller.session?.subject ?? "") {
          TextField("note", "Note")
          Button("go", "Go", action: "logout")
          Button("push", "More", action: "push")
          Button("say", "Say", action: "say")
        }
      }
    }
  }

  func screenInterface(_ id: String, for controller: ControllerHandle) async throws -> InterfaceDescription? {
    try await answer("screen", controller)
    return id == "more" ? Self.more : nil
  }

  private static let more = InterfaceDescription("more") {
    Screen("more", title: "More") {
      TextField("word", "Word")
      Button("say", "Say", action: "say")
      Button("back", "Back", action: "back")
    }
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    try await answer("perform \(action.name)", controller)
    switch action.name {
    case "login":
      process.noteRival(isLatent: true)
      return .login(server.signIn(subject(action["key"])))
    case "logout":
      process.noteRival(isLatent: true)
      process.mayLogOut = true
      return .logout
    case "push": return .push(Self.more)
    case "back": return ActionResponse(effects: [.leave(.pop), .message(.info, "Gone back.")])
    default: return .message(.info, "Said.")
    }
  }

  func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws {
    try await answer("ended", controller)
    process.note("provider ends \(session.family)")
    server.revoke(session)
  }

  func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh {
    try await answer("refresh", controller)
    // Whoever has waited too long may not spend the token any more, because another process may have its turn.
    try Task.checkCancellation()
    if process.endpoint?.end != nil { throw Refused(description: "its process has ended") }
    let token = session.refreshToken?.text ?? ""
    process.note("the server is asked with \(token.isEmpty ? "nothing" : token)")
    let answer = try await server.refresh(
      session, by: process.number, since: process.renewalBegan, at: process.clock.now.offset)
    try await process.wait(.server, "refreshed") { [server] in server.excuse(token) }
    guard case .renewed(var new) = answer, process.world.answersWrongly() else { return answer }
    server.excuse(token)
    new.subject = "somebody"
    return .renewed(new)
  }

  func notify(_ event: ProviderEvent, for controller: ControllerHandle) async {
    try? await answer("\(event)", controller)
  }
}
