import AppControllerKit
import AppControllerTerminal
import Foundation
import ProviderPlugins
import ReadingRoom
import SessionVaults

/// The program: reads the options, makes a store, a provider and the app, and runs the app in a window.
@main
@MainActor
enum HostApp {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      switch options.task {
      case .help: write(Options.help)
      case .list: for line in ProviderChoice.plugins(in: options.searchPath) { write("\(line)\n") }
      case .run: try await run(options)
      }
    } catch {
      // An ExplainedError prints its code, why it happened and what to do.
      log("\(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) async throws {
    let notebook = Notebook(folder: options.stateFolder)
    let (provider, id) = try options.provider.open(in: options.searchPath, notebook: notebook)
    let room = ReadingRoom(
      provider: provider, id: id, notebook: notebook, store: store(options), report: { log($0) }
    )
    let status = try await show(room.controller)
    await room.end()
    // A user who leaves without logging out is still logged in the next time, and loses nothing.
    try notebook.saveDrafts()
    exit(status)
  }

  /// Makes a store with one file for each provider; the secret is in the file, which its mode protects, or in the
  /// kernel's keyring.
  private static func store(_ options: Options) -> FileSessionStore {
    let keyring = KernelKeyringVault()
    return FileSessionStore(
      directory: "\(options.stateFolder)/sessions", secrets: options.usesKeyring ? .vault(keyring) : .file,
      otherVaults: options.usesKeyring ? [] : [keyring])
  }

  /// Shows the app on the terminal, or line by line where there is none.
  ///
  /// - Returns: The exit status of the program.
  private static func show(_ controller: AppController) async throws -> Int32 {
    if let terminal = TerminalWindow(environment: ProcessInfo.processInfo.environment) {
      switch try await terminal.run(controller) {
      case .left, .gone: return 0
      case .signal(let number): return 128 + number  // as shells say it
      }
    }
    switch try await LineWindow(write: { write($0) }).run(controller) {
    case .left: return 0
    case .unreadable, .tooLong: return 1
    }
  }

  nonisolated private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  /// Writes a line to standard error, which the window holds back while it draws on the terminal.
  nonisolated private static func log(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
