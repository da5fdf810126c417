import AppControllerInterface
import AppControllerKit
import TestSupport

/// What the reference says about one property in one place.
struct PropertyEntry {
  let name: PropertyName
  let type: String
  let meaning: String
  var isRequired = false

  /// A table of properties; what is required is bold.
  static func table(_ entries: [PropertyEntry]) -> String {
    Markdown.table(
      ["property", "type", "meaning"],
      entries.map { entry in
        let name = Markdown.code(entry.name.name)
        return [entry.isRequired ? "**\(name)**" : name, entry.type, entry.meaning]
      }
    )
  }
}

// MARK: - Nodes

extension PropertyEntry {
  /// The properties that a node of any kind may have.
  static let common: [PropertyEntry] =
    [PropertyEntry(name: .id, type: "id", meaning: "Names the node. Unique in the description.")]
    + PropertyName.allCases.compactMap { name in
      NodeSchema.rule(for: name).flatMap { $0.kinds == .max ? of(name, $0, at: nil, isRequired: false) : nil }
    }

  /// The properties that are a kind's own, the required ones first.
  static func own(of kind: NodeKind) -> [PropertyEntry] {
    let required = required(of: kind)
    let own = PropertyName.allCases.compactMap { name -> PropertyEntry? in
      guard let rule = NodeSchema.rule(for: name), rule.kinds != .max, rule.kinds & kind.bit != 0 else { return nil }
      return of(name, rule, at: kind, isRequired: required.contains(name))
    }
    let id = required.contains(.id) ? common.filter { $0.name == .id }.map(\.asRequired) : []
    return id + own.filter(\.isRequired) + own.filter { !$0.isRequired }
  }

  /// Whether a kind needs a child.
  static func needsChildren(_ kind: NodeKind) -> Bool {
    faults(of: kind).contains { $0.path == "$.root.children" }
  }

  /// The properties without which a node is refused, found by describing one without any.
  private static func required(of kind: NodeKind) -> Set<PropertyName> {
    Set(
      faults(of: kind).compactMap { fault in
        let step = fault.path.split(separator: ".").dropFirst(2).first ?? ""
        return PropertyName(utf8: String(step).utf8Span.span)
      })
  }

  private static func faults(of kind: NodeKind) -> [Diagnostic] {
    build { $0.node(kind.name) }.validate().filter { $0.severity == .error }
  }

  private var asRequired: PropertyEntry {
    var copy = self
    copy.isRequired = true
    return copy
  }

  private static func of(
    _ name: PropertyName, _ rule: NodeSchema.Rule, at kind: NodeKind?, isRequired: Bool
  ) -> PropertyEntry {
    PropertyEntry(
      name: name, type: type(of: name, rule, at: kind), meaning: name.meaning(at: kind) ?? "", isRequired: isRequired
    )
  }

  private static let links: [PropertyName: String] = [
    .action: "[action](#actions)", .enabled: "[condition](#conditions)", .visible: "[condition](#conditions)",
    .icon: "[icon](#icons)", .input: "[input](#inputs)",
    .fallback: "node, or `drop`", .labels: "list of texts", .values: "list of numbers",
  ]

