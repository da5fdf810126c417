import Synchronization

/// The controllers that a broadcast login or logout reaches, in the order in which they were made.
package enum Broadcast {
  private struct Member: Sendable {
    weak let port: (any ControllerPort)?
  }

  private static let members = Mutex<[Member]>([])

  package static func add(_ port: any ControllerPort) {
    members.withLock { members in
      members.removeAll { $0.port == nil }
      members.append(Member(port: port))
    }
  }

  package static func send(_ request: ControllerRequest) {
    for member in members.withLock({ $0 }) { member.port?.send(request) }
  }
}
