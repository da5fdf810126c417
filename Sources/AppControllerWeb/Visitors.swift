import AppControllerKit

/// The visitors that have a controller now, by the identities in their browsers' cookies.
@MainActor
final class Visitors {
  /// The limits of the visitors together.
  struct Limits: Sendable {
    /// The largest number of controllers.
    var maximumVisitors: Int
    /// The time without a request or an open page after which a controller ends.
    var idle: Duration
    /// Whether all browsers share one visitor.
    var isShared = false
    /// The time for which a former identity still names its visitor, because requests with it may be under way.
    var overlap = Duration.seconds(10)
  }

  private let limits: Limits
  private let store: any SessionStore
  private let context: Visitor.Context
  private let elapsed: @Sendable () -> Duration
  /// The visitor that all browsers share; `nil` when each has one of its own.
  private let shared: Visitor?
  private var visitors: [VisitorID: Visitor] = [:]
  private var former: [VisitorID: (visitor: Visitor, end: Duration)] = [:]

  init(_ limits: Limits, _ store: any SessionStore, _ context: Visitor.Context) {
    (self.limits, self.store, self.context) = (limits, store, context)
    elapsed = context.clock.stopwatch()
    shared = limits.isShared ? Visitor(VisitorStore(store, .random()), context, at: .zero) : nil
  }

  var count: Int { visitors.count }

  /// Returns the visitor with an identity, or a new one; `nil` when there is no room.
  func visitor(_ id: VisitorID) -> Visitor? {
    if let shared { return shared }
    let now = elapsed()
    if let known = visitors[id] ?? former[id]?.visitor {
      known.lastSeen = now
      return known
    }
    if visitors.count >= limits.maximumVisitors, !makeRoom(at: now) { return nil }
    let visitor = Visitor(VisitorStore(store, id), context, at: now)
    visitors[id] = visitor
    return visitor
  }

  /// Admits one more form or stream of a visitor, unless there were too many.
  func admit(_ visitor: Visitor) -> Bool { visitor.rate.admits(at: elapsed()) }

  /// Notes a visitor's new identity, and keeps the former one for a while.
  func note(_ visitor: Visitor, calledBefore id: VisitorID) {
    let new = visitor.store.id
    guard new != id, visitors[id] === visitor else { return }
    visitors[id] = nil
    visitors[new] = visitor
    former[id] = (visitor, elapsed() + limits.overlap)
  }

  /// Ends the controllers that have been idle for long, and forgets former identities.
  func sweep() {
    let now = elapsed()
    former = former.filter { $0.value.end > now }
    for (id, visitor) in visitors where !visitor.isWatched && now - visitor.lastSeen >= limits.idle {
      remove(id)
    }
  }

  /// Ends all controllers.
  func end() {
    shared?.end()
    for id in Array(visitors.keys) { remove(id) }
    former = [:]
  }

  /// Ends the controller of the visitor who has been idle the longest, if any is idle.
  ///
  /// A visitor is idle without an open stream and after a minute without a request, because a reader of a page without
  /// a script sends none meanwhile. A visitor who has never sent a form loses nothing and is idle at once, so that a
  /// program that only opens pages locks no other visitor out.
  private func makeRoom(at now: Duration) -> Bool {
    let patience = min(limits.idle, .seconds(60))
    let idle = visitors.filter { _, visitor in
      !visitor.isWatched && (now - visitor.lastSeen >= patience || visitor.isNew)
    }
    guard let oldest = idle.min(by: { $0.value.lastSeen < $1.value.lastSeen }) else { return false }
    remove(oldest.key)
    return true
  }

  private func remove(_ id: VisitorID) {
    guard let visitor = visitors.removeValue(forKey: id) else { return }
    former = former.filter { $0.value.visitor !== visitor }
    visitor.end()
  }
}
