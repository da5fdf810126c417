import AppControllerInterface
import AppControllerKit
import Testing

@Suite struct `The range of a value` {
  @Test(
    arguments: [
      ("2026-05-12", true), ("2026-02-28", true), ("2026-02-29", false), ("2024-02-29", true), ("1900-02-29", false),
      ("2000-02-29", true), ("2026-00-01", false), ("2026-13-01", false), ("2026-04-31", false), ("0000-01-01", false),
      ("9999-12-31", true), ("2026-5-12", false), ("12.05.2026", false), ("2026-05-12T14:30", false), ("", false),
      ("２０２６-05-12", false),
    ])
  func `takes days of the calendar only`(text: String, isDay: Bool) {
    #expect(ValueRange(of: .date).contains(text) == isDay)
  }

  @Test(
    arguments: [
      (FieldContent.time, "00:00", true), (.time, "23:59", true), (.time, "24:00", false), (.time, "7:30", false),
      (.time, "12:60", false), (.dateTime, "2026-05-12T14:30", true), (.dateTime, "2026-05-12 14:30", false),
      (.dateTime, "2026-05-12T14:30:00", false), (.number, "-12.50", true), (.number, "1e3", false),
      (.number, "0x10", false), (.number, "1,5", false), (.number, "1.", false), (.number, ".5", false),
      (.number, "", false), (.number, "1234567890123456789", false), (.text, "anything", true),
    ])
  func `takes what has the form of the content only`(content: FieldContent, text: String, isRight: Bool) {
    #expect(ValueRange(of: content).contains(text) == isRight)
  }

  @Test(
    arguments: [
      ("0.1", true), ("0.3", true), ("0.35", false), ("1", true), ("1.1", false), ("-0.1", false), ("0", true),
      ("0.30", true),
    ])
  func `counts steps of a number without rounding`(text: String, isIn: Bool) {
    #expect(ValueRange(of: .number, min: "0", max: "1", step: "0.1").contains(text) == isIn)
  }

  @Test func `compares days and times within bounds that belong to it`() {
    let days = ValueRange(of: .date, min: "2026-05-01", max: "2026-05-31")
    #expect(["2026-04-30", "2026-05-01", "2026-05-31", "2026-06-01"].map(days.contains) == [false, true, true, false])
    let times = ValueRange(of: .dateTime, min: "2026-05-01T23:59")
    #expect(["2026-05-01T23:58", "2026-05-01T23:59", "2026-05-02T00:00"].map(times.contains) == [false, true, true])
  }

  @Test(
    arguments: [
      (FieldContent.date, "2026-01-31", 1, MomentPart.month, "2026-02-28"),
      (.date, "2024-02-29", 1, .year, "2025-02-28"),
      (.date, "2025-12-31", 1, .day, "2026-01-01"), (.date, "0001-01-01", -1, .day, "0001-01-01"),
      (.date, "9999-12-31", 1, .day, "9999-12-31"), (.date, "1970-01-01", -1, .day, "1969-12-31"),
      (.time, "23:59", 1, .minute, "00:00"), (.time, "00:10", -1, .hour, "23:10"),
      (.dateTime, "2026-05-12T23:30", 1, .hour, "2026-05-13T00:30"),
      (.dateTime, "1969-12-31T00:00", -1, .minute, "1969-12-30T23:59"),
      (.dateTime, "2026-05-31T10:00", -3, .month, "2026-02-28T10:00"),
    ])
  func `steps the part of a moment, and carries`(
    content: FieldContent, text: String, count: Int, part: MomentPart, expected: String
  ) {
    #expect(ValueRange(of: content).value(count, stepsAfter: text, of: part) == expected)
  }

  @Test(
    arguments: [
      ("2", 1, "3"), ("9", 1, "9"), ("1", -1, "1"), ("20", -1, "9"), ("", 1, "1"), ("x", -1, "9"), ("2.5", 1, "3"),
      ("2.5", -1, "2"),
    ])
  func `steps a number within its bounds`(text: String, count: Int, expected: String) {
    #expect(ValueRange(of: .number, min: "1", max: "9", step: "1").value(count, stepsAfter: text, of: .day) == expected)
  }

  @Test func `goes through every day of four hundred years once`() {
    var (day, count) = ("1999-12-31", 0)
    var seen: Set<String> = []
    while day != "2400-01-01", count < 200_000 {
      day = ValueRange(of: .date).value(1, stepsAfter: day, of: .day) ?? "2400-01-01"
      #expect(seen.insert(day).inserted)
      count += 1
    }
    #expect(count == 146_097 + 1)
  }

  @Test func `is a rule of its input`() throws {
    let screen = InterfaceDescription("d") { Screen("s", title: "S") { TextField("n", "N", content: .date) } }.root
    let input = try #require(screen.children.first?.input)
    let rule = InputRule(.range(min: "2026-05-01", max: nil))
    #expect(rule.isSatisfied(by: [""], of: input) { _ in nil }, "an empty input breaks only the rule that requires it")
    #expect(!rule.isSatisfied(by: ["2026-04-30"], of: input) { _ in nil })
  }

  @Test(
    arguments: [
      (FieldContent.date, "tomorrow", "2026-05-12", "F is not in the right form"),
      (.time, "noon", "12:00", "F is not in the right form"), (.number, "x", "-12.5", "F is not a number"),
    ])
  func `of a field without a rule is that its value has the form`(
    content: FieldContent, wrong: String, right: String, message: String
  ) {
    let screen = InterfaceDescription("d") { Screen("s", title: "S") { TextField("f", "F", content: content) } }
    let form = Form(of: screen.root)
    #expect(form.violations(in: ["f"], ["f": .text(wrong)]).map { $0.message(.english) } == [message])
    #expect(form.violations(in: ["f"], ["f": .text(right)]).isEmpty)
    #expect(form.violations(in: ["f"], [:]).isEmpty)
  }
}
