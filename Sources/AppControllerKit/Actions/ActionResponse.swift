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
    case message(MessageSeverity, String)
    /// The user is signed in; `nil` for an anonymous session.
    case login(Session?)
    /// The user is signed out.
    case logout
  }

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
  /// Shows an error message at an input.
  public static func fieldError(_ input: String, _ message: String) -> ActionResponse {
    ActionResponse(effects: [.fieldError(input: input, message: message)])
  }
  /// Shows a message to the user.
  public static func message(_ severity: MessageSeverity, _ text: String) -> ActionResponse {
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
  public mutating func message(_ severity: MessageSeverity, _ text: String) { append(.message(severity, text)) }
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

extension ActionResponse {
  /// Checks that each screen is valid, and that a login or logout comes once and last.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK1001` or `ACK3006`.
  public func requireApplicable() throws(AppControllerError) {
    for (index, effect) in effects.enumerated() {
      if effect.isTransition, index != effects.count - 1 {
        throw AppControllerError(
          .inapplicableResponse,
          what: "the answer goes on after its login or logout: effect \(index + 1) of \(effects.count) is one",
          why: "a login or logout replaces the interface that later effects would change",
          fix: "put it last, and have at most one"
        )
      }
      if case .show(let screen, let placement) = effect {
        try screen.requireValid("the screen to \(placement.rawValue)")
      }
    }
  }
}

extension ActionResponse {
  /// The response with the characters removed from its texts that could control a terminal.
  var displayable: ActionResponse {
    ActionResponse(
      effects: effects.map { effect in
        switch effect {
        case .fieldError(let input, let message): .fieldError(input: input, message: message.displayable)
        case .message(let severity, let text): .message(severity, text.displayable)
        case .show, .leave, .select, .login, .logout: effect
        }
      }
    )
  }
}

extension ActionResponse.Placement: CodedWord {}
extension ActionResponse.Departure: CodedWord {}
extension MessageSeverity: CodedWord {}

extension ActionResponse.Effect: Coded {
  private enum Kind: String, CodedWord {
    case show, leave, select
    case fieldError = "field-error"
    case message, login, logout
  }

  private var kind: Kind {
    switch self {
    case .show: .show
    case .leave: .leave
    case .select: .select
    case .fieldError: .fieldError
    case .message: .message
    case .login: .login
    case .logout: .logout
    }
  }

  package static var blank: ActionResponse.Effect { .logout }

  /// The reason why the screen that the effect shows cannot be built; `nil` when it can.
  var screenFailure: Diagnostic? {
    if case .show(let screen, _) = self { screen.buildFailure } else { nil }
  }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var kind = kind
    try coder.member("effect", &kind, .word(.logout))
    switch kind {
    case .show:
      var (screen, how) = if case .show(let screen, let how) = self { (screen, how) } else { (.blank, .push) }
      try coder.member("how", &how, .word(.push))
      try coder.member("screen", &screen, .interface)
      self = .show(screen, how)
    case .leave:
      var how = if case .leave(let how) = self { how } else { ActionResponse.Departure.pop }
      try coder.member("how", &how, .word(.pop))
      self = .leave(how)
    case .select:
      var (tabs, item) = if case .select(let tabs, let item) = self { (tabs, item) } else { ("", "") }
      try coder.member("tabs", &tabs, .shown(atMost: 64))
      try coder.member("item", &item, .shown(atMost: 64))
      self = .select(tabs: tabs, item: item)
    case .fieldError:
      var (input, text) = if case .fieldError(let input, let text) = self { (input, text) } else { ("", "") }
      try coder.member("input", &input, .shown(atMost: 64))
      try coder.member("message", &text, .shown(atMost: 16 << 10))
      self = .fieldError(input: input, message: text)
    case .message:
      var (severity, text) = if case .message(let severity, let text) = self { (severity, text) } else { (.info, "") }
      try coder.member("severity", &severity, .word(.info))
      try coder.member("message", &text, .shown(atMost: 16 << 10))
      self = .message(severity, text)
    case .login:
      var session: Session? = if case .login(let session) = self { session } else { nil }
      try coder.member("session", &session, .optional(.object()))
      self = .login(session)
    case .logout: self = .logout
    }
  }
}
