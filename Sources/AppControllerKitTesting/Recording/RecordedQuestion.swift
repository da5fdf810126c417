public import AppControllerKit

/// One question to a ``RecordingProvider``.
///
/// It contains only the names of the inputs that came, and not their values, because some of them are secret.
public struct RecordedQuestion: Sendable, Hashable {
  /// The kind of a question, as a key of the provider's answers and as a line of its log.
  ///
  /// A literal is a kind too: `provider.gates["perform sign-in"]`.
  public struct Kind: RawRepresentable, Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text, such as `perform sign-in`.
    public let rawValue: String

    /// Makes a kind from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a kind from its text.
    public init(stringLiteral text: String) { rawValue = text }

    /// The configuration of a transition.
    public static let configuration: Kind = "configuration"
    /// The splash.
    public static let splash: Kind = "splash"
    /// The logged-out interface.
    public static let loggedOutInterface: Kind = "logged-out"
    /// The logged-in interface.
    public static let loggedInInterface: Kind = "logged-in"
    /// A screen that is shown already, by its id.
    public static func screenInterface(_ id: String) -> Kind { "screen \(id)" }
    /// Whether the first interface is the logged-in one.
    public static let isInitiallyLoggedIn: Kind = "initial"
    /// The answer to an action.
    public static func perform(_ action: String) -> Kind { "perform \(action)" }
    /// The bytes of a picture, by its name.
    public static func asset(_ name: String) -> Kind { "asset \(name)" }
    /// The refresh of the session of a subject.
    public static func refresh(_ subject: String) -> Kind { "refresh \(subject)" }
    /// The credential for a program, by the program's name.
    public static func credential(_ program: String) -> Kind { "credential \(program)" }
    /// The notice that the session of a subject has ended.
    public static func sessionEnded(_ subject: String) -> Kind { "ended \(subject)" }
    /// The notice of an event.
    public static func notify(_ event: ProviderEvent) -> Kind { "notify \(event.rawValue)" }
    /// The notice of what has become of a screen.
    public static func screen(_ id: String, _ appearance: ScreenAppearance) -> Kind {
      "screen \(id) \(appearance.rawValue)"
    }
  }

  /// The kind of the question.
  public let kind: Kind
  /// The state of the question's handle.
  public let state: AppController.State
  /// The subject of the question's session; `nil` when there was no session.
  public let subject: String?
  /// The node that an action came from; empty for every other question.
  public let nodeID: String
  /// The names of the inputs that came with an action, sorted.
  public let inputs: [String]

  init(_ call: ProviderCall) {
    kind = Kind(rawValue: call.key)
    state = call.controller.state
    subject = call.controller.session?.subject
    let action: InterfaceAction? = if case .perform(let action) = call.question { action } else { nil }
    nodeID = action?.nodeID ?? ""
    inputs = action?.values.keys.sorted() ?? []
  }
}
