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
    workspace.console.result(workspace.wantsJSON ? json(provider, state, session) : text(provider, state, session))
  }

  private func text(_ provider: PluginProvider, _ state: AppController.State, _ session: Session?) -> String {
    var lines = ["state: \(state.rawValue)"]
    if let session {
      lines.append("subject: \(session.subject)")
      if !session.displayName.isEmpty { lines.append("name: \(session.displayName)") }
      lines.append("expires: \(session.expiresAt.map(Timestamp.text(of:)) ?? "never")")
    }
    lines.append("provider: \(provider.id) \(provider.version)")
    lines.append("library: \(provider.path)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ provider: PluginProvider, _ state: AppController.State, _ session: Session?) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("provider")
    writer.beginObject()
    for (key, value) in [
      ("abi", provider.abiVersion), ("id", provider.id), ("path", provider.path), ("version", provider.version),
    ] {
      writer.key(key)
      writer.string(value)
    }
    writer.endObject()
    writer.key("session")
    if let session { write(session, to: &writer) } else { writer.null() }
    writer.key("state")
    writer.string(state.rawValue)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// Everything about a session but its secret.
  private func write(_ session: Session, to writer: inout JSONWriter) {
    writer.beginObject()
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
    writer.key("subject")
    writer.string(session.subject)
    writer.endObject()
  }
}
