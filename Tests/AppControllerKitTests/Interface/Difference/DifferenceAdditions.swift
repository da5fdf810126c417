import AppControllerJSON

@testable import AppControllerKit

extension InterfaceDifference {
  /// The changes in short: each with its sign, where a node was and where it is.
  var told: [String] {
    changes.map { change in
      switch change {
      case .documentUpdated: "document"
      case .removed(let node): "- \(node.shortPath)"
      case .inserted(let node): "+ \(node.shortPath)"
      case .moved(let old, let new): "\(old.shortPath) > \(new.shortPath)"
      case .updated(let old, let new): "\(old.shortPath) ~ \(new.shortPath)"
      }
    }
  }
}

extension InterfaceDescription.Node {
  /// The way down from the root, such as `0.2.f`, with the kind and the id, if there is one.
  var shortPath: String {
    let way = path.dropFirst("$.root".count).split(separator: ".").map { step in
      step == "fallback" ? "f" : step.dropFirst("children[".count).dropLast()
    }
    return (way + ["\(kindName)\(id.map { "#" + $0 } ?? "")"]).joined(separator: ".")
  }
}

extension InterfaceDescription {
  /// What each node says by itself, in document order, and what the document says: taken from the JSON.
  var contents: (nodes: [String], document: String) {
    let json = try? JSONReader.read(Array(JSONRenderer().render(self).utf8))
    var nodes: [String] = []
    func visit(_ node: JSONValue) {
      let fallback = node["fallback"].flatMap { $0["kind"] == nil ? nil : $0 }
      let members = (node.objectValue ?? []).compactMap { member -> String? in
        switch member.name {
        case "children": nil
        case "fallback" where fallback != nil: "a fallback"
        default: "\(member)"
        }
      }
      nodes.append(members.joined(separator: "\n"))
      if let fallback { visit(fallback) }
      for child in node["children"]?.arrayValue ?? [] { visit(child) }
    }
    if let root = json?["root"] { visit(root) }
    return (nodes, "\((json?.objectValue ?? []).filter { $0.name != "root" })")
  }
}
