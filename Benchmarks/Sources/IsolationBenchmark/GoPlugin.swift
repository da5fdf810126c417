import Measuring

/// The host of `Peers/go-plugin`, which asks its own plugins in a process of their own when it is told to.
struct GoPlugin {
  /// What go-plugin can speak with a plugin.
  enum Transport: String, CaseIterable {
    case netRPC = "rpc"
    case gRPC = "grpc"

    var name: String {
      switch self {
      case .netRPC: "go-plugin, net/rpc"
      case .gRPC: "go-plugin, gRPC"
      }
    }
  }

  private let host: ConnectedProcess

  init(_ program: String) throws { host = try ConnectedProcess(program, ["host"]) }

  /// Asks a plugin that runs, one question after the other, each with an answer of so many bytes.
  func ask(_ count: Int, answerBytes: Int, by transport: Transport) throws -> [UInt64] {
    try host.order("ask \(transport.rawValue) \(count) \(answerBytes)")
  }

  /// Starts a plugin, and asks it once.
  func start(by transport: Transport) throws -> [UInt64] { try host.order("start \(transport.rawValue)") }

  /// Ends what was started last, and waits for it.
  func end() { _ = try? host.order("end") }
}
