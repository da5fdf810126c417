import AppControllerKit
import AppControllerKitTesting

/// One process, or one window of it: an app with its controller, its clock, and what it has asked for.
@MainActor
final class Process {
  /// Something that waits for the simulation.
  struct Wait {
    let party: Party
    let name: String
    let pause: Pause<Result<Void, Refused>>
  }

  enum Party: Hashable {
    case provider, store, server, handler
  }

  /// A call of the app, until it is answered.
  struct Call {
    let number: Int
    let name: String
    let task: Task<Void, Never>
  }

  let number: Int
  let clock = ManualClock()
  private let world: World
  private(set) var controller: AppController?
  private(set) var provider: SimulatedProvider?
  private(set) weak var former: AppController?
  private let window = InterfaceWindow()
  private(set) var waits: [Wait] = []
  /// The waits that never end.
  private(set) var lost: [Wait] = []
  private(set) var calls: [Call] = []
  private(set) var isKilled = false
  /// The parties that have failed, or have not answered.
  private(set) var troubles: Set<Party> = []
  private var lastCall = 0
  private(set) var hooksUnderWay = 0
  private(set) var told: [String] = []
  /// How far the clock on the wall is from the world's.
  var skew = Duration.zero

  init(_ number: Int, in world: World) { (self.number, self.world) = (number, world) }

  func note(_ text: String) { world.note("\(number): \(text)") }

  func asksWithin() -> Bool { world.asksWithin() }

  // MARK: What waits

  func wait(_ party: Party, _ name: String) async throws {
    let result = await Pause.wait { waits.append(Wait(party: party, name: name, pause: $0)) }
    try result.get()
  }

  /// Waits for something that has happened and whose answer comes.
  func waitForAnswer(_ name: String) async { try? await wait(.store, name) }

  func endWait(_ index: Int, _ outcome: World.Outcome) {
    let wait = waits.remove(at: index)
    switch outcome {
    case .succeeds:
      note("\(wait.name) goes on")
      wait.pause.end(.success(()))
    case .fails:
      note("\(wait.name) fails")
      troubles.insert(wait.party)
      wait.pause.end(.failure(Refused(description: "\(wait.name) fails")))
    case .isLost:
      note("\(wait.name) is not answered")
      troubles.insert(wait.party)
      lost.append(wait)
    }
  }

  var isLeftByProviderAlone: Bool {
    !lost.isEmpty && lost.allSatisfy { $0.party == .provider || $0.party == .server }
  }

  /// What was lost comes at last.
  func endLost() {
    for wait in lost { wait.pause.end(.success(())) }
    lost = []
  }

  // MARK: Life

  func start() {
    let provider = SimulatedProvider(self, world.server)
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: SimulatedStore(self, world.disk), clock: clock,
      wallClock: { [self] in MainActor.assumeIsolated { world.now + skew } })
    controller.willLoginHandler = { [self] _ in
      hooksUnderWay += 1
      try await wait(.handler, "will log in")
    }
    controller.willLogoutHandler = { [self] _ in
      hooksUnderWay += 1
      try await wait(.handler, "will log out")
    }
    controller.didLoginHandler = { [self] in
      hooksUnderWay -= 1
      try await wait(.handler, "did log in")
    }
    controller.didLogoutHandler = { [self] in
      hooksUnderWay -= 1
      try await wait(.handler, "did log out")
    }
    controller.didAbortHandler = { [self] _ in hooksUnderWay -= 1 }
    controller.logHandler = { [self] level, text in
      told.append(text)
      note("log \(level): \(text)")
    }
    (self.controller, self.provider) = (controller, provider)
    call("install") { [window] in
      do {
        try await controller.installRootInterface(in: window)
        return "\(controller.state)"
      } catch {
        return "\(error)"
      }
    }
  }

  /// Ends as a window does that is closed.
  func close() {
    note("is closed")
    former = controller
    controller?.terminate()
    (controller, provider) = (nil, nil)
  }

  /// Ends as a process does that is killed: nothing of it goes on.
  func kill() {
    note("is killed")
    isKilled = true
    (waits, lost, calls) = ([], [], [])
    (controller, provider) = (nil, nil)
    world.disk.forget(number)
  }

  // MARK: What the app asks for

  func call(_ name: String, _ body: @escaping @MainActor () async -> String) {
    lastCall += 1
    let number = lastCall
    note("asks \(number): \(name)")
    let task = Task { [self] in
      let answer = await body()
      guard let index = calls.firstIndex(where: { $0.number == number }) else {
        if !isKilled { world.broken = world.broken ?? "call \(name) is answered twice" }
        return
      }
      note("call \(number), \(name), is answered: \(answer)")
      told.append(answer)
      calls.remove(at: index)
    }
    calls.append(Call(number: number, name: name, task: task))
  }

  func cancel(_ index: Int) {
    note("gives up \(calls[index].name)")
    calls[index].task.cancel()
  }
}
