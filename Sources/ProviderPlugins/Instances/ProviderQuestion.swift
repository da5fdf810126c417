internal import AppControllerKit

/// One call of a library's function, as a value: what is asked, and what it is asked with.
struct ProviderQuestion: Sendable {
  /// What is asked; each is a function of the header's `ack_provider`.
  enum Subject: Sendable {
    case isInitiallyLoggedIn
    case configuration
    case description
    /// A screen that is shown, by its id.
    case screen(String)
    case action(InterfaceAction)
    case endOfSession(Session)
    /// Nothing is asked: the library is told.
    case event(ProviderEvent)
  }

  let subject: Subject
  /// The number of the question; the same when it is asked again.
  let sequence: UInt64
  /// The state, the traits and the session of the question.
  let controller: AppController.Handle

  /// The interface that an action came from.
  var revision: UInt64 {
    if case .action(let action) = subject { action.revision } else { 0 }
  }

  /// The screen that is asked for; empty for everything else.
  var screen: String {
    if case .screen(let id) = subject { id } else { "" }
  }

  /// What is asked, for a message.
  var name: String {
    switch subject {
    case .isInitiallyLoggedIn: "initial state"
    case .configuration: "configuration"
    case .description: "\(controller.state.rawValue) interface"
    case .screen(let id): "screen \(id)"
    case .action(let action): "action \(action.name)"
    case .endOfSession: "end of the session"
    case .event(let event): "event \(event.rawValue)"
    }
  }
}
