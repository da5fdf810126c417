import AppControllerKit
import Measuring
import Trees

/// Validates trees of several sizes, and draws them in each way that needs no terminal.
@MainActor
struct Faces {
  private static let largest = 10_000

  func measure() async throws {
    let growth = Growth(
      "face", "draw and check a tree", unit: .microseconds, over: [10, 100, 1000, Self.largest], of: "nodes",
      isPerPart: false)
    try await growth.run(rounds: { max(41, min(301, 100_000 / $0)) }, candidates)
  }

  private func candidates(_ nodes: Int) throws -> [Candidate] {
    let tree = Tree.description("tree", count: nodes)
    guard tree.validate().isEmpty else { throw WrongTree() }
    let times = max(1, 1000 / nodes)
    func candidate(_ name: String, _ body: @escaping @MainActor () -> Void) -> Candidate {
      Candidate(name, parts: times) {
        for _ in 0..<times { body() }
      }
    }
    return [
      candidate("describe, native DSL") { keep(Tree.description("tree", count: nodes)) },
      candidate("validate") { keep(tree.validate()) },
      candidate("text") { keep(TextRenderer().render(tree)) },
      candidate("HTML") { keep(HTMLRenderer().render(tree)) },
      candidate("JSON") { keep(JSONRenderer().render(tree)) },
    ]
  }
}

/// The error of a tree that is not valid.
struct WrongTree: Error {}
