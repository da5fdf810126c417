import AppControllerKit

extension ActionResponse {
  /// The largest number of effects in an answer of a provider that is a library.
  static let contractLimit = 256
}

extension ActionResponse.Effect {
  /// The shown texts, except those of a screen.
  var texts: [String] {
    switch self {
    case .fieldError(_, let message): [message]
    case .message(_, let text): [text]
    case .show, .leave, .select, .login, .logout: []
    }
  }

  /// All texts of the effect that are shown, logged or stored in the clear.
  var publicTexts: [String] {
    switch self {
    case .show(let screen, _): [JSONRenderer().render(screen)]
    case .login(let session?):
      [session.subject, session.displayName] + session.attributes.flatMap { [$0, $1] }
    case .fieldError, .message: texts
    case .leave, .select, .login(nil), .logout: []
    }
  }
}
