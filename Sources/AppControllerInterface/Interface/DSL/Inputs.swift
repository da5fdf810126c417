/// A line of input.
public struct Field: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let id: String
  private let label: String
  private var input: InputDescription

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - id: Unique in the description, and the name of the input unless `name` is given.
  ///   - label: The visible name of the field.
  ///   - content: The content type; a password or one-time code is secret and never has a value here.
  ///   - name: The key of the value that an action sends.
  ///   - value: The initial value.
  ///   - placeholder: An example of what to type.
  public init(
    _ id: String, _ label: String, content: FieldContent = .text, name: String? = nil, value: String? = nil,
    placeholder: String? = nil
  ) {
    self.id = id
    self.label = label
    input = InputDescription(
      name: name ?? id, content: content, values: value.map { [$0] } ?? [], placeholder: placeholder, options: [],
      isMultiple: false, rules: []
    )
  }

  /// Requires a value.
  public func required(_ message: String? = nil) -> Field { rule(.required, message) }

  /// Requires a number of characters within these bounds, both included.
  public func length(min: Int? = nil, max: Int? = nil, _ message: String? = nil) -> Field {
    rule(.length(min: min, max: max), message)
  }

  /// Adds a requirement for the value.
  public func rule(_ requirement: InputRule.Requirement, _ message: String? = nil) -> Field {
    var copy = self
    copy.input.rules.append(InputRule(requirement, message: message))
    return copy
  }

  /// Writes the field.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.field, id: id, modifiers) {
      input.emit(into: &$0)
      $0.set(.label, label)
    }
  }
}

/// An input that is on or off.
public struct Toggle: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let id: String
  private let label: String
  private let name: String
  private let isOn: Bool
  private var rules: [InputRule] = []

  /// Makes a toggle; the id is also the name of the input unless `name` is given.
  public init(_ id: String, _ label: String, name: String? = nil, isOn: Bool = false) {
    self.id = id
    self.label = label
    self.name = name ?? id
    self.isOn = isOn
  }

  /// Requires the toggle to be on.
  public func required(_ message: String? = nil) -> Toggle {
    var copy = self
    copy.rules.append(InputRule(.required, message: message))
    return copy
  }

  /// Writes the toggle.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.toggle, id: id, modifiers) {
      $0.map(.input) {
        $0.set(.name, name)
        rules.emit(into: &$0)
        if isOn { $0.set(.value, true) }
      }
      $0.set(.label, label)
    }
  }
}

/// An input that picks from options.
public struct Choice: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let id: String
  private let label: String
  private var input: InputDescription

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - id: Unique in the description, and the name of the input unless `name` is given.
  ///   - label: The visible name of the choice.
  ///   - options: The options; their values are distinct.
  ///   - name: The key of the value that an action sends.
  ///   - isMultiple: Whether several options can be picked.
  ///   - selected: The values that are picked initially.
  public init(
    _ id: String, _ label: String, options: [InputDescription.Option], name: String? = nil, isMultiple: Bool = false,
    selected: [String] = []
  ) {
    self.id = id
    self.label = label
    input = InputDescription(
      name: name ?? id, content: .text, values: selected, placeholder: nil, options: options, isMultiple: isMultiple,
      rules: []
    )
  }

  /// Requires an option to be picked.
  public func required(_ message: String? = nil) -> Choice {
    var copy = self
    copy.input.rules.append(InputRule(.required, message: message))
    return copy
  }

  /// Writes the choice.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.choice, id: id, modifiers) {
      input.emit(into: &$0)
      $0.set(.label, label)
    }
  }
}

extension InputDescription {
  func emit(into emitter: inout InterfaceEmitter) {
    emitter.map(.input) { emitter in
      if content != .text { emitter.set(.content, content.rawValue) }
      if isMultiple { emitter.set(.multiple, true) }
      emitter.set(.name, name)
      if !options.isEmpty {
        emitter.list(.options) { emitter in
          for option in options {
            emitter.mapElement {
              $0.set(.label, option.label)
              $0.set(.value, option.value)
            }
          }
        }
      }
      emitter.set(.placeholder, placeholder)
      rules.emit(into: &emitter)
      if isMultiple, !values.isEmpty { emitter.set(.value, values) } else { emitter.set(.value, values.first) }
    }
  }
}

extension [InputRule] {
  func emit(into emitter: inout InterfaceEmitter) {
    if isEmpty { return }
    emitter.list(.rules) { emitter in
      for rule in self {
        emitter.mapElement {
          if case .length(let min, let max) = rule.requirement {
            $0.set(.max, max)
            $0.set(.min, min)
          }
          $0.set(.message, rule.message)
          if case .sameAs(let name) = rule.requirement { $0.set(.name, name) }
          $0.set(.rule, rule.name)
        }
      }
    }
  }
}
