/// What a store has for one provider.
public struct SessionRecord: Sendable, Equatable {
  /// The session; nil when nobody is logged in.
  public var session: Session?
  /// How many changes there were; 0 means that nothing was ever stored.
  ///
  /// It only counts up, across erased sessions too, and no two states of a record ever have the same one. A record
  /// without a session and with a generation above 0 says that somebody logged out.
  public var generation: UInt64
  /// When the record was stored, in seconds since 1970-01-01T00:00:00Z; nil when the store does not know.
  public var savedAt: Int64?
  /// What the store had to do to give this answer, such as to set a damaged file aside.
  public var warning: AppControllerError?

  /// Makes a record; by default the one of a store that never stored anything.
  public init(
    session: Session? = nil, generation: UInt64 = 0, savedAt: Int64? = nil, warning: AppControllerError? = nil
  ) {
    self.session = session
    self.generation = generation
    self.savedAt = savedAt
    self.warning = warning
  }

  /// Whether two records say the same; when they were stored does not count, because the generation tells states apart.
  public static func == (left: SessionRecord, right: SessionRecord) -> Bool {
    left.session == right.session && left.generation == right.generation && left.warning == right.warning
  }
}

/// Keeps one session per provider, durably, and tells concurrent changes apart.
///
/// A provider is named by its id: 1 to 64 of `A`-`Z`, `a`-`z`, `0`-`9`, `.`, `_` and `-`, not beginning with a dot.
public protocol SessionStore: Sendable {
  /// Loads what is stored for a provider, and creates nothing where nothing is stored.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record; the empty one when nothing was ever stored. An expired session is returned as it is.
  /// - Throws: An error when the store cannot be read or trusted. Nothing has changed then.
  func load(for providerID: String) async throws -> SessionRecord

  /// Replaces or erases what is stored for a provider, if nobody else has changed it in the meantime.
  ///
  /// Comparing and replacing are one step, against other tasks and other processes. When the function returns,
  /// the change is durable: it survives a crash and a power failure.
  ///
  /// - Parameters:
  ///   - providerID: The id of the provider.
  ///   - session: The new session; nil erases the stored one, and remembers that somebody logged out.
  ///   - generation: The generation that the change builds on; nil replaces whatever is there.
  /// - Returns: The new record, with its new generation.
  /// - Throws: `sessionConflict` with both generations when the stored one is another; `invalidSession` for a session
  ///   that breaks a rule; an error when the store cannot be written or trusted.
  func replace(
    for providerID: String,
    with session: Session?,
    ifGeneration generation: UInt64?
  ) async throws -> SessionRecord

  /// Tells from now on when what is stored for a provider may have changed, whoever has changed it.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: After each change, or after several, the generation that is stored then; nil in it when that is not known.
  ///   Nil, as by default, when the store cannot tell, or nobody else can change it.
  /// - Throws: An error when nothing can be told for now.
  func changes(for providerID: String) throws -> AsyncStream<UInt64?>?
}

extension SessionStore {
  /// Tells nothing.
  public func changes(for providerID: String) -> AsyncStream<UInt64?>? { nil }

  /// Checks that an id of a provider follows the rule, which also makes it a safe file name.
  package static func check(providerID: String) throws(AppControllerError) {
    guard IdentifierRule.allowsProviderID(providerID) else {
      throw AppControllerError(
        .storeFailed,
        what: "\(String(providerID.prefix(80)).debugDescription) cannot be the id of a provider",
        why: "an id has 1 to 64 of the characters A-Z a-z 0-9 . _ - and does not begin with a dot",
        fix: "give the provider an id such as com.example.kitty"
      )
    }
  }

  /// Checks that a stored generation is the expected one.
  package static func check(
    expected: UInt64?,
    of current: SessionRecord,
    for providerID: String
  ) throws(AppControllerError) {
    guard let expected, expected != current.generation else { return }
    throw AppControllerError(
      .sessionConflict,
      what: "the session of \(providerID) is stored with generation \(current.generation), not \(expected)",
      why: current.warning?.what ?? "another process or task has changed it in the meantime",
      fix: "load the session again, and decide from what it says now"
    )
  }
}
