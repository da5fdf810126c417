import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("The pod, its transition and its container")
struct PodTransitionTests {
  private let timeline = Timeline()
  private var controller: AppController { timeline.controller }
  private var provider: RecordingProvider { timeline.provider }
  private var root: RootContainer { timeline.root }

  // In a process of its own, because a broadcast reaches the controllers of every test that runs meanwhile.
  @Test func `P15: a broadcast reaches each live controller once, in the order in which they were made`() async {
    await #expect(processExitsWith: .success) {
      await broadcastToThree()
    }
  }

  @Test func `P16: the steps of a transition are the pod's`() async throws {
    try await timeline.install()
    controller.willLoginHandler = { _ in provider.log.append("will") }
    controller.didLoginHandler = { provider.log.append("did") }
    controller.onEvent { event in
      switch event.kind {
      case .exchanged: provider.log.append("exchanged")
      default: break
      }
    }
    await controller.login(.kitty)
    #expect(provider.log == ["logged-in", "configuration", "will", "exchanged", "did", "notify did-login"])
  }

  @Test func `P17: the old picture is seen until the end, then the new one, and never a third`() async throws {
    try await timeline.install()
    provider.configuration.transitionDelay = .milliseconds(100)
    let (timeline, root) = (timeline, root)
    timeline.clock.watch { _ in timeline.note("\(root.picture?.node.label ?? "nothing") is seen") }
    await controller.login(.kitty)
    timeline.note("\(root.picture?.node.label ?? "nothing") is seen")
    let seen = timeline.take().filter { $0.hasSuffix("seen") }
    #expect(seen == stride(from: 0, to: 700, by: 100).map { "\($0) Welcome is seen" } + ["700 Hello kitty is seen"])
  }

  @Test func `P18: there is one way to exchange, whether layers stay or go`() async throws {
    try await timeline.install()
    var logs: [[String]] = []
    for dismisses in [true, false] {
      provider.configuration = .init(transitionDuration: .zero, dismissesPresentedInterfaceOnTransition: dismisses)
      await controller.login(.kitty)
      await controller.logout()
      logs.append(timeline.take())
    }
    #expect(logs[0] == logs[1])
    #expect(logs[0].count == 8)
  }

  @Test func `P19: where layers stay, the old interface leaves in the exchange and not at the end`() async throws {
    try await timeline.install()
    provider.configuration.dismissesPresentedInterfaceOnTransition = false
    let (timeline, root) = (timeline, root)
    weak let old = root.installed
    timeline.clock.watch { _ in
      timeline.note(
        "\(root.children.count) \(root.installed?.title ?? "nothing"), old is \(old == nil ? "gone" : "here")")
    }
    await controller.login(.kitty)
    let watched = timeline.take().filter { $0.contains("old is") }
    #expect(watched == stride(from: 0, to: 600, by: 100).map { "\($0) 1 Hello kitty, old is gone" })
    let frames = [0, 300, 600].map { provider.configuration.frame(at: .milliseconds($0)).percent }
    #expect(frames == ["old 100 new 0 at 0,0", "old 50 new 50 at 0,0", "old 0 new 100 at 0,0"])
  }

  @Test func `P20: the first interface is added, with no picture over it`() throws {
    let journal = Journal()
    let first = Recorder("first", journal)
    let root = RecordingContainer()
    try root.transition(to: first)
    #expect(journal.take() == ["first will root", "first did root"])
    #expect(!root.events.contains(.covered))
    let decoration = Recorder("decoration", journal)
    root.add(decoration)
    try root.transition(to: Recorder("second", journal))
    #expect(decoration.parent === root)
  }

  @Test func `P21: what is installed can be read, and is what the state says`() async throws {
    #expect(root.installed == nil && controller.installedInterface == nil && controller.state == .uninstalled)
    try await timeline.install()
    #expect(root.installed?.title == "Welcome" && controller.installedInterface == RecordingProvider.loggedOut)
    await controller.login(.kitty)
    #expect(root.installed?.title == "Hello kitty" && controller.state == .loggedIn)
    #expect(controller.installedInterface == RecordingProvider.loggedIn("kitty"))
  }

  @Test func `P22: what is installed already is not installed again, and the caller is told`() async throws {
    try await timeline.install()
    #expect(await controller.logout() == .unchanged)
    await controller.login(.kitty)
    let installed = root.installed
    provider.forget()
    _ = timeline.take()
    #expect(await controller.login(.kitty) == .unchanged)
    #expect(provider.log == [] && timeline.take() == [] && root.installed === installed)
  }

  @Test func `P23: the container passes on what the installed interface would like`() async throws {
    #expect(root.effectivePresentationTraits == PresentationTraits())
    try await timeline.install()
    #expect(root.effectivePresentationTraits.title == "Welcome")
    await controller.login(.kitty)
    #expect(root.effectivePresentationTraits.title == "Hello kitty")
  }

  @Test func `P24: the old picture stays on top of a layer that comes in mid-transition`() async throws {
    try await timeline.install()
    let timeline = timeline
    timeline.clock.watch { now in
      if now == .milliseconds(300) { timeline.present("late") }
      timeline.note("\(timeline.root.picture?.node.id ?? "") over \(timeline.root.visibleScreen?.id ?? "")")
    }
    await controller.login(.kitty)
    timeline.note(root.picture?.node.id ?? "")
    let pictures = timeline.take().filter { $0.contains(" over ") || $0.hasSuffix("late") }
    #expect(
      pictures == [
        "0 welcome over first", "100 welcome over first", "200 welcome over first", "300 welcome over late",
        "400 welcome over late", "500 welcome over late", "600 late",
      ]
    )
  }

  @Test func `P25: what is installed fills the container, and follows the window`() async throws {
    timeline.window.traits.columns = 80
    try await timeline.install()
    await controller.login(.kitty)
    for columns: Int in [80, 132, 40] {
      timeline.window.traits.columns = columns
      #expect(root.subtree.allSatisfy { $0.size == InterfaceSize(columns: columns) })
    }
  }

  @Test func `P26: the old interface has left memory when did is called`() async throws {
    try await timeline.install()
    weak let old = root.installed
    var wasFreed = false
    controller.didLoginHandler = { wasFreed = old == nil }
    #expect(old != nil)
    await controller.login(.kitty)
    #expect(wasFreed)
  }

  @Test func `P27: the container works without a controller, and its transition can be overridden`() async throws {
    let container = Counting()
    let clock = VirtualClock()
    let (first, second) = (InterfaceController(), InterfaceController())
    try await container.transition(to: first, configuration: .init(), clock: clock)
    #expect(clock.now.offset == .zero)
    var log: [String] = []
    try await container.transition(
      to: second, configuration: .init(), clock: clock,
      willBeginTransition: { log.append("will \($0 === second) \(clock.now.offset.milliseconds)") },
      completionHandler: { log.append("did \(clock.now.offset.milliseconds)") }
    )
    #expect(log == ["will true 0", "did 600"])
    #expect(container.installed === second && container.count == 2)
  }

  @Test func `P28: two buttons log in and out`() async throws {
    provider.loggedIn = { _ in
      InterfaceDescription("in") { Screen("in", title: "In") { Button("out", "Out", action: .host(.logout)) } }
    }
    try await timeline.install()
    _ = try await controller.perform(nodeID: "host")
    #expect(controller.state == .loggedIn)
    _ = try await controller.perform(nodeID: "out")
    #expect(controller.state == .loggedOut)
    let events: [String] = timeline.take().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    let handlers = events.filter { $0.hasPrefix("will") || $0.hasPrefix("did") }
    #expect(handlers == ["will login", "did login", "will logout", "did logout"])
  }
}

@MainActor
private func broadcastToThree() async {
  let (first, second) = (Timeline(), Timeline())
  var order: [String] = []
  first.controller.willLoginHandler = { _ in order.append("first") }
  second.controller.willLoginHandler = { _ in order.append("second") }
  try? await first.install()
  do {
    let third = Timeline()
    try? await third.install()
  }
  try? await second.install()
  AppController.login()
  await first.controller.settle()
  await second.controller.settle()
  precondition(order == ["first", "second"])
  AppController.logout()
  await first.controller.settle()
  await second.controller.settle()
  precondition(first.controller.state == .loggedOut && second.controller.state == .loggedOut)
}

private final class Counting: RootContainer {
  var count = 0

  @discardableResult
  override func transition(
    to new: InterfaceController, configuration: AppController.Configuration,
    clock: any Clock<Duration> = ContinuousClock(), willBeginTransition: ((InterfaceController) -> Void)? = nil,
    completionHandler: (() -> Void)? = nil
  ) async throws(AppControllerError) -> Bool {
    count += 1
    return try await super.transition(
      to: new, configuration: configuration, clock: clock, willBeginTransition: willBeginTransition,
      completionHandler: completionHandler
    )
  }
}
