import AppControllerKit
import Glibc

/// The folder in which sessions and the last provider are kept.
struct StateFolder {
  /// A provider that was used.
  struct Provider: Equatable {
    let id: String
    let source: ProviderSource
  }

  let path: String

  /// Finds the folder.
  ///
  /// - Parameter given: The folder that the command names; otherwise `$XDG_STATE_HOME/appcontroller`, or
  ///   `~/.local/state/appcontroller`, as the XDG base directory specification 0.8 has it.
  /// - Throws: ``CommandError`` with the code `ACK5009` when nothing says where.
  init(_ given: String?) throws(CommandError) {
    if let given {
      path = FileSystem.absolute(given)
    } else if let base = Self.environment("XDG_STATE_HOME"), base.hasPrefix("/") {
      path = base + "/appcontroller"
    } else if let home = Self.environment("HOME"), home.hasPrefix("/") {
      path = home + "/.local/state/appcontroller"
    } else {
      throw CommandError(
        .noStateFolder, what: "there is no folder to keep sessions in",
        why: "neither XDG_STATE_HOME nor HOME is set to an absolute path", fix: "name a folder with --state-dir"
      )
    }
  }

  /// Where the sessions are.
  var sessions: String { path + "/sessions" }

  /// Where each provider that runs in a process of its own has its folder.
  var homes: String { path + "/homes" }

  private static let fileName = "last-provider.json"

  /// The provider that later commands use; `nil` when there is none yet, or when what is there is damaged, which costs a
  /// `--provider` and no more.
  func lastProvider() throws(AppControllerError) -> Provider? {
    guard let folder = try FileSystem.openFolder(path) else { return nil }
    try Self.check(folder)
    guard let file = try folder.openEntry(Self.fileName) else { return nil }
    try file.status().check(file.path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: 64 << 10)
    guard let value = try? JSONReader.read(bytes), let id = value["id"]?.stringValue,
      let source = Self.source(in: value)
    else { return nil }
    return Provider(id: id, source: source)
  }

  private static func source(in value: JSONValue) -> ProviderSource? {
    if let path = value["storyboard"]?.stringValue {
      guard let loggedOut = value["loggedOut"]?.stringValue, let loggedIn = value["loggedIn"]?.stringValue else {
        return nil
      }
      return .storyboard(path, loggedOut: loggedOut, loggedIn: loggedIn)
    }
    if let id = value["installed"]?.stringValue { return .installed(id) }
    return value["path"]?.stringValue.map(ProviderSource.library)
  }

  /// Makes a provider the one that later commands use, durably.
  func remember(_ provider: Provider) throws(AppControllerError) {
    if try lastProvider() == provider { return }
    var writer = JSONWriter()
    writer.object([("id", provider.id)] + members(of: provider.source))
    let folder = try FileSystem.makeFolder(path)
    try Self.check(folder)
    try folder.replaceEntry(Self.fileName, with: writer.bytes)
  }

  /// Whoever could change the folder could have a library of his own loaded from it, or move the sessions away.
  private static func check(_ folder: borrowing FileDescriptor) throws(AppControllerError) {
    try folder.status().check(folder.path, is: .folder, without: 0o022)
  }

  /// What there is to write about a source, its keys in order.
  private func members(of source: ProviderSource) -> [(String, String)] {
    switch source {
    case .library(let path): [("path", path)]
    case .installed(let id): [("installed", id)]
    case .storyboard(let path, let loggedOut, let loggedIn):
      [("loggedIn", loggedIn), ("loggedOut", loggedOut), ("storyboard", path)]
    }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}

extension JSONWriter {
  /// Writes an object of texts, whose names are in order.
  mutating func object(_ members: [(String, String)]) {
    beginObject()
    for (name, text) in members {
      key(name)
      string(text)
    }
    endObject()
  }
}
