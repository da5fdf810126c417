internal import AppControllerKit

/// What the host asks a provider.
enum Question: Sendable {
  case isInitiallyLoggedIn
  case configuration
  case describe
  /// A screen that is shown, by its id.
  case screen(String)
  case perform(InterfaceAction)
  case sessionEnded(Session)
  case notify(ProviderEvent)

  var isAction: Bool {
    switch self {
    case .perform: true
    case .isInitiallyLoggedIn, .configuration, .describe, .screen, .sessionEnded, .notify: false
    }
  }
}

/// What a provider answers.
enum Answer: Sendable {
  case flag(Bool)
  case configuration(AppController.Configuration)
  case interface(InterfaceDescription)
  case response(ActionResponse)
  case done
  /// The provider does not do that.
  case unsupported
  case failure(ProviderFailure)
}

/// A provider's error as the host reports it.
struct ProviderFailure: Sendable {
  var what: String
  var why: String
  var fix: String
}

/// Owns one provider, and keeps its functions from running two at a time between their suspensions.
actor ProviderActor {
  nonisolated let executor: DrainedExecutor
  private let provider: any AppControllerInterfaceProviding
  private var tasks = NumberedTable<Task<Void, Never>>()

  init(executor: DrainedExecutor, make: @Sendable () -> any AppControllerInterfaceProviding) {
    self.executor = executor
    provider = make()
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Starts to answer a question; `finish` is called on the actor when there is an answer.
  func start(
    _ question: Question, _ handle: AppController.Handle, sequence: UInt64, finish: @escaping @Sendable (Answer) -> Void
  ) {
    tasks[sequence] = Task {
      let answer = await self.answer(question, handle)
      tasks[sequence] = nil
      finish(answer)
    }
  }

  /// Cancels a question that is not answered yet.
  func cancel(_ sequence: UInt64) { tasks[sequence]?.cancel() }

  /// Cancels every question.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
  }

  private func answer(_ question: Question, _ handle: AppController.Handle) async -> Answer {
    do {
      switch question {
      case .isInitiallyLoggedIn: return .flag(try await provider.isInitiallyLoggedIn(for: handle))
      case .configuration: return .configuration(try await provider.configuration(for: handle))
      case .describe: return try await describe(handle)
      case .screen(let id):
        return try await provider.screenInterface(id, for: handle).map(Answer.interface) ?? .unsupported
      case .perform(let action): return .response(try await provider.perform(action, for: handle))
      case .sessionEnded(let session):
        try await provider.sessionEnded(session, for: handle)
        return .done
      case .notify(let event):
        await provider.notify(event, for: handle)
        return .done
      }
    } catch let error as AppControllerError where error.code == .unsupportedAction {
      return .unsupported
    } catch let error as any ExplainedError {
      return .failure(ProviderFailure(what: error.what, why: error.why, fix: error.fix))
    } catch {
      return .failure(ProviderFailure(what: "\(error)", why: "the provider's function threw it", fix: ""))
    }
  }

  private func describe(_ handle: AppController.Handle) async throws -> Answer {
    switch handle.state {
    case .loggedIn: .interface(try await provider.loggedInInterface(for: handle))
    case .launching: try await provider.splashInterface(for: handle).map(Answer.interface) ?? .unsupported
    case .loggedOut, .uninstalled, .terminated: .interface(try await provider.loggedOutInterface(for: handle))
    }
  }
}
