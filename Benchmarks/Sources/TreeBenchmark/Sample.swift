import AppControllerKit
import Foundation
import Plugins
import ProviderPlugins
import Trees

/// A tree as JSON, once all candidates have described the same tree.
struct Sample {
  let text: [UInt8]
  let json: Data

  @MainActor
  init(nodes: Int, _ plugins: TreePlugins, _ handle: AppController.Handle) async throws {
    let tree = Tree.description("logged-in", count: nodes)
    for plugin in [plugins.inC, plugins.inSwift] {
      guard try await plugin.loggedInInterface(for: handle) == tree else { throw OtherTree(of: plugin.id) }
    }
    text = Array(JSONRenderer().render(tree).utf8)
    guard try InterfaceDescription(json: text) == tree else { throw OtherTree(of: "the storyboard reader") }
    json = Data(text)
    guard try JSONDecoder().decode(Document.self, from: json).root.count == nodes else {
      throw OtherTree(of: "JSONDecoder")
    }
  }
}

struct OtherTree: Error {
  let maker: String

  init(of maker: String) { self.maker = maker }
}

/// The same tree for `JSONDecoder`, with fixed members, as written by hand.
struct Document: Decodable {
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
