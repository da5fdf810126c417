import AppControllerKit

/// The hosts that the user has set up for credentials, in the state folder, each with the one session that answers for
/// it.
///
/// It is the only source for who gets a secret: the hosts that a session names are a proposal. A file that cannot be
/// read or parsed is an error; it is never treated as an absence of hosts, because another session could take them
/// then.
struct CredentialHostFile {
  struct Owner: Equatable {
    fileprivate var id = ""
    fileprivate var profileName = Profile.standard.name
    fileprivate(set) var since: Timestamp?

    init() {}

    init(_ provider: String, _ profile: Profile) { (id, profileName, since) = (provider, profile.name, .now) }

    func isSession(of provider: String, _ profile: Profile) -> Bool {
      id.utf8.elementsEqual(provider.utf8) && profileName == profile.name
    }

    func isSession(of account: Account) -> Bool { isSession(of: account.provider, account.profile) }

    var name: String { "\(id.displayable) (\(profileName))" }
    var words: String { "\(name), since \(since.map { "\($0)" } ?? "an unknown time")" }
  }

  let folder: String

  private var file: CodedFile<MapKind<ObjectKind<Owner>>> {
    CodedFile("credential-hosts.json", in: folder, .map(.object(), atMost: 100_000, names: 1024))
  }

  func load() throws -> [String: Owner] {
    switch try file.load() {
    case nil: [:]
    case .success(let owners): owners
    case .failure(let fault):
      throw CommandError(
        .badConfiguration, what: "\(file.path.displayable) is damaged: \(fault)",
        why: "without it nobody knows which session answers for a host",
        fix: "move it away, and set the hosts up again with 'appctl credential setup'")
    }
  }

  /// Durable; returns false when the session had it before, and throws `ACK5031` when another session has it.
  func claim(_ host: CredentialHost, for provider: String, _ profile: Profile) throws -> Bool {
    try file.exclusively {
      var owners = try load()
      let claim = Owner(provider, profile)
      if let owner = owners[host.description] {
        if owner.isSession(of: provider, profile) { return false }
        throw CommandError.hostTaken(host, by: owner.words, not: [claim.name])
      }
      owners[host.description] = claim
      try file.store(owners)
      return true
    }
  }

  /// Durable; returns the session that had it, nil when none had.
  func release(_ host: CredentialHost) throws -> Owner? {
    try file.exclusively {
      var owners = try load()
      guard let owner = owners.removeValue(forKey: host.description) else { return nil }
      try file.store(owners)
      return owner
    }
  }
}

extension CredentialHostFile.Owner: Coded {
  static var blank: Self { Self() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let profile = CheckedKind.checked(.text(atMost: 64)) { Profile($0) == nil ? "is no profile" : nil }
    try coder.member("profile", &profileName, profile)
    try coder.member("provider", &id, .text(atMost: 1024))
    try coder.member("since", &since, .optional(.timestamp))
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
