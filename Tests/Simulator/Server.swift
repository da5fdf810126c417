import AppControllerKit
import AppControllerKitTesting

/// The time of the world, from which the clock of a process may differ.
@MainActor
final class WallClock {
  var now = Timestamp(secondsSince1970: 1_000_000)
}

/// The server of all processes: gives each refresh token for one use, and remembers whose fault a second use is.
@MainActor
final class Server {
  /// A renewal whose answer is not stored yet.
  private struct Spending {
    let process: Int
    /// The refresh token of the answer.
    let answer: String
    /// When its process, by its own clock, began to wait for it.
    let begin: Duration
  }

  private let tokens: TokenServer
  private let wall: WallClock
  /// Whether time passes while something is under way.
  private let someAreLate: Bool
  private var open: [String: Spending] = [:]
  private var spent: Set<String> = []
  /// The spent tokens whose answers got lost in a way that the documents name.
  private var excused: Set<String> = []
  /// The families that an app has brought back itself, with tokens of any age.
  private var forgiven: Set<String> = []
  /// The law that was broken.
  private(set) var broken: String?

  init(_ wall: WallClock, someAreLate: Bool) {
    (self.wall, self.someAreLate) = (wall, someAreLate)
    tokens = TokenServer(now: { MainActor.assumeIsolated { wall.now } })
  }

  /// Begins a session, which ends by itself if a time is given.
  func signIn(_ subject: String, for time: Duration? = nil) -> Session {
    var session = tokens.signIn(subject)
    session.expiresAt = time.map { wall.now + $0 }
    return session
  }

  /// Spends the refresh token of a session, for a process that has waited since a moment of its clock.
  func refresh(
    _ session: Session, by process: Int, since begin: Duration, at now: Duration
  ) async throws -> SessionRefresh {
    let (token, reuses) = (session.refreshToken?.text ?? "", tokens.reuses)
    guard case .renewed(var new) = try await tokens.refresh(session) else {
      if tokens.reuses > reuses, !isExcused(token, session) { broken = "a refresh token is used twice: \(token)" }
      return .ended
    }
    new.expiresAt = session.expiresAt
    spent.insert(token)
    open[token] = Spending(process: process, answer: new.refreshToken?.text ?? "", begin: begin)
    excuseLate(of: process, at: now)
    return .renewed(new)
  }

  func revoke(_ session: Session) { tokens.revoke(session) }

  /// Whether the session of a refresh token goes on.
  func isValid(_ session: Session) -> Bool {
    var fresh = session
    fresh.secretExpiresAt = wall.now + .seconds(1)
    return tokens.accepts(fresh)
  }

  /// Whether a stored session has a token that is spent, although nobody has lost the answer.
  func isSpentInVain(_ session: Session) -> Bool {
    guard let token = session.refreshToken?.text else { return false }
    return spent.contains(token) && !isExcused(token, session) && isValid(session)
  }

  private func isExcused(_ token: String, _ session: Session) -> Bool {
    excused.contains(token) || forgiven.contains(session.family)
  }

  // MARK: What became of the answers

  func noteStored(_ session: Session?) {
    guard let token = session?.refreshToken?.text else { return }
    open = open.filter { $0.value.answer != token }
  }

  func forgive(_ session: Session) { forgiven.insert(session.family) }

  /// Excuses the loss of one answer, by its refresh token or by the one that was spent for it.
  func excuse(_ token: String) {
    if open[token] != nil { excused.insert(token) }
    for (spent, spending) in open where spending.answer == token { excused.insert(spent) }
  }

  /// Excuses what a process loses that ends.
  func excuseAll(of process: Int) {
    for (token, spending) in open where spending.process == process { excused.insert(token) }
  }

  /// Excuses what a process takes after its deadline, when another one may have its turn.
  func excuseLate(of process: Int, at now: Duration) {
    guard someAreLate else { return }
    for (token, spending) in open where spending.process == process && now - spending.begin >= .seconds(30) {
      excused.insert(token)
    }
  }
}

extension Session {
  /// The sign-in that it comes from, and that of a session without tokens.
  var family: String {
    guard let parts = refreshToken?.text.split(separator: "-"), parts.count == 3 else { return subject }
    return String(parts[1])
  }
}
