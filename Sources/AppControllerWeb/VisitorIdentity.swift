/// Which browser a visitor is: the identity in its cookie, and the one before it, as a value.
///
/// Somebody else may have planted an identity (session fixation). Therefore the first form of a page that does
/// something while nobody is logged in makes a new identity, which the answer to this form delivers and nothing else:
/// whatever logs in afterwards, at once or later, belongs to the browser that has sent the form.
struct VisitorIdentity: Sendable, Equatable {
  /// The time for which the former identity is remembered, and for which a login waits for its browser.
  static let handOver = Duration.seconds(60)

  /// What a request with an identity may do.
  enum Standing: Sendable, Equatable {
    case current
    /// Look at the page and type, but not press.
    case former
    case ended
    case unknown
  }

  private struct Former: Sendable, Equatable {
    let id: VisitorID
    let end: Duration
    var standing = Standing.former
  }

  private(set) var current: VisitorID
  private(set) var isLoggedIn = false
  /// Whether a request has come with the current identity.
  private(set) var isUsed = true
  /// The secret name of the page that the current identity was given to since the last logout.
  private var page: String?
  private var former: Former?

  init(_ id: VisitorID) { current = id }

  /// Until the current identity has been used, its page is admitted with the former one, because an answer may be lost.
  func standing(of id: VisitorID, on page: String? = nil, at now: Duration) -> Standing {
    if id == current { return .current }
    guard let former, former.id == id, now < former.end else { return .unknown }
    return page.map(isToBeDelivered) == true ? .current : former.standing
  }

  func isToBeDelivered(to page: String) -> Bool { !isUsed && page == self.page }

  /// Whether a text is the token in the forms of the visitor's pages, or was until lately.
  func hasToken(_ text: String, at now: Duration) -> Bool {
    if text.isEqualInConstantTime(to: current.token) { return true }
    return former.map { now < $0.end && text.isEqualInConstantTime(to: $0.id.token) } ?? false
  }

  /// Ends the former identity; returns whether this is the first request with the current one.
  mutating func noteUse(of id: VisitorID) -> Bool {
    guard id == current, !isUsed else { return false }
    isUsed = true
    former?.standing = .ended
    return true
  }

  /// A form of another page than that of the last one gets a new identity.
  mutating func noteForm(of page: String, next id: VisitorID, at now: Duration) {
    if !isLoggedIn, page != self.page { renew(to: id, for: page, at: now) }
  }

  /// Notes a login before anything of it is shown, and ends the former identity.
  ///
  /// An identity that no form has led to can be fetched under the secret name.
  mutating func noteLogin(fetchedAs page: String, next id: VisitorID, at now: Duration) {
    if self.page == nil { renew(to: id, for: page, at: now) }
    isLoggedIn = true
    former?.standing = .ended
  }

  mutating func noteStored() { isLoggedIn = true }

  /// The next form gets a new identity.
  mutating func noteLogout() { (isLoggedIn, page) = (false, nil) }

  private mutating func renew(to id: VisitorID, for page: String, at now: Duration) {
    former = Former(id: current, end: now + Self.handOver)
    (current, self.page, isUsed) = (id, page, false)
  }
}
