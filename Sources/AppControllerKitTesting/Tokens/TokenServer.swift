public import AppControllerKit
import Synchronization

/// A server whose refresh tokens are good for one use, for tests of providers and apps that renew sessions.
///
/// ```swift
/// let server = TokenServer()
/// await controller.login(server.signIn("kitty"))
/// _ = try await controller.freshSession(insteadOf: controller.session?.secret)
/// #expect(try server.problems(stored: store.load(for: "test").session) == [])
/// ```
///
/// A sign-in begins a family of tokens. A renewal spends the refresh token and gives the next tokens of the family. A
/// token that is used twice ends its family, as RFC 9700 advises (section 4.14.2). Every function may be called from
/// any thread.
public final class TokenServer: Sendable {
  private struct Family {
    let subject: String
    var newest = 1
    var isValid = true
  }

  private struct Content {
    var families: [Family] = []
    var tokens: [String: (family: Int, number: Int)] = [:]
    var usedTwice: [String] = []
    var answering: (@Sendable () async throws -> Void)?
  }

  private let content = Mutex(Content())
  private let lifetime: Duration
  private let now: @Sendable () -> Timestamp

  /// Makes a server without any session.
  ///
  /// - Parameters:
  ///   - lifetime: The time for which a secret is accepted.
  ///   - now: The clock of the server.
  public init(lifetime: Duration = .seconds(3600), now: @escaping @Sendable () -> Timestamp = { .now }) {
    (self.lifetime, self.now) = (lifetime, now)
  }

  /// Called before each answer to a renewal, when its token is spent already: one that waits delays the answer, and one
  /// that throws loses it.
  public var answering: (@Sendable () async throws -> Void)? {
    get { content.withLock { $0.answering } }
    set { content.withLock { $0.answering = newValue } }
  }

  /// How often a refresh token was used that was spent already.
  public var reuses: Int { content.withLock { $0.usedTwice.count } }

  /// Begins a family of tokens.
  public func signIn(_ subject: String) -> Session {
    content.withLock { content in
      content.families.append(Family(subject: subject))
      return issue(content.families.count - 1, &content)
    }
  }

  /// Spends the refresh token of a session: what a provider's `refresh` answers.
  ///
  /// - Throws: The error of ``answering``.
  public func refresh(_ session: Session) async throws -> SessionRefresh {
    let answer = content.withLock { content -> SessionRefresh in
      guard let token = session.refreshToken, let (family, number) = content.tokens[token.text],
        content.families[family].isValid
      else { return .ended }
      guard number == content.families[family].newest else {
        content.families[family].isValid = false
        content.usedTwice.append(content.families[family].subject)
        return .ended
      }
      content.families[family].newest += 1
      return .renewed(issue(family, &content))
    }
    try await answering?()
    return answer
  }

  /// Ends the family of a session: what a provider does in `sessionEnded`.
  public func revoke(_ session: Session) {
    content.withLock { content in
      guard let token = session.refreshToken, let family = content.tokens[token.text]?.family else { return }
      content.families[family].isValid = false
    }
  }

  /// Whether the secret of a session is accepted.
  public func accepts(_ session: Session) -> Bool {
    content.withLock { content in
      guard let token = session.refreshToken, let (family, _) = content.tokens[token.text] else { return false }
      return content.families[family].isValid && (session.secretExpiresAt ?? now()) > now()
    }
  }

  /// Returns what an app has done wrong with its sessions, a sentence each; for a moment when nothing is under way.
  ///
  /// - Parameter session: The session that is stored.
  /// - Returns: A token that was used twice, a session that is valid and not stored, and so was not ended, and a stored
  ///   session whose refresh token is spent.
  public func problems(stored session: Session?) -> [String] {
    content.withLock { content in
      var problems = content.usedTwice.map { "a refresh token of \($0) was used twice" }
      let stored = session?.refreshToken.flatMap { content.tokens[$0.text] }
      for (number, family) in content.families.enumerated() where family.isValid && number != stored?.family {
        problems.append("a session of \(family.subject) is valid at the server, and is not stored")
      }
      if let stored, content.families[stored.family].isValid, stored.number != content.families[stored.family].newest {
        problems.append("the refresh token that is stored for \(content.families[stored.family].subject) is spent")
      }
      return problems
    }
  }

  private func issue(_ family: Int, _ content: inout Content) -> Session {
    let number = content.families[family].newest
    let token = "refresh-\(family)-\(number)"
    content.tokens[token] = (family, number)
    return Session(
      subject: content.families[family].subject, secret: Secret("access-\(family)-\(number)"),
      secretExpiresAt: now() + lifetime, refreshToken: Secret(token))
  }
}
