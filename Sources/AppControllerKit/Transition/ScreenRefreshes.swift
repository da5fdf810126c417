/// Requests new descriptions of outdated pushed and presented screens, one by one.
///
/// This is not an operation: nothing is exchanged, so that the user's actions meanwhile stay valid. An operation that
/// begins gives up on the question, which is asked again afterwards.
@MainActor
final class ScreenRefreshes {
  private unowned let controller: AppController
  private var outdated: [(id: String, chain: Int)] = []
  private var current: ScreenRefresh?

  init(of controller: AppController) { self.controller = controller }

  /// Waits until no operation is under way; for a screen of the installed interface, requests the whole interface.
  func invalidate(screen id: String, chain: Int) {
    if let index = outdated.firstIndex(where: { $0.id == id }) {
      outdated[index].chain = max(outdated[index].chain, chain)
    } else {
      outdated.append((id, chain))
    }
    requestOutdated()
  }

  func requestOutdated() {
    while !controller.transitions.mustWait, current == nil, !outdated.isEmpty {
      let (id, chain) = outdated.removeFirst()
      guard let screen = controller.screens.last(where: { $0.id == id }) else { continue }
      if chain > TransitionMachine.longestChain {
        controller.reports.log(
          .error, "the screen \"\(id)\" is not asked for again: describing it asks for it again and again")
      } else if controller.installedInterface?.resolved().arena.hasSameBytes(as: screen.node.arena) == true {
        controller.transitions.handle(.invalidate, from: RequestSource(chain: chain))
      } else {
        let refresh = ScreenRefresh(screen, chain: chain, of: controller)
        current = refresh
        refresh.start()
      }
    }
  }

  fileprivate func currentHasEnded() { current = nil }

  /// If the screen remains, it is requested again after the operation.
  func postponeCurrent() {
    guard let current else { return }
    current.stop()
    invalidate(screen: current.id, chain: current.chain)
  }

  func stop() {
    outdated = []
    current?.stop()
  }

  /// Returns whether a refresh was under way.
  func ended() async -> Bool {
    guard let current else { return false }
    await current.ended()
    return true
  }
}

@MainActor
private final class ScreenRefresh {
  let id: String
  let chain: Int
  private weak var screen: ScreenController?
  private let controller: AppController
  private var isOver = false
  private var question: Task<Void, Never>?
  private var end: AwaitedAnswer<Void>?

  init(_ screen: ScreenController, chain: Int, of controller: AppController) {
    (id, self.screen, self.chain, self.controller) = (screen.id, screen, chain, controller)
  }

  /// An answer without suspension is applied when the function returns.
  func start() {
    guard let shown = screen else { return finish(nil) }
    let question = Task.immediate {
      await TransitionChain.$link.withValue(.init(length: chain, operation: nil)) {
        do throws(AppControllerError) {
          let questions = controller.questions
          let description = try await questions.screen(id, questions.handle(of: shown))
          finish { [self] screen throws(AppControllerError) in
            guard let description else { return }
            let warnings = try screen.update(with: description)
            controller.reports.noteWarnings(warnings, of: "the provider's screen \(id)")
          }
        } catch {
          finish { _ throws(AppControllerError) in throw error }
        }
      }
    }
    if !isOver { self.question = question }
  }

  func stop() { finish(nil) }

  func ended() async {
    if isOver { return }
    let end = end ?? AwaitedAnswer()
    self.end = end
    await end.value
  }

  /// Only the first call counts; the screen may be gone by then.
  private func finish(_ use: ((ScreenController) throws(AppControllerError) -> Void)?) {
    if isOver { return }
    isOver = true
    question?.cancel()
    controller.refreshes.currentHasEnded()
    if let use, let screen, controller.screens.contains(where: { $0 === screen }) {
      do throws(AppControllerError) { try use(screen) } catch { controller.reports.refuse(error) }
    }
    end?.give(())
    if use != nil { controller.refreshes.requestOutdated() }
  }
}
