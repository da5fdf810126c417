internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct StatusCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Show who is logged in.",
    "It reads what is stored: no provider is loaded, and no setting of one is needed.",
    "With --all it lists every account of every provider, with a star before those in use; no keyring is "
      + "asked.",
    examples: [
      "Ask from a script": "appctl status --format json",
      "See all accounts": "appctl status --all",
    ])

  private struct Standing {
    let id: String
    let source: ProviderSource
    /// `nil` for a storyboard, and for a file that cannot be read.
    let library: ProviderIdentity?
    let record: SessionRecord
    /// The store that holds the session's secret, or will hold that of the next session.
    let storeKind: String
    /// `nil` when the sessions are not stored in a folder.
    let folder: String?
    let profile: Profile

    var state: AppController.State { record.session == nil ? .loggedOut : .loggedIn }
    /// `nil` without a session.
    var savedAt: Timestamp? { record.session == nil ? nil : record.savedAt }
    /// Without a session, those that the next one is made with.
    var settings: [(name: String, value: String, isRemembered: Bool)] {
      let origin = record.origin ?? SessionOrigin()
      return origin.settings.sorted { $0.key < $1.key }.compactMap { name, value in
        let isRemembered = origin.remembered.contains(name)
        return isRemembered || record.session != nil ? (name, value, isRemembered) : nil
      }
    }
  }

  @Flag("List all accounts of all providers.") private var all: Bool
  nonisolated var declared: DeclaredParameters { ["--all": _all] }
  let common = ProviderOptions()

  func run(in workspace: Workspace) async throws {
    if all {
      let accounts = try workspace.stateFolder.accounts(workspace.profiles, workspace.console)
      if !workspace.wantsJSON, !accounts.isEmpty { return workspace.console.result(accounts.table) }
      return workspace.console.result(common.format, ["accounts": accounts], text: Self.nobody)
    }
    if try isUnused(workspace) {
      return workspace.console.result(
        common.format,
        [
          "profile": workspace.profiles[""].name, "provider": nil as JSONValue?, "session": nil as JSONValue?,
          "settings": [:] as [String: String], "state": AppController.State.loggedOut.rawValue,
          "store": ["kind": ChosenStore.Name.file.rawValue, "path": nil as String?] as JSONValue,
        ], text: Self.nobody)
    }
    let (id, record) = try await workspace.storedRecord()
    let (source, _) = try workspace.source()
    let standing = Standing(
      id: id, source: source, library: try workspace.library(of: source), record: record,
      storeKind: try await workspace.sessions.kind(for: id),
      folder: common.store == .memory ? nil : workspace.stateFolder.sessions(workspace.profiles[id]),
      profile: workspace.profiles[id])
    workspace.console.result(common.format, members(of: standing), text: text(standing, workspace.console.paint))
  }

  private static let nobody = "Nobody is logged in\n"

  /// Whether no provider is named and nothing was ever stored here.
  private func isUnused(_ workspace: Workspace) throws -> Bool {
    guard common.provider == nil, common.storyboard == nil, try workspace.stateFolder.lastProvider() == nil else {
      return false
    }
    return try workspace.stateFolder.accounts(workspace.profiles, workspace.console).isEmpty
  }

  private func text(_ standing: Standing, _ paint: Paint) -> String {
    var lines = [("state", standing.state.rawValue)]
    if standing.profile != .standard { lines.append(("profile", standing.profile.name)) }
    if let session = standing.record.session {
      lines.append(("subject", session.subject))
      if !session.displayName.isEmpty { lines.append(("name", session.displayName)) }
      lines.append(("expires", RelativeTime.words(session.expiresAt, or: "never")))
      if let end = session.secretExpiresAt {
        lines.append(("secret", "\(end < .now ? "ended" : "ends") \(RelativeTime(time: end))"))
      }
    }
    if let savedAt = standing.savedAt, let folder = standing.folder {
      lines.append(("stored", "\(RelativeTime(time: savedAt)), in \(folder)"))
    }
    lines += standing.settings.map { ("setting", "\($0.name)=\($0.value)\($0.isRemembered ? ", from the login" : "")") }
    lines.append(("store", standing.storeKind))
    let version = standing.library?.version
    lines.append(("provider", [standing.id, version].compactMap(\.self).joined(separator: " ")))
    lines += standing.source.facts(standing.library)
    // A path or a session in a third-party store may contain any character.
    return lines.map { "\(paint("\($0.0):", .faint)) \($0.1.displayable)\n" }.joined()
  }

  private func members(of standing: Standing) -> KeyValuePairs<String, any JSONConvertible> {
    let settings = standing.settings.map {
      ($0.name, ["isRemembered": $0.isRemembered, "value": $0.value] as JSONValue)
    }
    return [
      "profile": standing.profile.name, "provider": provider(of: standing),
      "session": standing.record.session?.json(savedAt: standing.savedAt),
      "settings": Dictionary(uniqueKeysWithValues: settings), "state": standing.state.rawValue,
      "store": ["kind": standing.storeKind, "path": standing.folder] as JSONValue,
    ]
  }

  private func provider(of standing: Standing) -> [String: String] {
    switch standing.source {
    case .library, .installed:
      guard let library = standing.library else { return ["id": standing.id] }
      let isolation: ProviderIsolation = library.isIsolated ? .process : .none
      return [
        "abi": "\(library.abi.major).\(library.abi.minor)", "id": standing.id, "isolation": isolation.rawValue,
        "path": library.path, "version": library.version,
      ]
    case .storyboard(let path, let loggedOut, let loggedIn):
      return ["id": standing.id, "loggedIn": loggedIn, "loggedOut": loggedOut, "storyboard": path.absolute]
    }
  }
}

extension ProviderSource {
  fileprivate func facts(_ library: ProviderIdentity?) -> [(String, String)] {
    switch self {
    case .library(let path):
      guard let library else { return [("library", "\(path.absolute), which cannot be read")] }
      return library.facts
    case .installed: return library?.facts ?? []
    case .storyboard(let path, let loggedOut, let loggedIn):
      return [("storyboard", path.absolute), ("interfaces", "\(loggedOut), \(loggedIn)")]
    }
  }
}

extension ProviderIdentity {
  fileprivate var facts: [(String, String)] {
    [("library", path), ("runs", isIsolated ? "in a process of its own" : "in the process of appctl")]
  }
}

extension String {
  fileprivate var absolute: String { (try? FileSystem.absolute(self)) ?? self }
}

extension Workspace {
  /// `nil` for a storyboard, and for a file that cannot be read.
  fileprivate func library(of source: ProviderSource) throws -> ProviderIdentity? {
    let loader = try loader()
    switch source {
    case .library(let path): return try? loader.identity(of: path)
    case .installed(let id):
      let listing = ProviderListing(.ofThisProcess(given: options.providerDir))
      return listing.provider(id).flatMap { try? loader.identity(of: $0.path) }
    case .storyboard: return nil
    }
  }
}
