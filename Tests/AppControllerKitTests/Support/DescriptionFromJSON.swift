import AppControllerJSON
import AppControllerKit
import Testing

/// A description from its JSON, member by member through the builder, so that tests can say descriptions in a line.
func description(json: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> InterfaceDescription {
  let document = try #require(
    try JSONReader.read(Array(json.utf8)).objectValue, sourceLocation: sourceLocation
  )
  return build { builder in
    for member in document where member.name != "root" { builder.write(member.value, key: member.name) }
    for member in document where member.name == "root" { builder.writeNode(member.value) }
  }
}

extension ArenaBuilder {
  fileprivate mutating func writeNode(_ node: JSONValue) {
    begin(node["kind"]?.stringValue ?? "", node["id"]?.stringValue ?? "")
    for member in node.objectValue ?? [] where !["kind", "id", "children"].contains(member.name) {
      write(member.value, key: member.name)
    }
    for child in node["children"]?.arrayValue ?? [] { writeNode(child) }
    end()
  }

  fileprivate mutating func write(_ value: JSONValue, key: String) {
    switch value {
    case .null: set(key, .null)
    case .bool(let flag): set(key, .bool(flag))
    case .int(let number): set(key, .int(number))
    case .double(let number): set(key, .double(number))
    case .string(let text): set(key, text)
    case .array(let elements): list(key) { for element in elements { $0.write(element, key: "") } }
    case .object(let members):
      map(key) { builder in
        if key == "fallback", value["kind"] != nil { return builder.writeNode(value) }
        for member in members { builder.write(member.value, key: member.name) }
      }
    }
  }
}
