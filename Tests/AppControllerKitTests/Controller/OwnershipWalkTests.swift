import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// Whatever an app does with what is public, the state says what is installed.
@MainActor
@Suite struct `The state of a controller` {
  /// Something that an app does.
  private enum Deed: CaseIterable {
    case install, login, loginAsOther, logout, forcedLogout, refresh, terminate
    case transition, animatedTransition, cycle, add, takeInstalled, takeComing, leaveComing, present, presentComing
    case dismiss, removeInstalled, push, pop, failInterface, mendInterface, askInside, passTime
  }

  /// What is done at the next `will`, and to what.
  @MainActor
  private final class Moment {
    var coming: InterfaceController?
    var atWill: Deed?
  }

  private let clock = ManualClock()
  private let provider = RecordingProvider()
  private let controller: AppController
  private let window = InterfaceWindow()

  init() {
    controller = AppController(
      interfaceProvider: provider, providerID: "test", rootContainerClass: RecordingContainer.self, clock: clock
    )
    controller.providerDeadline = nil
  }

  private var root: RootContainer { controller.rootContainer }

  @Test(arguments: 0..<150)
  func `equals what is installed after everything that an app does`(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed)
    let (elsewhere, otherRoot) = (InterfaceController(), RootContainer())
    let moment = Moment()
    var walk: [Deed] = [.install]
    provider.configuration = AppController.Configuration(transitionDuration: .milliseconds(seed % 2 == 0 ? 0 : 100))
    let will: @MainActor (InterfaceController) async throws -> Void = { [root, controller] target in
      moment.coming = target
      switch moment.atWill {
      case .takeComing: elsewhere.add(target)
      case .leaveComing: try otherRoot.transition(to: target)
      case .presentComing: root.present(target)
      case .askInside: _ = await controller.logout()
      default: break
      }
    }
    controller.willLoginHandler = will
    controller.willLogoutHandler = will
    (root as? RecordingContainer)?.eventHandler = { [controller] _ in
      // Somebody who moves what comes in the middle of the exchange.
      if moment.atWill == .takeInstalled, let coming = moment.coming, controller.state == .loggedIn {
        try? otherRoot.transition(to: coming)
      }
    }
    try await controller.installRootInterface(in: window)
    for _ in 0..<40 {
      guard let deed = Deed.allCases.randomElement(using: &generator) else { break }
      // Few walks end early.
      if deed == .terminate, Int.random(in: 0..<10, using: &generator) > 0 { continue }
      walk.append(deed)
      await happen(deed, elsewhere, moment)
      check("seed \(seed): \(walk)")
    }
    await finish()
    check("seed \(seed): \(walk), and an end")
  }

  private func happen(
    _ deed: Deed, _ elsewhere: InterfaceController, _ moment: Moment
  ) async {
    let other = InterfaceController.controller(for: RecordingProvider.loggedOut) ?? InterfaceController()
    switch deed {
    case .install: try? await controller.installRootInterface(in: window)
    case .login: ask { await $0.login(.kitty) }
    case .loginAsOther: ask { await $0.login(.dog) }
    case .logout: ask { await $0.logout() }
    case .forcedLogout: ask { await $0.logout(force: true) }
    case .refresh: ask { await $0.login(rebuild: true) }
    case .terminate: controller.terminate()
    case .transition: #expect(throws: AppControllerError.self) { try root.transition(to: other) }
    case .animatedTransition: _ = try? await root.transition(to: other, configuration: .init(), clock: clock)
    case .cycle: try? root.cycle(to: other)
    case .add: root.add(other)
    case .takeInstalled, .takeComing, .leaveComing, .presentComing, .askInside:
      moment.atWill = deed
      if let installed = root.installed { elsewhere.add(installed) }
      if let coming = moment.coming { elsewhere.add(coming) }
    case .present: root.present(other)
    case .dismiss: root.dismiss()
    case .removeInstalled: root.installed?.remove()
    case .push: (controller.screens.first?.parent as? NavigationContainer)?.push(other)
    case .pop: _ = (controller.screens.last?.parent as? NavigationContainer)?.pop()
    case .failInterface: provider.failures = ["logged-in", "logged-out", "configuration"]
    case .mendInterface: (provider.failures, moment.atWill) = ([], nil)
    case .passTime: clock.advance(by: .seconds(1))
    }
  }

  /// Asks, and waits no longer than up to the first suspension.
  private func ask(_ body: @escaping @MainActor (AppController) async -> TransitionOutcome) {
    Task.immediate { _ = await body(controller) }
  }

  /// Has everything that is under way end.
  private func finish() async {
    let ticking = Task { [clock] in while (try? await clock.sleep(for: .milliseconds(500))) != nil {} }
    while controller.isBusy {
      await clock.sleeperArrived()
      clock.advance(by: .seconds(1))
    }
    ticking.cancel()
    await controller.settle()
  }

  private func check(_ walk: String) {
    // Layers are anybody's, also before and after.
    let first = root.installed?.subtree.lazy.compactMap { ($0 as? ScreenController)?.node.id }.first
    let isRight =
      switch controller.state {
      case .uninstalled, .terminated: first == nil && root.installed == nil
      case .launching: first != "welcome" && first != "first"
      // One of the host's own stands in for an interface that the provider cannot describe.
      case .loggedOut: first != nil && first != "first"
      case .loggedIn: first == "first"
      }
    #expect(isRight, "\(controller.state) is not \(first ?? "nothing"): \(walk)")
    #expect(root.children.count == (root.installed == nil ? 0 : 1) + root.presented.count, "\(walk)")
    #expect(
      (controller.session != nil) == (controller.state == .loggedIn) || controller.state == .terminated, "\(walk)")
    #expect((controller.installedInterface != nil) == (root.installed != nil), "\(walk)")
    if let interface = controller.installedInterface {
      #expect(interface.root.subtree.lazy.first { $0.kind == .screen }?.id == first, "\(walk)")
    }
  }
}
