import AppControllerKit
import Glibc
import ProviderPlugins

/// The ids that a command line may refer to, determined without running any code of a provider.
///
/// Sessions are stored by id, so the id is enough to end a session. A path refers to the id in the file's note, and
/// also to the id that was remembered with the path, because the file may have been replaced since. A name that is a
/// valid id refers to that id. A file refers to the id in its note only if the id does not belong to another library.
@MainActor
struct ReferencedProviders {
  /// Without duplicates.
  private(set) var ids: [String] = []

  /// Throws the error for the file when nothing gives an id; its fix explains how to name the id.
  init(
    _ options: ProviderOptions, _ source: ProviderSource, last: StateFolder.Provider?, in folder: StateFolder
  ) throws {
    if let last, source == last.source { add(last.id) }
    switch source {
    case .installed(let id): add(id)
    case .library(let path):
      if let name = options.provider, IdentifierRule.allowsProviderID(name) { add(name) }
      if let last, case .library(let known) = last.source, Self.place(of: path) == known { add(last.id) }
      do throws(PluginError) {
        var libraries = ProviderLibraries(folder: folder.path)
        libraries.keepsUses = false
        add(try libraries.note(ofLibraryAt: path, isAccepted: options.acceptNewLibrary).id)
      } catch  where ids.isEmpty {
        throw PluginError(
          error.code, what: error.what, why: error.why, fix: error.fix + Self.wayOut, command: error.command)
      } catch {}
    case .storyboard(let path, _, _):
      if let last, case .storyboard(let known, _, _) = last.source, (try? FileSystem.absolute(path)) == known {
        add(last.id)
      }
      do throws(AppControllerError) {
        add(try Storyboard(contentsOfFile: path).id)
      } catch  where ids.isEmpty {
        throw AppControllerError(error.code, what: error.what, why: error.why, fix: error.fix + Self.wayOut)
      } catch {}
    }
  }

  private mutating func add(_ id: String) {
    if !ids.contains(id) { ids.append(id) }
  }

  private static let wayOut =
    "; or name the provider by its id, which its session is stored under: appctl logout --provider ID"

  /// The library need not exist any longer.
  static func place(of path: String) -> String {
    guard let whole = try? FileSystem.absolute(path) else { return path }
    if let resolved = resolve(whole) { return resolved }
    guard let slash = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else { return whole }
    guard let folder = resolve(String(whole[...slash])) else { return whole }
    return folder.appending(entry: String(whole[whole.utf8.index(after: slash)...]))
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }
}
