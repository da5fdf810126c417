import AppControllerJSON
import TestSupport

@testable import AppControllerInterface
@testable import AppControllerKit

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
      .init("controller", choice(of: NodeKind.allCases.filter { $0.role == .controller })),
      .init("node", choice(of: NodeKind.allCases)), .init("condition", condition), .init("action", action),
      .init("rule", rule),
    ] + NodeKind.allCases.map { .init($0.name, node($0)) } + [.init("tab", node(.item, isTab: true))]

  // MARK: Documents

  private static let id: JSONValue = object([
    ("type", "string"), ("pattern", "^[A-Za-z0-9._-]{1,64}$"), ("description", .string(IdentifierRule.text)),
  ])

  private static let editors: (String, JSONValue) = ("$schema", object([("type", "string")]))

  private static let description = map(
    [editors] + properties(.map(.document)) + [("root", reference("controller"))], requires: ["root"])

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
    let place = PropertyPlace.node(kind)
    let rows = (PropertyPlace.node(nil).ownRows + place.ownRows).filter { $0.name != .id }
    let children = NodeKind.allCases.filter { isTab ? $0.role == .controller : kind.holds($0) }
    let most: [(String, JSONValue)] =
      children.isEmpty
      ? [("maxItems", 0)]
      : kind == .table
        ? [("maxItems", .int(Int64(DataLimits.rows)))] : kind == .presented || isTab ? [("maxItems", 1)] : []
    let least: [(String, JSONValue)] = kind.needsChildren || isTab ? [("minItems", 1)] : []
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
      members + properties(place, rows),
      requires: ["kind"] + needed(place) + (kind == .screen ? ["label"] : [])
        + (least.isEmpty ? [] : ["children"]))
  }

  private static func needed(_ place: PropertyPlace) -> [String] {
    place.ownRows.filter { $0.isNeeded(at: place) }.map(\.name.name)
  }

  /// Properties with what the reference says about them.
  private static func properties(
    _ place: PropertyPlace, _ rows: [PropertyRow]? = nil, own: (PropertyName) -> JSONValue? = { _ in nil }
  ) -> [(String, JSONValue)] {
    (rows ?? place.rows).map { row in
      let meaning = object([("description", .string(row.meaning))])
      return (row.name.name, both(meaning, own(row.name) ?? value(row, at: place)))
    }
  }

  private static func value(_ row: PropertyRow, at place: PropertyPlace) -> JSONValue {
    switch (place, row.name) {
    case (.map(.document), .schema): object([("const", 1)])
    case (.map(.rule), .rule): words(InputRule.names)
    case (.map(.rule), .name), (.map(.option), .value): string
    case (.map(.confirm), _), (.node(.screen), .label): someText
    case (.map(.media), .asset): id
    case (.map(.media), .aspect), (.map(.progress), .total): object([("type", "number"), ("exclusiveMinimum", 0)])
    case (.map(.action), .deadline): object([("type", "number"), ("exclusiveMinimum", 0), ("maximum", 600)])
    case (.map(.secret), .value):
      both(someText, object([("maxLength", .int(Int64(DataLimits.secret)))]))
    case (.node, .qr): both(string, object([("maxLength", .int(Int64(DataLimits.qrCode)))]))
    default: value(of: row.form, isNeeded: row.isNeeded(at: place), at: place)
    }
  }

  private static func value(of form: ValueForm, isNeeded: Bool, at place: PropertyPlace) -> JSONValue {
    switch form {
    case .text: isNeeded ? someText : string
    case .step, .initialValue: string
    case .id, .reference: reference("id")
    case .boolean: boolean
    case .number, .seconds: object([("type", "number"), ("minimum", 0)])
    case .whole(let range):
      object(
        [("type", "integer"), ("minimum", .int(Int64(range.lowerBound)))]
          + (range.upperBound == .max ? [] : [("maximum", .int(Int64(range.upperBound)))]))
    case .bound: object([("type", ["integer", "string"])])
    case .words(let known): words(known)
    case .condition: reference("condition")
    case .fallback: either([reference("node"), words(form.words)])
    case .map(.action): reference("action")
    case .map(.input): input(place)
    case .map(.media): media
    case .map(let map): part(map)
    case .maps(.rule):
      both(list(of: reference("rule")), object([("maxItems", .int(Int64(InputRule.maximumCount)))]))
    case .maps(.column): bounded(list(of: part(.column)), DataLimits.columns)
    case .maps(let map): list(of: part(map))
    case .numbers: bounded(list(of: object([("type", "number")])), DataLimits.chartValues)
    case .texts: bounded(list(of: string), DataLimits.chartValues)
    case .ids: list(of: reference("id"))
    case .conditions: list(of: reference("condition"))
    case .mapOfTexts: object([("type", "object"), ("additionalProperties", string)])
    case .mapOfNumbers: object([("type", "object"), ("additionalProperties", object([("type", "integer")]))])
    }
  }

  // MARK: Parts

  private static func part(_ part: PropertyMap, more: [(String, JSONValue)] = []) -> JSONValue {
    map(properties(.map(part)), requires: needed(.map(part)), more: more)
  }

  /// The options of a choice and the value that is right depend on the kind.
  private static func input(_ place: PropertyPlace) -> JSONValue {
    let secret = object([
      ("properties", object([("content", words(FieldContent.allCases.filter(\.isSecret).map(\.rawValue)))])),
      ("required", ["content"]),
    ])
    let members = properties(.map(.input)) { name in
      switch (place, name) {
      case (.node(.toggle), .value): boolean
      case (.node(.choice), .value): either([string, list(of: string)])
      case (.node(.choice), .options): both(list(of: part(.option)), object([("minItems", 1)]))
      default: nil
      }
    }
    return map(
      members, requires: needed(.map(.input)) + (place == .node(.choice) ? ["options"] : []),
      more: [("if", secret), ("then", object([("properties", object([("value", .bool(false))]))]))])
  }

  private static let rule = part(
    .rule,
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

  private static let action = part(
    .action,
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

  private static let media = part(
    .media,
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

  private static let condition: JSONValue = either(
    [boolean]
      + PropertyPlace.map(.condition).rows.map { row in
        map([(row.name.name, value(row, at: .map(.condition)))], requires: [row.name.name])
      })
}

// The words of JSON Schema.
extension InterfaceSchema {
  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONValue.Member($0.0, $0.1) })
  }

  /// An object with the members of two.
  private static func both(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    .object((one.objectValue ?? []) + (other.objectValue ?? []))
  }

  private static func reference(_ name: String) -> JSONValue { object([("$ref", .string("#/$defs/\(name)"))]) }

  private static let string = object([("type", "string")])

  private static let someText = both(string, object([("minLength", 1)]))

  private static let boolean = object([("type", "boolean")])

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  private static func words(_ words: [String]) -> JSONValue { object([("enum", texts(words))]) }

  private static func list(of element: JSONValue) -> JSONValue { object([("type", "array"), ("items", element)]) }

  /// A list with one element at least, and with most of them.
  private static func bounded(_ list: JSONValue, _ most: Int) -> JSONValue {
    both(list, object([("minItems", 1), ("maxItems", .int(Int64(most)))]))
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

}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  init(stringLiteral text: String) { self = .string(text) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  init(integerLiteral number: Int64) { self = .int(number) }
}
