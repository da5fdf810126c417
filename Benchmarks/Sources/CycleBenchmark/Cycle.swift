import AppControllerKit
import Measuring
import Trees

/// A controller that is installed, and logs in and out with two interfaces of the same size.
@MainActor
final class Cycle {
  private let controller: AppController
  private let window = InterfaceWindow()
  private let session: Session

  init(_ provider: any AppControllerInterfaceProviding, nodes: Int) async throws {
    session = Session(subject: "\(nodes)", displayName: "Kitty", secret: Secret("a-token-of-some-length"))
    controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: window)
  }

  func run() async throws {
    guard case .completed = await controller.login(session), case .completed = await controller.logout() else {
      throw CycleFailure()
    }
  }
}

struct CycleFailure: Error {}

/// The equivalent without a controller: two closures that make an interface, and a variable that holds it.
@MainActor
final class Swap {
  private var installed: InterfaceDescription?
  private let makeLoggedIn: () -> InterfaceDescription
  private let makeLoggedOut: () -> InterfaceDescription

  init(nodes: Int) {
    makeLoggedIn = { Tree.description("logged-in", count: nodes) }
    makeLoggedOut = { Tree.description("logged-out", count: nodes) }
  }

  func run() {
    installed = makeLoggedIn()
    keep(installed)
    installed = makeLoggedOut()
    keep(installed)
  }
}
