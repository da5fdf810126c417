import AppControllerKit

/// The visitors that have a controller now, by the identities that their browsers send.
@MainActor
final class Visitors {
  /// The limits of the visitors together.
  struct Limits: Sendable {
    /// The largest number of controllers.
    var most: Int
    /// The time after which a controller ends that nobody looks at.
    var idle: Duration
    /// Whether all of them are one visitor.
    var isShared = false
    /// The time for which a former identity still names its visitor, because requests with it may be under way.
    var overlap = Duration.seconds(10)
  }

  private let limits: Limits
  private let store: any SessionStore
  private let context: Visitor.Context
  private let elapsed: @Sendable () -> Duration
  /// The visitor that all of them are.
  private let shared: Visitor?
  private var visitors: [VisitorID: Visitor] = [:]
  private var former: [VisitorID: (visitor: Visitor, end: Duration)] = [:]

  init(_ limits: Limits, _ store: any SessionStore, _ context: Visitor.Context) {
    (self.limits, self.store, self.context) = (limits, store, context)
    elapsed = context.clock.stopwatch()
    shared = limits.isShared ? Visitor(VisitorStore(store, .random()), context, at: .zero) : nil
  }

  var count: Int { visitors.count }

  /// The visitor with an identity, who is new unless they are there; `nil` when there is no room.
  func visitor(_ id: VisitorID) -> Visitor? {
    if let shared { return shared }
    let now = elapsed()
    if let known = visitors[id] ?? former[id]?.visitor {
      known.lastSeen = now
      return known
    }
    if visitors.count >= limits.most, !makeRoom(at: now) { return nil }
    let visitor = Visitor(VisitorStore(store, id), context, at: now)
    visitors[id] = visitor
    return visitor
  }

  /// Admits one more form or stream of a visitor, unless there were too many.
  func admit(_ visitor: Visitor) -> Bool { visitor.rate.admits(at: elapsed()) }

  /// Notes the identity that a visitor has now.
  func note(_ visitor: Visitor, calledBefore id: VisitorID) {
    let new = visitor.store.id
    guard new != id, visitors[id] === visitor else { return }
    visitors[id] = nil
    visitors[new] = visitor
    former[id] = (visitor, elapsed() + limits.overlap)
  }

  /// Ends the controllers that nobody has looked at for long, and forgets former identities.
  func sweep() {
    let now = elapsed()
    former = former.filter { $0.value.end > now }
    for (id, visitor) in visitors where !visitor.isWatched && now - visitor.lastSeen >= limits.idle {
      remove(id)
    }
  }

  /// Ends all of them.
  func end() {
    shared?.end()
    for id in Array(visitors.keys) { remove(id) }
    former = [:]
  }

  /// Ends the controller of whoever was seen last the longest ago, if nobody looks at it.
  ///
  /// Somebody who reads a page without a script sends nothing for a minute. Who has never sent a form has nothing to lose
  /// and makes room at once, so that a program that opens pages alone shuts nobody out.
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
