/// A question to a provider with its arguments: one call, as a value that crosses every boundary.
///
/// A provider in the app gets a call through its functions, a library through the functions of the header's table, a
/// process as a frame; a recording contains it as a line.
package struct ProviderCall: Sendable {
  /// The question of a call.
  package enum Question: Sendable {
    /// Whether the first interface is the logged-in one.
    case isInitiallyLoggedIn
    /// The look of the transition to the state.
    case configuration
    /// The interface of the state, or a shown screen by its id; an empty id means the interface.
    case describe(screen: String)
    /// A user's action.
    case perform(InterfaceAction)
    /// A session has ended.
    case sessionEnded(Session)
    /// An event; no answer is expected.
    case notify(ProviderEvent)
  }

  package let question: Question
  /// The number of the question; the same when it is asked again.
  package let sequence: UInt64
  /// The state, the traits and the session of the question, and the way to the controller.
  package let controller: ControllerHandle

  package init(_ question: Question, sequence: UInt64 = 0, for controller: ControllerHandle) {
    (self.question, self.sequence, self.controller) = (question, sequence, controller)
  }

  /// The same question under a number.
  package func numbered(_ sequence: UInt64) -> ProviderCall {
    ProviderCall(question, sequence: sequence, for: controller)
  }

  /// The revision of the interface that an action came from; 0 for every other question.
  package var revision: UInt64 { if case .perform(let action) = question { action.revision } else { 0 } }

  /// The id of the requested screen; empty for every other question.
  package var screen: String { if case .describe(let screen) = question { screen } else { "" } }

  /// The time limit of an action; `nil` for the usual one.
  package var deadline: Duration? { if case .perform(let action) = question { action.deadline } else { nil } }

  /// Whether the question is an action, of which several may be open at a time because the user waits for the result.
  package var isAction: Bool { function == .perform }
  /// Whether the call is a notification, without an answer.
  package var isNotice: Bool { function == .notify }
  /// Whether the question requests a splash, which is not worth waiting for.
  package var isSplash: Bool { function == .describe && screen.isEmpty && controller.state == .launching }

  /// The question in a word or two, such as `perform sign-in`, as a key that distinguishes calls.
  package var key: String {
    switch question {
    case .isInitiallyLoggedIn: "initial"
    case .configuration: "configuration"
    case .describe(""): isSplash ? "splash" : controller.state == .loggedIn ? "logged-in" : "logged-out"
    case .describe(let screen): "screen \(screen)"
    case .perform(let action): "perform \(action.name)"
    case .sessionEnded(let session): "ended \(session.subject)"
    case .notify(let event): "notify \(event.rawValue)"
    }
  }

  /// The question, for a message.
  package var name: String {
    switch question {
    case .isInitiallyLoggedIn: "initial state"
    case .configuration: "configuration"
    case .describe(""): "\(controller.state.rawValue) interface"
    case .describe(let screen): "screen \(screen)"
    case .perform(let action): "action \(action.name)"
    case .sessionEnded: "end of the session"
    case .notify(let event): "event \(event.rawValue)"
    }
  }
}

extension ProviderCall {
  /// The function of the header's `ack_provider` that the question is a call of.
  package enum Function: String, CaseIterable, Sendable {
    case isInitiallyLoggedIn = "is_initially_logged_in"
    case configuration, describe, perform
    case sessionEnded = "session_ended"
    case notify
  }

  package var function: Function {
    switch question {
    case .isInitiallyLoggedIn: .isInitiallyLoggedIn
    case .configuration: .configuration
    case .describe: .describe
    case .perform: .perform
    case .sessionEnded: .sessionEnded
    case .notify: .notify
    }
  }
}

/// A provider's answer to a call.
package enum ProviderReply: Sendable {
  /// The answer to ``ProviderCall/Question/isInitiallyLoggedIn``.
  case isLoggedIn(Bool)
  case configuration(TransitionConfiguration)
  case interface(InterfaceDescription)
  case response(ActionResponse)
  /// The answer to a notification, without content.
  case done
  /// The provider does not support the call, or leaves it to the host.
  case unsupported
  /// The answer is not ready yet: the question is asked again when it is.
  case pending
  /// The provider failed with a status of the header; the failure is its own explanation.
  case failed(status: Int32, ProviderFailure?)
  /// The answer was refused.
  case refused(Refusal)

  /// The reason why an answer is refused.
  package enum Refusal: Error, Equatable {
    /// The interface cannot be built.
    case interface(Diagnostic)
    /// A screen of the answer to an action cannot be built.
    case screen(Diagnostic)
    /// The answer to an action violates the ABI; the text explains how.
    case response(String)
    /// A time of the configuration is out of its range.
    case time(name: String, value: String)
  }
}

/// A provider's explanation of a failure.
package struct ProviderFailure: Sendable, Equatable {
  package var what: String
  package var why: String
  package var fix: String

  package init(what: String, why: String, fix: String) { (self.what, self.why, self.fix) = (what, why, fix) }
}

/// An event that a provider is notified of after it has happened.
public enum ProviderEvent: String, Sendable, Hashable, CaseIterable {
  /// The logged-in interface is installed.
  case didLogin = "did-login"
  /// The logged-out interface is installed.
  case didLogout = "did-logout"
  /// The user went back one screen.
  case didPop = "did-pop"
  /// The session of the installed interface expires within a minute, or within a fifth of its lifetime if that is less.
  ///
  /// A provider that can extend the session updates it with `updateSession` of its handle.
  case sessionExpires = "session-expires"
}
