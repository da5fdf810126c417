/// What the user has put into one input.
public enum InputValue: Sendable, Equatable {
  /// Text that may be shown: one value, several for a choice that takes several, `"true"` or `"false"` for a toggle.
  case plain([String])
  /// A password or a code that is used once; shown nowhere.
  case secret(Secret)

  /// One text.
  public static func text(_ text: String) -> InputValue { .plain([text]) }

  /// Whether there is something in it.
  public var isFilled: Bool {
    switch self {
    case .plain(let texts): texts.contains { !$0.isEmpty }
    case .secret(let secret): secret.byteCount > 0
    }
  }

  /// The value as texts.
  ///
  /// A secret's is a copy that nobody can erase: ask only to check or to send it.
  package var texts: [String] {
    switch self {
    case .plain(let texts): texts
    case .secret(let secret): [secret.text]
    }
  }
}

/// What the user has put into the inputs of a screen, by the inputs' names.
public typealias InputValues = [String: InputValue]
