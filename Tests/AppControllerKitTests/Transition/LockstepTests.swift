import AppControllerKit
import TestSupport
import Testing

/// The controller carries out what its machine says: both are led along the same random walks.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A controller beside its machine` {
  typealias World = ExplorerWorld<TransitionMachine>

  nonisolated private static let requests = [
    TransitionMachine.Request(goal: .loggedOut), TransitionMachine.Request(goal: .loggedOut, isForced: true),
    TransitionMachine.Request(goal: .loggedOut, rebuilds: true),
    TransitionMachine.Request(goal: .loggedIn(subject: "kitty"), session: 0),
    TransitionMachine.Request(goal: .loggedIn(subject: "tiger"), session: 0),
    TransitionMachine.Request(goal: .loggedIn(subject: "kitty"), rebuilds: true, session: 0),
  ]

  @Test(arguments: [
    ("requests", ExplorerScope(alphabet: requests, requests: 5)),
    ("ends", ExplorerScope(alphabet: requests, requests: 4, installations: 3, terminates: true, hooks: 2)),
  ])
  func `is led to the same places`(name: String, scope: ExplorerScope) async throws {
    for seed in 0..<60 {
      var generator = SeededGenerator(seed: seed)
      var world = World(hooks: scope.hooks)
      let app = SteppedApp(hooks: scope.hooks)
      var walk: [ExplorerEvent] = []
      while walk.count < 80, let event = choose(from: world.events(in: scope), using: &generator) {
        walk.append(event)
        let waiter = world.nextWaiter
        let broken = world.happen(event, in: scope)
        try #require(broken == nil, "\(walk)")
        app.happen(event, asking: waiter, in: scope)
        // The answer comes by way of other tasks.
        await app.wait { isBeside(app, world) }
        if case .withdraw(let waiter) = event, !app.waiters.contains(waiter) {
          #expect(app.outcomes[waiter].map { $0 == .cancelled } != false, "seed \(seed): \(walk)")
        }
        // Whoever observes has been told of the step that is under way.
        if let step = world.machine.active?.step { try #require(app.begun.last == step, "seed \(seed): \(walk)") }
        try #require(
          app.children == (world.isEmpty ? 0 : 1),
          "seed \(seed), \(Place(app.machine)), not \(Place(world.machine)): \(walk)")
      }
      #expect(!app.hasOverlapped)
      await app.finish()
    }
  }

  private func isBeside(_ app: SteppedApp, _ world: World) -> Bool {
    Place(app.machine) == Place(world.machine) && app.waiters == world.waitingNumbers
      && app.isInStep == (world.machine.active != nil)
  }

  /// Mostly a step, so that walks get somewhere.
  private func choose(from events: [ExplorerEvent], using generator: inout SeededGenerator) -> ExplorerEvent? {
    let steps = events.filter { event in
      if case .step(_, let result) = event { result != .refused } else { event == .install }
    }
    let choices = Int.random(in: 0..<3, using: &generator) > 0 && !steps.isEmpty ? steps : events
    return choices.randomElement(using: &generator)
  }
}

/// Where a machine is, without its numbers.
private struct Place: Equatable {
  let position: TransitionMachine.Position
  let kind: TransitionMachine.Operation.Kind?
  let step: TransitionMachine.Step?
  let isStopping: Bool?
  let hasFailed: Bool?
  let isForced: Bool?
  let wanted: TransitionMachine.Goal?

  init(_ machine: TransitionMachine) {
    position = machine.position
    kind = machine.active?.kind
    step = machine.active?.step
    isStopping = machine.active?.isStopping
    hasFailed = machine.active?.hasFailed
    isForced = machine.active?.request.isForced
    wanted = machine.pending?.goal
  }
}
