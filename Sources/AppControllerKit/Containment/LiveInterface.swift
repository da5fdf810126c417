/// The installed interface in its container and window, and the session that it is for.
@MainActor
final class LiveInterface {
  let container: RootContainer
  private(set) weak var window: InterfaceWindow?
  /// `nil` before the first installation.
  private(set) var description: InterfaceDescription?
  private(set) var revision: UInt64 = 0
  /// `nil` when logged out.
  private(set) var session: Session?

  init(_ container: RootContainer) { self.container = container }

  func enter(_ window: InterfaceWindow) {
    self.window = window
    window.rootContainer = container
    window.makeKeyAndVisible()
  }

  /// Returns whether the given tree is installed: if other code has moved it elsewhere, a new tree of the interface is
  /// installed instead, without a call of `willExchange`.
  func install(
    _ target: InterfaceController, of interface: InterfaceDescription, dismissingPresented: Bool
  ) -> Bool {
    let isDone =
      container.canInstall(target) && container.exchange(for: target, dismissingPresented: dismissingPresented)
    if !isDone, let fresh = try? InterfaceController.live(valid: interface) {
      container.exchange(for: fresh, dismissingPresented: dismissingPresented, notifies: false)
    }
    description = interface
    return isDone
  }

  func countUp() { revision += 1 }

  func adopt(_ session: Session?) { self.session = session }

  func empty() {
    container.empty()
    description = nil
    if window?.rootContainer === container { window?.rootContainer = nil }
    window = nil
  }
}
