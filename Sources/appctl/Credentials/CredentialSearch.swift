import AppControllerKit

/// Loads no provider and asks no vault.
struct CredentialSearch {
  /// Those in use come first.
  let accounts: [Account]
  private let owners: [String: CredentialOwner]

  /// `--provider`, `--profile` and APPCTL_PROFILE narrow the search; a record that cannot be read is a warning.
  @MainActor
  init(_ options: ProviderOptions, _ settings: Settings, _ console: Console) throws {
    let folder = try StateFolder(options.stateDir)
    let profiles = try ChosenProfiles(options.profile, settings, in: folder)
    var ids: [String]?
    if options.provider != nil || options.storyboard != nil {
      let last = try folder.lastProvider()
      let source = try ProviderSource(options, last: last, stateFolder: folder.path)
      ids = try ReferencedProviders(options, source, last: last, in: folder).ids
    }
    let all = try folder.accounts(profiles, console).filter { account in
      (ids?.contains(account.provider) ?? true) && (profiles.given.map { $0.profile == account.profile } ?? true)
    }
    accounts = all.filter(\.isInUse) + all.filter { !$0.isInUse }
    owners = try folder.credentialHosts.load()
  }

  func account(for host: CredentialHost) -> Account? {
    guard let owner = owners[host.description] else { return nil }
    return accounts.first(where: owner.isSession)
  }

  /// The session may have ended.
  func isSetUp(_ host: CredentialHost) -> Bool { owners[host.description] != nil }

  func hosts(of account: Account) -> [String] {
    owners.filter { $0.value.isSession(of: account) }.map(\.key).sorted()
  }

  func claims(of host: CredentialHost) -> [Account] {
    accounts.filter { $0.session.credentialHosts.contains(host) }
  }
}
