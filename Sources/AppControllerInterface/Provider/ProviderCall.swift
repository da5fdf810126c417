/// What a provider is asked, and what it is asked with: one call, as a value that crosses every boundary.
///
/// A provider in the app is called by its functions, a library by those of the header's table, a process by a frame; a
/// recording has it as a line.
package struct ProviderCall: Sendable {
  /// What is asked.
  package enum Question: Sendable {
    /// Whether the first interface is the logged-in one.
    case isInitiallyLoggedIn
    /// How the transition to the state looks.
    case configuration
    /// The interface of the state, or a screen that is shown, by its id; an empty id is the interface.
    case describe(screen: String)
    /// What the user did.
    case perform(InterfaceAction)
    /// A session has ended.
    case sessionEnded(Session)
    /// Something happened; nobody waits for an answer.
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

  /// The interface that an action came from; 0 for everything else.
  package var revision: UInt64 { if case .perform(let action) = question { action.revision } else { 0 } }

  /// The screen that is asked for; empty for everything else.
  package var screen: String { if case .describe(let screen) = question { screen } else { "" } }

  /// How long the answer may take where nobody has said; `nil` for as long as usual.
  package var deadline: Duration? { if case .perform(let action) = question { action.deadline } else { nil } }

  /// Whether the user waits for what comes of it, so that several may be open.
  package var isAction: Bool { function == .perform }
  /// Whether the provider is told something, and nobody waits for an answer.
  package var isNotice: Bool { function == .notify }
  /// Whether a splash is asked for: nobody waits for what is shown while waiting.
  package var isSplash: Bool { function == .describe && screen.isEmpty && controller.state == .launching }

  /// What is asked in a word or two, such as `perform sign-in`, for whoever keeps calls apart.
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

  /// What is asked, for a message.
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

/// What a provider answers to a call.
package enum ProviderReply: Sendable {
  /// The answer to ``ProviderCall/Question/isInitiallyLoggedIn``.
  case isLoggedIn(Bool)
  case configuration(TransitionConfiguration)
  case interface(InterfaceDescription)
  case response(ActionResponse)
  /// It was told, and has no answer.
  case done
  /// The provider does not do that, or leaves it to the host.
  case unsupported
  /// The answer is not there yet: it is asked again when it is.
  case pending
  /// It failed with a status of the header, and what it said of the reason.
  case failed(status: Int32, ProviderFailure?)
  /// What it answered was refused.
  case refused(Refusal)

  /// Why an answer is refused.
  package enum Refusal: Error, Equatable {
    /// The interface cannot be built.
    case interface(Diagnostic)
    /// A screen of the answer to an action cannot be built.
    case screen(Diagnostic)
    /// The answer to an action breaks the ABI, and how.
    case response(String)
    /// A time of the configuration, which is out of its range.
    case time(name: String, value: String)
  }
}

/// What a provider says of a failure.
package struct ProviderFailure: Sendable, Equatable {
  package var what: String
  package var why: String
  package var fix: String

  package init(what: String, why: String, fix: String) { (self.what, self.why, self.fix) = (what, why, fix) }
}
