/// One question for a new description of a shown screen, and the use of its answer.
///
/// The question is given up on after the provider's deadline, and when an operation begins; a late answer is dropped.
@MainActor
final class ScreenRefresh {
  /// The name of the question in the lane.
  static let question = "screen"

  let id: String
  let chain: Int
  private weak var screen: ScreenController?
  private let controller: AppController
  private var isOver = false
  private var question: Task<Void, Never>?
  private var watch: Task<Void, Never>?
  private var observers: [CheckedContinuation<Void, Never>] = []

  init(_ screen: ScreenController, chain: Int, of controller: AppController) {
    (id, self.screen, self.chain, self.controller) = (screen.id, screen, chain, controller)
  }

  /// Asks the question; an answer without suspension is applied when the function returns.
  func start() {
    let question = Task.immediate {
      await TransitionChain.$length.withValue(chain) {
        do throws(AppControllerError) {
          let description = try await controller.describe(screen: id)
          end { screen throws(AppControllerError) in try screen.update(with: description) }
        } catch {
          end { _ throws(AppControllerError) in throw error }
        }
      }
    }
    if isOver { return }
    self.question = question
    guard let limit = controller.providerDeadline else { return }
    watch = Task { [weak self, clock = controller.clock] in
      guard (try? await clock.sleep(for: limit)) != nil, !Task.isCancelled else { return }
      self?.giveUp(after: limit)
    }
  }

  /// Gives up on the question; nothing has changed then.
  func stop() { end(nil) }

  /// Waits for the end of the refresh.
  func ended() async {
    if !isOver { await withCheckedContinuation { observers.append($0) } }
  }

  private func giveUp(after limit: Duration) {
    if isOver { return }
    controller.lane.giveUp(on: Self.question)
    end { [id] _ throws(AppControllerError) in throw .tooLate(id, limit) }
  }

  /// Ends the refresh once: changes the screen, if it still exists.
  private func end(_ finish: ((ScreenController) throws(AppControllerError) -> Void)?) {
    if isOver { return }
    isOver = true
    question?.cancel()
    watch?.cancel()
    controller.screenRefresh = nil
    if let finish, let screen, controller.screens.contains(where: { $0 === screen }) {
      do throws(AppControllerError) { try finish(screen) } catch { controller.refuse(error) }
    }
    for observer in observers { observer.resume() }
    observers = []
    if finish != nil { controller.refreshScreens() }
  }
}

extension ScreenController {
  /// Shows the provider's answer; does nothing when the screen can stay as it is.
  fileprivate func update(with description: InterfaceDescription?) throws(AppControllerError) {
    if let description { try update(with: description) }
  }
}

extension AppControllerError {
  fileprivate static func tooLate(_ screen: String, _ limit: Duration) -> AppControllerError {
    AppControllerError(
      .timedOut, what: "the provider has not described the screen \"\(screen)\" again within \(limit)",
      why: "the provider waits for something that does not come",
      fix: "try again; an app gives it more time with providerDeadline"
    )
  }
}

// MARK: - Refreshing screens

// The refresh of pushed or presented screens, which are requested again one by one.
//
// It is not an operation: nothing is exchanged, so that the user's actions meanwhile stay valid. An operation that
// begins gives up on the question, which is asked again afterwards.
extension AppController {
  /// Requests a screen again as soon as no operation is under way; for a screen of the installed interface, the whole
  /// interface.
  func invalidate(screen id: String, chain: Int) {
    if let index = outdatedScreens.firstIndex(where: { $0.id == id }) {
      outdatedScreens[index].chain = max(outdatedScreens[index].chain, chain)
    } else {
      outdatedScreens.append((id, chain))
    }
    refreshScreens()
  }

  /// Requests the outdated screens, one after another.
  func refreshScreens() {
    while !mustWait, screenRefresh == nil, !outdatedScreens.isEmpty {
      let (id, chain) = outdatedScreens.removeFirst()
      guard let screen = screens.last(where: { $0.id == id }) else { continue }
      if chain > TransitionMachine.longestChain {
        log(.error, "the screen \"\(id)\" is not asked for again: describing it asks for it again and again")
      } else if installedInterface?.resolved().arena.hasSameBytes(as: screen.node.arena) == true {
        handle(.invalidate, chain: chain)
      } else {
        let refresh = ScreenRefresh(screen, chain: chain, of: self)
        screenRefresh = refresh
        refresh.start()
      }
    }
  }

  /// Gives up on the screen that is being requested, because an operation begins; if the screen remains, it is
  /// requested again.
  func setAsideScreenRefresh() {
    guard let screenRefresh else { return }
    screenRefresh.stop()
    invalidate(screen: screenRefresh.id, chain: screenRefresh.chain)
  }

  /// Asks the provider for a screen, and checks it.
  ///
  /// - Returns: The screen; `nil` when it can stay as it is.
  func describe(screen id: String) async throws(AppControllerError) -> InterfaceDescription? {
    let handle = makeHandle(state: state, session: session)
    return try await asking(ScreenRefresh.question) { try await $0.screenInterface(id, for: handle) }
  }
}
