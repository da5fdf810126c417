import Glibc
import Measuring
import ProviderPlugins

/// A process that loads libraries on request.
@MainActor
struct LoadServer {
  /// The program of the process.
  enum Host {
    /// This program, with a loader.
    case own(Loader)
    /// The program of a peer.
    case peer(program: String)
  }

  /// The loaders of this program.
  enum Loader: String {
    case kit
    case system

    // A provider is kept, because destroying its instance is not part of loading it.
    @MainActor private static var kept: [PluginProvider] = []

    /// Loads a library into this process, and looks up its entry.
    @MainActor func load(_ path: String) throws {
      switch self {
      case .kit: Self.kept.append(try ProviderLoader().load(path))
      case .system:
        let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        guard unsafe dlsym(handle, "ack_provider_query") != nil else { fatalError("no ack_provider_query in \(path)") }
      }
    }
  }

  private let process: ConnectedProcess

  init(_ host: Host) throws {
    switch host {
    case .own(let loader): process = try ConnectedProcess("/proc/self/exe", [loader.rawValue])
    case .peer(let program): process = try ConnectedProcess(program)
    }
  }

  /// Makes the process load libraries, one after the other, and look up the entry of each.
  ///
  /// - Returns: The time of each, in nanoseconds.
  func load(_ paths: [String]) throws -> [UInt64] { try process.orders(paths.map { "load \($0)" }) }

  /// Makes the process read the metadata of the libraries in a folder.
  ///
  /// - Returns: The time for all of them, in nanoseconds.
  func scan(_ folder: String, expecting count: Int) throws -> [UInt64] { try process.order("scan \(folder) \(count)") }

  /// Runs the other side if the process was started for it.
  static func runIfRequested() throws {
    guard let loader = CommandLine.arguments.dropFirst().first.flatMap(Loader.init) else { return }
    guard let orders = unsafe fdopen(3, "r") else { exit(1) }
    var line = [CChar](repeating: 0, count: 4096)
    while unsafe fgets(&line, Int32(line.count), orders) != nil {
      let order = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let path = String(order.dropFirst("load ".count).dropLast())
      let start = System.nanoseconds
      try loader.load(path)
      var answer = "\(System.nanoseconds - start)\n"
      answer.withUTF8 { _ = unsafe write(3, $0.baseAddress, $0.count) }
    }
    exit(0)
  }
}
