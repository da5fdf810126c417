/// Which screens the user has seen and has not left, and which one is in front.
///
/// Changes are reported when everything that belongs together is done: after an action, after an exchange, or in the
/// next turn.
@MainActor
final class ScreenAppearances {
  private unowned let controller: AppController
  /// The screens that were shown, in that order.
  private var seen: [ScreenController] = []
  private var front: ScreenController?
  private var isDue = false
  /// Whether the next turn asks if a report is due, once for however many reports came before it.
  private var isScheduled = false

  init(of controller: AppController) { self.controller = controller }

  /// Has the changes reported in the next turn, unless ``report()`` is called before.
  func noteMove() {
    isDue = true
    if isScheduled { return }
    isScheduled = true
    Task { [weak self] in
      self?.isScheduled = false
      if self?.isDue == true { self?.report() }
    }
  }

  func carryOver(to container: RootContainer) {
    let screens = container.subtree.compactMap { $0 as? ScreenController }
    func counterpart(_ old: ScreenController) -> ScreenController { screens.first { $0.id == old.id } ?? old }
    (seen, front) = (seen.map(counterpart), front.map(counterpart))
  }

  /// Reports each change since the last call: that of the screen in front before first, that of the new one last.
  func report() {
    isDue = false
    let (controller, old) = (controller, front)
    let (container, state) = (controller.rootContainer, controller.state)
    let new = state == .loggedIn || state == .loggedOut ? container.visibleScreen : nil
    let left = seen.filter { !$0.isInside(container) }
    front = new
    seen.removeAll { screen in screen === new || left.contains { $0 === screen } }
    if let new { seen.append(new) }
    if let old, old !== new { tell(old, left.contains { $0 === old } ? .left : .covered, of: controller) }
    for screen in left.reversed() where screen !== old { tell(screen, .left, of: controller) }
    if let new, new !== old { tell(new, .shown, of: controller) }
  }

  private func tell(_ screen: ScreenController, _ appearance: ScreenAppearance, of controller: AppController) {
    controller.rootContainer.screenDidChange(screen, to: appearance)
    screen.appearanceDidChange(to: appearance)
    if screen.isOwn || controller.state == .terminated { return }
    let questions = controller.questions
    questions.tell(.screen(screen.id, appearance), questions.currentHandle)
  }
}
