/// The value that the user has entered into one input.
public enum InputValue: Sendable, Equatable {
  /// Text that may be shown: one value, several for a multiple choice, `"true"` or `"false"` for a toggle.
  case plain([String])
  /// A password or a one-time code; shown nowhere.
  case secret(Secret)

  /// One text.
  public static func text(_ text: String) -> InputValue { .plain([text]) }

  /// Whether the value is not empty.
  public var isFilled: Bool {
    switch self {
    case .plain(let texts): texts.contains { !$0.isEmpty }
    case .secret(let secret): secret.byteCount > 0
    }
  }

  /// The text of a secret is a copy that cannot be erased: read it only to check the value or to send it.
  package var texts: [String] {
    switch self {
    case .plain(let texts): texts
    case .secret(let secret): [secret.text]
    }
  }
}

/// The values that the user has entered into the inputs of a screen, by the inputs' names.
public typealias InputValues = [String: InputValue]
