import AppControllerKit
import Measuring
import Plugins
import ProviderPlugins
import Trees

/// Logs in and out without an animation and with everything on: validation, events, live controllers, a store in
/// memory.
@MainActor
struct Cycles {
  func measure() async throws {
    let growth = Growth(
      "cycle", "login and logout, per cycle", unit: .microseconds, over: [10, 50, 100, 1000, 10_000],
      of: "nodes", isPerPart: false)
    try await growth.run(rounds: { max(31, min(301, 30_000 / $0)) }, candidates)
  }

  private func candidates(_ nodes: Int) -> [Candidate] {
    let swap = Swap(nodes: nodes)
    let batch = max(1, 5000 / nodes)
    func candidate(
      _ name: String, of provider: @escaping @MainActor () throws -> any AppControllerInterfaceProviding
    ) -> Candidate {
      let cycle = Lazy { try await Cycle(provider(), nodes: nodes) }
      return Candidate(name, parts: batch) {
        let cycle = try await cycle()
        for _ in 0..<batch { try await cycle.run() }
      }
    }
    return [
      Candidate("closure swap", parts: batch, note: "the same trees, made by two closures") {
        for _ in 0..<batch { swap.run() }
      },
      candidate("Swift object") { TreeProvider() },
      candidate("C plugin") { try Plugin.inC.loadedTree() },
      candidate("Swift plugin") { try Plugin.inSwift.loadedTree() },
    ]
  }
}
