import AppControllerKitTesting
import TestSupport
import Testing

@testable import AppControllerKit

@MainActor
@Suite struct `A purpose` {
  private let provider = PurposefulProvider()
  private let controller: AppController
  private let window = InterfaceWindow()

  init() async throws {
    controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: window)
    #expect(await controller.login(.kitty).isCompleted)
  }

  /// Has interfaces for some purposes, and answers what the test says.
  @MainActor
  final class PurposefulProvider: MainActorInterfaceProviding {
    var purposes: Set<AuthenticationPurpose> = [.signIn, .confirm, .switchAccount, .recover]
    var answer = ActionResponse.nothing
    var request: @MainActor (ControllerHandle) -> Void = { _ in }
    var handles: [ControllerHandle] = []
    var isKept = false

    func hasInterface(for purpose: AuthenticationPurpose) async -> Bool { purposes.contains(purpose) }

    func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
      handles.append(controller)
      return InterfaceDescription("logged-out") {
        Screen("welcome", title: controller.purpose.rawValue) { Button("go", "Go", action: "go") }
      }
    }

    func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
      InterfaceDescription("logged-in") { Screen("home", title: "Home") { Button("below", "Below", action: "below") } }
    }

    func screenInterface(_ id: String, for controller: ControllerHandle) async throws -> InterfaceDescription? {
      handles.append(controller)
      return nil
    }

    func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration {
      .init(transitionDuration: .zero, dismissesPresentedInterfaceOnTransition: !isKept)
    }

    func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
      handles.append(controller)
      request(controller)
      return answer
    }
  }

  /// Begins a purpose, and waits until its interface is shown.
  private func begin(_ purpose: AuthenticationPurpose) async throws -> Task<TransitionOutcome, Never> {
    let before = controller.authentication.layer
    let task = Task { await controller.login(purpose: purpose) }
    await reached { controller.authentication.layer !== before }
    provider.handles = []
    return task
  }

  private var title: String? { controller.rootContainer.visibleScreen?.node.label }
  private var layers: Int { controller.rootContainer.presented.count }

  @Test func `is what the interface above the installed one is described for`() async throws {
    provider.handles = []
    let task = Task { await controller.login(purpose: .confirm) }
    await reached { controller.authentication.layer != nil }
    #expect(title == "confirm")
    #expect(provider.handles.map(\.purpose) == [.confirm])
    #expect(provider.handles.map(\.state) == [.loggedOut])
    #expect(provider.handles.map(\.session) == [.kitty])
    #expect(controller.state == .loggedIn && controller.session == .kitty)
    #expect(controller.rootContainer.dismiss())
    #expect(await task.value == .cancelled)
    #expect(title == "Home")
  }

  @Test(arguments: [nil, Session.kitty])
  func `is done when the provider logs the same user in`(session: Session?) async throws {
    let task = try await begin(.confirm)
    provider.answer = .login(session)
    let outcome = try await controller.perform(nodeID: "go")
    #expect(outcome.transition == .unchanged)
    #expect(await task.value == .unchanged)
    #expect(provider.handles.map(\.purpose) == [.confirm])
    #expect(provider.handles.map(\.session) == [.kitty])
    #expect(layers == 0 && controller.session == .kitty)
  }

  @Test func `keeps a new secret of the user`() async throws {
    let task = try await begin(.confirm)
    let renewed = Session(subject: "kitty", secret: Secret("two"))
    provider.answer = .login(renewed)
    _ = try await controller.perform(nodeID: "go")
    #expect(await task.value == .unchanged)
    #expect(controller.session == renewed)
  }

  @Test func `of one user is not done by another`() async throws {
    let task = try await begin(.confirm)
    provider.answer = .login(.dog)
    let outcome = try await controller.perform(nodeID: "go")
    #expect(outcome.transition?.failure == .otherUser)
    #expect(layers == 1 && controller.session == .kitty)
    provider.answer = .login(.kitty)
    _ = try await controller.perform(nodeID: "go")
    #expect(await task.value == .unchanged)
  }

  @Test func `is done by a request of the provider that brings the user's session`() async throws {
    let task = try await begin(.confirm)
    provider.request = { $0.requestLogin() }
    _ = try await controller.perform(nodeID: "go")
    await controller.settle()
    #expect(layers == 1)
    provider.request = { $0.requestLogin(.dog) }
    _ = try await controller.perform(nodeID: "go")
    await controller.settle()
    #expect(layers == 1 && controller.session == .kitty)
    provider.request = { $0.requestLogin(.kitty) }
    _ = try await controller.perform(nodeID: "go")
    #expect(await task.value == .unchanged)
  }

  @Test func `without an interface is served by signing in, which has to name the user`() async throws {
    let task = try await begin(.unlock)
    #expect(title == "sign-in")
    provider.answer = .login(nil)
    #expect(try await controller.perform(nodeID: "go").transition?.failure == .otherUser)
    provider.answer = .login(.kitty)
    #expect(try await controller.perform(nodeID: "go").transition == .unchanged)
    #expect(await task.value == .unchanged)
    #expect(provider.handles.map(\.purpose) == [.signIn, .signIn])
    #expect(provider.handles.map(\.session) == [nil, nil])
  }

  @Test(arguments: [AuthenticationPurpose.changeSecret, .signUp])
  func `that signing in does not serve needs an interface`(purpose: AuthenticationPurpose) async {
    #expect(await controller.login(purpose: purpose).failure == .unsupportedPurpose)
    #expect(layers == 0)
  }

  @Test func `may bring another user`() async throws {
    let task = try await begin(.switchAccount)
    provider.answer = .login(.dog)
    #expect(try await controller.perform(nodeID: "go").transition?.isCompleted == true)
    #expect(await task.value.isCompleted)
    #expect(controller.session == .dog && layers == 0 && title == "Home")
  }

  @Test func `brings a user where nobody is logged in`() async throws {
    #expect(await controller.logout().isCompleted)
    let task = try await begin(.recover)
    #expect(title == "recover")
    provider.answer = .login(.dog)
    _ = try await controller.perform(nodeID: "go")
    #expect(await task.value.isCompleted)
    #expect(controller.session == .dog && layers == 0)
  }

  @Test func `of the user needs one`() async {
    #expect(await controller.logout().isCompleted)
    #expect(await controller.login(purpose: .confirm).failure == .notLoggedIn)
  }

  @Test func `takes the place of another`() async throws {
    let first = try await begin(.confirm)
    let second = try await begin(.switchAccount)
    #expect(await first.value == .superseded)
    #expect(title == "switch-account" && layers == 1)
    controller.rootContainer.dismiss()
    #expect(await second.value == .cancelled)
  }

  @Test func `ends with the session, also where layers stay`() async throws {
    provider.isKept = true
    let task = try await begin(.confirm)
    #expect(await controller.logout().isCompleted)
    #expect(await task.value == .superseded)
    #expect(layers == 0)
  }

  @Test func `ends with its task`() async throws {
    let task = try await begin(.confirm)
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(layers == 0)
  }

  @Test func `ends with the controller`() async throws {
    let task = try await begin(.confirm)
    controller.terminate()
    #expect(await task.value == .cancelled)
  }

  @Test func `is not waited for inside a handler`() async throws {
    var inside: TransitionOutcome?
    controller.didLogoutHandler = { [controller] in inside = await controller.login(purpose: .recover) }
    #expect(await controller.logout().isCompleted)
    #expect(inside?.failure == .wouldDeadlock)
  }

  @Test func `is that of the screens above it, and not of those below`() async throws {
    let task = try await begin(.confirm)
    provider.answer = .present(
      InterfaceDescription("more") { Screen("more", title: "More") { Button("on", "On", action: "on") } })
    _ = try await controller.perform(nodeID: "go")
    provider.answer = .nothing
    _ = try await controller.perform(nodeID: "on")
    _ = try await controller.perform(nodeID: "below")
    controller.receive(.invalidateScreen("more"), from: RequestSource())
    await controller.settle()
    #expect(provider.handles.map(\.purpose) == [.confirm, .confirm, .signIn, .confirm])
    #expect(provider.handles.map(\.state) == [.loggedOut, .loggedOut, .loggedIn, .loggedOut])
    provider.answer = .login(.kitty)
    _ = try await controller.perform(nodeID: "on")
    #expect(await task.value == .unchanged)
  }

  @Test func `is not done by a login from below it`() async throws {
    let task = try await begin(.confirm)
    provider.answer = .login(.kitty)
    _ = try await controller.perform(nodeID: "below")
    #expect(await controller.login().failure == nil)
    #expect(layers == 1)
    controller.rootContainer.dismiss()
    #expect(await task.value == .cancelled)
  }
}
