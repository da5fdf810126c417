import AppControllerJSON
import TestSupport

@testable import AppControllerKit

/// The generated parts of `Docs/Interfaces.md`, each by the name of its marker.
struct InterfaceReference {
  typealias Part = (name: String, text: String)

  /// The document that holds them.
  static let path = "Docs/Interfaces.md"
  private static let folder = "Tests/AppControllerKitTests/Documents/"

  private let nodeSource: ExampleSource
  private let valueSource: ExampleSource

  init() throws {
    nodeSource = try ExampleSource(Self.folder + "InterfaceExamples.swift")
    valueSource = try ExampleSource(Self.folder + "InterfaceExamples+Values.swift")
  }

  func parts() throws -> [Part] {
    [("first", try first())]
      + [
        ("document", PropertyPlace.map(.document).table), ("common", PropertyPlace.node(nil).table),
      ]
      + [("kinds", kinds())]
      + (try InterfaceExamples.kinds.map { ("kind \($0.name)", try kind($0)) })
      + (try inputs()) + (try actions())
      + [("newer", try newer()), ("limits", limits())]
      + [
        ("codes of building", try codes("ACK11")),
        ("codes of validating", try codes("ACK12")),
        ("codes of advice", try codes("ACK13")),
        // What is wrong with a text before it can be a storyboard is ACK1002.
        ("codes of storyboards", try codes("ACK10", "ACK14")),
        ("gallery", try GalleryReference().text()),
      ]
  }

  private func first() throws -> String {
    let interface = InterfaceExamples.first
    return [
      Markdown.block("swift", try valueSource.example("first")),
      Markdown.block("json", JSONRenderer(pretty: true).render(interface)),
      Markdown.block("text", TextRenderer().render(interface)),
    ].joined(separator: "\n\n")
  }
}

// MARK: - Kinds

extension InterfaceReference {
  /// What most containers hold.
  private static let content = NodeKind.allCases.filter(\.isContent)

  private func kinds() -> String {
    let rows = NodeKind.allCases.map { kind in
      let place = PropertyPlace.node(kind)
      let own = place.ownRows.map { row in
        let name = Markdown.code(row.name.name)
        return row.isNeeded(at: place) ? "**\(name)**" : name
      }
      return ["[`\(kind.name)`](#\(kind.name))", places(of: kind), holdings(of: kind), own.joined(separator: ", ")]
    }
    return "Content is " + Markdown.list(Self.content.map(\.name)).wrapped(first: "Content is ".count, end: ".")
      + "\n\n"
      + Markdown.table(["kind", "stands in", "holds", "its own properties"], rows)
  }

  private func places(of kind: NodeKind) -> String {
    if Self.content.contains(kind) { return "as content" }
    let parents = NodeKind.allCases.filter { $0.holds(kind) }
    let root = kind.role == .controller ? ["root", "a tab"] : []
    return (root + parents.map { Markdown.code($0.name) }).joined(separator: ", ")
  }

  private func holdings(of kind: NodeKind) -> String {
    let children = NodeKind.allCases.filter(kind.holds)
    let holdsContent = Set(children).isSuperset(of: Self.content)
    let others = children.filter { !holdsContent || !Self.content.contains($0) }.map { Markdown.code($0.name) }
    let all = ((holdsContent ? ["content"] : []) + others).joined(separator: ", ")
    return kind.needsChildren ? "**\(all)**" : all
  }

  private func kind(_ example: InterfaceExamples.Example) throws -> String {
    let place = PropertyPlace.node(NodeKind(name: example.name))
    let tables = (place.ownRows.isEmpty ? [] : [place.table]) + innerTables(of: place)
    return (tables + [try show(example, from: nodeSource)]).joined(separator: "\n\n")
  }

  /// Those of inputs and actions have chapters of their own.
  private func innerTables(of place: PropertyPlace) -> [String] {
    place.rows.compactMap { row in
      switch row.form {
      case .map(.input), .map(.action): nil
      case .map(let map): "The map `\(row.name)`:\n\n" + PropertyPlace.map(map).table
      case .maps(let map): "The maps of `\(row.name)`:\n\n" + PropertyPlace.map(map).table
      default: nil
      }
    }
  }

  /// An example in Swift, in JSON, and as it is drawn.
  private func show(_ example: InterfaceExamples.Example, from source: ExampleSource) throws -> String {
    // The line with the title of the screen around them is not theirs.
    let lines = TextRenderer().render(example.interface).split(separator: "\n", omittingEmptySubsequences: false)
    return [
      Markdown.block("swift", try source.example(example.name)),
      Markdown.block("json", try json(of: example)),
      Markdown.block("text", lines.dropFirst(example.isRoot ? 0 : 1).joined(separator: "\n")),
    ].joined(separator: "\n\n")
  }

  /// The JSON of an example's nodes, without what stands around them.
  private func json(of example: InterfaceExamples.Example) throws -> String {
    let text = JSONRenderer(pretty: true).render(example.interface)
    let root = try JSONReader.read(Array(text.utf8))["root"] ?? .null
    let nodes = example.isRoot ? [root] : root["children"]?.arrayValue ?? []
    return JSONFormatter.text(nodes.count == 1 ? nodes[0] : .array(nodes))
  }
}

// MARK: - Inputs and actions

