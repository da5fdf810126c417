internal import AppControllerKit
internal import AppControllerKitTesting

/// The order in which the actions of screens are tried: one of each kind, then more of the same.
///
/// The actions of the screen that was found last come first, because a user would meet them next.
struct ActionWalk {
  struct Stop {
    let offered: OfferedAction
    let depth: Int
  }

  private struct Place: Hashable {
    let kind: OfferedAction.Kind
    let node: String
    let payload: [String: String]
  }

  /// The depth from which on screens wait for all others, because a provider may show new screens without end.
  private static let depthLimit = 8

  private let repetitions: Int
  private var known: Set<Place> = []
  private var counts: [OfferedAction.Kind: Int] = [:]
  /// The first action of each kind, the next one at the end.
  private var primary: [Stop] = []
  /// The next ones are at ``deferredPosition`` and ``position``.
  private var deferred: [Stop] = []
  private var repeats: [Stop] = []
  private var (deferredPosition, position) = (0, 0)

  init(repetitions: Int) { self.repetitions = repetitions }

  /// Adds only the actions that were not met before.
  mutating func add(_ interface: InterfaceDescription, depth: Int = 0) {
    var new: [Stop] = []
    for offered in OfferedAction.all(in: interface, repetitions: .max) {
      let place = Place(kind: offered.kind, node: offered.node.id ?? "", payload: offered.described.payload)
      guard known.count < 10_000, known.insert(place).inserted else { continue }
      counts[place.kind, default: 0] += 1
      let stop = Stop(offered: offered, depth: depth)
      switch counts[place.kind, default: 0] {
      case 1 where depth > Self.depthLimit: deferred.append(stop)
      case 1: new.append(stop)
      case ...repetitions: repeats.append(stop)
      default: break
      }
    }
    primary += new.reversed()
  }

  /// `nil` when none is left.
  mutating func next() -> Stop? {
    if let stop = primary.popLast() { return stop }
    if deferredPosition < deferred.count {
      defer { deferredPosition += 1 }
      return deferred[deferredPosition]
    }
    guard position < repeats.count else { return nil }
    defer { position += 1 }
    return repeats[position]
  }

  var isRepeating: Bool { primary.isEmpty && deferredPosition == deferred.count }

  /// The kinds without a tried action, in the order in which they would be tried.
  var untried: [OfferedAction.Kind] { (primary.reversed() + deferred[deferredPosition...]).map(\.offered.kind) }
}

extension InterfaceDescription {
  var offers: [OfferedAction] { OfferedAction.all(in: self) }
}
