internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl status`: prints the user who is logged in.
@MainActor
struct StatusCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Say who is logged in.",
    "With --all it lists every account of every provider, with a star before those in use; no provider is loaded, and "
      + "no keyring is asked.",
    examples: [
      "Ask from a script": "appctl status --format json",
      "See all accounts": "appctl status --all",
    ])

  /// The facts that the command reports.
  private struct Standing {
    let provider: OpenedProvider
    let state: AppController.State
    let session: Session?
    /// The time at which the session was stored; nil for a session that the provider begins with, which is not stored.
    let savedAt: Timestamp?
    /// The name of the store that holds the session's secret, or will hold that of the next session.
    let storeKind: String
    /// The folder of the sessions; nil when the sessions are not stored in a folder.
    let folder: String?

    let profile: Profile

    var age: Int64? { Session.age(since: savedAt) }
  }

  @Flag("List all accounts of all providers.") private var all: Bool
  let common = ProviderOptions()

  func run(in workspace: Workspace) async throws {
    if all {
      let accounts = try workspace.accounts(workspace.profiles)
      return workspace.console.result(
        workspace.wantsJSON
          ? JSONReport.text(["accounts": accounts.json]) : accounts.isEmpty ? "nobody is logged in\n" : accounts.table)
    }
    let (provider, controller) = try await workspace.open()
    let (state, session) = try await controller.initialState()
    let standing = Standing(
      provider: provider, state: state, session: session,
      savedAt: session == nil ? nil : workspace.sessions.store.lastRecord(for: provider.id)?.savedAt,
      storeKind: try await workspace.sessions.kind(for: provider.id),
      folder: common.store == .memory ? nil : workspace.stateFolder.sessions(workspace.profiles[provider.id]),
      profile: workspace.profiles[provider.id])
    workspace.console.result(workspace.wantsJSON ? json(standing) : text(standing))
  }

  private func text(_ standing: Standing) -> String {
    var lines = [("state", standing.state.rawValue)]
    if standing.profile != .standard { lines.append(("profile", standing.profile.name)) }
    if let session = standing.session {
      lines.append(("subject", session.subject))
      if !session.displayName.isEmpty { lines.append(("name", session.displayName)) }
      lines.append(("expires", session.expiresAt?.description ?? "never"))
      if let end = session.secretExpiresAt { lines.append(("secret", "accepted until \(end)")) }
    }
    if let savedAt = standing.savedAt, let age = standing.age, let folder = standing.folder {
      lines.append(("stored", "\(savedAt) in \(folder)"))
      lines.append(("age", "\(age) s"))
    }
    lines.append(("store", standing.storeKind))
    switch standing.provider.origin {
    case .library(let library):
      lines.append(("provider", "\(library.id) \(library.version)"))
      lines.append(("library", library.path))
      lines.append(("runs", Self.place(library.isolation)))
    case .storyboard(let storyboard, let path):
      lines.append(("provider", standing.provider.id))
      lines.append(("storyboard", path))
      lines.append(("interfaces", "\(storyboard.loggedOutInterfaceID), \(storyboard.loggedInInterfaceID)"))
    }
    // A path or a session in a third-party store may contain any character.
    return lines.map { "\($0.0): \($0.1.displayable)\n" }.joined()
  }

  private func json(_ standing: Standing) -> String {
    JSONReport.text([
      "profile": .string(standing.profile.name), "provider": .texts(members(of: standing.provider)),
      "session": standing.session?.json(savedAt: standing.savedAt) ?? .null, "state": .string(standing.state.rawValue),
      "store": ["kind": .string(standing.storeKind), "path": .text(standing.folder)],
    ])
  }

  /// The process in which a library runs, in words.
  private static func place(_ isolation: ProviderIsolation) -> String {
    switch isolation {
    case .none: "in the process of appctl"
    case .process: "in a process of its own"
    case .automatic: "where its file decides"
    }
  }

  /// The facts about a provider, their keys in order.
  private func members(of provider: OpenedProvider) -> [(String, String)] {
    switch provider.origin {
    case .library(let library):
      [
        ("abi", library.abiVersion), ("id", library.id), ("isolation", library.isolation.rawValue),
        ("path", library.path), ("version", library.version),
      ]
    case .storyboard(let storyboard, let path):
      [
        ("id", provider.id), ("loggedIn", storyboard.loggedInInterfaceID),
        ("loggedOut", storyboard.loggedOutInterfaceID), ("storyboard", path),
      ]
    }
  }
}
