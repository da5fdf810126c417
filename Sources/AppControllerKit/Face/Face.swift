/// The connection between a controller and a front end of your own: snapshots, their changes, and the user's intents.
///
/// ```swift
/// let face = Face(of: controller)
/// for await change in face.changes {       // on any actor
///   for step in change.steps { … }         // draw it
/// }
/// let reply = await face.perform(.press(button.id))
/// ```
///
/// Snapshots and intents can be sent to any actor, so that a front end may run in the main loop of a toolkit. The kit's
/// own windows are built on this class alone. Several faces may show one controller; each has its own identities.
@MainActor
public final class Face {
  /// The controller whose interface is shown.
  public let controller: AppController
  private let events: ControllerEvents
  private var identities = FaceIdentities()
  private var last: FaceSnapshot?
  /// The node and the task of the intent under way; `nil` without one.
  private var underWay: (node: FaceNodeID?, task: Task<FaceReply, Never>)?

  /// Makes a face of a controller, which may be installed already or later.
  public init(of controller: AppController) {
    self.controller = controller
    events = controller.events
  }

  /// The snapshot of the interface that is shown now.
  public var snapshot: FaceSnapshot {
    let number = controller.eventNumber
    if let last, last.number == number { return last }
    let container = controller.rootContainer
    identities.update(
      controller.screens, for: .init(state: controller.state, subject: controller.session?.subject))
    let screens = container.visibleScreens.map { ScreenPicture(of: $0, identities: identities.identities(of:)) }
    let new = FaceSnapshot(
      number: number, revision: controller.revision, state: controller.state, screens: screens,
      pressed: underWay?.node, isPerforming: underWay != nil, isExchanging: controller.isExchanging,
      transition: container.overlay == nil ? nil : container.transitionConfiguration, traits: container.traits,
      words: screens.last?.words ?? FaceWords(for: "", container.traits, in: controller.catalogs))
    last = new
    return new
  }

  /// The snapshots of the shown interface: one now, and one after each change.
  ///
  /// The sequence ends with the controller or with the face. A slow reader gets only the newest snapshot, but every
  /// message.
  public nonisolated var changes: FaceChanges { FaceChanges(of: self, events) }
}

// MARK: - Intents

