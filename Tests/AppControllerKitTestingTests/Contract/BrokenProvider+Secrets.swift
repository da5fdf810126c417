import AppControllerKit

extension BrokenProvider {
  static let secrets = [
    BrokenProvider("session-secrets-stay-secret", "shows the token", seen: "the logged-in interface") { Showing() },
    BrokenProvider("session-secrets-stay-secret", "logs the token", seen: "a line of the log") { Logging() },
    BrokenProvider("session-secrets-stay-secret", "complains of the token", seen: "the error of an action") {
      Naming()
    },
    BrokenProvider("session-secrets-stay-secret", "answers with the token", seen: "the answer to") { Telling() },
    BrokenProvider("session-secrets-stay-secret", "revokes the token aloud", seen: "sessionEnded") { Revoking() },
    BrokenProvider("typed-secrets-stay-secret", "answers with the password", seen: "the answer to") {
      Typing { _, password, _ in .fieldError("password", "\(password) is wrong") }
    },
    BrokenProvider("typed-secrets-stay-secret", "keeps the password in the clear", seen: "the answer to") {
      Typing { email, password, _ in .login(Session(subject: email, attributes: ["password": password])) }
    },
    BrokenProvider("typed-secrets-stay-secret", "logs the password", seen: "a line of the log") {
      Typing { email, password, controller in
        controller.log(.debug, "\(email) has typed \(password)")
        return .login(Session(subject: email))
      }
    },
    BrokenProvider("typed-secrets-stay-secret", "answers with the key behind an answer", seen: "the answer to") {
      Locking { .message(.info, "Locked with \($0["key"] ?? "")") }
    },
    BrokenProvider("typed-secrets-stay-secret", "shows the password later", seen: "interface after") { Remembering() },
  ]
}

private func text(_ secret: Secret?) -> String {
  secret?.withUTF8Bytes { bytes in
    var characters: [UInt8] = []
    for index in bytes.indices { characters.append(bytes[index]) }
    return String(decoding: characters, as: UTF8.self)
  } ?? ""
}

private final class Showing: SoundProvider {
  override func inside(of session: Session?) -> [String] { ["Your token is \(text(session?.secret))"] }
}

private final class Logging: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    controller.log(.debug, text(controller.session?.secret))
    return try await super.loggedInInterface(for: controller)
  }
}

private final class Naming: SoundProvider {
  override func refuse(_ action: InterfaceAction, _ controller: AppController.Handle) throws -> ActionResponse {
    throw Explained("the token \(text(controller.session?.secret)) allows no such action")
  }
}

private final class Telling: SoundProvider {
  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    .message(.info, "Opened with \(text(controller.session?.secret))")
  }
}

private final class Revoking: SoundProvider {
  override func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    throw Explained("\(text(session.secret)) could not be revoked")
  }
}

/// Signs in as it is given: the email, the password, and the handle.
private final class Typing: SoundProvider {
  private let answer: (String, String, AppController.Handle) -> ActionResponse

  init(_ answer: @escaping (String, String, AppController.Handle) -> ActionResponse) { self.answer = answer }

  override func signIn(_ email: String, password: String, _ controller: AppController.Handle) -> ActionResponse {
    answer(email, password, controller)
  }
}

private final class Remembering: SoundProvider {
  private var password: String?

  override func signIn(_ email: String, password: String, _ controller: AppController.Handle) -> ActionResponse {
    self.password = password
    return super.signIn(email, password: password, controller)
  }

  override func inside(of session: Session?) -> [String] { super.inside(of: session) + (password.map { [$0] } ?? []) }
}
