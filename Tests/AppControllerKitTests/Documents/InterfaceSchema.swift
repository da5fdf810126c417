import AppControllerInterface
import AppControllerJSON
import AppControllerKit
import TestSupport

/// The JSON Schema of storyboards and descriptions, from the tables that the validator and the reference have.
struct InterfaceSchema {
  static let path = "Docs/Schemas/interface.schema.json"

  /// The schema's text.
  static var text: String { JSONFormatter.text(document) + "\n" }

  private static let document: JSONValue = object([
    ("$schema", "https://json-schema.org/draft/2020-12/schema"),
    ("title", "A storyboard, or one interface description, of AppControllerKit"),
    ("type", "object"),
    ("if", object([("required", ["root"])])),
    ("then", reference("description")),
    ("else", reference("storyboard")),
    ("$defs", .object(definitions)),
  ])

  private static let definitions: [JSONValue.Member] =
    [
      .init("storyboard", storyboard), .init("description", description), .init("id", id),
      .init("controller", choice(of: kinds { NodeSchema.controllers & $0.bit != 0 })),
      .init("node", choice(of: NodeKind.allCases)), .init("condition", condition), .init("action", action),
      .init("rule", rule),
    ] + NodeKind.allCases.map { .init($0.name, node($0)) } + [.init("tab", node(.item, isTab: true))]

  // MARK: Documents

  private static let id: JSONValue = object([
    ("type", "string"), ("pattern", "^[A-Za-z0-9._-]{1,64}$"), ("description", .string(IdentifierRule.text)),
  ])

  private static let editors: (String, JSONValue) = ("$schema", object([("type", "string")]))

  private static let description = map(
    [editors]
      + properties(PropertyEntry.document) { name in
        switch name {
        case .id: reference("id")
        case .schema: object([("const", 1)])
        case .dir: words(TextDirection.allCases.map(\.rawValue))
        case .requires: object([("type", "object"), ("additionalProperties", object([("type", "integer")]))])
        default: object([("type", "string")])
        }
      } + [("root", reference("controller"))],
    requires: ["root"])

