/// A provider that answers calls as values; its functions all forward to one.
package protocol CallAnswering: AppControllerInterfaceProviding {
  /// Answers a call.
  ///
  /// - Returns: The answer; never a pending one or a failure.
  /// - Throws: The reason why there is no answer.
  func answer(_ call: ProviderCall) async throws -> ProviderReply
}

// MARK: - The functions

extension CallAnswering {
  /// The look of the transition, from the answer to a call.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    if case .configuration(let configuration) = try await answer(ProviderCall(.configuration, for: controller)) {
      return configuration
    }
    return AppController.Configuration()
  }

  /// The logged-out interface, from the answer to a call.
  public func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The logged-in interface, from the answer to a call.
  public func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The splash, from the answer to a call.
  public func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: ""), for: controller)).interface
  }

  /// The new description of a screen, from the answer to a call.
  public func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: id), for: controller)).interface
  }

  /// Whether the first interface is the logged-in one, from the answer to a call.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    if case .isLoggedIn(let flag) = try await answer(ProviderCall(.isInitiallyLoggedIn, for: controller)) {
      return flag
    }
    return controller.session != nil
  }

  /// The response to an action, from the answer to a call.
  public func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    switch try await answer(ProviderCall(.perform(action), for: controller)) {
    case .response(let response): return response
    case .unsupported: throw AppControllerError.unsupported(action.name)
    case .isLoggedIn, .configuration, .interface, .done, .pending, .failed, .refused: return .nothing
    }
  }

  /// Notifies the provider that a session has ended.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    _ = try await answer(ProviderCall(.sessionEnded(session), for: controller))
  }

  /// Notifies the provider of an event.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    _ = try? await answer(ProviderCall(.notify(event), for: controller))
  }

  private func requiredInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    let call = ProviderCall(.describe(screen: ""), for: controller)
    if let interface = try await answer(call).interface { return interface }
    throw AppControllerError.notDescribed(call.name)
  }
}

extension AppControllerError {
  /// The error for an interface that a provider is required to describe but does not.
  fileprivate static func notDescribed(_ name: String) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider does not describe its \(name)",
      why: "it answered that it does not do that, and there is no other one", fix: "let the provider describe it"
    )
  }
}
