// What only an installation does.
extension OperationRun {
  func findSplash() async throws -> Finding {
    let splash = try await controller.ask(.launching, controller.makeHandle(state: .launching, session: nil))
    return .splash(splash, try InterfaceController.live(splash))
  }

  func askInitialState() async throws -> Finding {
    let (goal, session) = try await controller.askInitialGoal(record)
    return .initial(goal, session)
  }

  /// Shows the splash.
  func show(_ interface: InterfaceDescription, _ target: InterfaceController) {
    guard active.isOpen else { return }
    controller.holdsChanges = true
    put(target, of: interface)
  }

  func takeApart() { controller.empty() }
}
