import AppControllerKit

/// Finds the account that a host was set up for among all stored accounts, without loading a provider and without asking a vault.
struct CredentialSearch {
  /// The accounts that may be meant, those in use first.
  let accounts: [Account]
  /// The sessions for which the hosts were set up.
  private let owners: [String: CredentialHostFile.Owner]

  /// - Parameters:
  ///   - options: The options; `--provider` and `--profile` narrow the search.
  ///   - settings: The settings; APPCTL_PROFILE narrows the search, too.
  ///   - warn: Receives the error for each record that cannot be read.
  /// - Throws: An error about the named provider, or when the sessions cannot be read or trusted.
  @MainActor
  init(_ options: ProviderOptions, _ settings: Settings, _ warn: (AppControllerError) -> Void) throws {
    let folder = try StateFolder(options.stateDir)
    let profiles = ChosenProfiles(options.profile, settings, used: try ProfileFile(folder: folder.path).load())
    var ids: [String]?
    if options.provider != nil || options.storyboard != nil {
      let last = try folder.lastProvider()
      let source = try ProviderSource(options, last: last, stateFolder: folder.path)
      ids = try ReferencedProviders(options, source, last: last, in: folder).ids
    }
    let all = try folder.accounts(profiles, warn).filter { account in
      (ids?.contains(account.provider) ?? true) && (profiles.given.map { $0.profile == account.profile } ?? true)
    }
    accounts = all.filter(\.isInUse) + all.filter { !$0.isInUse }
    owners = try CredentialHostFile(folder: folder.path).load()
  }

  /// Returns the account that a host was set up for.
  func account(for host: CredentialHost) -> Account? {
    guard let owner = owners[host.description] else { return nil }
    return accounts.first(where: owner.isSession)
  }

  /// Whether a host was set up for a session, which may have ended.
  func isSetUp(_ host: CredentialHost) -> Bool { owners[host.description] != nil }

  /// Returns the hosts that were set up for an account.
  func hosts(of account: Account) -> [String] {
    owners.filter { $0.value.isSession(of: account) }.map(\.key).sorted()
  }

  /// Returns the accounts whose sessions name a host.
  func claims(of host: CredentialHost) -> [Account] {
    accounts.filter { $0.session.credentialHosts.contains(host) }
  }
}
