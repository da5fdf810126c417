/// How a text or a control is meant to look; each kind has its own few.
public struct NodeStyle: RawRepresentable, Hashable, Sendable {
  /// The name in descriptions.
  public let rawValue: String

  /// Makes a style from its name, known to this version or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A text: the largest, once on a screen.
  public static let title = NodeStyle(rawValue: "title")
  /// A text: the head of a section.
  public static let heading = NodeStyle(rawValue: "heading")
  /// A text: the default.
  public static let body = NodeStyle(rawValue: "body")
  /// A text: an aside.
  public static let caption = NodeStyle(rawValue: "caption")
  /// A button: what the screen is for.
  public static let primary = NodeStyle(rawValue: "primary")
  /// A button: it ends or deletes something.
  public static let destructive = NodeStyle(rawValue: "destructive")
  /// A button: it leaves without doing anything.
  public static let cancel = NodeStyle(rawValue: "cancel")
  /// A button: the default.
  public static let plain = NodeStyle(rawValue: "plain")
  /// A group: a form.
  public static let form = NodeStyle(rawValue: "form")
  /// A group: the main part of a screen.
  public static let main = NodeStyle(rawValue: "main")
}

/// How urgently a change of a node is told to someone who does not look at it.
public enum LiveRegion: String, Sendable, Hashable {
  /// It is not told.
  case off
  /// It is told when there is a pause.
  case polite
  /// It is told at once.
  case assertive
}

/// How grave a message to the user is.
public enum MessageSeverity: String, Sendable, Hashable, CaseIterable {
  /// Something to know.
  case info
  /// Something worked.
  case success
  /// Something to look at.
  case warning
  /// Something failed.
  case error
}

/// In which direction a stack lays out its children.
public enum Axis: String, Sendable, Hashable {
  /// In a row, from leading to trailing.
  case horizontal
  /// In a column, from top to bottom; the default.
  case vertical
}

/// The direction of a description's text.
public enum TextDirection: String, Sendable, Hashable {
  /// Each text by its own first strong character; the default.
  case auto
  /// Left to right.
  case leftToRight = "ltr"
  /// Right to left.
  case rightToLeft = "rtl"
}

/// What a field holds; it decides keyboard, completion and echo.
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
  /// A code that is used once; secret.
  case oneTimeCode
  /// A number.
  case number
  /// A URL.
  case url
  /// Words to search for.
  case search

  /// Whether what is typed is never shown, stored, logged or described.
  public var isSecret: Bool {
    switch self {
    case .password, .newPassword, .oneTimeCode: true
    case .text, .email, .username, .number, .url, .search: false
    }
  }

  /// Whether what is typed says who somebody is.
  public var isIdentity: Bool {
    switch self {
    case .email, .username: true
    case .text, .password, .newPassword, .oneTimeCode, .number, .url, .search: false
    }
  }
}
