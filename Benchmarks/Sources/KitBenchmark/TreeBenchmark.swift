import AppControllerKit
import Foundation
import Measuring
import ProviderPlugins
import Trees

/// Describes one tree in five ways: natively, by either plugin up to the finished description, and twice from JSON.
@MainActor
func measureTrees(_ plugins: Plugins) async throws {
  for nodes in [1000, 10_000] {
    let handle = try await HandleKeeper.handle(nodes: nodes)
    let tree = Tree.description("logged-in", count: nodes)
    for plugin in [plugins.inC, plugins.inSwift] {
      guard try await plugin.loggedInInterface(for: handle) == tree else { fatalError("\(plugin.id): another tree") }
    }
    let text = Array(JSONRenderer().render(tree).utf8)
    guard try InterfaceDescription(json: text) == tree else { fatalError("another tree") }
    let json = Data(text)
    guard try JSONDecoder().decode(Document.self, from: json).root.count == nodes else { fatalError("another tree") }

    var comparison = Comparison(
      "describe \(nodes) nodes, per node", unit: .nanoseconds, rounds: 400_000 / nodes + 61,
      [
        Candidate("native DSL", parts: nodes, budget: "31-50 ns") {
          keep(Tree.description("logged-in", count: nodes))
        },
        Candidate("C plugin", parts: nodes, budget: "<= 100 ns") {
          keep(try await plugins.inC.loggedInInterface(for: handle))
        },
        Candidate("Swift plugin", parts: nodes, budget: "<= 120 ns") {
          keep(try await plugins.inSwift.loggedInInterface(for: handle))
        },
        Candidate("storyboard reader", parts: nodes) {
          keep(try InterfaceDescription(json: text))
        },
        Candidate("JSONDecoder", parts: nodes) {
          keep(try JSONDecoder().decode(Document.self, from: json))
        },
      ]
    )
    try await comparison.run()
    comparison.printRatio("JSONDecoder", to: "C plugin", budget: ">= 25")
    comparison.printRatio("JSONDecoder", to: "Swift plugin", budget: ">= 12")
    comparison.printRatio("JSONDecoder", to: "storyboard reader", budget: "-")
  }
}

/// Keeps the optimizer from leaving the making of a value out.
@inline(never)
func keep<Value>(_ value: Value) {}

/// The same tree for `JSONDecoder`: fixed members, as one would write it by hand.
private struct Document: Decodable {
  struct Node: Decodable {
    let kind: String
    let id: String?
    let label: String?
    let hint: String?
    let style: String?
    let text: String?
    let url: String?
    let children: [Node]?

    var count: Int { (children ?? []).reduce(1) { $0 + $1.count } }
  }

  let id: String
  let root: Node
}
