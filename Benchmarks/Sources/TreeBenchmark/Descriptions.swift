import AppControllerKit
import Foundation
import Measuring
import Plugins
import ProviderPlugins
import Trees

/// Describes one tree natively, by each plugin up to the finished description, and from JSON by several readers.
@MainActor
struct Descriptions {
  private let plugins: TreePlugins

  init(_ plugins: TreePlugins) { self.plugins = plugins }

  func measure() async throws {
    let growth = Growth(
      "describe", "describe a tree, per node", unit: .nanoseconds, over: [10, 50, 100, 1000, 10_000], of: "nodes",
      isPerPart: true)
    let done = try await growth.run(rounds: { $0 < 10_000 ? 401 : 101 }, candidates)
    var speed = Figures("describe-speed", "as fast as JSONDecoder", unit: "times")
    for (size, comparison) in done where size >= Tree.cycleCount {
      for plugin in ["C plugin", "Swift plugin"] {
        speed.append(
          "\(plugin), \(size) nodes", comparison.ratio(of: "JSONDecoder", to: plugin),
          note: "the time of JSONDecoder, divided by the plugin's")
      }
    }
    if !done.isEmpty { speed.print() }
  }

  private func candidates(_ nodes: Int) async throws -> [Candidate] {
    let handle = try await HandleKeeper.handle(nodes: nodes)
    let sample = try await Sample(nodes: nodes, plugins, handle)
    // A small tree is described several times in a row, because the clock is read only around each run.
    let times = max(1, 1000 / nodes)
    func candidate(
      _ name: String, note: String = "", _ body: @escaping @MainActor () async throws -> Void
    ) -> Candidate {
      Candidate(name, parts: nodes * times, note: note) {
        for _ in 0..<times { try await body() }
      }
    }
    func peer(_ name: String, note: String) throws -> Candidate {
      try Peer(name).candidate(name) { program in
        let process = try ConnectedProcess(program)
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try sample.json.write(to: file)
        let order = "load \(file.path())"
        // The process keeps the text.
        _ = try process.order(order)
        return Candidate(name, partsElsewhere: nodes, note: note) {
          try process.orders(Array(repeating: order, count: times))
        }
      }
    }
    return [
      candidate("native DSL") { keep(Tree.description("logged-in", count: nodes)) },
      candidate("C plugin") { keep(try await plugins.inC.loggedInInterface(for: handle)) },
      candidate("Swift plugin") { keep(try await plugins.inSwift.loggedInInterface(for: handle)) },
      candidate("storyboard reader", note: "the kit's own reader, from JSON") {
        keep(try InterfaceDescription(json: sample.text))
      },
      candidate("JSONDecoder", note: "Foundation's, into a fixed struct") {
        keep(try JSONDecoder().decode(Document.self, from: sample.json))
      },
      try peer("simdjson", note: "the same JSON to a tape, without types"),
      try peer("flatbuffers", note: "its verifier over the same tree, which does not check UTF-8"),
    ]
  }
}
