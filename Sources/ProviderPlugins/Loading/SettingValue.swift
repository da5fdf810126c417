public import AppControllerKit

/// A value that an app gives for a setting of a provider.
///
/// ```swift
/// loader.settings["com.example.kitty"] = ["server": "https://id.example.com", "clientSecret": .secret(secret)]
/// ```
public struct SettingValue: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case text(String)
    case secret(Secret)
    /// The value is unusable for this reason, which is the end of a sentence.
    case unusable(String)
  }

  package var content: Content
  /// The source of the value for messages, such as `--setting`; empty for a value of the app.
  package var origin: String

  package init(_ content: Content, from origin: String = "") { (self.content, self.origin) = (content, origin) }

  /// Makes a text, for every type but a secret: a number in decimal digits, a boolean as `true` or `false`.
  public static func text(_ text: String) -> SettingValue { SettingValue(.text(text)) }

  /// Makes a secret; UTF-8 of 1 byte to 16 KiB.
  public static func secret(_ secret: Secret) -> SettingValue { SettingValue(.secret(secret)) }
}

extension SettingValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// Makes a text.
  public init(stringLiteral value: String) { self.init(.text(value)) }

  /// Makes a number.
  public init(integerLiteral value: Int64) { self.init(.text("\(value)")) }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self.init(.text("\(value)")) }
}
