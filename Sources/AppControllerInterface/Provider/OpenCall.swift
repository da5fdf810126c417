import Synchronization

/// A call of a function of the provider, the app or the store that is not answered yet.
///
/// What a provider's function requests takes effect after its answer. This covers the task of the call, its child tasks
/// and the tasks that it makes, but no detached task and no other thread.
package final class OpenCall: Sendable {
  package enum Kind: Sendable {
    /// No transition waits for it.
    case beside
    /// No other question is possible until the answer.
    case question
    /// It holds no requests.
    case step
  }

  @TaskLocal package static var current: OpenCall?

  package let kind: Kind
  package let port: any ControllerPort
  package let outer: OpenCall?
  /// The requests that wait for the answer; `nil` once it has been given.
  private let held = Mutex<[(ControllerRequest, era: Int)]?>([])
  /// What waits for a transition from inside the call.
  @MainActor package var waiting: [(_ hasReturned: Bool) -> Void] = []

  package init(to port: any ControllerPort, _ kind: Kind = .beside) {
    (self.port, self.kind) = (port, kind)
    var outer = Self.current
    while let call = outer, call.isOver { outer = call.outer }
    self.outer = outer
  }

  package var isOver: Bool { held.withLock { $0 == nil } }

  /// Sends a request to a controller: after the answer when it comes from inside a call of this controller, else at
  /// once.
  package static func send(_ request: ControllerRequest, to port: any ControllerPort) {
    var call = current
    while let one = call {
      if one.port === port, one.hold(request) { return }
      call = one.outer
    }
    port.send(request)
  }

  /// Returns `false` when nothing is kept, as after the answer.
  package func hold(_ request: ControllerRequest) -> Bool {
    if kind == .step { return false }
    let era = port.era
    return held.withLock { held in
      held?.append((request, era))
      return held != nil
    }
  }

  /// Sends the requests outside the lock, because a host may answer a request with a call, which makes further ones.
  package func end() {
    while let requests = takeHeld() {
      for (request, era) in requests { port.send(request, of: era) }
    }
  }

  /// `nil` when there are none, and from then on none is held.
  private func takeHeld() -> [(ControllerRequest, era: Int)]? {
    held.withLock { held in
      defer { held = held?.isEmpty == false ? [] : nil }
      return held?.isEmpty == false ? held : nil
    }
  }
}
