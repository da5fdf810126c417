import AppControllerKit
import AppControllerKitTesting
import TestSupport

/// A controller over a recording provider, with everything that a test looks at.
@MainActor
struct ControllerFixture {
  let provider = RecordingProvider()
  let store: any SessionStore
  let window = InterfaceWindow()
  let controller: AppController

  init(
    store: any SessionStore = InMemorySessionStore(), clock: any Clock<Duration> = ContinuousClock(), now: Timestamp = 0
  ) {
    self.store = store
    controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, rootContainerClass: RecordingContainer.self,
      clock: clock, wallClock: { now }
    )
    // By real time nobody is given up on: how long a test waits for its turn says nothing about a provider.
    if clock is ContinuousClock { controller.providerDeadline = nil }
  }

  /// Has each animation come to its end as soon as it is waited for; no time passes otherwise.
  func passAnimations(of clock: ManualClock) {
    guard let container = controller.rootContainer as? RecordingContainer else { return }
    container.eventHandler = { [unowned container] event in
      guard event == .covered else { return }
      Task {
        await clock.sleeperArrived(within: .seconds(1))
        if container.overlay != nil { clock.advanceToNextSleeper() }
      }
    }
  }

  func install() async throws {
    try await controller.installRootInterface(in: window)
    provider.forget()
  }

  /// Everything that a failure before the point of no return has to leave alone.
  func snapshot() async throws -> Snapshot {
    Snapshot(
      state: controller.state, interface: controller.installedInterface, session: controller.session,
      revision: controller.revision, installed: controller.rootContainer.installed.map(ObjectIdentifier.init),
      layers: controller.rootContainer.presented.count, record: try await store.load(for: "test")
    )
  }

  struct Snapshot: Equatable {
    let state: AppController.State
    let interface: InterfaceDescription?
    let session: Session?
    let revision: UInt64
    let installed: ObjectIdentifier?
    let layers: Int
    var record: SessionRecord
  }
}

extension AppController {
  /// Waits until the requests of handles, which come by a task of the main actor, have been taken in.
  func drained() async { await reached { inbox.isEmpty } }
}

extension Session {
  static let kitty = Session(subject: "kitty", secret: Secret("one"))
  static let dog = Session(subject: "dog")
}

extension TransitionOutcome {
  var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  var failure: AppControllerError.Code? {
    if case .failed(let error) = self { error.code } else { nil }
  }
}
