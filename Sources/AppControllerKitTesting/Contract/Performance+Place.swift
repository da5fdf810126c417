import AppControllerKit

extension Performance {
  /// The first effect that has no place in the interface, and why; `nil` when all have one.
  var misplaced: (error: AppControllerError, isFieldError: Bool)? {
    get async {
      let effects = response?.effects.filter { !$0.isTransition } ?? []
      guard await fault(of: effects) != nil else { return nil }
      for (index, effect) in effects.enumerated() {
        // An answer is refused whole, so the effect that is refused ends the shortest answer that is.
        guard let error = await fault(of: Array(effects[...index])) else { continue }
        if case .fieldError = effect { return (error, true) }
        return (error, false)
      }
      return nil
    }
  }

  /// Why a host refuses effects that come from the node's screen; `nil` when it applies them.
  private func fault(of effects: [ActionResponse.Effect]) async -> AppControllerError? {
    if effects.isEmpty { return nil }
    let controller = AppController(interfaceProvider: FixedProvider(interface), clock: ImmediateClock())
    controller.providerDeadline = nil
    let window = InterfaceWindow()
    // What cannot be installed is another rule's to report.
    guard (try? await controller.installRootInterface(in: window)) != nil,
      let screen = controller.screens.last(where: { $0.node.path == node.screen.path })
    else { return nil }
    do throws(AppControllerError) {
      _ = try await controller.apply(ActionResponse(effects: effects), from: screen)
      return nil
    } catch {
      return error
    }
  }
}

/// A provider of one interface.
private final class FixedProvider: AppControllerInterfaceProviding {
  private let interface: InterfaceDescription

  init(_ interface: InterfaceDescription) { self.interface = interface }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }
  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }
}

@available(*, unavailable)
extension FixedProvider: Sendable {}
