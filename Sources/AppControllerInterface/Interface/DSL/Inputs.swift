/// An element that the user fills in.
public protocol InputElement: InterfaceElement {
  /// The rules for the value.
  var rules: [InputRule] { get set }
}

extension InputElement {
  /// Requires a text, an option that is picked, or a toggle that is on.
  public func required(_ message: String? = nil) -> Self { rule(.required, message) }

  /// Requires a number of characters within these bounds, both included.
  public func length(min: Int? = nil, max: Int? = nil, _ message: String? = nil) -> Self {
    rule(.length(min: min, max: max), message)
  }

  /// Requires a number, a day or a time within these bounds, both included.
  ///
  /// The bounds have the form of the content type, such as `2026-05-12`. With a step, a number is a whole number of
  /// steps away from `min`, or from 0 without `min`.
  public func range(min: String? = nil, max: String? = nil, step: String? = nil, _ message: String? = nil) -> Self {
    rule(.range(min: min, max: max, step: step), message)
  }

  /// Hides the label, which remains the accessible name.
  public func labelHidden(_ isHidden: Bool = true) -> Self { isHidden ? modified(.labelHidden) : self }

  /// Adds a requirement for the value.
  public func rule(_ requirement: InputRule.Requirement, _ message: String? = nil) -> Self {
    var copy = self
    copy.rules.append(InputRule(requirement, message: message))
    return copy
  }
}

/// A line of input that is shown as it is typed.
public struct TextField: InputElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  /// The rules for the value.
  public var rules: [InputRule] = []
  private let id: String
  private let label: String
  private let input: InputDescription

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - id: Unique in the description, and the name of the input unless `name` is given.
  ///   - label: The visible name of the field.
  ///   - content: The content type. A secret type makes the same field as ``SecureField``, which has no initial value.
  ///   - name: The key of the value that an action sends.
  ///   - value: The initial value.
  ///   - placeholder: An example of what to type.
  ///   - lines: The number of visible lines of a multi-line field, from 2 to 20; `nil` for a single-line field.
  public init(
    _ id: String, _ label: String, content: FieldContent = .text, name: String? = nil, value: String? = nil,
    placeholder: String? = nil, lines: Int? = nil
  ) {
    self.id = id
    self.label = label
    input = InputDescription(
      name: name ?? id, content: content, values: value.map { [$0] } ?? [], placeholder: placeholder, lines: lines)
  }

  /// Writes the field.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.field, id: id, modifiers) {
      input.emit(into: &$0, rules)
      $0.set(.label, label)
    }
  }
}

/// A line of input whose value is secret: it is never shown, kept or written to a log.
public struct SecureField: InputElement {
  /// The content type of a secret.
  public enum Content: String, Sendable, Hashable, CaseIterable {
    /// A password that exists.
    case password
    /// A password that the user makes up.
    case newPassword
    /// A code that is valid once.
    case oneTimeCode
  }

  private var field: TextField

  /// The properties that the modifiers have set.
  public var modifiers: ElementModifiers {
    get { field.modifiers }
    set { field.modifiers = newValue }
  }
  /// The rules for the value.
  public var rules: [InputRule] {
    get { field.rules }
    set { field.rules = newValue }
  }

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - id: Unique in the description, and the name of the input unless `name` is given.
  ///   - label: The visible name of the field.
  ///   - content: The content type.
  ///   - name: The key of the value that an action sends.
  ///   - placeholder: An example of what to type.
  public init(
    _ id: String, _ label: String, content: Content = .password, name: String? = nil, placeholder: String? = nil
  ) {
    let content: FieldContent =
      switch content {
      case .password: .password
      case .newPassword: .newPassword
      case .oneTimeCode: .oneTimeCode
      }
    field = TextField(id, label, content: content, name: name, placeholder: placeholder)
  }

  /// Writes the field.
  public func emit(into emitter: inout InterfaceEmitter) { field.emit(into: &emitter) }
}

/// An input that is on or off.
public struct Toggle: InputElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  /// The rules for the value.
  public var rules: [InputRule] = []
  private let id: String
  private let label: String
  private let name: String
  private let isOn: Bool

  /// Makes a toggle; the id is also the name of the input unless `name` is given.
  public init(_ id: String, _ label: String, name: String? = nil, isOn: Bool = false) {
    self.id = id
    self.label = label
    self.name = name ?? id
    self.isOn = isOn
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
public struct Picker: InputElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  /// The rules for the value.
  public var rules: [InputRule] = []
  private let id: String
  private let label: String
  private let input: InputDescription

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - id: Unique in the description, and the name of the input unless `name` is given.
  ///   - label: The visible name of the picker.
  ///   - options: The options; their values are distinct.
  ///   - name: The key of the value that an action sends.
  ///   - isMultiple: Whether several options can be picked.
  ///   - selection: The values that are picked initially.
  public init(
    _ id: String, _ label: String, options: [InputDescription.Option], name: String? = nil, isMultiple: Bool = false,
    selection: [String] = []
  ) {
    self.id = id
    self.label = label
    input = InputDescription(name: name ?? id, values: selection, options: options, isMultiple: isMultiple)
  }

  /// Writes the picker.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.choice, id: id, modifiers) {
      input.emit(into: &$0, rules)
      $0.set(.label, label)
    }
  }
}

extension InputDescription {
  fileprivate func emit(into emitter: inout InterfaceEmitter, _ rules: [InputRule]) {
    emitter.map(.input) { emitter in
      if content != .text { emitter.set(.content, content.rawValue) }
      emitter.set(.lines, lines)
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
  fileprivate func emit(into emitter: inout InterfaceEmitter) {
    if isEmpty { return }
    emitter.list(.rules) { emitter in
      for rule in self {
        emitter.mapElement {
          if case .length(let min, let max) = rule.requirement {
            $0.set(.max, max)
            $0.set(.min, min)
          }
          if case .range(let min, let max, _) = rule.requirement {
            $0.set(.max, max)
            $0.set(.min, min)
          }
          $0.set(.message, rule.message)
          if case .sameAs(let name) = rule.requirement { $0.set(.name, name) }
          $0.set(.rule, rule.name)
          if case .range(_, _, let step) = rule.requirement { $0.set(.step, step) }
        }
      }
    }
  }
}
