/// The installed interface in its container and window, and the session that it is for.
@MainActor
final class LiveInterface {
  let container: RootContainer
  private(set) weak var window: InterfaceWindow?
  /// The description of the installed interface; `nil` before the first installation.
  private(set) var description: InterfaceDescription?
  /// The number of the installed interface, counting up.
  private(set) var revision: UInt64 = 0
  /// The session of the installed interface; `nil` when logged out.
  private(set) var session: Session?

  init(_ container: RootContainer) { self.container = container }

  /// Puts the container into a window, and shows it.
  func enter(_ window: InterfaceWindow) {
    self.window = window
    window.rootContainer = container
    window.makeKeyAndVisible()
  }

  /// Replaces the installed interface by another one.
  ///
  /// If other code has moved the given tree elsewhere, a new tree of the interface is installed instead, without a call
  /// of `willExchange`.
  ///
  /// - Returns: Whether the given tree is installed.
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

  /// Counts an exchange.
  func countUp() { revision += 1 }

  /// Makes a session the current one.
  func adopt(_ session: Session?) { self.session = session }

  /// Removes the installed interface, and leaves the window, unless the window has another container already.
  func empty() {
    container.empty()
    description = nil
    if window?.rootContainer === container { window?.rootContainer = nil }
    window = nil
  }
}
