import AppControllerKit
import TestSupport
import Testing

@Suite struct `A moment` {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_767_312_000, "2026-01-02T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    ] as [(Timestamp, String)])
  func `is shown in the form of ISO 8601`(moment: Timestamp, text: String) {
    #expect("\(moment)" == text)
  }

  @Test func `and a time make another moment, in whole seconds`() {
    let moment: Timestamp = 100
    #expect(moment + .seconds(60) == 160)
    #expect(moment - .seconds(160) == -60)
    #expect(moment + .milliseconds(1999) == 101)
    #expect(moment - .milliseconds(1999) == 99)
  }

  @Test func `has a time to another one`() {
    let (early, late): (Timestamp, Timestamp) = (100, 160)
    #expect(late - early == .seconds(60))
    #expect(early - late == .seconds(-60))
    #expect(early < late)
  }

  @Test func `is never too far away to reckon with`() {
    let (first, last) = (Timestamp(secondsSince1970: .min), Timestamp(secondsSince1970: .max))
    #expect(last + .seconds(1) == last)
    #expect(first - .seconds(1) == first)
    #expect((last - first).components.seconds == .max)
    #expect((first - last).components.seconds == -.max)
    #expect(!"\(first)\(last)".isEmpty)
  }
}
