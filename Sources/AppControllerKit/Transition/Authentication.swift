/// Has the user do what a purpose says, in the provider's interface for it, above what is shown.
///
/// One purpose is under way at a time. Its interface is a layer: questions about the screens of that layer, and of the
/// layers above it, have its purpose. The layer goes when the provider logs in, and the outcome is then that of the
/// login.
@MainActor
final class Authentication {
  private unowned let controller: AppController
  private weak var last: AuthenticationLayer?

  init(of controller: AppController) { self.controller = controller }

  /// An operation under way ends first, and a purpose under way is superseded.
  ///
  /// Throws `notLoggedIn` for a purpose of the user of the session when there is none, `unsupportedPurpose`,
  /// `notInstalled`, `cancelled`, `wouldDeadlock`, and the errors of a description.
  func begin(_ purpose: AuthenticationPurpose) async throws(AppControllerError) -> AuthenticationLayer {
    if OpenCall.underWay(of: controller.inbox) != nil { throw .wouldDeadlock }
    while await controller.transitions.ended() {}
    let session = controller.session
    try requireReady(for: purpose, as: session)
    let (interface, shown) = try await interface(for: purpose)
    let content = try InterfaceController.live(valid: interface)
    try requireReady(for: purpose, as: session)
    self.layer?.finish(.superseded)
    let layer = AuthenticationLayer(purpose, shownAs: shown, for: session?.subject)
    layer.add(content)
    last = layer
    controller.rootContainer.present(layer)
    controller.appearances.report()
    return layer
  }

  private func requireReady(
    for purpose: AuthenticationPurpose, as session: Session?
  ) throws(AppControllerError) {
    if Task.isCancelled { throw .purposeCancelled }
    guard controller.state == .loggedIn || controller.state == .loggedOut else { throw .notInstalled }
    guard session != nil || !purpose.isForUserOfSession else { throw .nobody(for: purpose) }
    guard session?.subject == controller.session?.subject else { throw .purposeCancelled }
  }

  /// Asks for the interface for signing in where that does as well.
  private func interface(
    for purpose: AuthenticationPurpose
  ) async throws(AppControllerError) -> (InterfaceDescription, AuthenticationPurpose) {
    let questions = controller.questions
    do throws(AppControllerError) {
      return (try await questions.interface(of: .loggedOut, questions.handle(for: purpose)), purpose)
    } catch {
      guard error.code == .unsupportedPurpose, purpose.isServedBySigningIn else { throw error }
    }
    return (try await questions.interface(of: .loggedOut, questions.handle(for: .signIn)), .signIn)
  }

  var layer: AuthenticationLayer? { last?.parent == nil ? nil : last }

  /// The layer may also be below the screen's own one.
  func layer(below screen: ScreenController) -> AuthenticationLayer? {
    let presented = controller.rootContainer.presented
    guard let layer, let place = presented.firstIndex(where: { $0 === layer }) else { return nil }
    return presented[place...].contains { screen.isInside($0) } ? layer : nil
  }

  /// Called when the interface below the layer is exchanged for another reason.
  func giveWay() {
    if layer?.isEntering == false { layer?.finish(.superseded) }
  }
}

/// Its outcome is known when the user has done what the purpose says, or has left the layer.
package final class AuthenticationLayer: InterfaceController {
  let purpose: AuthenticationPurpose
  /// The purpose that the interface was described for: that of the layer, or signing in.
  let shownPurpose: AuthenticationPurpose
  /// `nil` when nobody is logged in.
  private let subject: String?
  private let answer = AwaitedAnswer<TransitionOutcome>()
  private var logins = 0

  fileprivate init(_ purpose: AuthenticationPurpose, shownAs shown: AuthenticationPurpose, for subject: String?) {
    (self.purpose, shownPurpose, self.subject) = (purpose, shown, subject)
  }

  /// A login under way may exchange the interface and dismiss this layer.
  fileprivate var isEntering: Bool { logins > 0 }

  package var outcome: TransitionOutcome? { answer.given }

  /// When the task is cancelled, the layer goes.
  func ended() async -> TransitionOutcome {
    await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      Task { @MainActor [weak self] in self?.finish(.cancelled) }
    }
  }

  /// Throws `otherUser` for another user than the one whom the purpose concerns.
  func enter(_ session: Session?) throws(AppControllerError) {
    // Without a session, an interface for the purpose says that its user has done it, and one for signing in nothing.
    let found = session?.subject ?? (shownPurpose == .signIn ? Session.anonymous.subject : subject)
    if purpose.isForUserOfSession, found != subject { throw .otherUser(found ?? "", than: subject ?? "", purpose) }
    logins += 1
  }

  /// The layer stays for another try when the login has not succeeded.
  func take(_ outcome: TransitionOutcome) {
    logins -= 1
    switch outcome {
    case .completed, .unchanged: finish(outcome)
    case .superseded, .vetoed, .failed, .cancelled: if parent == nil { finish(outcome) }
    }
  }

  fileprivate func finish(_ outcome: TransitionOutcome) {
    answer.give(outcome)
    remove()
  }

  package override func didMove(toParent parent: InterfaceController?) {
    super.didMove(toParent: parent)
    if parent == nil, !isEntering { answer.give(.cancelled) }
  }
}

extension AppControllerError {
  fileprivate static func nobody(for purpose: AuthenticationPurpose) -> AppControllerError {
    AppControllerError(
      .notLoggedIn, what: "nobody is logged in, and \"\(purpose.rawValue)\" is for the user of the session",
      why: "without a session it is not known whom it concerns", fix: "log in first")
  }

  fileprivate static var purposeCancelled: AppControllerError {
    AppControllerError(
      .cancelled, what: "the interface for the purpose is not shown",
      why: "the task was cancelled, or the session ended, before the provider had described it",
      fix: "ask again if it is still wanted")
  }

  fileprivate static func otherUser(
    _ found: String, than expected: String, _ purpose: AuthenticationPurpose
  ) -> AppControllerError {
    AppControllerError(
      .otherUser, what: "\(found) has signed in, and \"\(purpose.rawValue)\" is for \(expected)",
      why: "only the user of the session can do it; the session has not changed",
      fix: "sign in as \(expected), or log in as \(found) for a session of their own")
  }
}
