import AppControllerKit

/// Carries out the intents of keys and lines, in the same way for both kinds of windows.
@MainActor
struct ScreenPerformer {
  /// An action that takes time; it returns the messages of its end.
  typealias Work = @MainActor @Sendable () async -> [Message]

  /// A message to the user.
  struct Message: Equatable, Sendable {
    let severity: Severity
    let text: String
  }

  let controller: AppController

  /// Carries out the immediate part of an intent.
  ///
  /// - Parameters:
  ///   - intent: The intent; an intent that the window itself handles does nothing here.
  ///   - secrets: The typed secrets of the screen.
  /// - Returns: The remaining work; `nil` when there is none.
  func carryOut(_ intent: ScreenIntent, secrets: InputValues) -> Work? {
    guard let screen = controller.rootContainer.visibleScreen else { return nil }
    switch intent {
    case .focus(let target): if let id = target.nodeID { screen.focus(on: id) }
    case .enter(let value, let input): screen.enter(value, into: input)
    case .press(let id): return press(id, on: screen, secrets)
    case .select(let bar, let item): controller.rootContainer.tabs(withID: bar)?.select(item)
    case .goBack: return leave(.pop, screen)
    case .close: return leave(.dismiss, screen)
    case .scroll, .cancel, .redraw, .leave: break
    }
    return nil
  }

  private func press(_ id: String, on screen: ScreenController, _ secrets: InputValues) -> Work? {
    let node = controller.node(withID: id)
    // A desktop would open the link; here it is written, so that the user can open it.
    if node?.kind == .link, let url = node?.url { return Self.say(url) }
    if let action = node?.action, action.scope == .host {
      switch HostAction(rawValue: action.name) {
      case .copy: return Self.say(action.payload["text"] ?? "")
      case .openURL: return Self.say(action.payload["url"] ?? "")
      case .login, .logout, .push, .pop, .select, .present, .dismiss, nil: break
      }
    }
    let revision = controller.revision
    return work(screen) { () async throws(AppControllerError) -> ActionOutcome in
      try await controller.perform(nodeID: id, values: secrets, revision: revision)
    }
  }

  private func leave(_ departure: ActionResponse.Departure, _ screen: ScreenController) -> Work {
    work(screen) { () async throws(AppControllerError) -> ActionOutcome in
      try await controller.apply(ActionResponse(effects: [.leave(departure)]), from: screen)
    }
  }

  private static func say(_ text: String) -> Work { { [Message(severity: .info, text: text)] } }

  private func work(
    _ screen: ScreenController,
    _ body: @escaping @MainActor @Sendable () async throws(AppControllerError) -> ActionOutcome
  ) -> Work {
    {
      do throws(AppControllerError) {
        let messages = try await body().messages
        screen.focusOnFirstError()
        return messages
      } catch {
        // The inputs show the message.
        if screen.focusOnFirstError(), error.code == .inputRefused { return [] }
        return Task.isCancelled ? [] : [Message(severity: .error, text: error.what)]
      }
    }
  }
}

extension ActionOutcome {
  /// The messages of the provider, in order.
  fileprivate var messages: [ScreenPerformer.Message] {
    response.effects.compactMap { effect in
      if case .message(let severity, let text) = effect {
        ScreenPerformer.Message(severity: severity, text: text)
      } else {
        nil
      }
    }
  }
}

extension ScreenController {
  /// Moves the focus to the first input with an error.
  ///
  /// - Returns: Whether there is such an input.
  @discardableResult
  fileprivate func focusOnFirstError() -> Bool {
    let entry = form.entries.first { state.fieldErrors[$0.input.name] != nil }
    guard let id = entry?.node.id else { return false }
    return focus(on: id)
  }
}
