/// When a node can be used, decided from the values of inputs.
public indirect enum Condition: Sendable, Hashable {
  /// It always can; the default.
  case always
  /// It never can.
  case never
  /// Each of these inputs has a value.
  case filled([String])
  /// Each of these inputs satisfies its rules.
  case valid([String])
  /// This toggle is on.
  case checked(String)
  /// All of these hold; true when there are none.
  case all([Condition])
  /// One of these holds; false when there are none.
  case any([Condition])
  /// This does not hold.
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
  /// - Returns: Whether it does.
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

  /// The inputs that the condition asks about.
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
  /// The condition that a value says; `nil` when it says none that this version knows.
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