  private static func type(of name: PropertyName, _ rule: NodeSchema.Rule, at kind: NodeKind?) -> String {
    if let link = links[name] { return link }
    let types = rule.types(at: kind)
    if types == .list { return "list of maps" }
    let choices = rule.choices.texts(at: kind).map(\.description)
    if !choices.isEmpty || rule.choices == .style { return Markdown.list(choices) }
    let names: [(NodeSchema.Types, String)] = [
      (.bool, "boolean"), (.int, "whole number"), (.string, "text"), (.map, "map"),
    ]
    return names.filter { types.contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}

// MARK: - Values

extension PropertyEntry {
  /// The document's own properties.
  static let document = [
    PropertyEntry(
      name: .id, type: "id",
      meaning: "Which description it is, such as `logged-out`. In a storyboard it is the interface's name unless said."
    ),
    PropertyEntry(name: .lang, type: "text", meaning: "The language of its text, a BCP 47 tag. `und` unless said."),
    PropertyEntry(
      name: .dir, type: "`auto`, `ltr`, `rtl`",
      meaning: "The direction of its text. With `auto` each text goes by its first letter."
    ),
    PropertyEntry(
      name: .fallbackText, type: "text", meaning: "What a host shows that is too old for the description."),
    PropertyEntry(
      name: .schema, type: "whole number", meaning: "The major version of the vocabulary: 1, and 1 unless said."),
    PropertyEntry(
      name: .requires, type: "map of whole numbers",
      meaning: "The kinds that it cannot do without, each with a [revision](#versions)."
    ),
  ]

  static let input = [
    PropertyEntry(
      name: .name, type: "id", meaning: "The key of the value that an action sends. Unique on its screen.",
      isRequired: true
    ),
    PropertyEntry(name: .content, type: "[content](#contents)", meaning: "What a field holds; `text` unless said."),
    PropertyEntry(
      name: .value, type: "text, boolean or list",
      meaning: "The value at first: a text, for a toggle a boolean, for a multiple choice a list. Never of a secret."
    ),
    PropertyEntry(
      name: .placeholder, type: "text", meaning: "An example of what to type. It is no label: it goes when one types."),
    PropertyEntry(
      name: .options, type: "list of maps", meaning: "What a choice offers. Required of a choice, and of nothing else."),
    PropertyEntry(
      name: .lines, type: "whole number",
      meaning: "How many lines are shown of a field that takes several, from 2 to 20; one unless said. Any text only."),
    PropertyEntry(name: .multiple, type: "boolean", meaning: "Whether several options can be chosen."),
    PropertyEntry(name: .rules, type: "list of [rules](#rules)", meaning: "What the value has to satisfy."),
  ]

  static let option = [
    PropertyEntry(
      name: .value, type: "text", meaning: "What is sent. The values of a choice differ.", isRequired: true),
    PropertyEntry(name: .label, type: "text", meaning: "What is shown; the value unless said."),
  ]

  static let rule = [
    PropertyEntry(name: .rule, type: "text", meaning: "Which rule.", isRequired: true),
    PropertyEntry(
      name: .message, type: "text",
      meaning: "What the user is told when it is broken; a sentence of the host's unless said."
    ),
    PropertyEntry(
      name: .min, type: "number or text",
      meaning: "Of `length`: the least number of characters. Of `range`: the least value, a number or a text."),
    PropertyEntry(
      name: .max, type: "number or text",
      meaning: "Of `length`: the greatest number of characters. Of `range`: the greatest value, a number or a text."),
    PropertyEntry(
      name: .step, type: "number or text", meaning: "Of `range`, for numbers: how far apart the values are, above 0."),
    PropertyEntry(name: .name, type: "id", meaning: "Of `sameAs`: the name of the other input."),
  ]

  static let action = [
    PropertyEntry(
      name: .name, type: "id", meaning: "What the provider calls it, or the name of a [host action](#host-actions).",
      isRequired: true
    ),
    PropertyEntry(name: .scope, type: "`provider`, `host`", meaning: "Who does it; `provider` unless said."),
    PropertyEntry(
      name: .sends, type: "list of names",
      meaning: "The inputs of the same screen whose values go with it. No other value leaves the host."
    ),
    PropertyEntry(
      name: .validates, type: "boolean",
      meaning: "Whether the rules of these inputs hold first. True unless said; say false for a way out."
    ),
    PropertyEntry(name: .payload, type: "map of texts", meaning: "Fixed values that go with it."),
    PropertyEntry(
      name: .confirm, type: "[map](#confirmations)",
      meaning: "The question before it. An older host asks nothing: require revision 2 of the kind."),
    PropertyEntry(
      name: .deadline, type: "seconds", meaning: "How long the provider may take: over 0, at most 600; 30 unless said."),
  ]

  static let confirm = [
    PropertyEntry(name: .title, type: "text", meaning: "The question, at most 512 bytes.", isRequired: true),
    PropertyEntry(name: .text, type: "text", meaning: "What the user should know first."),
    PropertyEntry(
      name: .label, type: "text",
      meaning: "The label of the button that goes on; that of the button itself unless said."),
  ]

  static let media = [
    PropertyEntry(
      name: .asset, type: "id",
      meaning: "The name of a [picture of the provider](#pictures-of-the-provider), which is shown where a face can."),
    PropertyEntry(name: .source, type: "text", meaning: "The URL of the image."),
    PropertyEntry(
      name: .alt, type: "text", meaning: "What it shows, for someone who does not see it. Required unless decorative."),
    PropertyEntry(name: .decorative, type: "boolean", meaning: "Whether it says nothing and can be passed over."),
    PropertyEntry(
      name: .aspect, type: "number",
      meaning: "Its width divided by its height, over 0, so that room can be kept for it."),
  ]

  static let progress = [
    PropertyEntry(name: .value, type: "number", meaning: "How much is done, from 0 to `total`. Absent: nobody knows."),
    PropertyEntry(name: .total, type: "number", meaning: "How much there is to do: over 0; 1 unless said."),
    PropertyEntry(name: .deadline, type: "seconds", meaning: "How long it is until it ends by itself."),
  ]

  static let column = [
    PropertyEntry(name: .label, type: "text", meaning: "The head of the column.", isRequired: true),
    PropertyEntry(name: .align, type: "`start`, `end`", meaning: "Where its cells stand; `start` unless said."),
    PropertyEntry(
      name: .weight, type: "whole number",
      meaning: "Its share of the room that is left, 1 to 12. Absent: it is as wide as its cells."),
  ]

  static let secret = [
    PropertyEntry(name: .value, type: "text", meaning: "The secret: at most 1 024 bytes.", isRequired: true)
  ]

  /// The conditions, each a map with one of these.
  static let conditionNames: [PropertyName] = [.filled, .valid, .checked, .all, .any, .not]

  /// Every list of the reference.
  static var everything: [PropertyEntry] {
    common + NodeKind.allCases.flatMap(own(of:)) + document + input + option + rule + action + confirm + media
      + progress + column + secret
  }
}
