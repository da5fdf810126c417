import AppControllerKit
import ProviderPlugins

/// What was chosen with --isolated and --not-isolated, in the state folder.
///
/// "Isolated" is chosen for an id, whatever its library. "Not isolated" is chosen for an id and a path: another file that
/// gives the same id does not inherit it. A file that cannot be read or understood is an error, and never no choice.
struct IsolationFile {
  /// What was chosen for one id.
  struct Choice: Equatable {
    /// Whether it runs in a process of its own unless its path says otherwise.
    var isIsolated = false
    /// The libraries, by their resolved paths, that run in the process of appctl.
    var exemptPaths: [String] = []
  }

  private static let name = "isolation.json"
  private static let limit = 4 << 20

  let folder: String

  /// What was chosen, by the id of the provider.
  func load() throws -> [String: Choice] {
    guard let folder = try FileSystem.openFolder(folder), let file = try folder.openEntry(Self.name) else { return [:] }
    try file.status().check(file.path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: Self.limit)
    guard bytes.count < Self.limit, let members = try? JSONReader.read(bytes).objectValue else {
      throw CommandError.damagedIsolation(file.path)
    }
    var choices: [String: Choice] = [:]
    for member in members {
      guard let isIsolated = member.value["isolated"]?.boolValue, let paths = member.value["exempt"]?.arrayValue,
        !paths.contains(where: { $0.stringValue == nil })
      else { throw CommandError.damagedIsolation(file.path) }
      choices[member.name] = Choice(isIsolated: isIsolated, exemptPaths: paths.compactMap(\.stringValue))
    }
    return choices
  }

  /// Keeps a choice, durably, until the other one is made.
  func store(isolated: Bool, for id: String, at path: String) throws {
    var choices = try load()
    let former = choices[id] ?? Choice()
    let choice =
      isolated
      ? Choice(isIsolated: true)
      : Choice(isIsolated: former.isIsolated, exemptPaths: former.exemptPaths.filter { $0 != path } + [path])
    if choice == choices[id] { return }
    choices[id] = choice
    var writer = JSONWriter()
    writer.beginObject()
    for (id, choice) in choices.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.key(id)
      writer.beginObject()
      writer.key("exempt")
      writer.beginArray()
      for path in choice.exemptPaths { writer.string(path) }
      writer.endArray()
      writer.key("isolated")
      writer.bool(choice.isIsolated)
      writer.endObject()
    }
    writer.endObject()
    let folder = try FileSystem.makeFolder(folder)
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    try folder.replaceEntry(Self.name, with: writer.bytes)
  }
}

extension IsolationFile.Choice {
  /// Where a library runs; `nil` when nothing was chosen for it.
  func isolation(at path: String) -> ProviderIsolation? {
    if exemptPaths.contains(path) { return ProviderIsolation.none }
    return isIsolated ? .process : nil
  }
}

extension CommandError {
  fileprivate static func damagedIsolation(_ path: String) -> CommandError {
    CommandError(
      .damagedIsolation, what: "\(path.displayable) is damaged, so that no provider is loaded",
      why: "without it nobody knows which providers were to run in processes of their own",
      fix: "move it away, and log in again with --isolated or --not-isolated where that was chosen"
    )
  }
}
