import AppControllerKit

/// The one session that answers for a host which the user has set up for credentials.
struct CredentialOwner: Equatable {
  private var id = ""
  private var profileName = Profile.standard.name
  private var since: Timestamp?

  private init() {}

  init(_ provider: String, _ profile: Profile) { (id, profileName, since) = (provider, profile.name, .now) }

  func isSession(of provider: String, _ profile: Profile) -> Bool {
    id.utf8.elementsEqual(provider.utf8) && profileName == profile.name
  }

  func isSession(of account: Account) -> Bool { isSession(of: account.provider, account.profile) }

  var name: String { "\(id.displayable) (\(profileName))" }
  var words: String { "\(name), since \(since.map { "\($0)" } ?? "an unknown time")" }
}

extension CredentialOwner: Coded {
  static var blank: Self { Self() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let profile = CheckedKind.checked(.text(atMost: 64)) { Profile($0) == nil ? "is no profile" : nil }
    try coder.member("profile", &profileName, profile)
    try coder.member("provider", &id, .text(atMost: 1024))
    try coder.member("since", &since, .optional(.timestamp))
  }
}

extension StateFolder {
  /// The hosts that the user has set up for credentials.
  ///
  /// It is the only source for who gets a secret: the hosts that a session names are a proposal.
  var credentialHosts: StateFile<ObjectKind<CredentialOwner>> {
    StateFile(
      "credential-hosts.json", in: path, .object(), why: "without it nobody knows which session answers for a host",
      fix: "move it away, and set the hosts up again with 'appctl credential setup'")
  }
}

extension StateFile<ObjectKind<CredentialOwner>> {
  /// Durable; returns false when the session had it before, and throws `ACK5031` when another session has it.
  func claim(_ host: CredentialHost, for provider: String, _ profile: Profile) throws -> Bool {
    try change { owners in
      let claim = CredentialOwner(provider, profile)
      if let owner = owners[host.description] {
        if owner.isSession(of: provider, profile) { return false }
        throw CommandError.hostTaken(host, by: owner.words, not: [claim.name])
      }
      owners[host.description] = claim
      return true
    }
  }

  /// Durable; returns the session that had it, nil when none had.
  func release(_ host: CredentialHost) throws -> CredentialOwner? {
    try change { $0.removeValue(forKey: host.description) }
  }
}

extension Account {
  var name: String { "\(provider.displayable) (\(profile.name))" }
}

extension CommandError {
  /// `owner` is nil when several sessions claim the host at once.
  static func hostTaken(_ host: CredentialHost, by owner: String?, not claims: [String]) -> CommandError {
    let claimed = claims.joined(separator: " and ")
    return CommandError(
      .hostTaken,
      what: owner.map { "\(host) belongs to the session \($0), and \(claimed) names it too" }
        ?? "\(host) is named by the sessions \(claimed)",
      why: "one session answers for a host, the one for which it was set up, or another could get in its place",
      fix: owner == nil
        ? "say which with --provider ID and --profile NAME"
        : "leave it so; or take it back with 'appctl credential release \(host)', then set it up again")
  }
}
