import AppControllerKit
import TestSupport

extension BrokenProvider {
  static let answering = [
    BrokenProvider("unknown-actions-are-refused", "answers everything", seen: "an answer") { Agreeable() },
    BrokenProvider("refused-actions-change-nothing", "counts what it refuses", seen: "another one") { Grudging() },
    BrokenProvider("named-actions-are-known", "names what it does not do", seen: "does not do it") { Misspelled() },
    BrokenProvider("named-actions-are-known", "names behind an answer what it does not do", seen: "does not do it") {
      Unfinished()
    },
    BrokenProvider("effects-have-a-place", "dismisses nothing behind an answer", seen: "no layer") {
      Locking { _ in .dismiss }
    },
    BrokenProvider(
      "field-errors-name-inputs", "complains behind an answer of another screen", seen: "no input \"email\""
    ) {
      Locking { _ in .fieldError("email", "Who are you?") }
    },
    BrokenProvider("transitions-come-last", "says goodbye afterwards", seen: "2 effects") {
      Answering {
        $0.logout(); $0.message(.info, "Goodbye")
      }
    },
    BrokenProvider("shown-screens-are-valid", "presents an id twice", seen: "ACK1203") {
      Answering { $0.show(twin, .present) }
    },
    BrokenProvider("effects-have-a-place", "pops what was not pushed", seen: "only its first screen") {
      Answering { $0.pop() }
    },
    BrokenProvider("effects-have-a-place", "pushes where no stack is", seen: "in no navigation stack") { Pushy() },
    BrokenProvider("effects-have-a-place", "selects a tab that is not there", seen: "no item \"cellar\"") {
      Answering {
        $0.message(.info, "Down"); $0.select("cellar", in: "main")
      }
    },
    BrokenProvider("effects-have-a-place", "dismisses nothing", seen: "no layer") { Answering { $0.dismiss() } },
    BrokenProvider("field-errors-name-inputs", "complains of another screen's input", seen: "no input \"email\"") {
      Answering { $0.fieldError("email", "Who are you?") }
    },
    BrokenProvider("sessions-are-valid", "logs nobody in", seen: "0 bytes") { Entering(Session(subject: "")) },
    BrokenProvider("sessions-are-valid", "logs somebody in for a day", seen: "86400") {
      Entering(Session(subject: "ann", expiresAt: 86_400))
    },
    BrokenProvider("errors-explain-themselves", "throws what it likes", seen: "Unexplained") { Terse() },
    BrokenProvider("errors-explain-themselves", "has no fix", seen: "it is broken") { Helpless() },
  ]

  private static let twin = InterfaceDescription("room") {
    Screen("room", title: "Room") {
      Button("same", "Leave", action: "leave")
      Button("same", "Leave", action: "leave")
    }
  }
}

/// Answers the action of the first tab with what it is given.
private final class Answering: SoundProvider {
  private let response: ActionResponse

  init(_ build: (inout ActionResponse) -> Void) { response = ActionResponse(build) }

  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    response
  }
}

private final class Unfinished: SoundProvider {
  override var inTheRoom: [String] { ["clean"] }
}

/// Logs in as one and the same.
private final class Entering: SoundProvider {
  private let session: Session

  init(_ session: Session) { self.session = session }

  override func signIn(_ email: String, password: String, _ controller: AppController.Handle) -> ActionResponse {
    .login(session)
  }
}

private final class Agreeable: SoundProvider {
  override func refuse(_ action: InterfaceAction, _ controller: AppController.Handle) throws -> ActionResponse {
    .nothing
  }
}

private final class Grudging: SoundProvider {
  private var refusals = 0

  override var outside: [String] { refusals == 0 ? [] : ["\(refusals) attempts"] }

  override func refuse(_ action: InterfaceAction, _ controller: AppController.Handle) throws -> ActionResponse {
    refusals += 1
    return try super.refuse(action, controller)
  }
}

private final class Misspelled: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("home", title: "Home") { Button("leave", "Leave", action: "leaf") }
    }
  }
}

private final class Pushy: SoundProvider {
  override func signIn(_ email: String, password: String, _ controller: AppController.Handle) -> ActionResponse {
    .push(InterfaceDescription("room") { Screen("room-screen", title: "Room") {} })
  }
}

private final class Terse: SoundProvider {
  private struct Unexplained: Error {}

  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    throw Unexplained()
  }
}

private final class Helpless: SoundProvider {
  override func refuse(_ action: InterfaceAction, _ controller: AppController.Handle) throws -> ActionResponse {
    throw AppControllerError(.actionFailed, what: "it is broken", why: "nobody knows", fix: "")
  }
}
