import AppControllerKit
import Foundation
import Measuring
import Plugins
import ProviderPlugins
import Trees

/// Describes one tree in five ways: natively, by each plugin up to the finished description, and twice from JSON.
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
    ]
  }
}
