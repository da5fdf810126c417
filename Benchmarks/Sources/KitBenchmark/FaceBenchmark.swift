import AppControllerKit
import Measuring
import Trees

/// Checks a tree and draws it, as text and as JSON.
@MainActor
func measureFaces() async throws {
  let nodes = 10_000
  let tree = Tree.description("tree", count: nodes)
  guard tree.validate().isEmpty else { fatalError("the tree is not valid") }
  var comparison = Comparison(
    "10 000 nodes, all of them", unit: .milliseconds, rounds: 61,
    [
      Candidate("describe, native DSL") { keep(Tree.description("tree", count: nodes)) },
      Candidate("validate", budget: "<= 5 ms") { keep(tree.validate()) },
      Candidate("render text", budget: "<= 5 ms") { keep(TextRenderer().render(tree)) },
      Candidate("render JSON", budget: "<= 20 ms") { keep(JSONRenderer().render(tree)) },
    ]
  )
  try await comparison.run()
}
