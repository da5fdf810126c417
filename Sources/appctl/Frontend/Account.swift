internal import AppControllerJSON
import AppControllerKit

/// A stored session of a provider, loaded without the provider and without asking a vault.
struct Account {
  let provider: String
  let profile: Profile
  let isInUse: Bool
  /// Without the secret if a vault holds it.
  let session: Session
  let savedAt: Timestamp?
  /// The store that holds the secret.
  let store: String
}

extension StateFolder {
  /// Sorted by provider and profile, without expired sessions; a record that cannot be read is a warning.
  func accounts(_ chosen: ChosenProfiles, _ console: Console) throws -> [Account] {
    try profiles().flatMap { profile in
      try FileSessionStore.records(in: sessions(profile)).compactMap { provider, record -> Account? in
        switch record {
        case .success(let (record, vault)):
          guard let session = record.session, !session.isExpired(at: .now) else { return nil }
          return Account(
            provider: provider, profile: profile, isInUse: chosen[provider] == profile, session: session,
            savedAt: record.savedAt, store: vault ?? ChosenStore.Name.file.rawValue)
        case .failure(let error):
          console.warning(error)
          return nil
        }
      }
    }.sorted { ($0.provider, $0.profile) < ($1.provider, $1.profile) }
  }
}

extension [Account] {
  /// A star marks the accounts in use.
  var table: TextTable {
    let rows = map { account -> [String] in
      let session = account.session
      let name = session.displayName
      let row: [String] = [
        account.isInUse ? "*" : "", account.provider, account.profile.name,
        name.isEmpty || name == session.subject ? session.subject : "\(session.subject) (\(name))",
        RelativeTime.words(account.savedAt, or: "-"), RelativeTime.words(session.expiresAt, or: "never"),
        RelativeTime.words(session.secretExpiresAt, or: "-"), account.store,
      ]
      return row.map(\.displayable)
    }
    return TextTable(
      titles: ["", "PROVIDER", "PROFILE", "SUBJECT", "STORED", "SESSION ENDS", "SECRET ENDS", "STORE"], rows: rows)
  }
}

extension Account: JSONConvertible {
  var json: JSONValue {
    [
      "inUse": isInUse, "profile": profile.name, "provider": provider, "session": session.json(savedAt: savedAt),
      "store": store,
    ]
  }
}

extension Session {
  /// Without the secrets.
  func json(savedAt: Timestamp?) -> JSONValue {
    [
      "age": Self.age(since: savedAt),
      "attributes": JSONValue.object(sortedAttributes.map { .init($0.key, $0.value.json) }),
      "displayName": displayName, "expiresAt": expiresAt, "savedAt": savedAt, "secretExpiresAt": secretExpiresAt,
      "subject": subject,
    ]
  }

  /// In seconds; 0 when the clock has been set back to before that time.
  static func age(since time: Timestamp?) -> Int64? { time.map { Swift.max(.zero, .now - $0).components.seconds } }
}
