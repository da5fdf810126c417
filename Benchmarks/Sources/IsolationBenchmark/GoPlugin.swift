import Measuring

/// The host of `Peers/go-plugin`, which on request asks its own plugins in a process of their own.
struct GoPlugin {
  /// The transports between go-plugin and a plugin.
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

  /// Asks a running plugin a number of questions, one after the other, each with an answer of a number of bytes.
  func ask(_ count: Int, answerBytes: Int, by transport: Transport) throws -> [UInt64] {
    try host.order("ask \(transport.rawValue) \(count) \(answerBytes)")
  }

  /// Starts a plugin, and asks it once.
  func start(by transport: Transport) throws -> [UInt64] { try host.order("start \(transport.rawValue)") }

  /// Ends the plugin that was started last, and waits for its end.
  func end() { _ = try? host.order("end") }
}
