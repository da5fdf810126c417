import AppControllerKit
import Measuring
import Trees

/// Checks a tree, compares it with another, and draws it, as text and as JSON.
@MainActor
func measureFaces() async throws {
  let nodes = 10_000
  let tree = Tree.description("tree", count: nodes)
  guard tree.validate().isEmpty else { fatalError("the tree is not valid") }
  let changed = Tree.description("tree", count: nodes, changed: nodes / 2)
  guard changed.difference(from: tree).changes.count == 1 else { fatalError("not one node changed") }
  var comparison = Comparison(
    "10 000 nodes, all of them", unit: .milliseconds, rounds: 61,
    [
      Candidate("describe, native DSL") { keep(Tree.description("tree", count: nodes)) },
      Candidate("validate", budget: "<= 5 ms") { keep(tree.validate()) },
      Candidate("difference, one node changed", budget: "<= 5 ms") { keep(changed.difference(from: tree)) },
      Candidate("render text", budget: "<= 5 ms") { keep(TextRenderer().render(tree)) },
      Candidate("render JSON", budget: "<= 20 ms") { keep(JSONRenderer().render(tree)) },
    ]
  )
  try await comparison.run()
}
