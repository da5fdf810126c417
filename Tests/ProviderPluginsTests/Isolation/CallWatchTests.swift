import AppControllerKitTesting
import TestSupport
import Testing

@testable import ProviderPlugins

/// The watch reports the calls that return too late.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `The watch over calls` {
  private let clock = ManualClock()
  private let late = Late()
  private let watch: CallWatch

  /// Records the limits of the calls that took longer.
  private final class Late {
    var limits: [Duration] = []
  }

  init() { watch = CallWatch(clock) { [late] in late.limits.append($0) } }

  @Test func `tells of a call that takes longer than it may`() async {
    watch.begin(.seconds(10))
    await reached { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(10))
    await reached { !late.limits.isEmpty }
    #expect(late.limits == [.seconds(10)])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `rests when no call follows`() async {
    watch.begin(.seconds(10))
    await reached { clock.sleeperCount == 1 }
    watch.end()
    await reached { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(10))
    #expect(late.limits.isEmpty)
  }

  @Test func `gives a call that follows its own time, in the same sleep`() async {
    watch.begin(.seconds(10))
    await reached { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(6))
    watch.end()
    watch.begin(.seconds(10))
    #expect(clock.nextDeadline?.offset == .seconds(10))
    clock.advance(by: .seconds(4))
    await reached { clock.sleeperCount == 1 }
    #expect(late.limits.isEmpty)
    #expect(clock.nextDeadline?.offset == .seconds(16))
    clock.advance(by: .seconds(6))
    await reached { !late.limits.isEmpty }
    #expect(late.limits == [.seconds(10)])
  }

  @Test func `wakes earlier for a call that has less time`() async {
    watch.begin(.seconds(10))
    await reached { clock.sleeperCount == 1 }
    watch.end()
    watch.begin(.seconds(3))
    await reached { clock.nextDeadline?.offset == .seconds(3) }
    clock.advance(by: .seconds(3))
    await reached { !late.limits.isEmpty }
    #expect(late.limits == [.seconds(3)])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `watches again after a rest`() async {
    watch.begin(.seconds(10))
    await reached { clock.sleeperCount == 1 }
    watch.end()
    await reached { clock.sleeperCount == 0 }
    watch.begin(.seconds(10))
    await reached { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(10))
    await reached { !late.limits.isEmpty }
    #expect(late.limits == [.seconds(10)])
  }
}
