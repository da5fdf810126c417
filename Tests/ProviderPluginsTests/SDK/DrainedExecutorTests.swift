import Synchronization
import Testing

@testable import ProviderSDK

struct `The executor of an instance` {
  private final class Ticks: Sendable {
    let count = Mutex(0)
  }

  private actor Guest {
    private let executor: DrainedExecutor

    init(_ executor: DrainedExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func visit() {}
  }

  @Test(arguments: [(isClosed: false, ticks: 1), (isClosed: true, ticks: 0)])
  func `requests a tick for what becomes ready between the calls, until it is closed`(
    _ expected: (isClosed: Bool, ticks: Int)
  ) async {
    let ticks = Ticks()
    let executor = DrainedExecutor { ticks.count.withLock { $0 += 1 } }
    let guest = Guest(executor)
    if expected.isClosed { executor.close() }
    // The task runs here until it waits for the guest, so its job is with the executor.
    let visit = Task.immediate { await guest.visit() }
    #expect(ticks.count.withLock { $0 } == expected.ticks)
    // It runs in the next call all the same.
    #expect(executor.run {})
    await visit.value
  }
}
