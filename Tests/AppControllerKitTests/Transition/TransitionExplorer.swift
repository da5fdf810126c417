import AppControllerKit

/// What an explorer tries.
struct ExplorerScope: Sendable {
  /// The requests that can be made.
  var alphabet: [TransitionMachine.Request]
  /// How many of them, one after the other.
  var requests: Int
  /// How often somebody installs the controller.
  var installations = 1
  /// Whether the controller is ended at every point.
  var terminates = false
  var hooks = 1
  /// What another process can store, and how often it does.
  var elsewhere: [TransitionMachine.Goal] = []
  var changes = 0
  /// How often the provider is asked to renew the session.
  var renewals = 0
}

/// Walks through everything that can happen to a machine within a scope.
struct TransitionExplorer<Machine: ExplorableMachine> {
  let scope: ExplorerScope
  private(set) var states = 0
  private(set) var restingStates = 0

  init(_ machine: Machine.Type, _ scope: ExplorerScope) { self.scope = scope }

  /// Walks breadth first, so that what is found is the shortest.
  ///
  /// States are known again by their hash: two of a million share one by chance once in some ten million walks.
  ///
  /// - Returns: The guarantee that is broken and the events that lead there; `nil` when none is.
  mutating func explore() -> String? {
    var seen: Set<Int> = []
    var frontier = [(world: ExplorerWorld<Machine>(hooks: scope.hooks), trace: Trace?.none)]
    while !frontier.isEmpty {
      var next: [(world: ExplorerWorld<Machine>, trace: Trace?)] = []
      for (world, trace) in frontier {
        if world.isAtRest { restingStates += 1 }
        for event in world.events(in: scope) {
          var after = world
          let trace = Trace(event, trace)
          if let broken = after.happen(event, in: scope) { return "\(broken): \(trace.events)" }
          if seen.insert(after.hashValue).inserted { next.append((after, trace)) }
        }
      }
      states += frontier.count
      frontier = next
    }
    return nil
  }

  /// How a state was reached, shared with the states before it.
  private final class Trace {
    let event: ExplorerEvent
    let before: Trace?

    init(_ event: ExplorerEvent, _ before: Trace?) {
      self.event = event
      self.before = before
    }

    var events: [ExplorerEvent] { (before?.events ?? []) + [event] }
  }
}
