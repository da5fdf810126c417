import Glibc
import Measuring
import ProviderPlugins

/// A process that loads libraries when it is told to.
@MainActor
struct LoadServer {
  /// Whose process it is.
  enum Host {
    /// This program, with what it loads libraries by.
    case own(Loader)
    /// A peer's.
    case peer(program: String)
  }

  /// What this program can load libraries by.
  enum Loader: String {
    case kit
    case system
  }

  private let process: ConnectedProcess

  init(_ host: Host) throws {
    switch host {
    case .own(let loader): process = try ConnectedProcess("/proc/self/exe", [loader.rawValue])
    case .peer(let program): process = try ConnectedProcess(program)
    }
  }

  /// Has it load libraries, one after the other, and find the entry of each.
  ///
  /// - Returns: How long each took, in nanoseconds.
  func load(_ paths: [String]) throws -> [UInt64] { try process.orders(paths.map { "load \($0)" }) }

  /// Has it read what the libraries in a folder say of themselves.
  ///
  /// - Returns: How long that took, in nanoseconds.
  func scan(_ folder: String, expecting count: Int) throws -> [UInt64] { try process.order("scan \(folder) \(count)") }

  /// Is the other side, if the process was started for that.
  static func runIfRequested() throws {
    guard let loader = CommandLine.arguments.dropFirst().first.flatMap(Loader.init) else { return }
    guard let orders = unsafe fdopen(3, "r") else { exit(1) }
    var line = [CChar](repeating: 0, count: 4096)
    var providers: [PluginProvider] = []
    while unsafe fgets(&line, Int32(line.count), orders) != nil {
      let order = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let path = String(order.dropFirst("load ".count).dropLast())
      let start = System.nanoseconds
      switch loader {
      // The provider is kept: ending its instance is no part of loading it.
      case .kit: providers.append(try ProviderLoader().load(path))
      case .system:
        let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        guard unsafe dlsym(handle, "ack_provider_query") != nil else { fatalError("no ack_provider_query in \(path)") }
      }
      var answer = "\(System.nanoseconds - start)\n"
      answer.withUTF8 { _ = unsafe write(3, $0.baseAddress, $0.count) }
    }
    exit(0)
  }
}
