import AppControllerKit
import Glibc
import ProviderPlugins

/// The ids that a command line may mean, found out without any code of a provider.
///
/// A session is stored under the id, so that this is all it takes to end it. A path means the id in the note of the file,
/// and the one that was remembered with the path: the file may have been replaced since. A name that can be an id is one.
struct MeantProviders {
  /// The ids, each once.
  private(set) var ids: [String] = []

  /// Finds out what a command line means.
  ///
  /// - Parameters:
  ///   - options: Those of the command line.
  ///   - source: What it names.
  ///   - last: The provider that was used last.
  /// - Throws: What is wrong with the file, when it does not say who it is and nothing else does; the error names the
  ///   way out.
  init(_ options: ProviderOptions, _ source: ProviderSource, last: StateFolder.Provider?) throws {
    if let last, source == last.source { add(last.id) }
    switch source {
    case .installed(let id): add(id)
    case .library(let path):
      if let name = options.provider, IdentifierRule.allowsProviderID(name) { add(name) }
      if let last, case .library(let known) = last.source, Self.place(of: path) == known { add(last.id) }
      do throws(PluginError) {
        add(try ProviderInspector().note(of: path).id)
      } catch  where ids.isEmpty {
        throw PluginError(error.code, what: error.what, why: error.why, fix: error.fix + Self.wayOut)
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

  /// The path that a library is remembered by, also of one that is gone.
  private static func place(of path: String) -> String {
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
