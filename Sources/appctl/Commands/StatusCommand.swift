import AppControllerKit
import ProviderPlugins

/// `appctl status`: says who is logged in.
@MainActor
struct StatusCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    let (provider, controller) = try workspace.open()
    let (state, session) = try await controller.initialState()
    // Of a session that the provider begins with, nothing is stored.
    let savedAt = session == nil ? nil : try await workspace.sessions.store.load(for: provider.id).savedAt
    workspace.console.result(
      workspace.wantsJSON ? json(provider, state, session, savedAt) : text(provider, state, session, savedAt)
    )
  }

  private func text(
    _ provider: OpenedProvider, _ state: AppController.State, _ session: Session?, _ savedAt: Int64?
  ) -> String {
    var lines = ["state: \(state.rawValue)"]
    if let session {
      lines.append("subject: \(session.subject)")
      if !session.displayName.isEmpty { lines.append("name: \(session.displayName)") }
      lines.append("expires: \(session.expiresAt.map(Timestamp.text(of:)) ?? "never")")
      if let savedAt { lines.append("stored: \(Timestamp.text(of: savedAt)) in \(workspace.stateFolder.sessions)") }
    }
    switch provider.origin {
    case .library(let library):
      lines.append("provider: \(library.id) \(library.version)")
      lines.append("library: \(library.path)")
    case .storyboard(let storyboard, let path):
      lines.append("provider: \(provider.id)")
      lines.append("storyboard: \(path)")
      lines.append("interfaces: \(storyboard.loggedOutInterfaceID), \(storyboard.loggedInInterfaceID)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(
    _ provider: OpenedProvider, _ state: AppController.State, _ session: Session?, _ savedAt: Int64?
  ) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("provider")
    writer.object(members(of: provider))
    writer.key("session")
    if let session { write(session, savedAt, to: &writer) } else { writer.null() }
    writer.key("state")
    writer.string(state.rawValue)
    writer.key("store")
    writer.object([("kind", "file"), ("path", workspace.stateFolder.sessions)])
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// What there is to say about a provider, its keys in order.
  private func members(of provider: OpenedProvider) -> [(String, String)] {
    switch provider.origin {
    case .library(let library):
      [("abi", library.abiVersion), ("id", library.id), ("path", library.path), ("version", library.version)]
    case .storyboard(let storyboard, let path):
      [
        ("id", provider.id), ("loggedIn", storyboard.loggedInInterfaceID),
        ("loggedOut", storyboard.loggedOutInterfaceID), ("storyboard", path),
      ]
    }
  }

  /// Everything about a session but its secret.
  private func write(_ session: Session, _ savedAt: Int64?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("age")
    // A clock that was set back makes nothing younger than new.
    if let savedAt { writer.int(max(0, WallClock.now() - savedAt)) } else { writer.null() }
    writer.key("attributes")
    writer.beginObject()
    for (name, value) in session.attributes.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    writer.key("displayName")
    writer.string(session.displayName)
    writer.key("expiresAt")
    if let expiry = session.expiresAt { writer.int(expiry) } else { writer.null() }
    writer.key("savedAt")
    if let savedAt { writer.int(savedAt) } else { writer.null() }
    writer.key("subject")
    writer.string(session.subject)
    writer.endObject()
  }
}
