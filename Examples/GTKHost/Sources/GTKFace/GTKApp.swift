import AppControllerKit

/// An app whose windows are GTK's.
@MainActor
package enum GTKApp {
  private enum Happening: Sendable {
    case opened(FaceView, TraitCollection)
    case intent(FaceIntent)
    case traits(TraitCollection)
    case failed(AppControllerError)
    case ended(Int32)
  }

  /// Installs a controller, and shows it until the last window is closed.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - id: The application's id, under which the desktop knows its windows.
  ///   - shown: Is called after each change that is shown.
  /// - Returns: The exit status of the program.
  /// - Throws: `AppControllerError` when the first interface cannot be installed.
  package static func run(
    _ controller: AppController, id: String, shown: @escaping @GTK (FaceView, FaceSnapshot) async -> Void = { _, _ in }
  ) async throws(AppControllerError) -> Int32 {
    let (happenings, continuation) = AsyncStream<Happening>.makeStream()
    let (window, face) = (InterfaceWindow(), Face(of: controller))
    GTK.start(
      id: id,
      activated: {
        let view = FaceView { continuation.yield(.intent($0)) }
        Style.follow { continuation.yield(.traits($0)) }
        continuation.yield(.opened(view, Style.traits))
      },
      ended: { continuation.yield(.ended($0)) })
    var view: FaceView?
    var failure: AppControllerError?
    for await happening in happenings {
      switch happening {
      case .opened(let opened, let traits):
        (view, window.traits) = (opened, traits)
        let changes = face.changes
        Task { @GTK in
          for await change in changes {
            opened.show(change)
            await shown(opened, change.snapshot)
          }
        }
        Task {
          do throws(AppControllerError) { try await controller.installRootInterface(in: window) } catch {
            continuation.yield(.failed(error))
          }
        }
      case .intent(let intent):
        guard let view else { break }
        // What is typed is done before the next intent is taken.
        Task.immediate {
          let reply = await face.perform(intent)
          await view.take(reply, to: intent, face.snapshot)
        }
      case .traits(let traits): window.traits = traits
      case .failed(let error):
        failure = error
        GTK.quit()
      case .ended(let status):
        controller.terminate()
        if let failure { throw failure }
        return status
      }
    }
    return 0
  }
}