  private static let storyboard = map(
    [
      editors, ("schema", object([("const", 1)])),
      ("id", object([("type", "string"), ("pattern", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$")])),
      ("lang", object([("type", "string"), ("maxLength", 64)])), ("dir", words(TextDirection.allCases.map(\.rawValue))),
      (
        "interfaces",
        object([
          ("type", "object"), ("minProperties", 1), ("propertyNames", reference("id")),
          ("additionalProperties", reference("description")),
        ])
      ),
    ], requires: ["id", "interfaces"])

  // MARK: Nodes

  private static func kinds(where isMeant: (NodeKind) -> Bool) -> [NodeKind] { NodeKind.allCases.filter(isMeant) }

  /// A node of one of some kinds, which its `kind` tells.
  private static func choice(of kinds: [NodeKind], isTab: Bool = false) -> JSONValue {
    let cases = kinds.map { kind in
      object([
        ("if", object([("properties", object([("kind", object([("const", .string(kind.name))]))]))])),
        ("then", reference(isTab ? "tab" : kind.name)),
      ])
    }
    return object([
      ("type", "object"), ("required", ["kind"]),
      ("properties", object([("kind", words(kinds.map(\.name)))])), ("allOf", .array(cases)),
    ])
  }

  private static func node(_ kind: NodeKind, isTab: Bool = false) -> JSONValue {
    let entries = (PropertyEntry.common + PropertyEntry.own(of: kind)).filter { $0.name != .id }
    let required = PropertyEntry.own(of: kind).filter(\.isRequired).map(\.name.name)
    let children = kinds { NodeSchema.allowsChild($0, in: kind, isTab: isTab) }
    let most: [(String, JSONValue)] =
      children.isEmpty
      ? [("maxItems", 0)]
      : kind == .table
        ? [("maxItems", .int(Int64(DataLimits.rows)))] : kind == .presented || isTab ? [("maxItems", 1)] : []
    let least: [(String, JSONValue)] = PropertyEntry.needsChildren(kind) || isTab ? [("minItems", 1)] : []
    let members: [(String, JSONValue)] = [
      ("kind", object([("const", .string(kind.name))])), ("id", reference("id")),
      (
        "children",
        object(
          [("type", "array")] + least + most
            + (children.isEmpty ? [] : [("items", choice(of: children, isTab: kind == .tabs))]))
      ),
    ]
    // A screen needs no label, but one without it gets a warning.
    return map(
      members + properties(entries) { value($0, of: kind) },
      requires: ["kind"] + required + (kind == .screen ? ["label"] : [])
        + (least.isEmpty ? [] : ["children"]))
  }

  private static func value(_ name: PropertyName, of kind: NodeKind) -> JSONValue {
    switch name {
    case .fallback: either([reference("node"), words(["drop"])])
    case .enabled, .visible: reference("condition")
    case .weight: object([("type", "integer"), ("minimum", 1), ("maximum", 12)])
    case .action: reference("action")
    case .input: input(kind)
    case .media: media
    case .progress: progress
    case .secret: secret
    case .columns where kind == .table: bounded(list(of: column), DataLimits.columns)
    case .values: bounded(list(of: object([("type", "number")])), DataLimits.chartValues)
    case .labels: bounded(list(of: object([("type", "string")])), DataLimits.chartValues)
    case .qr: object([("type", "string"), ("maxLength", .int(Int64(DataLimits.qrCode)))])
    case .initialFocus, .primaryAction, .selected: reference("id")
    case .columns, .minColumns: object([("type", "integer"), ("minimum", 1)])
    default:
      if let rule = NodeSchema.rule(for: name), rule.types == .bool {
        object([("type", "boolean")])
      } else if let texts = NodeSchema.rule(for: name)?.choices.texts(at: kind), !texts.isEmpty {
        words(texts.map(\.description))
      } else {
        object([("type", "string")] + (isNeeded(name, by: kind) ? [("minLength", 1)] : []))
      }
    }
  }

  private static func isNeeded(_ name: PropertyName, by kind: NodeKind) -> Bool {
    PropertyEntry.own(of: kind).contains { $0.name == name && $0.isRequired } || kind == .screen && name == .label
  }

  // MARK: Parts

  private static func input(_ kind: NodeKind) -> JSONValue {
    let secret = object([
      ("properties", object([("content", words(FieldContent.allCases.filter(\.isSecret).map(\.rawValue)))])),
      ("required", ["content"]),
    ])
    let members = properties(PropertyEntry.input) { name in
      switch name {
      case .name: reference("id")
      case .content: words(FieldContent.allCases.map(\.rawValue))
      case .value:
        switch kind {
        case .toggle: object([("type", "boolean")])
        case .choice: either([object([("type", "string")]), list(of: object([("type", "string")]))])
        default: object([("type", "string")])
        }
      case .options:
        object([("type", "array"), ("items", option)] + (kind == .choice ? [("minItems", 1)] : []))
      case .multiple: object([("type", "boolean")])
      case .lines: object([("type", "integer"), ("minimum", 2), ("maximum", 20)])
      case .rules:
        object([("type", "array"), ("items", reference("rule")), ("maxItems", .int(Int64(InputRule.maximumCount)))])
      default: object([("type", "string")])
      }
    }
    return map(
      members, requires: ["name"] + (kind == .choice ? ["options"] : []),
      more: [("if", secret), ("then", object([("properties", object([("value", .bool(false))]))]))])
  }

  private static let option = map(
    properties(PropertyEntry.option) { _ in object([("type", "string")]) }, requires: ["value"])

  private static let rule = map(
    properties(PropertyEntry.rule) { name in
      switch name {
      case .rule: words(InputRule.names)
      case .min, .max: object([("type", ["integer", "string"])])
      default: object([("type", "string")])
      }
    }, requires: ["rule"],
    more: [
      (
        "allOf",
        [
          when(
            "rule", is: ["length"],
            then: object([
              ("anyOf", .array(["min", "max"].map { object([("required", .array([.string($0)]))]) })),
              (
                "properties",
                object(
                  ["min", "max"].map { ($0, object([("type", "integer"), ("minimum", 0)])) })
              ),
            ])),
          when(
            "rule", is: ["range"],
            then: object([
              ("properties", object(["min", "max"].map { ($0, object([("type", "string")])) }))
            ])),
          when(
            "rule", is: ["sameAs"],
            then: object([
              ("required", ["name"]), ("properties", object([("name", object([("minLength", 1)]))])),
            ])),
        ]
      )
    ])

  private static let action = map(
    properties(PropertyEntry.action) { name in
      switch name {
      case .scope: words(["provider", "host"])
      case .sends: list(of: reference("id"))
      case .validates: object([("type", "boolean")])
      case .payload:
        object([("type", "object"), ("additionalProperties", object([("type", "string")]))])
      case .deadline: object([("type", "number"), ("exclusiveMinimum", 0), ("maximum", 600)])
      case .confirm: confirm
      default: reference("id")
      }
    }, requires: ["name"],
    more: [
      (
        "allOf",
        [
          when(
            "scope", is: ["host"],
            then: object([
              ("properties", object([("name", words(HostAction.allCases.map(\.rawValue)))])),
              (
                "allOf",
                .array(
                  HostAction.allCases.filter { !$0.neededPayload.isEmpty }.map { verb in
                    when(
                      "name", is: [verb.rawValue],
                      then: object([
                        ("required", ["payload"]),
                        ("properties", object([("payload", object([("required", texts(verb.neededPayload))]))])),
                      ]))
                  })
              ),
            ]))
        ]
      )
    ])

  private static let confirm = map(
    properties(PropertyEntry.confirm) { _ in object([("type", "string"), ("minLength", 1)]) }, requires: ["title"])

  private static let media = map(
    properties(PropertyEntry.media) { name in
      switch name {
      case .asset: id
      case .decorative: object([("type", "boolean")])
      case .aspect: object([("type", "number"), ("exclusiveMinimum", 0)])
      default: object([("type", "string")])
      }
    }, requires: [],
    more: [
      (
        "anyOf",
        [
          object([
            ("required", ["alt"]), ("properties", object([("alt", object([("minLength", 1)]))])),
          ]),
          object([
            ("required", ["decorative"]), ("properties", object([("decorative", object([("const", .bool(true))]))])),
          ]),
        ]
      )
    ])

  private static let progress = map(
    properties(PropertyEntry.progress) { name in
      name == .total
        ? object([("type", "number"), ("exclusiveMinimum", 0)]) : object([("type", "number"), ("minimum", 0)])
    }, requires: [])

  private static let column = map(
    properties(PropertyEntry.column) { name in
      switch name {
      case .align: words(ColumnAlignment.allCases.map(\.rawValue))
      case .weight: object([("type", "integer"), ("minimum", 1), ("maximum", .int(Int64(DataLimits.weight)))])
      default: object([("type", "string"), ("minLength", 1)])
      }
    }, requires: ["label"])

  private static let secret = map(
    properties(PropertyEntry.secret) { _ in
      object([("type", "string"), ("minLength", 1), ("maxLength", .int(Int64(DataLimits.secret)))])
    }, requires: ["value"])

  private static let condition: JSONValue = either(
    [object([("type", "boolean")])]
      + PropertyEntry.conditionNames.map { name in
        let value: JSONValue =
          switch name {
          case .filled, .valid: list(of: reference("id"))
          case .checked: reference("id")
          case .not: reference("condition")
          default: list(of: reference("condition"))
          }
        return map([(name.name, value)], requires: [name.name])
      })
}

// The words of JSON Schema.
extension InterfaceSchema {
  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONValue.Member($0.0, $0.1) })
  }

  private static func reference(_ name: String) -> JSONValue { object([("$ref", .string("#/$defs/\(name)"))]) }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  private static func words(_ words: [String]) -> JSONValue { object([("enum", texts(words))]) }

  private static func list(of element: JSONValue) -> JSONValue { object([("type", "array"), ("items", element)]) }

  /// A list with one element at least, and with most of them.
  private static func bounded(_ list: JSONValue, _ most: Int) -> JSONValue {
    object((list.objectValue ?? []).map { ($0.name, $0.value) } + [("minItems", 1), ("maxItems", .int(Int64(most)))])
  }

  private static func either(_ schemas: [JSONValue]) -> JSONValue { object([("anyOf", .array(schemas))]) }

  private static func when(_ name: String, is values: [String], then schema: JSONValue) -> JSONValue {
    object([
      (
        "if",
        object([("properties", object([(name, words(values))])), ("required", texts([name]))])
      ),
      ("then", schema),
    ])
  }

  /// An object that has no other members.
  private static func map(
    _ properties: [(String, JSONValue)], requires required: [String], more: [(String, JSONValue)] = []
  ) -> JSONValue {
    object(
      [
        ("type", "object"), ("properties", object(properties)), ("additionalProperties", .bool(false)),
      ] + (required.isEmpty ? [] : [("required", texts(required))]) + more)
  }

  /// Properties with what the reference says about them.
  private static func properties(
    _ entries: [PropertyEntry], _ schema: (PropertyName) -> JSONValue
  ) -> [(String, JSONValue)] {
    entries.map { entry in
      let members = schema(entry.name).objectValue?.map { ($0.name, $0.value) } ?? []
      return (entry.name.name, object([("description", .string(entry.meaning))] + members))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  init(stringLiteral text: String) { self = .string(text) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  init(integerLiteral number: Int64) { self = .int(number) }
}
