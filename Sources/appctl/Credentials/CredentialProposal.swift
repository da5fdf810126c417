import AppControllerKit
import Glibc

/// The hosts that a new session proposes for its secret, which only the user can give to it.
@MainActor
struct CredentialProposal {
  let session: Session
  let provider: String
  let workspace: Workspace

  private var console: Console { workspace.console }
  private var profile: Profile { workspace.profiles[provider] }

  /// Without a terminal nothing is given, and the user is told how to.
  func settle() throws {
    let file = workspace.stateFolder.credentialHosts
    let name = CredentialOwner(provider, profile).name
    var open: [CredentialHost] = []
    for host in session.credentialHosts where !open.contains(host) {
      guard let owner = try file.load()[host.description] else {
        open.append(host)
        continue
      }
      if owner.isSession(of: provider, profile) { continue }
      console.warning(CommandError.hostTaken(host, by: owner.words, not: [name]), withFix: true)
    }
    let hosts = open.map(\.description).joined(separator: " ")
    if hosts.isEmpty { return }
    let setup = "appctl credential setup git \(hosts)"
    guard StandardInput.isTerminal, isatty(STDERR_FILENO) == 1 else {
      return console.note("the session \(name) proposes itself for \(hosts): '\(setup)' has git ask it")
    }
    guard try console.agrees(to: "May git, docker and kubectl ask the session \(name) for \(hosts)?") else { return }
    for host in open { _ = try file.claim(host, for: provider, profile) }
    console.note("'\(setup)' has git ask; for docker and kubectl it is the same")
  }
}
