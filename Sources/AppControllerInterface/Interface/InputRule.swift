/// A requirement for the value of an input, and the message for a value that breaks it.
public struct InputRule: Sendable, Hashable {
  /// The requirement of a rule.
  public enum Requirement: Sendable, Hashable {
    /// The value is not empty; a toggle is on.
    case required
    /// The number of characters is within these bounds, both included.
    case length(min: Int?, max: Int?)
    /// The value contains only the digits 0 to 9.
    case digits
    /// The value looks like an email address: a local part, `@`, and a name with or without a dot.
    case email
    /// The value is one of the options.
    case oneOf
    /// The value is a number, a day or a time within these bounds, both included.
    ///
    /// The bounds have the form of the input's content type. With a step, a number is a whole number of steps away from
    /// `min`, or from 0 without `min`.
    case range(min: String?, max: String?, step: String? = nil)
    /// The value equals that of another input.
    case sameAs(String)
    /// A requirement that this version does not know; the provider checks it.
    case unknown(String)
  }

  /// The requirement.
  public var requirement: Requirement
  /// The message for the user when the value breaks the rule; `nil` for a sentence of the host in the user's
  /// language.
  public var message: String?

  /// Makes a rule.
  public init(_ requirement: Requirement, message: String? = nil) {
    self.requirement = requirement
    self.message = message
  }
}

extension InputRule {
  package static let maximumCount = 32

  /// Whether values satisfy the rule.
  ///
  /// An input without a value satisfies every rule but `required`; a toggle that is off has no value.
  ///
  /// - Parameters:
  ///   - values: The values of the input.
  ///   - input: The input.
  ///   - other: Returns the first value of another input by name.
  /// - Returns: Whether the values satisfy the rule.
  public func isSatisfied(by values: [String], of input: InputDescription, other: (String) -> String?) -> Bool {
    let filled = values.filter { !$0.isEmpty }
    if case .required = requirement { return !filled.isEmpty }
    if case .oneOf = requirement {
      let offered = Set(input.options.map { UTF8Key(text: $0.value) })
      return filled.allSatisfy { offered.contains(UTF8Key(text: $0)) }
    }
    return filled.allSatisfy { value in
      switch requirement {
      case .required, .oneOf, .unknown: true
      case .length(let min, let max): (min ?? 0)...Swift.max(min ?? 0, max ?? Int.max) ~= value.count
      case .digits: value.utf8.allSatisfy { (0x30...0x39).contains($0) }
      case .email: Self.looksLikeEmail(value)
      case .sameAs(let name): other(name) == value
      case .range(let min, let max, let step):
        ValueRange(of: input.content, min: min, max: max, step: step).contains(value)
      }
    }
  }

  private static func looksLikeEmail(_ value: String) -> Bool {
    let parts = value.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !value.contains(where: \.isWhitespace)
  }

  package static let names = ["required", "length", "digits", "email", "oneOf", "sameAs", "range"]

  package var name: String {
    switch requirement {
    case .required: "required"
    case .length: "length"
    case .digits: "digits"
    case .email: "email"
    case .oneOf: "oneOf"
    case .sameAs: "sameAs"
    case .range: "range"
    case .unknown(let name): name
    }
  }

  package init(arena: Arena, values range: Range<Int>) {
    func integer(_ name: PropertyName) -> Int? {
      guard let value = arena.value(name, in: range), value.tag == .int else { return nil }
      return Int(value.int)
    }
    requirement =
      switch arena.word(.rule, in: range) {
      case "required": .required
      case "length": .length(min: integer(.min), max: integer(.max))
      case "digits": .digits
      case "email": .email
      case "oneOf": .oneOf
      case "sameAs": .sameAs(arena.string(.name, in: range) ?? "")
      case "range":
        .range(
          min: arena.bound(.min, in: range), max: arena.bound(.max, in: range), step: arena.bound(.step, in: range))
      default: .unknown(arena.string(.rule, in: range) ?? "")
      }
    message = arena.string(.message, in: range)
  }
}

extension Arena {
  /// In a description it may be a number.
  package func bound(_ name: PropertyName, in range: Range<Int>) -> String? {
    guard let value = value(name, in: range) else { return nil }
    return switch value.tag {
    case .string: string(value.text)
    case .int: "\(value.int)"
    case .double: "\(value.double)"
    case .null, .bool, .list, .map, .node: nil
    }
  }
}
