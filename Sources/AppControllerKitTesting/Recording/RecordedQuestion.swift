public import AppControllerKit

/// One question that a ``RecordingProvider`` was asked.
///
/// Values are not in it, only the names of the inputs that came, because some of them are secret.
public struct RecordedQuestion: Sendable, Hashable {
  /// What is asked, as a key of the provider's answers and as a line of its log.
  ///
  /// A literal is one too: `provider.gates["perform sign-in"]`.
  public struct Kind: RawRepresentable, Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text, such as `perform sign-in`.
    public let rawValue: String

    /// Makes a kind from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a kind from its text.
    public init(stringLiteral text: String) { rawValue = text }

    /// How a transition looks.
    public static let configuration: Kind = "configuration"
    /// The splash.
    public static let splash: Kind = "splash"
    /// The logged-out interface.
    public static let loggedOutInterface: Kind = "logged-out"
    /// The logged-in interface.
    public static let loggedInInterface: Kind = "logged-in"
    /// A screen that is shown, by its id.
    public static func screenInterface(_ id: String) -> Kind { "screen \(id)" }
    /// Whether the first interface is the logged-in one.
    public static let isInitiallyLoggedIn: Kind = "initial"
    /// The answer to an action.
    public static func perform(_ action: String) -> Kind { "perform \(action)" }
    /// That the session of a subject has ended.
    public static func sessionEnded(_ subject: String) -> Kind { "ended \(subject)" }
    /// That something has happened.
    public static func notify(_ event: ProviderEvent) -> Kind { "notify \(event.rawValue)" }
  }

  /// What was asked.
  public let kind: Kind
  /// The state that was asked about.
  public let state: AppController.State
  /// Whose session it was asked with; `nil` when there was none.
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
