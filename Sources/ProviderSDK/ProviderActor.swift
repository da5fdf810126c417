internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI

/// Owns one provider, and serialises its functions between their suspensions.
actor ProviderActor {
  nonisolated let executor: DrainedExecutor
  private let provider: any AppControllerInterfaceProviding
  private var tasks = NumberedTable<Task<Void, Never>>()

  init(executor: DrainedExecutor, make: @Sendable () throws -> any AppControllerInterfaceProviding) throws {
    self.executor = executor
    provider = try make()
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// `finish` is called on the actor.
  func start(
    _ call: ProviderCall, _ requests: OpenCall, finish: @escaping @Sendable (ProviderReply) -> Void
  ) {
    tasks[call.sequence] = Task {
      let reply = await OpenCall.$current.withValue(requests) { await answer(call) }
      tasks[call.sequence] = nil
      finish(reply)
    }
  }

  func cancel(_ sequence: UInt64) { tasks[sequence]?.cancel() }

  func cancelAll() {
    for task in tasks.values { task.cancel() }
  }

  private func answer(_ call: ProviderCall) async -> ProviderReply {
    do {
      return try await provider.answerCall(call)
    } catch let error as AppControllerError
      where error.code == .unsupportedAction || error.code == .unsupportedPurpose
    {
      return .unsupported
    } catch {
      return .failed(status: ACK_FAILED, ProviderFailure(error))
    }
  }
}
