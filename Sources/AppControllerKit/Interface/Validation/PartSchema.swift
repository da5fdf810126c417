/// The properties of the parts of a node with their types: its input with options and rules, its action, its media and
/// its progress.
enum PartSchema {
  /// A map that is the value of a property, or an element of one.
  enum Part {
    case input, option, rule, action, media, progress

    /// The name of the part in messages.
    var name: String {
      switch self {
      case .input: "an input"
      case .option: "an option"
      case .rule: "a rule"
      case .action: "an action"
      case .media: "a media"
      case .progress: "a progress"
      }
    }
  }

  /// The type of a property of a part; `nil` when the part does not have it.
  static func types(of name: PropertyName, in part: Part) -> NodeSchema.Types? {
    switch part {
    case .input:
      switch name {
      case .name, .content, .placeholder: .string
      case .value: [.string, .bool, .list]
      case .options, .rules: .list
      case .multiple: .bool
      default: nil
      }
    case .option: name == .value || name == .label ? .string : nil
    case .rule:
      switch name {
      case .rule, .name, .message: .string
      case .min, .max: .int
      default: nil
      }
    case .action:
      switch name {
      case .name, .scope: .string
      case .sends: .list
      case .payload: .map
      case .validates: .bool
      case .deadline: .number
      default: nil
      }
    case .media:
      switch name {
      case .source, .alt: .string
      case .decorative: .bool
      case .aspect: .number
      default: nil
      }
    case .progress: name == .value || name == .total || name == .deadline ? .number : nil
    }
  }
}

extension InterfaceValidator {
  /// Checks that a part has only allowed properties, with the right types.
  ///
  /// - Returns: Whether every type is right.
  @discardableResult
  mutating func checkPart(_ part: PartSchema.Part, _ index: Int, _ step: String, _ values: Range<Int>) -> Bool {
    var isRight = true
    for position in values {
      let value = arena.values[position]
      guard let name = value.knownName else { continue }
      guard let types = PartSchema.types(of: name, in: part) else {
        warning(.misplacedProperty, index, "\(step).\(name.name)", "\(part.name) has no \(name.name)")
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
