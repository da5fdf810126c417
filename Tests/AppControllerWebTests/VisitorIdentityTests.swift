import AppControllerKit
import Testing

@testable import AppControllerWeb

/// The laws of a visitor's identity, without a server.
@Suite struct `An identity of a visitor` {
  private typealias Standing = VisitorIdentity.Standing

  /// What happens to an identity.
  enum Step: Sendable, CustomStringConvertible {
    case form(page: String)
    case login, logout
    /// A request with the identity of a number; 0 is the first one.
    case use(Int)
    case pass(Int)

    var description: String {
      switch self {
      case .form(let page): "a form of \(page)"
      case .login: "a login"
      case .logout: "a logout"
      case .use(let number): "a request with \(number)"
      case .pass(let seconds): "\(seconds) s"
      }
    }
  }

  private static let ids = (0..<8).map { _ in VisitorID.random() }

  /// The identity after some steps, the number of identities that it had, and the time.
  private static func after(_ steps: [Step]) -> (identity: VisitorIdentity, count: Int, now: Duration) {
    var (identity, count, now) = (VisitorIdentity(ids[0]), 1, Duration.zero)
    for step in steps {
      let before = identity.current
      switch step {
      case .form(let page): identity.noteForm(of: page, next: ids[count], at: now)
      case .login: identity.noteLogin(fetchedAs: "name", next: ids[count], at: now)
      case .logout: identity.noteLogout()
      case .use(let number): _ = identity.noteUse(of: ids[number])
      case .pass(let seconds): now += .seconds(seconds)
      }
      if identity.current != before { count += 1 }
    }
    return (identity, count, now)
  }

  @Test(
    arguments: [
      ([], "c"),
      // The first form of a page gives it another identity, and the further ones of this page do not.
      ([.form(page: "a")], "fc"), ([.form(page: "a"), .form(page: "a")], "fc"),
      ([.form(page: "a"), .use(1)], "ec"), ([.form(page: "a"), .use(1), .form(page: "a")], "ec"),
      ([.form(page: "a"), .use(1), .form(page: "b")], "ufc"),
      ([.form(page: "a"), .use(1), .form(page: "b"), .use(2), .form(page: "a")], "uufc"),
      // With the former one the page can be looked at until somebody logs in, or the new one has come, or for a minute.
      ([.form(page: "a"), .pass(59)], "fc"), ([.form(page: "a"), .pass(60)], "uc"),
      ([.form(page: "a"), .login], "ec"), ([.form(page: "a"), .login, .pass(60)], "uc"),
      ([.form(page: "a"), .use(0), .login], "ec"), ([.form(page: "a"), .use(1), .login], "ec"),
      // A form of somebody who is logged in changes nothing.
      ([.form(page: "a"), .use(1), .login, .form(page: "b")], "ec"),
      // A login without a form is no one's that had the identity before.
      ([.login], "ec"), ([.login, .use(1)], "ec"), ([.login, .pass(60)], "uc"),
      // After a logout the next form begins anew.
      ([.form(page: "a"), .use(1), .login, .logout], "ec"),
      ([.form(page: "a"), .use(1), .login, .logout, .form(page: "a")], "ufc"),
      ([.form(page: "a"), .use(1), .login, .logout, .login], "uec"),
    ] as [([Step], String)])
  func `is one at a time, and the one before may do little or nothing`(steps: [Step], expected: String) {
    let (identity, count, now) = Self.after(steps)
    let found = Self.ids.prefix(count).map { id in
      switch identity.standing(of: id, at: now) {
      case .current: "c"
      case .former: "f"
      case .ended: "e"
      case .unknown: "u"
      }
    }
    #expect(found.joined() == expected)
    #expect(identity.standing(of: .random(), at: now) == .unknown)
  }

  @Test(
    arguments: [
      ([.form(page: "a")], "a", true), ([.form(page: "a"), .login], "a", true), ([.form(page: "a")], "b", false),
      ([.form(page: "a"), .form(page: "a"), .login], "a", true), ([.form(page: "a"), .use(0)], "a", true),
      ([.form(page: "a"), .use(1)], "a", false), ([.form(page: "a"), .login, .use(1)], "a", false),
      ([.form(page: "a"), .login, .logout], "a", false), ([.login], "name", true), ([.login], "a", false),
      ([.login, .use(1)], "name", false), ([.form(page: "a"), .login], "name", false), ([], "a", false),
    ] as [([Step], String, Bool)])
  func `is delivered to the page whose form made it, until it has come`(steps: [Step], page: String, isSo: Bool) {
    let (identity, count, now) = Self.after(steps)
    #expect(identity.isToBeDelivered(to: page) == isSo)
    // The page needs the identity that it had, or the new one; with another it is nobody.
    if isSo, count > 1 { #expect(identity.standing(of: Self.ids[count - 2], on: page, at: now) == .current) }
    #expect(identity.standing(of: .random(), on: page, at: now) == .unknown)
  }

  @Test func `ends for its page as well when the time is up`() {
    let (identity, _, now) = Self.after([.form(page: "a"), .login, .pass(60)])
    #expect(identity.standing(of: Self.ids[0], on: "a", at: now) == .unknown)
  }

  @Test func `has a token, and the token of the former one is known as long as it is`() {
    let (identity, _, now) = Self.after([.form(page: "a"), .use(1), .pass(59)])
    for id in Self.ids.prefix(2) { #expect(identity.hasToken(id.token, at: now)) }
    #expect(!identity.hasToken(Self.ids[2].token, at: now))
    #expect(!identity.hasToken(Self.ids[0].token, at: now + .seconds(1)))
    #expect(!identity.hasToken("", at: now))
  }
}
