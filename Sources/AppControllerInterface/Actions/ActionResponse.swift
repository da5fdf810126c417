/// A provider's answer to an action: effects that the host applies together, or not at all.
///
/// ```swift
/// ActionResponse.fieldError("password", "Use at least four characters")
/// ActionResponse.login(Session(subject: email))
/// ActionResponse { $0.message(.success, "Saved"); $0.pop() }
/// ```
public struct ActionResponse: Sendable, Equatable {
  /// The way in which a screen is shown.
  public enum Placement: String, Sendable, Hashable, CaseIterable {
    /// On top of the navigation stack that the action came from.
    case push
    /// As a layer above everything.
    case present
    /// Instead of the screen that the action came from.
    case replace
  }

  /// The screens that are left.
  public enum Departure: String, Sendable, Hashable, CaseIterable {
    /// The top screen of a navigation stack.
    case pop
    /// All screens of a navigation stack but the first.
    case popToRoot = "pop-to-root"
    /// The presented layer on top.
    case dismiss
  }

  /// One effect.
  public enum Effect: Sendable, Equatable {
    /// A screen is shown.
    case show(InterfaceDescription, Placement)
    /// A screen or a layer is left.
    case leave(Departure)
    /// An item of a tab bar is selected.
    case select(tabs: String, item: String)
    /// An error message is shown at an input.
    case fieldError(input: String, message: String)
    /// A message is shown to the user.
    case message(Severity, String)
    /// The user is signed in; `nil` for an anonymous session.
    case login(Session?)
    /// The user is signed out.
    case logout
  }

  package static let effectLimit = 256

  /// The effects, in the order in which they are applied.
  public private(set) var effects: [Effect]

  /// The response without effects.
  public static let nothing = ActionResponse(effects: [])

  /// Makes a response from its effects.
  public init(effects: [Effect]) {
    self.effects = effects
  }

  /// Makes a response by adding to an empty one.
  public init(_ build: (inout ActionResponse) -> Void) {
    effects = []
    build(&self)
  }
}

// MARK: - Responses with one effect

extension ActionResponse {
  /// Signs in as a session; `nil` for an anonymous one.
  public static func login(_ session: Session?) -> ActionResponse { ActionResponse(effects: [.login(session)]) }
  /// Signs out.
  public static var logout: ActionResponse { ActionResponse(effects: [.logout]) }
  /// Pushes a screen.
  public static func push(_ screen: InterfaceDescription) -> ActionResponse {
    ActionResponse(effects: [.show(screen, .push)])
  }
  /// Presents a screen above everything.
  public static func present(_ screen: InterfaceDescription) -> ActionResponse {
    ActionResponse(effects: [.show(screen, .present)])
  }
  /// Shows a screen instead of the one that the action came from.
  public static func replace(with screen: InterfaceDescription) -> ActionResponse {
    ActionResponse(effects: [.show(screen, .replace)])
  }
  /// Goes back one screen.
  public static var pop: ActionResponse { ActionResponse(effects: [.leave(.pop)]) }
  /// Goes back to the first screen.
  public static var popToRoot: ActionResponse { ActionResponse(effects: [.leave(.popToRoot)]) }
  /// Closes the presented layer.
  public static var dismiss: ActionResponse { ActionResponse(effects: [.leave(.dismiss)]) }
  /// Selects an item of a tab bar.
  public static func select(_ item: String, in tabs: String) -> ActionResponse {
    ActionResponse(effects: [.select(tabs: tabs, item: item)])
  }
  /// Shows an error message at an input.
  public static func fieldError(_ input: String, _ message: String) -> ActionResponse {
    ActionResponse(effects: [.fieldError(input: input, message: message)])
  }
  /// Shows a message to the user.
  public static func message(_ severity: Severity, _ text: String) -> ActionResponse {
    ActionResponse(effects: [.message(severity, text)])
  }
}

// MARK: - Several effects

extension ActionResponse {
  /// Adds an effect.
  public mutating func append(_ effect: Effect) { effects.append(effect) }
  /// Signs in as a session; nothing may follow.
  public mutating func login(_ session: Session?) { append(.login(session)) }
  /// Signs out; nothing may follow.
  public mutating func logout() { append(.logout) }
  /// Shows a screen.
  public mutating func show(_ screen: InterfaceDescription, _ placement: Placement) { append(.show(screen, placement)) }
  /// Goes back one screen.
  public mutating func pop() { append(.leave(.pop)) }
  /// Goes back to the first screen.
  public mutating func popToRoot() { append(.leave(.popToRoot)) }
  /// Closes the presented layer.
  public mutating func dismiss() { append(.leave(.dismiss)) }
  /// Selects an item of a tab bar.
  public mutating func select(_ item: String, in tabs: String) { append(.select(tabs: tabs, item: item)) }
  /// Shows an error message at an input.
  public mutating func fieldError(_ input: String, _ message: String) {
    append(.fieldError(input: input, message: message))
  }
  /// Shows a message to the user.
  public mutating func message(_ severity: Severity, _ text: String) { append(.message(severity, text)) }
}

extension ActionResponse.Effect {
  /// Whether the response requests a transition between the two interfaces, which must be its last effect.
  public var isTransition: Bool {
    switch self {
    case .login, .logout: true
    case .show, .leave, .select, .fieldError, .message: false
    }
  }
}
