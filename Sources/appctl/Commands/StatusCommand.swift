internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl status`: prints who is logged in.
@MainActor
struct StatusCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Say who is logged in.", examples: ["Ask from a script": "appctl status --format json"])

  /// The facts that the command reports.
  private struct Standing {
    let provider: OpenedProvider
    let state: AppController.State
    let session: Session?
    /// The time at which the session was stored; nil for a session that the provider begins with, which is not stored.
    let savedAt: Timestamp?
    /// The store of the session's secret, or of the next session's.
    let storeKind: String
    /// The folder of the sessions; nil when the sessions are not stored in a folder.
    let folder: String?

    /// The seconds since the session was stored; 0 when the clock was set back to before that time.
    var age: Int64? { savedAt.map { max(.zero, .now - $0).components.seconds } }
  }

  let common = ProviderOptions()

  func run(in workspace: Workspace) async throws {
    let (provider, controller) = try await workspace.open()
    let (state, session) = try await controller.initialState()
    let standing = Standing(
      provider: provider, state: state, session: session,
      savedAt: session == nil ? nil : workspace.sessions.store.lastRecord(for: provider.id)?.savedAt,
      storeKind: try await workspace.sessions.kind(for: provider.id),
      folder: common.store == .memory ? nil : workspace.stateFolder.sessions)
    workspace.console.result(workspace.wantsJSON ? json(standing) : text(standing))
  }

  private func text(_ standing: Standing) -> String {
    var lines = [("state", standing.state.rawValue)]
    if let session = standing.session {
      lines.append(("subject", session.subject))
      if !session.displayName.isEmpty { lines.append(("name", session.displayName)) }
      lines.append(("expires", session.expiresAt?.description ?? "never"))
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
    // A path can contain any character, and so can a session in a third-party store.
    return lines.map { "\($0.0): \($0.1.displayable)\n" }.joined()
  }

  private func json(_ standing: Standing) -> String {
    JSONReport.text([
      "provider": .texts(members(of: standing.provider)),
      "session": standing.session.map { json($0, standing) } ?? .null, "state": .string(standing.state.rawValue),
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

  /// The session without its secret.
  private func json(_ session: Session, _ standing: Standing) -> JSONValue {
    [
      "age": .number(standing.age), "attributes": .texts(session.sortedAttributes.map { ($0.key, $0.value) }),
      "displayName": .string(session.displayName), "expiresAt": .number(session.expiresAt?.secondsSince1970),
      "savedAt": .number(standing.savedAt?.secondsSince1970), "subject": .string(session.subject),
    ]
  }
}
