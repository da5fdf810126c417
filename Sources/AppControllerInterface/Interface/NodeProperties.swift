/// The value that an input node accepts, and its rules.
public struct InputDescription: Sendable, Equatable {
  /// One option of a choice.
  public struct Option: Sendable, Hashable {
    /// The value that is sent.
    public var value: String
    /// The label that is shown.
    public var label: String

    /// Makes an option; the label is the value unless given.
    public init(_ value: String, label: String? = nil) {
      self.value = value
      self.label = label ?? value
    }
  }

  /// The key of the value that an action sends.
  public var name: String
  /// The content type of a field.
  public var content: FieldContent = .text
  /// The initial values: one, or several for a multiple choice; `"true"` or `"false"` for a toggle.
  public var values: [String] = []
  /// An example of what to type.
  ///
  /// Never a label.
  public var placeholder: String?
  /// The options of a choice.
  public var options: [Option] = []
  /// Whether a choice takes several options.
  public var isMultiple = false
  /// The rules for the value.
  public var rules: [InputRule] = []
  /// The number of lines of a field that takes several; `nil` for one line.
  public var lines: Int?
}

/// The actions that the host carries out itself when an action has the scope `host`.
public enum HostAction: String, Sendable, Hashable, CaseIterable {
  /// Logs in without a session of the provider.
  case login
  /// Logs out.
  case logout
  /// Pushes a screen of the same document; payload `screen`.
  case push
  /// Goes back one screen.
  case pop
  /// Selects a tab; payload `tabs` and `item`.
  case select
  /// Presents a screen of the same document; payload `screen`.
  case present
  /// Closes the presented layer.
  case dismiss
  /// Copies a text; payload `text`.
  case copy
  /// Opens a URL; payload `url`.
  case openURL = "open-url"
}

/// The source of an image, and a text for its content.
public struct MediaDescription: Sendable, Equatable {
  /// The URL of the image.
  public var source: String?
  /// The name of a picture whose bytes the provider has, which is shown where a face can.
  ///
  /// The host asks for them with ``AppControllerInterfaceProviding/asset(_:for:)``.
  public var asset: String?
  /// A description of the image's content, for people who do not see it.
  public var alternative: String?
  /// Whether the image is decorative, so that it needs no alternative.
  public var isDecorative: Bool
  /// The width divided by the height, so that the layout can reserve room; `nil` when it is not known.
  public var aspectRatio: Double?
}

/// The progress of a task.
public struct ProgressDescription: Sendable, Equatable {
  /// The part that is done, from 0 to `total`; `nil` when it is not known.
  public var value: Double?
  /// The amount that is complete; 1 unless given.
  public var total: Double?
  /// The number of seconds before the task ends by itself; `nil` when it does not.
  public var deadline: Double?
}

extension InputDescription {
  init(arena: Arena, values range: Range<Int>) {
    name = arena.word(.name, in: range) ?? ""
    content = arena.word(.content, in: range).flatMap(FieldContent.init(rawValue:)) ?? .text
    placeholder = arena.string(.placeholder, in: range)
    isMultiple = arena.value(.multiple, in: range)?.bool ?? false
    options = arena.maps(.options, in: range).map { option in
      let value = arena.string(.value, in: option) ?? ""
      return Option(value, label: arena.string(.label, in: option))
    }
    lines = content == .text ? arena.value(.lines, in: range).flatMap(NodeLimits.lines) : nil
    rules = arena.maps(.rules, in: range).prefix(InputRule.maximumCount).map { InputRule(arena: arena, values: $0) }
    switch arena.value(.value, in: range) {
    case let value? where value.tag == .string: values = [arena.string(value.text)]
    case let value? where value.tag == .bool: values = [value.bool ? "true" : "false"]
    case let value? where value.tag == .list: values = arena.strings(in: value)
    default: values = []
    }
  }
}

extension MediaDescription {
  init(arena: Arena, values range: Range<Int>) {
    source = arena.string(.source, in: range)
    asset = arena.string(.asset, in: range)
    alternative = arena.string(.alt, in: range)
    isDecorative = arena.value(.decorative, in: range)?.bool ?? false
    aspectRatio = arena.number(.aspect, in: range)
  }
}

extension ProgressDescription {
  init(arena: Arena, values range: Range<Int>) {
    value = arena.number(.value, in: range)
    total = arena.number(.total, in: range)
    deadline = arena.number(.deadline, in: range)
  }
}

extension Arena {
  /// Whether a node has nothing beside its content: no hint, icon, action, and no word about what happens to it.
  package func isPlain(_ node: Int) -> Bool {
    for index in nodes[node].values {
      switch values[index].knownName {
      case .hint, .busy, .action, .icon, .live: return false
      case _: continue
      }
    }
    return true
  }

  @inlinable package func range(of name: PropertyName, in values: Range<Int>) -> TextRange? {
    guard let value = value(name, in: values), value.tag == .string else { return nil }
    return value.text
  }

  package func string(_ name: PropertyName, in values: Range<Int>) -> String? {
    range(of: name, in: values).map { string($0) }
  }

  /// `nil` for a text that is longer than any name, because Swift's comparison takes time that grows with the square of
  /// a run of combining marks.
  package func word(_ name: PropertyName, in values: Range<Int>) -> String? {
    guard let range = range(of: name, in: values), range.length <= InterfaceLimits.standard.id else { return nil }
    return string(range)
  }

  package func number(_ name: PropertyName, in values: Range<Int>) -> Double? {
    guard let value = value(name, in: values) else { return nil }
    return switch value.tag {
    case .double: value.double
    case .int: Double(value.int)
    case .null, .bool, .string, .map, .list, .node: nil
    }
  }

  /// Other values are skipped.
  func strings(in list: ValueRecord) -> [String] {
    guard list.tag == .list else { return [] }
    return list.elements.compactMap { values[$0].tag == .string ? string(values[$0].text) : nil }
  }

  /// An empty name, which matches nothing, replaces a text that is longer than any name.
  func names(in list: ValueRecord) -> [String] {
    strings(in: list).map { $0.utf8.count <= InterfaceLimits.standard.id ? $0 : "" }
  }

  func maps(_ name: PropertyName, in values: Range<Int>) -> [Range<Int>] {
    guard let list = value(name, in: values), list.tag == .list else { return [] }
    return list.elements.compactMap { self.values[$0].tag == .map ? self.values[$0].elements : nil }
  }
}
