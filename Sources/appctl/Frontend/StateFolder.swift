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
    do throws(AppControllerError) {
      if let given {
        path = try FileSystem.absolute(given)
        return
      } else if let base = try SystemText.variable("XDG_STATE_HOME"), base.isAbsolutePath {
        path = base + "/appcontroller"
        return
      } else if let home = try SystemText.variable("HOME"), home.isAbsolutePath {
        path = home + "/.local/state/appcontroller"
        return
      }
    } catch {
      throw CommandError(.noStateFolder, what: error.what, why: error.why, fix: error.fix)
    }
    throw CommandError(
      .noStateFolder, what: "there is no folder to keep sessions in",
      why: "neither XDG_STATE_HOME nor HOME is set to an absolute path", fix: "name a folder with --state-dir"
    )
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
    let bytes = written(provider)
    // As bytes: two paths that look alike are two files.
    if try lastProvider().map(written) == bytes { return }
    let folder = try FileSystem.makeFolder(path)
    try Self.check(folder)
    try folder.replaceEntry(Self.fileName, with: bytes)
  }

  private func written(_ provider: Provider) -> [UInt8] {
    var writer = JSONWriter()
    writer.object([("id", provider.id)] + members(of: provider.source))
    return writer.bytes
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
