/// The properties of each kind of node with their types, and the kinds of node that each kind can contain.
package enum NodeSchema {
  package struct Types: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bool = Types(rawValue: 1)
    package static let int = Types(rawValue: 2)
    package static let string = Types(rawValue: 4)
    package static let map = Types(rawValue: 8)
    static let node = Types(rawValue: 16)
    static let number = Types(rawValue: 32)
    package static let list = Types(rawValue: 64)

    func contains(_ tag: ValueRecord.Tag) -> Bool {
      switch tag {
      case .bool: contains(Types.bool)
      case .int: contains(Types.int) || contains(Types.number)
      case .double: contains(Types.number)
      case .list: contains(Types.list)
      case .string: contains(Types.string)
      case .map: contains(Types.map)
      case .node: contains(Types.node)
      case .null: false
      }
    }

    var name: String {
      let names = [
        (Types.bool, "true or false"), (.int, "a whole number"), (.string, "a text"), (.map, "a map"),
        (.node, "a node"), (.number, "a number"), (.list, "a list"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
  }

  package struct Rule {
    package var types: Types
    package var kinds: UInt64
    package var choices = Choices.any
    /// The kinds at which the value is a list.
    var listKinds: UInt64 = 0

    package func types(at kind: NodeKind?) -> Types { kind.map { listKinds & $0.bit != 0 } == true ? .list : types }
  }

  package enum Choices {
    case any, axis, fallback, icon, live, severity
    case style

    /// The texts that this version knows for a kind of node; empty where any text is allowed.
    package func texts(at kind: NodeKind?) -> [StaticString] {
      switch self {
      case .any: []
      case .axis: ["horizontal", "vertical"]
      case .fallback: ["drop"]
      case .icon: Self.icons
      case .live: ["off", "polite", "assertive"]
      case .severity: ["info", "success", "warning", "error"]
      case .style: kind.map(Self.styles(of:)) ?? []
      }
    }

    private static let icons: [StaticString] = [
      "add", "back", "calendar", "call", "camera", "cart", "chat", "check", "clock", "close", "copy", "delete",
      "document", "download", "edit", "error", "favorite", "file", "folder", "forward", "help", "home", "info", "link",
      "list", "location", "lock", "mail", "menu", "money", "music", "next", "notification", "pause", "person", "photo",
      "play", "previous", "search", "send", "settings", "star", "trend", "warning",
    ]

    private static func styles(of kind: NodeKind) -> [StaticString] {
      switch kind {
      case .text: ["title", "heading", "body", "caption"]
      case .group: ["form", "main"]
      case .button: ["primary", "destructive", "cancel", "plain"]
      case .chart: ["bar", "line"]
      case .stack, .grid, .list, .item, .divider, .spacer, .screen, .tabs, .navigation, .presented, .code, .image,
        .field, .toggle, .choice, .link, .progress, .banner, .table, .row, .secret:
        []
      }
    }
  }

  package static func rule(for name: PropertyName) -> Rule? { rules[Int(name.rawValue)] }

  package static func allowsChild(_ child: NodeKind, in parent: NodeKind, isTab: Bool) -> Bool {
    let set = isTab ? controllers : children[Int(parent.rawValue)]
    return set & child.bit != 0
  }

  package static let controllers = bits([.screen, .tabs, .navigation])
  private static let content =
    bits([.stack, .grid, .group, .list, .divider, .spacer])
    | bits([.text, .code, .image, .field, .toggle, .choice, .button, .link, .progress, .banner])
    | bits([.table, .chart, .secret])
  private static let cells = bits([.text, .image, .button, .link])
  private static let anything = UInt64.max

  private static func bits(_ kinds: [NodeKind]) -> UInt64 { kinds.reduce(0) { $0 | $1.bit } }

  private static let children: [UInt64] =
    [anything]
    + NodeKind.allCases.map { kind in
      switch kind {
      case .stack, .group, .item: content
      case .grid: content | NodeKind.item.bit
      case .list, .tabs: NodeKind.item.bit
      case .screen: content | NodeKind.presented.bit
      case .navigation: NodeKind.screen.bit
      case .presented: controllers
      case .table: NodeKind.row.bit
      case .row: cells
      case .divider, .spacer, .text, .code, .image, .field, .toggle, .choice, .button, .link, .progress, .banner: 0
      case .chart, .secret: 0
      }
    }

  private static let interactive = bits([.field, .toggle, .choice, .button, .link])

  private static let rules: [Rule?] =
    [nil]
    + PropertyName.allCases.map { name in
      switch name {
      case .label:
        Rule(
          types: .string,
          kinds: interactive
            | bits([.grid, .group, .list, .item, .screen, .tabs, .navigation, .presented, .code, .image, .progress])
            | bits([.table, .row, .chart, .secret])
        )
      case .hint: Rule(types: .string, kinds: anything)
      case .hidden, .busy: Rule(types: .bool, kinds: anything)
      case .live: Rule(types: .string, kinds: anything, choices: .live)
      case .fallback: Rule(types: [.node, .string], kinds: anything, choices: .fallback)
      case .visible: Rule(types: [.bool, .map], kinds: anything)
      case .weight: Rule(types: .int, kinds: anything)
      case .collapsed: Rule(types: .bool, kinds: NodeKind.group.bit)
      case .icon: Rule(types: .string, kinds: bits([.item, .button, .link, .banner, .text]), choices: .icon)
      case .labelHidden: Rule(types: .bool, kinds: bits([.field, .toggle, .choice]))
      case .enabled: Rule(types: [.bool, .map], kinds: interactive | bits([.item, .row]))
      case .text: Rule(types: .string, kinds: bits([.text, .code, .banner, .item]))
      case .style: Rule(types: .string, kinds: bits([.text, .group, .button, .chart]), choices: .style)
      case .axis: Rule(types: .string, kinds: NodeKind.stack.bit, choices: .axis)
      case .columns: Rule(types: .int, kinds: bits([.grid, .table]), listKinds: NodeKind.table.bit)
      case .minColumns: Rule(types: .int, kinds: NodeKind.grid.bit)
      case .initialFocus, .primaryAction: Rule(types: .string, kinds: NodeKind.screen.bit)
      case .selected: Rule(types: .string, kinds: NodeKind.tabs.bit)
      case .badge: Rule(types: .string, kinds: NodeKind.item.bit)
      case .severity:
        Rule(types: .string, kinds: NodeKind.banner.bit, choices: .severity)
      case .url: Rule(types: .string, kinds: NodeKind.link.bit)
      case .input: Rule(types: .map, kinds: bits([.field, .toggle, .choice]))
      case .action: Rule(types: .map, kinds: bits([.button, .item, .row]))
      case .media: Rule(types: .map, kinds: NodeKind.image.bit)
      case .progress: Rule(types: .map, kinds: NodeKind.progress.bit)
      case .qr: Rule(types: .string, kinds: NodeKind.code.bit)
      case .secret: Rule(types: .map, kinds: NodeKind.secret.bit)
      case .unit: Rule(types: .string, kinds: NodeKind.chart.bit)
      case .labels, .values: Rule(types: .list, kinds: NodeKind.chart.bit)
      case .align, .all, .alt, .any, .aspect, .asset, .checked, .confirm, .content, .deadline, .decorative, .dir,
        .fallbackText,
        .filled, .id, .lang, .lines, .max, .message, .min, .multiple, .name, .not, .options, .payload, .placeholder,
        .requires, .rule, .rules, .schema, .scope, .sends, .source, .step, .title, .total, .valid, .validates, .value:
        nil
      }
    }
}

/// The properties of the parts of a node with their types: its input with options and rules, its action, its media,
/// its progress, its columns and its secret.
package enum PartSchema {
  package enum Part: Int, CaseIterable {
    case input, option, rule, action, media, progress, confirm, column, secret

    var name: String {
      switch self {
      case .input: "an input"
      case .option: "an option"
      case .rule: "a rule"
      case .action: "an action"
      case .media: "a media"
      case .progress: "a progress"
      case .confirm: "a confirmation"
      case .column: "a column"
      case .secret: "a secret"
      }
    }
  }

  /// `nil` when the part does not have the property.
  package static func types(of name: PropertyName, in part: Part) -> NodeSchema.Types? {
    switch part {
    case .input:
      switch name {
      case .name, .content, .placeholder: .string
      case .value: [.string, .bool, .list]
      case .options, .rules: .list
      case .multiple: .bool
      case .lines: .int
      default: nil
      }
    case .option: name == .value || name == .label ? .string : nil
    case .rule:
      switch name {
      case .rule, .name, .message: .string
      case .min, .max, .step: [.number, .string]
      default: nil
      }
    case .action:
      switch name {
      case .name, .scope: .string
      case .sends: .list
      case .payload: .map
      case .validates: .bool
      case .confirm: .map
      case .deadline: .number
      default: nil
      }
    case .media:
      switch name {
      case .source, .asset, .alt: .string
      case .decorative: .bool
      case .aspect: .number
      default: nil
      }
    case .progress: name == .value || name == .total || name == .deadline ? .number : nil
    case .confirm: name == .title || name == .text || name == .label ? .string : nil
    case .column:
      switch name {
      case .align, .label: .string
      case .weight: .int
      default: nil
      }
    case .secret: name == .value ? .string : nil
    }
  }
}

extension InterfaceValidator {
  /// Returns whether every type is right.
  @discardableResult
  mutating func checkPart(_ part: PartSchema.Part, _ index: Int, _ step: String, _ values: Range<Int>) -> Bool {
    var isRight = true
    for position in values {
      let value = arena.values[position]
      let place = PropertyPlace.part(part, of: arena.nodes[index].knownKind)
      guard let name = value.knownName else {
        unknown(value, index, step, in: place)
        continue
      }
      guard let types = PartSchema.types(of: name, in: part) else {
        misplaced(value, index, step, in: place)
        continue
      }
      if !types.contains(value.tag) {
        error(.wrongType, index, "\(step).\(name.name)", "it must be \(types.name)")
        isRight = false
      }
    }
    return isRight
  }
}
