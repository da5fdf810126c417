package import AppControllerKit
internal import ProviderPlugins
import Synchronization

/// The failure of a sign-in for the checks, in the words of the provider or the host that refused it.
package struct CheckSignInFailure: Error {
  /// Empty when the child crashed or was killed.
  package let codeName: String
  package let what: String
  package let why: String
  package let fix: String
  package let printed: String
}

package struct CheckSignIn: Sendable {
  let session:
    @MainActor @Sendable (any AppControllerInterfaceProviding, _ id: String, CheckInputs) async throws -> Session

  package init(
    _ session:
      @escaping @MainActor @Sendable (any AppControllerInterfaceProviding, _ id: String, CheckInputs) async throws
      -> Session
  ) {
    self.session = session
  }
}

/// A task of a child that is no check itself.
enum SessionTask: String {
  case signIn = "sign-in"
  case endSession = "end-session"

  /// Does as an app would, in this process; an error becomes a message, too.
  @MainActor
  func run(_ run: CheckRun, _ order: CheckOrder, _ signIn: CheckSignIn) async -> CheckMessage {
    do {
      let path = try run.enterSandbox().path
      var loader = ProviderLoader()
      loader.deadline = run.patience.each
      run.step(self == .signIn ? "signing in" : "ending the session of the checks")
      let provider = try loader.load(path)
      var message = CheckMessage.passed
      switch self {
      case .signIn:
        message = .signedIn(try await signIn.session(provider, provider.id, order.inputs ?? .blank))
      case .endSession:
        guard let session = order.session else { break }
        try await provider.sessionEnded(session, for: CheckContext(.loggedOut).handle)
      }
      await provider.finish()
      return message
    } catch let stop as CheckVerdict {
      switch stop {
      case .broken(let finding): return .broken(finding)
      case .skipped(let reason), .untried(let reason): return .skipped(reason)
      }
    } catch {
      let said = error as? any ExplainedError
      return .broken(
        CheckFinding(
          expected: said?.codeName ?? "", seen: "it was refused", cause: "",
          said: ProviderFailure(what: said?.what ?? "\(error)", why: said?.why ?? "", fix: said?.fix ?? "")))
    }
  }
}

extension Session {
  private static let given = Mutex<Session?>(nil)

  /// The session of the checks: the one of the sign-in, or a made-up one.
  static var checked: Session { given.withLock { $0 } ?? madeUp }

  /// Called once, before the checks.
  static func check(with session: Session?) { given.withLock { $0 = session } }

  /// Checks that end a session use it, so that all others can use the session of the sign-in.
  static let madeUp = Session(
    subject: "ann@example.com", displayName: "Ann Example", secret: Secret("token-6f1c52a09e7b4d38"),
    attributes: ["role": "tester"])
}
