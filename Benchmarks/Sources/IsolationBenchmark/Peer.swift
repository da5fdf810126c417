/// The host of `Peers/go-plugin`, which asks its own plugins in a process of their own when it is told to.
///
/// It is told by lines and answers each with a line; that costs as much as one question to the ``Echo``.
final class Peer {
  /// What go-plugin can speak with a plugin.
  enum Transport: String, CaseIterable {
    case netRPC = "rpc"
    case gRPC = "grpc"

    var name: String {
      switch self {
      case .netRPC: "net/rpc"
      case .gRPC: "gRPC"
      }
    }
  }

  private let host: ConnectedProcess

  init(_ program: String) throws { host = try ConnectedProcess(program, "host") }

  /// Asks a plugin that runs, one question after the other.
  func ask(_ count: Int, by transport: Transport) { order("ask \(transport.rawValue) \(count)") }

  /// Starts a plugin, and asks it once.
  func start(by transport: Transport) { order("start \(transport.rawValue)") }

  /// Ends what was started last, and waits for it.
  func end() { order("end") }

  private func order(_ order: String) {
    var line = "\(order)\n"
    let isSent = line.withUTF8 { unsafe host.send(UnsafeRawBufferPointer($0)) }
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { unsafe host.receive(into: $0) }
    guard isSent, count > 0 else { fatalError("the peer is gone") }
  }
}
