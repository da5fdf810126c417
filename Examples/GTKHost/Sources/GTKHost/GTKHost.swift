import AppControllerKit
import Foundation
import GTKFace
import ProviderPlugins
import SessionVaults

/// The program: reads the options, makes a store and a controller, and shows it in native windows.
@main
@MainActor
enum GTKHost {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return print(Options.help) }
      let (provider, id) = try options.provider()
      let controller = AppController(
        interfaceProvider: provider, providerID: id, sessionStore: await store(options.stateFolder))
      controller.logHandler = { _, line in log("provider: \(line)") }
      exit(try await GTKApp.run(controller, id: "com.example.appcontrollerkit.GTKHost"))
    } catch {
      // An ExplainedError prints its code, why it happened and what to do.
      log("\(error)")
      exit(1)
    }
  }

  /// Makes a store whose secrets are in the desktop's keyring, or in its files where there is none.
  ///
  /// It follows the logins and logouts of other processes.
  private static func store(_ folder: String) async -> FileSessionStore {
    let keyring = SecretServiceVault()
    let hasKeyring = (try? await keyring.check()) != nil
    if !hasKeyring { log("there is no keyring: the secret of a session is kept in its file") }
    return FileSessionStore(
      directory: "\(folder)/sessions", secrets: hasKeyring ? .vault(keyring) : .file,
      otherVaults: hasKeyring ? [] : [keyring])
  }

  private static func log(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
