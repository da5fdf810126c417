import Synchronization

/// The controllers that a broadcast login or logout reaches, in the order of their creation.
package final class Broadcast: Sendable {
  private struct Member: Sendable {
    weak let port: (any ControllerPort)?
  }

  /// The broadcast for all controllers of the process.
  package static let shared = Broadcast()

  private let members = Mutex<[Member]>([])

  package init() {}

  package func add(_ port: any ControllerPort) {
    members.withLock { members in
      members.removeAll { $0.port == nil }
      members.append(Member(port: port))
    }
  }

  package func send(_ request: ControllerRequest) {
    for member in members.withLock({ $0 }) { member.port?.send(request) }
  }
}
