import AppControllerKit
import AppControllerKitTesting
import TestSupport

/// A controller on a virtual clock, and what happens in it, each line with its millisecond.
@MainActor
final class Timeline {
  let clock: VirtualClock
  let provider = RecordingProvider()
  let store: any SessionStore
  let window = InterfaceWindow()
  let controller: AppController
  private(set) var lines: [String] = []

  init(
    step: Duration = .milliseconds(100), store: any SessionStore = InMemorySessionStore(),
    rootContainerClass: RootContainer.Type = RecordingContainer.self
  ) {
    clock = VirtualClock(step: step)
    self.store = store
    provider.configuration = .init()
    controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, rootContainerClass: rootContainerClass,
      clock: clock, wallClock: { 0 }
    )
    controller.providerDeadline = nil
    controller.willLoginHandler = { [unowned self] _ in note("will login") }
    controller.didLoginHandler = { [unowned self] in note("did login") }
    controller.willLogoutHandler = { [unowned self] _ in note("will logout") }
    controller.didLogoutHandler = { [unowned self] in note("did logout") }
    controller.didAbortHandler = { [unowned self] _ in note("did abort") }
    (controller.rootContainer as? RecordingContainer)?.eventHandler = { [unowned self] in note($0.description) }
  }

  var root: RootContainer { controller.rootContainer }

  func note(_ text: String) { lines.append("\(clock.now.offset.milliseconds) \(text)") }

  /// The lines since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func install() async throws {
    try await controller.installRootInterface(in: window)
    provider.forget()
    lines = []
  }

  /// Presents a screen that nobody described before.
  @discardableResult
  func present(_ id: String) -> InterfaceController? {
    let layer = InterfaceController.controller(for: InterfaceDescription(id) { Screen(id, title: id) {} })
    if let layer { root.present(layer) }
    return layer
  }
}

extension TransitionFrame {
  /// The frame in percent, for logs.
  var percent: String {
    func percent(_ part: Double) -> Int { Int((part * 100).rounded()) }
    return "old \(percent(oldOpacity)) new \(percent(newOpacity))"
      + " at \(percent(trailingOffset)),\(percent(bottomOffset))"
  }
}
