internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct PermissionsCommand: Command {
  nonisolated static let help = CommandHelp(
    "See what providers may do, and take it back.",
    "Lists what somebody has agreed to, and which libraries run in the process of appctl because of --not-isolated: for "
      + "which library, since when, and when it was used last. What is taken back is asked for again at the next start.",
    examples: [
      "Take back all that a provider may do": "appctl permissions revoke com.example.kitty",
      "Take back one thing": "appctl permissions revoke com.example.kitty network",
    ])

  enum Verb: String, CaseIterable, ParameterValue {
    case list, revoke
  }

  @Argument("List what was agreed to, or take it back. Unless given, it is listed.")
  private var verb: Verb?
  @Argument(
    as: .provider, "The id of a provider, or the path of its library; all are listed unless given.")
  private var provider: String?
  @Argument("What to take back: network, folder:NAME, socket:NAME or not-isolated; all unless given.")
  private var name: String?
  @Option(shared: .stateDir) private var stateDir: String?
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "list|revoke": _verb, "ID|PATH": _provider, "NAME": _name, "--state-dir": _stateDir, "--format": _format,
      "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) throws {
    let libraries = ProviderLibraries(folder: try StateFolder(stateDir).path)
    let place = provider.map(ReferencedProviders.place)
    let records = try libraries.load().filter { id, record in
      !record.grants.isEmpty && (provider.map { $0 == id || place == record.library.path } ?? true)
    }.sorted { $0.key < $1.key }
    if let provider, records.isEmpty { throw CommandError.nothingAgreed(to: provider) }
    if verb == .revoke {
      guard provider != nil else { throw CommandError.missingArgument(Self.parameters.arguments[1], of: Self.self) }
      return try revoke(records.map(\.key), libraries, console)
    }
    if format == .json || records.isEmpty {
      return console.result(
        format, ["libraries": records.map { $1.json(of: $0) }], text: "nothing was agreed to\n")
    }
    console.result(
      TextTable(
        titles: ["PROVIDER", "PERMISSION", "AGREED", "LAST USED", "LIBRARY"], rows: records.flatMap { $1.rows(of: $0) })
    )
  }

  private func revoke(_ ids: [String], _ libraries: ProviderLibraries, _ console: Console) throws {
    var revoked: [(id: String, words: String)] = []
    for id in ids { revoked += try libraries.revoke(name, of: id).map { (id, $0) } }
    if let name, revoked.isEmpty { throw CommandError.nothingAgreed(to: "\(provider ?? "") \(name)") }
    console.result(
      format, ["revoked": revoked.map { ["id": $0.id, "permission": $0.words] as JSONValue }],
      text: revoked.map { "\($0.id): taken back: \($0.words)".displayable + "\n" }.joined())
  }
}

extension LibraryRecord {
  fileprivate func rows(of id: String) -> [[String]] {
    grants.map { grant in
      [
        id, ProviderWords.withoutCodes(grant.words), RelativeTime.words(agreement?.agreedAt, or: "-"),
        RelativeTime(time: library.lastUsedAt).description, library.path,
      ].map(\.displayable)
    }
  }

  fileprivate func json(of id: String) -> JSONValue {
    [
      "agreedAt": agreement?.agreedAt, "firstUsedAt": library.firstUsedAt, "id": id, "lastUsedAt": library.lastUsedAt,
      "path": library.path, "permissions": grants.map(\.words), "sha256": library.sha256, "vendor": library.vendor,
      "version": library.version,
    ]
  }
}

extension CommandError {
  fileprivate static func nothingAgreed(to name: String) -> CommandError {
    CommandError(
      .noProvider, what: "nothing was agreed to for \(quoted(name))",
      why: "neither the id nor the path of a library with permissions is that",
      fix: "see what was with 'appctl permissions'")
  }
}
