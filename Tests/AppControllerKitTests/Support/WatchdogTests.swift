import AppControllerKit
import Synchronization
import TestSupport
import Testing

@Suite struct `A watchdog` {
  private static let hours = Duration.seconds(36_000)

  @Test func `does what it is for when a call does not come back`() async {
    let (calls, told) = AsyncStream<String>.makeStream()
    let watchdog = Watchdog { name, limit in told.yield("\(name) \(limit)") }
    watchdog.begin("a call", within: .zero)
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == "a call 0.0 seconds")
  }

  /// The thread of an earlier call sleeps much longer.
  @Test func `looks after a short call behind a long one`() async {
    let (calls, told) = AsyncStream<String>.makeStream()
    let watchdog = Watchdog { name, _ in told.yield(name) }
    watchdog.begin("long", within: Self.hours)
    watchdog.end()
    watchdog.begin("short", within: .milliseconds(1))
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == "short")
  }

  /// Calls that come back, of any limit, at random; only the last one does not.
  @Test(arguments: 0..<8)
  func `leaves calls alone that come back`(_ seed: Int) async {
    var generator = SeededGenerator(seed: seed)
    let (calls, told) = AsyncStream<String>.makeStream()
    let watchdog = Watchdog { name, _ in told.yield(name) }
    for number in 0..<200 {
      watchdog.begin("\(number)", within: Self.hours / (1 + generator.number(below: 1000)))
      if !generator.oneIn(5) { watchdog.end() }
    }
    watchdog.begin("last", within: .zero)
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == "last")
  }
}
