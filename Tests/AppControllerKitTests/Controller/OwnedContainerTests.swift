import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A container that a controller owns` {
  /// What somebody else may try with it.
  enum Attempt: String, CaseIterable, Sendable {
    case transition, animatedTransition, cycleFirst, cycleInstalled, add, moveElsewhere, cycleElsewhere, remove
    case moveToOtherRoot
  }

  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }
  private var root: RootContainer { controller.rootContainer }

  private func screen(_ id: String) throws -> InterfaceController {
    try #require(InterfaceController.controller(for: InterfaceDescription(id) { Screen(id, title: id) {} }))
  }

  /// Tries it.
  ///
  /// - Returns: The error.
  private func attempt(_ attempt: Attempt, _ other: InterfaceController) async -> AppControllerError? {
    do throws(AppControllerError) {
      switch attempt {
      case .transition: try root.transition(to: other)
      case .animatedTransition: try await root.transition(to: other, configuration: .init(), clock: ImmediateClock())
      case .cycleFirst: try root.cycle(to: other)
      case .cycleInstalled: if let installed = root.installed { try root.cycle(from: installed, to: other) }
      case .add: root.add(other)
      case .moveElsewhere: if let installed = root.installed { other.add(installed) }
      case .cycleElsewhere:
        let child = InterfaceController()
        other.add(child)
        if let installed = root.installed { try other.cycle(from: child, to: installed) }
      case .remove: root.installed?.remove()
      case .moveToOtherRoot:
        if let installed = root.installed { try RootContainer().transition(to: installed) }
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: Attempt.allCases, [AppController.State.uninstalled, .loggedOut, .loggedIn, .terminated])
  func `keeps what is installed`(attempt: Attempt, state: AppController.State) async throws {
    if state != .uninstalled { try await fixture.install() }
    if state == .loggedIn { await controller.login(.kitty) }
    if state == .terminated { controller.terminate() }
    let before = root.children.map(ObjectIdentifier.init)
    let error = await self.attempt(attempt, try screen("other"))
    #expect(root.children.map(ObjectIdentifier.init) == before)
    #expect(root.installed.map(ObjectIdentifier.init) == before.first)
    #expect(controller.state == state)
    switch attempt {
    case .transition, .animatedTransition: #expect(error?.code == .containerOwned)
    case .cycleFirst: #expect(error?.code == (before.isEmpty ? .containmentRefused : .containerOwned))
    case .cycleInstalled: #expect(error?.code == (before.isEmpty ? nil : .containerOwned))
    case .cycleElsewhere, .moveToOtherRoot: #expect(error?.code == (before.isEmpty ? nil : .containmentRefused))
    case .add, .moveElsewhere, .remove: #expect(error == nil)
    }
  }

  @Test func `shows layers of anybody's, and exchanges them`() async throws {
    try await fixture.install()
    let (first, second) = (try screen("first"), try screen("second"))
    root.present(first)
    try root.cycle(from: first, to: second)
    #expect(root.presented.map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
    #expect(root.dismiss())
    #expect(root.children.count == 1)
  }

  /// Where a handler can put the interface that is coming.
  enum Theft: String, CaseIterable, Sendable { case plain, otherRoot, ownLayer }

  @Test(arguments: Theft.allCases, [AppController.State.loggedIn, .loggedOut])
  func `does not get what a will handler has taken away`(theft: Theft, target: AppController.State) async throws {
    try await fixture.install()
    if target == .loggedOut { await controller.login(.kitty) }
    let before = try await fixture.snapshot()
    let (thief, otherRoot) = (InterfaceController(), RootContainer())
    let take: @MainActor (InterfaceController) throws -> Void = { [root] coming in
      switch theft {
      case .plain: thief.add(coming)
      case .otherRoot: try otherRoot.transition(to: coming)
      case .ownLayer: root.present(coming)
      }
    }
    var aborts = 0
    controller.willLoginHandler = take
    controller.willLogoutHandler = take
    controller.didAbortHandler = { _ in aborts += 1 }
    let outcome = target == .loggedIn ? await controller.login(.kitty) : await controller.logout()
    if theft == .ownLayer {
      #expect(outcome.isCompleted && controller.state == target && root.children.count == 1)
    } else {
      #expect(outcome.failure == .containmentRefused)
      #expect(aborts == 1)
      #expect(try await fixture.snapshot() == before)
    }
    #expect(root.children.count == 1)
  }

  @Test(arguments: Theft.allCases)
  func `logs out by force whatever a handler takes away`(theft: Theft) async throws {
    try await fixture.install()
    await controller.login(.kitty)
    let (thief, otherRoot) = (InterfaceController(), RootContainer())
    controller.willLogoutHandler = { [root] coming in
      switch theft {
      case .plain: thief.add(coming)
      case .otherRoot: try otherRoot.transition(to: coming)
      case .ownLayer: root.present(coming)
      }
    }
    let outcome = await controller.logout(force: true)
    #expect(outcome.report?.problems.count == (theft == .ownLayer ? 0 : 1))
    #expect(root.children.count == 1 && root.installed?.title == "Welcome")
    #expect(try await fixture.store.load(for: "test").session == nil)
  }

  @Test(arguments: [AppController.State.loggedIn, .loggedOut])
  func `gets another one when the interface is taken away at the last moment`(target: AppController.State) async throws
  {
    let store = HookedStore()
    let fixture = ControllerFixture(store: store)
    let controller = fixture.controller
    try await fixture.install()
    if target == .loggedOut { await controller.login(.kitty) }
    var coming: InterfaceController?
    let otherRoot = RootContainer()
    controller.willLoginHandler = { coming = $0 }
    controller.willLogoutHandler = { coming = $0 }
    store.step = { if let coming { try otherRoot.transition(to: coming) } }
    let outcome = target == .loggedIn ? await controller.login(.kitty) : await controller.logout()
    #expect(outcome.report?.problems.count == 1)
    #expect(controller.state == target)
    let installed = controller.rootContainer.installed
    #expect(installed?.title == (target == .loggedIn ? "Hello kitty" : "Welcome") && installed !== coming)
    #expect(controller.rootContainer.children.count == 1)
  }

  @Test func `is empty when the controller is ended in the middle of an exchange`() async throws {
    try await fixture.install()
    var calls: [String] = []
    controller.didLoginHandler = { calls.append("did") }
    controller.didAbortHandler = { _ in calls.append("abort") }
    let layer = EndingLayer()
    layer.end = { [controller] in controller.terminate() }
    root.present(layer)
    await controller.login(.kitty)
    #expect(controller.state == .terminated && root.children.isEmpty && controller.installedInterface == nil)
    #expect(calls == ["abort"])
  }
}

/// A layer that ends something when it goes.
private final class EndingLayer: InterfaceController {
  var end: (() -> Void)?

  override func didMove(toParent parent: InterfaceController?) {
    if parent == nil { end?() }
  }
}
