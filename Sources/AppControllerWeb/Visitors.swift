import AppControllerKit

@MainActor
package final class Visitors {
  struct Limits: Sendable {
    var maximumVisitors: Int
    /// The time without a request or an open page after which a controller ends.
    var idle: Duration
    var isShared = false
  }

  private let limits: Limits
  private let store: any SessionStore
  private let context: Visitor.Context
  private let elapsed: @Sendable () -> Duration
  /// Nil when each browser has a visitor of its own.
  private let shared: Visitor?
  private var visitors: [Visitor] = []

  init(_ limits: Limits, _ store: any SessionStore, _ context: Visitor.Context) {
    (self.limits, self.store, self.context) = (limits, store, context)
    let elapsed = context.clock.stopwatch()
    self.elapsed = elapsed
    shared =
      limits.isShared
      ? Visitor(VisitorStore(store, .random(), isShared: true, elapsed: elapsed), context, at: .zero) : nil
  }

  package var count: Int { visitors.count }

  /// Returns nil when there is no room for a new visitor.
  func visitor(_ id: VisitorID) -> Visitor? {
    if let shared { return shared }
    let now = elapsed()
    if let known = visitors.first(where: { $0.store.standing(of: id) != .unknown }) {
      known.lastSeen = now
      return known
    }
    if visitors.count >= limits.maximumVisitors, !makeRoom(at: now) { return nil }
    let visitor = Visitor(VisitorStore(store, id, elapsed: elapsed), context, at: now)
    visitors.append(visitor)
    return visitor
  }

  func admit(_ visitor: Visitor) -> Bool { visitor.rate.admits(at: elapsed()) }

  package func sweep() {
    let now = elapsed()
    for visitor in visitors where !visitor.isWatched && now - visitor.lastSeen >= limits.idle { remove(visitor) }
  }

  /// Also ends the logins that no browser has come for.
  package func end() async {
    let all = visitors + (shared.map { [$0] } ?? [])
    visitors = []
    for visitor in all {
      await visitor.endLogin(of: visitor.store.undelivered)
      visitor.end()
    }
  }

  /// Ends the controller of the visitor who has been idle the longest, if any is idle.
  ///
  /// A visitor is idle without an open stream and after a minute without a request, because a reader of a page without
  /// a script sends none meanwhile. A visitor who has never sent a form loses nothing and is idle at once, so that a
  /// program that only opens pages locks no other visitor out.
  private func makeRoom(at now: Duration) -> Bool {
    let patience = min(limits.idle, .seconds(60))
    let idle = visitors.filter { visitor in
      !visitor.isWatched && (now - visitor.lastSeen >= patience || visitor.isNew)
    }
    guard let oldest = idle.min(by: { $0.lastSeen < $1.lastSeen }) else { return false }
    remove(oldest)
    return true
  }

  private func remove(_ visitor: Visitor) {
    visitors.removeAll { $0 === visitor }
    guard visitor.store.undelivered != nil else { return visitor.end() }
    Task {
      await visitor.endLogin(of: visitor.store.undelivered)
      visitor.end()
    }
  }
}
