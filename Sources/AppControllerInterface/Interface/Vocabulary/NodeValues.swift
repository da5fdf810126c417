/// The intended look of a text, a control or a chart; each kind has its own styles.
public struct NodeStyle: RawRepresentable, Hashable, Sendable {
  /// The name in descriptions.
  public let rawValue: String

  /// Makes a style from its name, known to this version or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A text: the largest, used once on a screen.
  public static let title = NodeStyle(rawValue: "title")
  /// A text: the head of a section.
  public static let heading = NodeStyle(rawValue: "heading")
  /// A text: the default.
  public static let body = NodeStyle(rawValue: "body")
  /// A text: an aside.
  public static let caption = NodeStyle(rawValue: "caption")
  /// A button: the main action of the screen.
  public static let primary = NodeStyle(rawValue: "primary")
  /// A button: a destructive action.
  public static let destructive = NodeStyle(rawValue: "destructive")
  /// A button: leaves without doing anything.
  public static let cancel = NodeStyle(rawValue: "cancel")
  /// A button: the default.
  public static let plain = NodeStyle(rawValue: "plain")
  /// A group: a form.
  public static let form = NodeStyle(rawValue: "form")
  /// A group: the main part of a screen.
  public static let main = NodeStyle(rawValue: "main")
  /// A chart: a bar for each number; the default.
  public static let bar = NodeStyle(rawValue: "bar")
  /// A chart: a line through the numbers.
  public static let line = NodeStyle(rawValue: "line")
}

/// The urgency with which a change of a node is announced to users who do not see it.
public enum LiveRegion: String, Sendable, Hashable {
  /// The change is not announced.
  case off
  /// The change is announced at the next pause.
  case polite
  /// The change is announced at once.
  case assertive
}

/// The severity of a message to the user, or of a diagnostic, which is a warning or an error.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// Information.
  case info
  /// A success.
  case success
  /// A warning.
  case warning
  /// A failure.
  case error
}

/// The direction in which a stack lays out its children.
public enum Axis: String, Sendable, Hashable {
  /// In a row, from leading to trailing.
  case horizontal
  /// In a column, from top to bottom; the default.
  case vertical
}

/// The side of a column on which its cells stand.
public enum ColumnAlignment: String, Sendable, Hashable, CaseIterable {
  /// The side on which text begins; the default.
  case start
  /// The side on which text ends, as is usual for numbers.
  case end
}

/// The direction of a description's text.
public enum TextDirection: String, Sendable, Hashable, CaseIterable {
  /// Each text by its own first strong character; the default.
  case auto
  /// Left to right.
  case leftToRight = "ltr"
  /// Right to left.
  case rightToLeft = "rtl"
}

/// The content type of a field; it determines keyboard, completion and echo.
public enum FieldContent: String, Sendable, Hashable, CaseIterable {
  /// Any text; the default.
  case text
  /// An email address.
  case email
  /// A user name.
  case username
  /// A password that exists; secret.
  case password
  /// A password that is being chosen; secret.
  case newPassword
  /// A one-time code; secret.
  case oneTimeCode
  /// A number.
  case number
  /// A URL.
  case url
  /// Search words.
  case search
  /// A day, such as `2026-05-12`.
  case date
  /// A time of day, such as `14:30`.
  case time
  /// A day and a time of day, such as `2026-05-12T14:30`, in no time zone.
  case dateTime

  /// Whether the typed text is never shown, stored, logged or described.
  public var isSecret: Bool {
    switch self {
    case .password, .newPassword, .oneTimeCode: true
    case .text, .email, .username, .number, .url, .search, .date, .time, .dateTime: false
    }
  }

  /// Whether the typed text identifies a person.
  public var isIdentity: Bool {
    switch self {
    case .email, .username: true
    case .text, .password, .newPassword, .oneTimeCode, .number, .url, .search, .date, .time, .dateTime: false
    }
  }
}

extension TextDirection: OrdinalEnum {}

/// The ranges of whole numbers in properties; a number outside is refused by the validator.
package enum NodeLimits {
  package static let weight = 1...12
  package static let lines = 2...20

  /// Within their range; `nil` for one line.
  static func lines(_ value: ValueRecord) -> Int? {
    value.tag == .int && value.int >= lines.lowerBound ? Int(min(value.int, Int64(lines.upperBound))) : nil
  }
}