extension Face {
  /// Carries out an intent of the user.
  ///
  /// A new value, focus or selection takes effect before the call suspends or returns. A press or a departure from a
  /// screen may last until the provider has answered. Meanwhile no other press or departure begins.
  /// ``FaceIntent/cancel`` gives up the one that is under way; so does cancelling the task.
  ///
  /// - Parameter intent: The intent. It has no effect when its node is no longer shown, or is covered by a layer.
  /// - Returns: The messages for the user, and the requests that the face has to fulfil itself.
  @discardableResult
  public func perform(_ intent: FaceIntent) async -> FaceReply {
    switch start(intent) {
    case .done(let reply): return reply
    case .underWay(let task):
      return await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Begins to carry out an intent of the user, for a face on the main actor that handles one event after the other.
  ///
  /// The rules are those of ``perform(_:)``.
  public func start(_ intent: FaceIntent) -> FaceWork {
    switch intent {
    case .focus(let id):
      if let (screen, node) = target(id), let name = node.id { screen.takeFocus(on: name) }
    case .enter(let value, into: let id):
      if let (screen, node) = target(id), let input = node.input { screen.enter(value, into: input.name) }
    case .press(let id, secrets: let secrets):
      if let (screen, node) = target(id) { return press(node, id, on: screen, secrets) }
    case .select(let item, in: let tabs):
      if !controller.isExchanging { controller.rootContainer.tabs(withID: tabs)?.select(item) }
    case .goBack(from: let id):
      if let (screen, _) = target(id) { return leave(screen, .pop) }
    case .close(let id):
      if let (screen, _) = target(id) { return leave(screen, .dismiss) }
    case .open(screen: let id):
      if !controller.isExchanging, let front = controller.rootContainer.visibleScreen {
        return work(front, nil) { [controller] () async throws(AppControllerError) in
          try await controller.open(screen: id)
        }
      }
    case .cancel: underWay?.task.cancel()
    }
    return .done(FaceReply())
  }

  /// `nil` when the screen in front does not show the node, so that the user cannot reach it.
  private func target(_ id: FaceNodeID) -> (ScreenController, InterfaceDescription.Node)? {
    guard !controller.isExchanging, let front = snapshot.front, let node = front[id]?.node,
      let screen = controller.rootContainer.visibleScreen
    else { return nil }
    return (screen, node)
  }

  private func press(
    _ node: InterfaceDescription.Node, _ id: FaceNodeID, on screen: ScreenController, _ secrets: InputValues
  ) -> FaceWork {
    if node.isCollapsed != nil {
      screen.setOpen(!screen.state.isOpen(node), group: node.id ?? "")
      return .done(FaceReply())
    }
    if let question = screen as? ConfirmationScreen {
      return answer(question, proceeds: node.id == ConfirmationScreen.proceedID)
    }
    let values = screen.state.values.merging(secrets) { $1 }
    let form = screen.shown(with: secrets).form
    let isEnabled = form.holds(node.enabled, values)
    if isEnabled, let action = node.action, let confirmation = action.confirmation, underWay == nil,
      !action.validates || form.violations(in: action.sends, values).isEmpty
    {
      controller.rootContainer.present(
        ConfirmationScreen(confirmation, of: node, id, on: screen, secrets: secrets, screen.words))
      return .done(FaceReply())
    }
    return carryOut(node, id, on: screen, secrets, isEnabled: isEnabled)
  }

  private func answer(_ question: ConfirmationScreen, proceeds: Bool) -> FaceWork {
    question.remove()
    guard proceeds, let screen = question.originScreen else { return .done(FaceReply()) }
    let shown = screen.shown(with: question.secrets)
    // The screen may have got a new description while the question was shown.
    guard let node = question.origin.id.flatMap(shown.node.visibleNode), node.action == question.origin.action else {
      return .done(FaceReply())
    }
    let isEnabled = shown.form.holds(node.enabled, screen.state.values.merging(question.secrets) { $1 })
    return carryOut(node, question.pressed, on: screen, question.secrets, isEnabled: isEnabled)
  }

  private func carryOut(
    _ node: InterfaceDescription.Node, _ id: FaceNodeID, on screen: ScreenController, _ secrets: InputValues,
    isEnabled: Bool
  ) -> FaceWork {
    if !isEnabled, node.action == nil { return .done(FaceReply(messages: [FaceMessage(.notEnabled(node))])) }
    // The face shows and hides a secret itself.
    if node.kind == .secret { return .done(FaceReply()) }
    if isEnabled, let input = node.input, node.kind == .toggle {
      screen.enter(.text(screen.state.values[input.name] == .text("true") ? "false" : "true"), into: input.name)
      return .done(FaceReply())
    }
    // The form refuses the press of a disabled button, and reports the inputs to correct.
    if isEnabled, let request = FaceRequest(of: node) { return .done(FaceReply(requests: [request])) }
    return work(screen, id) { [controller] () async throws(AppControllerError) in
      try await controller.actions.perform(node, on: screen, values: secrets)
    }
  }

  private func leave(_ screen: ScreenController, _ departure: ActionResponse.Departure) -> FaceWork {
    if let question = screen as? ConfirmationScreen { return answer(question, proceeds: false) }
    return work(screen, nil) { [controller] () async throws(AppControllerError) in
      try await controller.apply(ActionResponse(effects: [.leave(departure)]), from: screen)
    }
  }

  /// Carries out work that takes time, one at a time.
  private func work(
    _ screen: ScreenController, _ id: FaceNodeID?,
    _ body: @escaping @MainActor @Sendable () async throws(AppControllerError) -> ActionOutcome
  ) -> FaceWork {
    if underWay != nil { return .done(FaceReply()) }
    let task = Task { @MainActor in
      defer {
        underWay = nil
        noteWork()
      }
      do throws(AppControllerError) {
        let outcome = try await body()
        screen.focusOnFirstError()
        return FaceReply(outcome, of: controller)
      } catch {
        // The inputs show the message.
        if screen.focusOnFirstError(), error.code == .inputRefused { return FaceReply() }
        return Task.isCancelled ? FaceReply() : FaceReply(messages: [FaceMessage(error)])
      }
    }
    underWay = (id, task)
    noteWork()
    return .underWay(task)
  }

  private func noteWork() {
    last = nil
    controller.reports.reportChange(.busy)
  }
}

/// An intent of the user on a face, such as a press.
public enum FaceIntent: Sendable, Equatable {
  /// Moves the focus to a node.
  case focus(FaceNodeID)
  /// Changes the value of a field, toggle or choice; the face keeps a secret itself, and passes it with the press.
  case enter(InputValue, into: FaceNodeID)
  /// Presses a button, an item, a row, a link, a toggle, or a group that opens and closes.
  ///
  /// `secrets` are the typed secrets of the screen, by the names of their inputs; only those that the action names
  /// are sent.
  case press(FaceNodeID, secrets: InputValues = [:])
  /// Selects an item of a tab bar, by their ids in the description.
  case select(item: String, in: String)
  /// Goes back from a screen to the one below it in its stack.
  case goBack(from: FaceNodeID)
  /// Closes the layer of a screen.
  case close(FaceNodeID)
  /// Shows a screen by its id in the description: one that a tab or a stack has, or one that the provider describes.
  ///
  /// Layers are closed, and the screens above it are left. Nothing happens when there is none.
  case open(screen: String)
  /// Gives up the press or the departure that is under way.
  case cancel
}

/// The state of an intent after a call: done, or under way.
public enum FaceWork: Sendable {
  /// The intent is done.
  case done(FaceReply)
  /// The intent is under way; the task returns its reply.
  case underWay(Task<FaceReply, Never>)
}

/// The reply to an intent.
public struct FaceReply: Sendable, Equatable {
  /// The messages for the user, in order.
  public var messages: [FaceMessage]
  /// The requests that the face has to fulfil, because they need a desktop.
  public var requests: [FaceRequest]

  /// Makes a reply; empty unless given.
  public init(messages: [FaceMessage] = [], requests: [FaceRequest] = []) {
    self.messages = messages
    self.requests = requests
  }

  @MainActor
  fileprivate init(_ outcome: ActionOutcome, of controller: AppController) {
    let messages = outcome.response.effects.compactMap { effect in
      if case .message(let severity, let text) = effect { FaceMessage(severity, controller.words(text)) } else { nil }
    }
    self.init(messages: messages)
  }
}

/// A request to a face itself; a face that cannot fulfil it shows its text.
public enum FaceRequest: Sendable, Hashable {
  /// Copies a text to the clipboard.
  case copy(String)
  /// Opens a URL.
  case open(String)

  /// `nil` for a node whose press needs no desktop.
  fileprivate init?(of node: InterfaceDescription.Node) {
    if node.kind == .link, let url = node.url {
      self = .open(url)
      return
    }
    guard let action = node.action, action.scope == .host else { return nil }
    switch HostAction(rawValue: action.name) {
    case .copy: self = .copy(action.payload["text"] ?? "")
    case .openURL: self = .open(action.payload["url"] ?? "")
    case .login, .logout, .push, .pop, .select, .present, .dismiss, nil: return nil
    }
  }

  /// The text or the URL, for a face that can only show it.
  public var text: String {
    switch self {
    case .copy(let text): text
    case .open(let url): url
    }
  }
}

/// A message to the user that is not part of any interface.
public struct FaceMessage: Sendable, Equatable {
  /// The severity.
  public let severity: Severity
  /// The text; for an error, the failure, and what the user can do next where that is said.
  ///
  /// Each line of a plugin's text begins with its id and a bar.
  public let text: String
  /// The error that the message reports, with its reason and its fix; `nil` for any other message.
  public let error: AppControllerError?

  /// Makes a message.
  public init(_ severity: Severity, _ text: String) {
    self.severity = severity
    self.text = text
    error = nil
  }

  /// Makes the message of an error.
  public init(_ error: AppControllerError) {
    let remedy = error.category?.remedy(after: error.retryAfter)
    self.init(error, saying: [error.what, remedy].compactMap(\.self).joined(separator: "; "))
  }

  package init(_ error: AppControllerError, saying text: String) {
    severity = .error
    self.text = text
    self.error = error
  }
}
