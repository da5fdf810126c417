import AppControllerKit
import Foundation
import ProviderPlugins
import SessionVaults

/// The program: reads the options, makes a store and a controller, and shows it in native windows.
@main
@MainActor
enum GTKHost {
  private enum Happening: Sendable {
    case opened(FaceView, TraitCollection)
    case intent(FaceIntent)
    case traits(TraitCollection)
    case failed(AppControllerError)
    case ended(Int32)
  }

  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return print(Options.help) }
      if let elements = try options.elements() { return FileHandle.standardOutput.write(elements) }
      if let measurement = options.measurement {
        exit(await run(AppController(interfaceProvider: measurement), measurement))
      }
      let (provider, id) = try options.provider()
      let controller = AppController(
        interfaceProvider: provider, providerID: id, sessionStore: await store(options))
      controller.logHandler = { _, line in log("provider: \(line)") }
      exit(await run(controller))
    } catch {
      // An ExplainedError prints its code, why it happened and what to do.
      log("\(error)")
      exit(1)
    }
  }

  /// Shows a controller until the last window is closed.
  ///
  /// - Returns: The exit status of the program.
  private static func run(_ controller: AppController, _ measurement: Measurement? = nil) async -> Int32 {
    let (happenings, continuation) = AsyncStream<Happening>.makeStream()
    let (window, face) = (InterfaceWindow(), Face(of: controller))
    GTK.start(
      id: "com.example.appcontrollerkit.GTKHost",
      activated: {
        let view = FaceView { continuation.yield(.intent($0)) }
        Style.follow { continuation.yield(.traits($0)) }
        continuation.yield(.opened(view, Style.traits))
      },
      ended: { continuation.yield(.ended($0)) })
    var shown: FaceView?
    for await happening in happenings {
      switch happening {
      case .opened(let view, let traits):
        (shown, window.traits) = (view, traits)
        let changes = face.changes
        Task { @GTK in
          for await change in changes {
            view.show(change)
            await measurement?.next(after: change.snapshot, controller, .init(of: view))
          }
        }
        Task {
          do throws(AppControllerError) { try await controller.installRootInterface(in: window) } catch {
            continuation.yield(.failed(error))
          }
        }
      case .intent(let intent):
        guard let view = shown else { break }
        // What is typed is done before the next intent is taken.
        Task.immediate {
          let reply = await face.perform(intent)
          await view.take(reply, to: intent, face.snapshot)
        }
      case .traits(let traits): window.traits = traits
      case .failed(let error):
        log("\(error)")
        return 1
      case .ended(let status):
        controller.terminate()
        return status
      }
    }
    return 0
  }

  /// Makes a store whose secrets are in the desktop's keyring, or in its files where there is none.
  ///
  /// It follows the logins and logouts of other processes.
  private static func store(_ options: Options) async -> FileSessionStore {
    let keyring = SecretServiceVault()
    let hasKeyring = (try? await keyring.check()) != nil
    if !hasKeyring { log("there is no keyring: the secret of a session is kept in its file") }
    return FileSessionStore(
      directory: "\(options.stateFolder)/sessions", secrets: hasKeyring ? .vault(keyring) : .file,
      otherVaults: hasKeyring ? [] : [keyring])
  }

  private static func log(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