extension InterfaceReference {
  private func inputs() throws -> [Part] {
    let contents = FieldContent.allCases.map { content in
      [
        Markdown.code(content.rawValue), content.isSecret ? "yes" : "", content.isIdentity ? "yes" : "",
        content.meaning,
      ]
    }
    let rules = InputRule.Requirement.samples.map { rule in
      [Markdown.code(InputRule(rule).name), Markdown.code(rule.meaning.swift), rule.meaning.text]
    }
    let conditions = try Condition.samples.map { condition in
      [Markdown.code(condition.meaning.swift), Markdown.code(try json(of: condition)), condition.meaning.text]
    }
    return [
      ("input", PropertyPlace.map(.input).table), ("option", PropertyPlace.map(.option).table),
      ("contents", Markdown.table(["content", "secret", "identity", "what the field holds"], contents)),
      ("rule", PropertyPlace.map(.rule).table),
      ("rules", Markdown.table(["rule", "with the elements", "it holds when"], rules.withNamedUnknown)),
      ("conditions", Markdown.table(["with the elements", "in JSON", "it holds"], conditions)),
      ("example rules", try example("rules")), ("example conditions", try example("conditions")),
    ]
  }

  private func actions() throws -> [Part] {
    let verbs = HostAction.allCases.map { verb in
      [Markdown.code(verb.rawValue), Markdown.list(verb.neededPayload), verb.meaning]
    }
    return [
      ("action", PropertyPlace.map(.action).table),
      ("confirm", PropertyPlace.map(.confirm).table),
      ("icons", "The icons are " + Markdown.list(Icon.allCases.map(\.rawValue)).wrapped(first: 14, end: ".")),
      ("host actions", Markdown.table(["name", "payload", "what the host does"], verbs)),
      ("example actions", try example("actions")),
    ]
  }

  private func example(_ name: String) throws -> String {
    guard let example = InterfaceExamples.values.first(where: { $0.name == name }) else { return "" }
    return try show(example, from: valueSource)
  }

  /// What a condition is in JSON; the default, which is not written, is `true`.
  private func json(of condition: Condition) throws -> String {
    let interface = InterfaceExamples.nodes(
      "condition", Button("b", "B", action: "a").enabled(when: condition)
    ).interface
    let root = try JSONReader.read(Array(JSONRenderer().render(interface).utf8))["root"]
    guard let value = root?["children"]?.arrayValue?.first?["enabled"] else { return "true" }
    return value.text.replacing(",", with: ", ").replacing(":", with: ": ")
  }
}

// MARK: - What is not known, limits and codes

extension InterfaceReference {
  private func newer() throws -> String {
    let interface = try InterfaceDescription(json: Array(InterfaceExamples.newer.utf8))
    return [
      Markdown.block("json", InterfaceExamples.newer), Markdown.block("text", TextRenderer().render(interface)),
    ].joined(separator: "\n\n")
  }

  /// The limits, by their names in the kit.
  static var limitNames: [String] { Mirror(reflecting: InterfaceLimits.standard).children.compactMap(\.label) }

  private func limits() -> String {
    let rows = Mirror(reflecting: InterfaceLimits.standard).children.map { child in
      let limit = child.label.flatMap(Self.meaning(ofLimit:))
      return [limit?.text ?? "", "\(child.value)", limit?.code ?? ""]
    }
    return Markdown.table(["limit", "value", "code"], rows)
  }

  /// What a limit is of; `nil` for one that nobody has explained.
  static func meaning(ofLimit name: String) -> (text: String, code: String)? {
    switch name {
    case "depth": ("How deep nodes nest", "ACK1121")
    case "nodes": ("Nodes, fallbacks included", "ACK1120")
    case "values": ("Property values in all", "ACK1122")
    case "valueDepth": ("How deep maps and lists nest inside one property", "ACK1123")
    case "totalText": ("Bytes of text in all, with ids, and with kinds and keys that the host does not know", "ACK1126")
    case "text": ("Bytes of one text", "ACK1124")
    case "label": ("Bytes of a label, a placeholder or the title of a confirmation", "ACK1124")
    case "id": ("Bytes of an id, a name, a kind or a key", "ACK1125")
    default: nil
    }
  }

  /// What the document of the errors says of the codes that a diagnostic can have.
  static func explanations() throws -> [ErrorExplanation] {
    let codes = Set(Diagnostic.Code.all.map(\.rawValue))
    return try ErrorDocument(GeneratedDocument("Docs/Errors.md").text).explanations.filter { codes.contains($0.code) }
  }

  private func codes(_ hundreds: String...) throws -> String {
    Markdown.table(
      ["code", "severity", "what is wrong", "what to do"],
      try Self.explanations().filter { hundreds.contains(String($0.code.prefix(5))) }.map { explanation in
        let link = "[\(explanation.code)](Errors.md#\(explanation.code.lowercased())-\(explanation.name.lowercased()))"
        return [link, explanation.severity.rawValue, explanation.meaning, explanation.fix]
      }
    )
  }
}

extension [[String]] {
  /// The rules with a word for the one that has no name of its own.
  fileprivate var withNamedUnknown: [[String]] { map { $0[0] == "``" ? ["another"] + $0.dropFirst() : $0 } }
}

extension String {
  /// The text in lines of at most 120 columns, the first of which has something before it.
  fileprivate func wrapped(first: Int, end: String) -> String {
    var lines = [""]
    var column = first
    for word in (self + end).split(separator: " ") {
      if column + word.count + 1 > 120 {
        lines.append("")
        column = 0
      }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? word : " \(word)"
      column += word.count + 1
    }
    return lines.joined(separator: "\n")
  }
}
