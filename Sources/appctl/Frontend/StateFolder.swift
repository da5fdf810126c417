internal import AppControllerJSON
import AppControllerKit
import Glibc
import ProviderPlugins

struct StateFolder {
  struct Provider: Equatable {
    var id: String
    var source: ProviderSource
  }

  let path: String

  /// Without a given folder it is `$XDG_STATE_HOME/appcontroller`, or `~/.local/state/appcontroller`, according to the
  /// XDG base directory specification 0.8; throws `ACK5009` when no variable gives one.
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

  /// The folder of the sessions of a profile.
  ///
  /// Separate folders keep profiles apart: they contain all files and locks, and the names of secrets in vaults. The
  /// default profile has the same folder as before profiles were introduced.
  func sessions(_ profile: Profile) -> String { folder(of: profile) + "/sessions" }

  private func folder(of profile: Profile) -> String {
    profile == .standard ? path : "\(profilesFolder)/\(profile.name)"
  }

  private var profilesFolder: String { path + "/profiles" }

  func profiles() throws(AppControllerError) -> [Profile] {
    guard let folder = try FileSystem.openFolder(profilesFolder) else { return [.standard] }
    let others = try folder.entryNames(beginningWith: "").compactMap { Profile($0) }
    return [.standard] + others.filter { $0 != .standard }
  }

  func visitors(of providerID: String) -> String { path + "/visitors/" + providerID }

  func homes(_ profile: Profile) -> String { folder(of: profile) + "/homes" }

  private var last: CodedFile<ObjectKind<Provider>> {
    CodedFile("last-provider.json", in: path, .object(), atMost: 64 << 10)
  }

  /// `nil` when it is missing or damaged, which is no error, because the user only has to give `--provider` again.
  func lastProvider() throws(AppControllerError) -> Provider? {
    guard let folder = try FileSystem.openFolder(path) else { return nil }
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    return try? last.load()?.get()
  }

  /// `nil` when the library no longer exists.
  func path(of id: String) throws(PluginError) -> String? {
    guard let path = try ProviderLibraries(folder: path).load()[id]?.library.path, unsafe access(path, R_OK) == 0
    else { return nil }
    return path
  }

  /// Durable.
  func remember(_ provider: Provider) throws {
    // The encoded bytes are compared: two paths that are equal as strings may be different files.
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
