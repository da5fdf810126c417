/// The condition under which a node is enabled, decided from the values of inputs.
public indirect enum Condition: Sendable, Hashable {
  /// The node is always enabled; the default.
  case always
  /// The node is never enabled.
  case never
  /// Each of these inputs has a value.
  case filled([String])
  /// Each of these inputs satisfies its rules.
  case valid([String])
  /// This toggle is on.
  case checked(String)
  /// All of these conditions hold; true for an empty list.
  case all([Condition])
  /// At least one of these conditions holds; false for an empty list.
  case any([Condition])
  /// This condition does not hold.
  case not(Condition)

  /// Each of these inputs has a value.
  public static func filled(_ names: String...) -> Condition { .filled(names) }
  /// Each of these inputs satisfies its rules.
  public static func valid(_ names: String...) -> Condition { .valid(names) }
}

extension Condition {
  /// Whether the condition holds.
  ///
  /// - Parameters:
  ///   - isFilled: Whether an input has a value.
  ///   - isValid: Whether an input satisfies its rules.
  ///   - isChecked: Whether a toggle is on.
  /// - Returns: Whether the condition holds.
  public func holds(
    isFilled: (String) -> Bool, isValid: (String) -> Bool, isChecked: (String) -> Bool
  ) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .filled(let names): names.allSatisfy(isFilled)
    case .valid(let names): names.allSatisfy(isValid)
    case .checked(let name): isChecked(name)
    case .all(let conditions):
      conditions.allSatisfy { $0.holds(isFilled: isFilled, isValid: isValid, isChecked: isChecked) }
    case .any(let conditions):
      conditions.contains { $0.holds(isFilled: isFilled, isValid: isValid, isChecked: isChecked) }
    case .not(let condition): !condition.holds(isFilled: isFilled, isValid: isValid, isChecked: isChecked)
    }
  }

  /// The names of the inputs that the condition depends on.
  public var inputs: [String] {
    switch self {
    case .always, .never: []
    case .filled(let names), .valid(let names): names
    case .checked(let name): [name]
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.inputs)
    case .not(let condition): condition.inputs
    }
  }
}

extension Arena {
  /// `nil` when the value encodes none that this version knows.
  package func condition(_ value: ValueRecord?) -> Condition? {
    guard let value else { return nil }
    if value.tag == .bool { return value.bool ? .always : .never }
    guard value.tag == .map, value.elements.count == 1 else { return nil }
    let inner = values[value.elements.lowerBound]
    switch (inner.knownName, inner.tag) {
    case (.filled, .list): return .filled(names(in: inner))
    case (.valid, .list): return .valid(names(in: inner))
    case (.checked, .string): return .checked(string(inner.text))
    case (.all, .list): return conditions(in: inner).map(Condition.all)
    case (.any, .list): return conditions(in: inner).map(Condition.any)
    case (.not, _): return condition(inner).map(Condition.not)
    default: return nil
    }
  }

  private func conditions(in list: ValueRecord) -> [Condition]? {
    var conditions: [Condition] = []
    for index in list.elements {
      guard let condition = condition(values[index]) else { return nil }
      conditions.append(condition)
    }
    return conditions
  }
}
