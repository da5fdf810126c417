import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins

/// One process, or one window of it: an app with its controller, its clock, and what it has asked for.
@MainActor
final class Process {
  /// Where the code of the provider is.
  enum Kind: Int { case object, library, child }

  enum Party: Hashable {
    case provider, store, server, handler
  }

  /// Something that waits for the simulation.
  struct Wait {
    let party: Party
    let name: String
    let pause: Pause<Result<Void, Refused>>
    /// Called when it fails, or is not answered.
    let lose: () -> Void
  }

  /// A call of the app, until it is answered.
  struct Call {
    let number: Int
    let name: String
    let task: Task<Void, Never>
    var isCancelled = false
    /// The deadlines that have passed since it was made, while nothing else happened.
    var deadlines = 0
    /// The earliest time on the wall since it was made.
    var earliest: Timestamp

    /// Whether it only wants the session, and asks for no state.
    var isOfSession: Bool { name.hasPrefix("fresh") || name == "install" }
  }

  let number: Int
  let kind: Kind
  let clock = ManualClock()
  let world: World
  let window = InterfaceWindow()
  private(set) var controller: AppController?
  private(set) var provider: SimulatedProvider?
  private(set) var endpoint: SimulatedEndpoint?
  private(set) var watcher: Watcher?
  /// What has to be released when it has been closed.
  private(set) var former = Former()
  private(set) var waits: [Wait] = []
  /// The waits that are not answered.
  private(set) var lost: [Wait] = []
  private(set) var calls: [Call] = []
  private(set) var isKilled = false
  /// The parties that have failed, or have not answered.
  private(set) var troubles: Set<Party> = []
  /// The parties that answer nothing for now.
  var silent: Set<Party> = []
  private var lastCall = 0
  /// The number of things that have happened which may replace the interface.
  private(set) var causes = 0
  /// Whether a provider has asked for something that may replace the interface, since nothing was under way.
  private var hasLatentCause = false
  /// Whether it was asked for something since another session is stored.
  var hasDeed = true
  /// Whether a provider has asked within an answer for what may win over a login, since nothing was under way.
  private(set) var hasLatentRival = false
  /// The number of things that have happened which may win over a login.
  private(set) var rivals = 0
  /// The earliest time, by its clock, at which the renewal under way may have begun: that of its turn, or of its last
  /// rest where the store gives turns by itself.
  private(set) var renewalBegan = Duration.zero
  let hooks: HookLedger
  /// How far the clock on the wall is from the world's.
  var skew = Duration.zero
  /// Whether something has happened that ends a session of a visitor.
  var mayLogOut = false
  /// Whether its clock stands still, as in a machine that is suspended.
  var isAsleep = false

  struct Former {
    weak var controller: AppController?
    weak var provider: SimulatedProvider?
    weak var watcher: Watcher?
    weak var endpoint: SimulatedEndpoint?

    var isReleased: Bool { controller == nil && provider == nil && watcher == nil && endpoint == nil }
  }

  init(_ number: Int, _ kind: Kind, in world: World) {
    (self.number, self.kind, self.world) = (number, kind, world)
    hooks = HookLedger()
  }

  var wallClock: Timestamp { world.wall.now + skew }

  func note(_ text: @autoclosure () -> String) { world.note("\(number): \(text())") }

  func noteCause(isLatent: Bool = false) {
    causes += 1
    if isLatent { hasLatentCause = true }
  }

  /// What is stored has changed.
  func noteStore() {
    causes += 1
    rivals += 1
  }

  /// Somebody asks for a login or a logout, at once or after an answer.
  func noteRival(isLatent: Bool = false) {
    rivals += 1
    if isLatent { hasLatentRival = true }
    hasDeed = true
  }

  /// Nothing is under way.
  func noteRest() { (hasLatentCause, hasLatentRival) = (false, false) }

  /// Whether nothing may replace the interface that is shown.
  var isUndisturbed: Bool {
    calls.isEmpty && !hasLatentCause && controller?.isBusy == false && controller?.session == world.disk.record.session
  }

  func noteTurn() { renewalBegan = clock.now.offset }

  /// Looks for secrets in what the app is told.
  func hear(_ text: String, isEvent: Bool = false) {
    if !isEvent { note("is told: \(text)") }
    if text.contains("access-") || text.contains("refresh-") {
      world.broken = "process \(number) tells a secret: \(text)"
    }
  }
}

// MARK: - What waits

