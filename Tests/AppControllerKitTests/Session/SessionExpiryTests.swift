import TestSupport
import Testing

@testable import AppControllerKit

@Suite struct `When a session ends` {
  typealias Step = SessionExpiry.Step

  /// What is to be done at each time that is waited for, from a time on.
  private func plan(end: Int64, from start: Int64, limit: Int = 20) -> [String] {
    var expiry = SessionExpiry(end: Timestamp(secondsSince1970: end), now: Timestamp(secondsSince1970: start))
    var now = start
    var lines: [String] = []
    while lines.count < limit {
      switch expiry.step(at: Timestamp(secondsSince1970: now)) {
      case .wait(let time): now += Int64(time / .seconds(1))
      case .refresh: lines.append("\(now) refresh")
      case .expire: return lines + ["\(now) expire"]
      }
    }
    return lines
  }

  private static let plans: [(end: Int64, expected: [String])] = [
    (1000, ["940 refresh", "1000 expire"]), (300, ["240 refresh", "300 expire"]), (100, ["80 refresh", "100 expire"]),
    (86_400, ["86340 refresh", "86400 expire"]), (5, ["4 refresh", "5 expire"]), (4, ["4 expire"]), (1, ["1 expire"]),
    (0, ["0 expire"]), (-5, ["0 expire"]),
  ]

  @Test(arguments: plans)
  func `it is refreshed a minute before, or a fifth of its life`(end: Int64, expected: [String]) {
    #expect(plan(end: end, from: 0) == expected)
  }

  @Test func `the time is looked at every hour, because somebody may set the clock`() {
    var expiry = SessionExpiry(end: 100_000, now: 0)
    #expect(expiry.step(at: 0) == .wait(.seconds(3600)))
    #expect(expiry.step(at: 3600) == .wait(.seconds(3600)))
    #expect(expiry.step(at: 100_001) == .expire, "it was set forwards")
    #expect(expiry.step(at: -500_000) == .wait(.seconds(3600)), "it was set backwards")
  }

  @Test func `no time is too far away`() {
    func step(end: Int64, now: Int64) -> Step {
      let now = Timestamp(secondsSince1970: now)
      var expiry = SessionExpiry(end: Timestamp(secondsSince1970: end), now: now)
      return expiry.step(at: now)
    }
    let long = Step.wait(.seconds(3600))
    #expect(step(end: .max, now: .min) == long)
    #expect(step(end: .max, now: 0) == long)
    #expect(step(end: .min, now: .max) == .expire)
    #expect(step(end: .min, now: .min) == .expire)
    #expect(step(end: .max, now: .max) == .expire)
    #expect(step(end: .max, now: .max - 1) == .wait(.seconds(1)))
    #expect(step(end: .min + 10, now: .min) == .wait(.seconds(8)))
  }
}
