import AppControllerKit
import AppControllerKitTesting
import Glibc
import ProviderPlugins

/// Starts a provider again and again, while something beside it is exchanged without end; `Tests/Attacks/races` says what.
///
/// The old look-up is one that looks at a path, and then uses the path.
@MainActor
enum Race {
  /// Runs a race, and prints the number of starts in which the attacker has won.
  static func run(_ operands: [String]) async throws {
    let (race, starts, isOld, folder) = (operands[0], Int(operands[1]) ?? 0, operands[2] == "old", operands[3])
    var hits = 0
    for _ in 0..<starts {
      let isHit =
        race == "folder"
        ? try await folderIsHit(isOld, folder)
        : try libraryIsHit(isOld, folder)
      if isHit { hits += 1 }
    }
    put("\(race): \(starts) starts, \(hits) hits")
  }

  /// The folder of resources is exchanged for a link to a folder of secrets.
  private static func folderIsHit(_ isOld: Bool, _ folder: String) async throws -> Bool {
    var loader = ProviderLoader(isolation: .process)
    if isOld, isFolder("\(folder)/prying.resources") { loader.child.readablePaths = ["\(folder)/prying.resources"] }
    // Beside the copy of the library there are no resources.
    let provider: PluginProvider
    do throws(PluginError) { provider = try loader.load("\(folder)/\(isOld ? "copy" : "prying").so") } catch {
      // The folder became a link before it could be opened.
      guard error.code == .sandboxFailed else { throw error }
      return false
    }
    let shown = try await provider.loggedOutInterface(for: HandleRecorder().handle(.loggedOut)).root.label ?? ""
    await provider.finish()
    return shown.contains("id_rsa: done")
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A link leads to the library beside this program and to that of an attacker by turns.
  private static func libraryIsHit(_ isOld: Bool, _ folder: String) throws -> Bool {
    let link = "\(folder)/provider.so"
    var loader = ProviderLoader(isolation: .automatic)
    if isOld {
      // The decision was about what the path led to, with all that the file and those that it needs say.
      let path = (try? LibraryProbe(at: link).path) ?? ""
      loader.isolation = path.utf8.starts(with: "\(folder)/bin/".utf8) ? .none : .process
    }
    // What is isolated does no harm, and is not started, because that takes long.
    loader.child.executable = "/nowhere"
    let provider: PluginProvider?
    do throws(PluginError) { provider = try loader.load(link) } catch {
      // That of a process that is not started.
      guard error.code == .childNotStarted else { throw error }
      provider = nil
    }
    provider?.end()
    let hasRun = unsafe getenv("ATTACKED") != nil
    unsafe unsetenv("ATTACKED")
    return hasRun || provider.map { !$0.path.utf8.starts(with: "\(folder)/bin/".utf8) } == true
  }
}