extension Process {
  func wait(_ party: Party, _ name: String, orLost lose: @escaping () -> Void = {}) async throws {
    let result = await Pause.wait { pause in
      let wait = Wait(party: party, name: name, pause: pause, lose: lose)
      // What a killed process had begun does not go on.
      if isKilled { return }
      if silent.contains(party) { leave(wait) } else { waits.append(wait) }
    }
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
      fail(wait)
    case .isLost: leave(wait)
    }
  }

  private func fail(_ wait: Wait) {
    troubles.insert(wait.party)
    wait.lose()
    wait.pause.end(.failure(Refused(description: "\(wait.name) fails")))
  }

  private func leave(_ wait: Wait) {
    note("\(wait.name) is not answered")
    troubles.insert(wait.party)
    wait.lose()
    lost.append(wait)
  }

  var isLeftByProviderAlone: Bool {
    !lost.isEmpty && lost.allSatisfy { $0.party == .provider || $0.party == .server }
  }

  /// What was lost comes at last.
  func endLost(of parties: Set<Party> = [.provider, .server, .store, .handler]) {
    silent = []
    let all = lost.filter { parties.contains($0.party) }
    lost.removeAll { parties.contains($0.party) }
    for wait in all { wait.pause.end(.success(())) }
  }

  /// Nothing of the provider comes any more.
  func endProvider() {
    world.server.excuseAll(of: number)
    let (all, isOfProvider) = (waits + lost, { (wait: Wait) in wait.party == .provider || wait.party == .server })
    waits.removeAll(where: isOfProvider)
    lost.removeAll(where: isOfProvider)
    for wait in all where isOfProvider(wait) { fail(wait) }
  }
}

// MARK: - Life

extension Process {
  func start() {
    let controller = makeController(on: world.disk.memory ?? SimulatedStore(self, world.disk))
    watcher = Watcher(self, controller, hesitating: world.choices.next(below: 3) * 10)
    install()
  }

  func makeController(on store: any SessionStore) -> AppController {
    let provider = SimulatedProvider(self, world.server)
    let controller = AppController(
      interfaceProvider: interfaceProvider(of: provider), providerID: Disk.providerID, sessionStore: store,
      clock: clock, wallClock: { [self] in MainActor.assumeIsolated { wallClock } })
    hooks.add(to: controller) { [self] name in
      try await wait(.handler, name)
    } orHang: { [self] name in
      if silent.contains(.handler) { try await wait(.handler, name) }
    }
    controller.logHandler = { [self] level, text in hear("log \(level): \(text)") }
    (self.controller, self.provider) = (controller, provider)
    return controller
  }

  private func interfaceProvider(of provider: SimulatedProvider) -> any AppControllerInterfaceProviding {
    if kind == .object { return provider }
    let opening = ProviderOpening(deadline: nil, clock: clock)
    do {
      return try opening.provider { context in
        let endpoint = SimulatedEndpoint(self, provider, context)
        self.endpoint = endpoint
        return endpoint
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// Asks for the first interface.
  func install() {
    guard let controller else { return }
    call("install") { _, answer in
      answer == "\(AppController.State.launching)" ? "is told that it is installed, and is not" : nil
    } _: { [window] in
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
    if controller == nil { return }
    note("is closed")
    noteCause()
    noteRival()
    if troubles.contains(.store) || endpoint?.end != nil { world.server.excuseAll(of: number) }
    former = Former(controller: controller, provider: provider, watcher: watcher, endpoint: endpoint)
    controller?.terminate()
    watcher?.end()
    (controller, provider, watcher, endpoint) = (nil, nil, nil, nil)
  }

  /// Ends as a process does that is killed: nothing of it goes on.
  func kill() {
    note("is killed")
    isKilled = true
    world.server.excuseAll(of: number)
    (waits, lost, calls) = ([], [], [])
    (controller, provider, watcher, endpoint) = (nil, nil, nil, nil)
    world.disk.forget(number)
  }

  func pass(_ time: Duration) {
    if !isAsleep { clock.advance(by: time) }
    world.server.excuseLate(of: number, at: clock.now.offset)
  }
}

// MARK: - What the app asks for

extension Process {
  /// Makes a call, and holds its answer to a law.
  func call(
    _ name: String, isCause: Bool = true, law: @escaping @MainActor (Call, String) -> String? = { _, _ in nil },
    _ body: @escaping @MainActor () async -> String
  ) {
    lastCall += 1
    let number = lastCall
    if isCause { noteCause() }
    if !name.hasPrefix("fresh"), name != "install" { noteRival() }
    note("asks \(number): \(name)")
    let task = Task { [self] in
      let answer = await body()
      guard let index = calls.firstIndex(where: { $0.number == number }) else {
        if !isKilled { world.broken = world.broken ?? "call \(name) is answered twice" }
        return
      }
      let call = calls.remove(at: index)
      note("call \(number), \(name), is answered")
      hear(answer)
      if !isKilled { world.broken = world.broken ?? law(call, answer).map { "process \(self.number): \($0)" } }
    }
    calls.append(Call(number: number, name: name, task: task, earliest: wallClock))
  }

  func cancel(_ index: Int) {
    note("gives up \(calls[index].name)")
    noteCause()
    if !calls[index].isOfSession { noteRival() }
    calls[index].isCancelled = true
    calls[index].task.cancel()
  }

  /// Notes that a deadline has passed while nothing happened.
  func noteDeadline() { for index in calls.indices { calls[index].deadlines += 1 } }

  func noteWallClock() {
    for index in calls.indices { calls[index].earliest = min(calls[index].earliest, wallClock) }
  }
}
