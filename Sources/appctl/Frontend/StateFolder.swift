internal import AppControllerJSON
import AppControllerKit
import Glibc

/// The folder in which sessions and the last provider are kept.
struct StateFolder {
  /// A provider that was used.
  struct Provider: Equatable {
    var id: String
    var source: ProviderSource
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
      why: "neither XDG_STATE_HOME nor HOME is set to an absolute path", fix: "name a folder with --state-dir")
  }

  /// Where the sessions are.
  var sessions: String { path + "/sessions" }

  /// Where each provider that runs in a process of its own has its folder.
  var homes: String { path + "/homes" }

  private var last: CodedFile<ObjectKind<Provider>> {
    CodedFile("last-provider.json", in: path, .object(), atMost: 64 << 10)
  }

  /// The provider that later commands use; `nil` when there is none yet, or when what is there is damaged, which costs a
  /// `--provider` and no more.
  func lastProvider() throws(AppControllerError) -> Provider? {
    guard let folder = try FileSystem.openFolder(path) else { return nil }
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    return try? last.load()?.get()
  }

  /// Makes a provider the one that later commands use, durably.
  func remember(_ provider: Provider) throws(AppControllerError) {
    // As bytes: two paths that look alike are two files.
    if let former = try lastProvider(), last.bytes(of: former) == last.bytes(of: provider) { return }
    try last.store(provider)
  }
}

extension StateFolder.Provider: Coded {
  static var blank: Self { Self(id: "", source: .installed("")) }

  mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var (installed, path, storyboard, names): (String?, String?, String?, (out: String?, in: String?)) =
      switch source {
      case .library(let path): (nil, path, nil, (nil, nil))
      case .installed(let id): (id, nil, nil, (nil, nil))
      case .storyboard(let path, let loggedOut, let loggedIn): (nil, nil, path, (loggedOut, loggedIn))
      }
    let text = TextKind.text(atMost: 64 << 10)
    try coder.member("id", &id, text)
    try coder.member("installed", &installed, .optional(text))
    try coder.member("loggedIn", &names.in, .optional(text))
    try coder.member("loggedOut", &names.out, .optional(text))
    try coder.member("path", &path, .optional(text))
    try coder.member("storyboard", &storyboard, .optional(text))
    guard Form.isReading else { return }
    if let storyboard, let loggedOut = names.out, let loggedIn = names.in {
      source = .storyboard(storyboard, loggedOut: loggedOut, loggedIn: loggedIn)
    } else if let installed, storyboard == nil {
      source = .installed(installed)
    } else if let path, storyboard == nil {
      source = .library(path)
    } else {
      throw CodingFault("has no source")
    }
  }
}
