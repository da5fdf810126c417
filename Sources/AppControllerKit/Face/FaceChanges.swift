/// The snapshots of a face, now and after each change.
///
/// Each loop over the sequence is a subscription of its own. It begins with the current snapshot, and may run on any
/// actor. It keeps neither the face nor the controller alive, and ends with either.
public struct FaceChanges: AsyncSequence, Sendable {
  private weak let face: Face?
  private let events: ControllerEvents

  init(of face: Face, _ events: ControllerEvents) { (self.face, self.events) = (face, events) }

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator { Iterator(face: face, events: events.makeAsyncIterator()) }

  /// One subscription.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate weak var face: Face?
    fileprivate var events: ControllerEvents.Iterator
    private var last: FaceSnapshot?

    fileprivate init(face: Face?, events: ControllerEvents.Iterator) { (self.face, self.events) = (face, events) }

    /// The next change; `nil` when the controller or the face has ended, or the task is cancelled.
    ///
    /// An event without messages is skipped when the last snapshot shows its change already.
    public mutating func next() async -> FaceChange? {
      while let event = await events.next() {
        let messages = event.messages(last?.words ?? .english)
        let isNew = last.map { event.number > $0.number } ?? true
        if !isNew, messages.isEmpty { continue }
        guard let new = isNew ? await face?.snapshot : last else { return nil }
        defer { last = new }
        return FaceChange(former: last, snapshot: new, messages: messages)
      }
      return nil
    }
  }
}

@available(*, unavailable)
extension FaceChanges.Iterator: Sendable {}

/// One change of the interface that a face shows.
public struct FaceChange: Sendable {
  /// The snapshot before; `nil` for the first change of a subscription.
  public let former: FaceSnapshot?
  /// The snapshot after the change.
  public let snapshot: FaceSnapshot
  /// The messages for the user since the last change.
  public let messages: [FaceMessage]

  /// The steps from the former snapshot to this one; at first, each visible screen appears.
  ///
  /// Each access computes them again.
  public var steps: [FaceStep] {
    former.map { snapshot.steps(since: $0) } ?? snapshot.screens.map { .appeared($0) }
  }
}

extension ControllerEvent {
  fileprivate func messages(_ words: FaceWords) -> [FaceMessage] {
    switch kind {
    case .failed(let error): [FaceMessage(error)]
    // Nothing was asked, so the user does not know what to do about it.
    case .providerEnded(let error): [FaceMessage(error, saying: "\(error.what); \(error.fix)")]
    case .vetoed(let reason): [FaceMessage(.warning, reason)]
    case .sessionExpired: [FaceMessage(.warning, words(.sessionEnded))]
    case .completed(let report): report.problems.map { FaceMessage(.warning, $0) }
    case .snapshot, .launching, .installed, .installationFailed, .requested, .began, .prepared, .exchanged,
      .sessionUpdated, .sessionChangedElsewhere, .stopped, .changed, .staleAction, .terminated:
      []
    }
  }
}
