import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A root container without a controller` {
  private let root = WatchedContainer()
  private let clock = ManualClock()

  private func screen(_ id: String) throws -> InterfaceController {
    try #require(InterfaceController.controller(for: InterfaceDescription(id) { Screen(id, title: id) {} }))
  }

  /// Begins a transition, and waits until it sleeps.
  private func begin(
    _ new: InterfaceController, _ name: String, dismisses: Bool = true
  ) -> Task<Bool, any Error> {
    Task.immediate {
      try await root.transition(
        to: new, configuration: .init(dismissesPresentedInterfaceOnTransition: dismisses), clock: clock,
        willBeginTransition: { _ in root.log.append("will \(name)") },
        completionHandler: { root.log.append("did \(name)") }
      )
    }
  }

  @Test func `installs the first interface at once, and shows the old picture over every other`() async throws {
    let (first, second) = (try screen("first"), try screen("second"))
    #expect(try await begin(first, "first").value)
    #expect(root.log == ["will first", "exchange nil for first", "exchanged", "did first"])
    root.log = []
    let transition = begin(second, "second")
    await clock.sleeperArrived()
    #expect(root.installed === second && first.parent == nil)
    #expect(root.picture?.node.id == "first")
    #expect(root.log == ["will second", "overlay first", "exchange first for second", "exchanged"])
    clock.advance(by: .milliseconds(600))
    #expect(try await transition.value)
    #expect(root.picture?.node.id == "second")
    #expect(root.log.suffix(2) == ["overlay nil", "did second"])
  }

  @Test func `keeps the overlay above a layer that is presented in mid-transition, as it was when it came`()
    async throws
  {
    let first = try screen("first")
    try root.transition(to: first)
    let sheet = try screen("sheet")
    root.present(sheet)
    (sheet as? ScreenController)?.state.values["name"] = .text("Mia")
    let transition = begin(try screen("second"), "second", dismisses: false)
    await clock.sleeperArrived()
    (sheet as? ScreenController)?.state.values["name"] = .text("Leo")
    let late = try screen("late")
    root.present(late)
    #expect(root.visibleScreen?.id == "late")
    #expect(root.picture?.node.id == "sheet")
    #expect(root.picture?.state.values["name"] == .text("Mia"))
    #expect(same(root.presented, [sheet, late]))
    clock.advance(by: .milliseconds(600))
    _ = try await transition.value
    #expect(root.picture?.node.id == "late")
  }

  @Test func `gives each transition its turn, so that will and did are never mixed`() async throws {
    try root.transition(to: try screen("first"))
    root.log = []
    let transitions = [begin(try screen("second"), "second"), begin(try screen("third"), "third")]
    await clock.sleeperArrived()
    #expect(root.log.filter { $0.hasPrefix("will") } == ["will second"])
    clock.advance(by: .milliseconds(600))
    _ = try await transitions[0].value
    await clock.sleeperArrived()
    clock.advance(by: .milliseconds(600))
    _ = try await transitions[1].value
    let order = root.log.filter { $0.hasPrefix("will") || $0.hasPrefix("did") }
    #expect(order == ["will second", "did second", "will third", "did third"])
    #expect(root.picture?.node.id == "third")
    #expect(root.children.count == 1)
  }

  @Test func `does nothing for what is installed, and refuses what cannot come`() async throws {
    let first = try screen("first")
    #expect(try await begin(first, "first").value)
    root.log = []
    #expect(try await !begin(first, "first").value)
    await #expect(throws: AppControllerError.self) { try await begin(RootContainer(), "root").value }
    let negative = AppController.Configuration(transitionDuration: .milliseconds(-1))
    let second = try screen("second")
    await #expect(throws: AppControllerError.self) { try await root.transition(to: second, configuration: negative) }
    #expect(throws: AppControllerError.self) { try root.transition(to: RootContainer()) }
    #expect(root.log == [])
    #expect(root.installed === first)
  }

  @Test func `is not animated without a style or without a time`() async throws {
    try root.transition(to: try screen("first"))
    for configuration in [
      AppController.Configuration(style: .none), AppController.Configuration(transitionDuration: .zero),
    ] {
      root.log = []
      let isDone = try await root.transition(to: try screen("next"), configuration: configuration, clock: clock)
      #expect(isDone && root.overlay == nil)
      #expect(!root.log.contains { $0.hasPrefix("overlay") })
    }
  }

  @Test func `lets nobody take the installed interface out`() throws {
    let (first, other) = (try screen("first"), InterfaceController())
    try root.transition(to: first)
    first.remove()
    other.add(first)
    root.present(first)
    #expect(root.installed === first && first.parent === root && root.presented.isEmpty)
    try root.cycle(to: other)
    #expect(root.installed === other)
  }

  @Test func `drops a layer that leaves by itself, and one that becomes the interface`() throws {
    try root.transition(to: try screen("first"))
    let (one, two) = (try screen("one"), NavigationContainer(root: try screen("two")))
    root.present(one)
    root.present(one)
    root.present(two)
    #expect(root.presented.count == 2)
    one.remove()
    #expect(same(root.presented, [two]))
    root.exchange(for: two, dismissingPresented: true)
    #expect(root.presented.isEmpty && root.installed === two && two.screens.count == 1)
    #expect(same(root.children, [two]))
  }
}

@MainActor
@Suite struct `A stack and a tab bar, made by hand` {
  private let journal = Journal()

  @Test func `pop to a screen, the top one first, and replace the top`() throws {
    let names = ["a", "b", "c", "d"].map { Recorder($0, journal) }
    let stack = NavigationContainer(root: names[0])
    for screen in names.dropFirst() { stack.push(screen) }
    _ = journal.take()
    #expect(stack.pop(to: names[1]))
    #expect(journal.take() == ["d will nil", "d did nil", "c will nil", "c did nil"])
    #expect(same(stack.screens, [names[0], names[1]]))
    #expect(!stack.pop(to: names[3]))
    let new = Recorder("new", journal)
    try stack.replaceTop(with: new)
    #expect(same(stack.screens, [names[0], new]))
    #expect(throws: AppControllerError.self) { try stack.replaceTop(with: stack) }
    stack.popToRoot()
    #expect(same(stack.screens, [names[0]]))
    #expect(!stack.pop())
    #expect(journal.imbalance == [])
  }

  @Test func `keep each item with its controller`() throws {
    let (one, two, three) = (Recorder("one", journal), Recorder("two", journal), Recorder("three", journal))
    let tabs = TabContainer(id: "t", ["1": one, "2": two, "3": three])
    #expect(tabs.selected === one)
    tabs.select("3")
    one.remove()
    #expect(tabs.itemIDs == ["2", "3"] && tabs.selected === three)
    let new = Recorder("new", journal)
    try tabs.cycle(from: three, to: new)
    #expect(tabs.selected === new)
    new.remove()
    #expect(tabs.selectedID == "2" && tabs.selected === two)
    tabs.add(Recorder("extra", journal))
    #expect(tabs.itemIDs == ["2", ""])
    #expect(!tabs.select(""))
  }
}

/// A container that writes down what happens in it.
private final class WatchedContainer: RootContainer {
  var log: [String] = []

  private func name(_ controller: InterfaceController?) -> String { (controller as? ScreenController)?.id ?? "nil" }

  override func willExchange(_ old: InterfaceController?, for new: InterfaceController) {
    log.append("exchange \(name(old)) for \(name(new))")
  }

  override func didExchange(_ old: InterfaceController?, for new: InterfaceController) { log.append("exchanged") }

  override func overlayDidChange() { log.append("overlay \(overlay?.id ?? "nil")") }
}
