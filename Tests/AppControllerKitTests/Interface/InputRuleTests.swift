import AppControllerInterface
import AppControllerKit
import Testing

@Suite struct `An input's rule` {
  @Test(
    arguments: [
      (.required, [], false), (.required, [""], false), (.required, ["x"], true), (.required, ["", "x"], true),
      (.required, ["false"], true), (.length(min: 2, max: nil), ["a"], false),
      (.length(min: 2, max: nil), ["ab"], true),
      (.length(min: 2, max: nil), [], true), (.length(min: 2, max: nil), [""], true),
      (.length(min: nil, max: 2), ["abc"], false), (.length(min: nil, max: 2), ["ab"], true),
      (.length(min: 1, max: 2), ["e\u{301}👩‍👧"], true), (.length(min: 2, max: 3), ["ab", "a"], false),
      (.length(min: 3, max: 1), ["ab"], false), (.length(min: -5, max: -1), ["a"], false),
      (.digits, ["0123456789"], true), (.digits, ["12a"], false), (.digits, ["１２"], false), (.digits, ["-1"], false),
      (.email, ["kitty@example.com"], true), (.email, ["a@b"], true), (.email, ["@b"], false), (.email, ["a@"], false),
      (.email, ["a"], false), (.email, ["a@b@c"], false), (.email, ["a b@c"], false), (.email, ["a@b\u{A0}c"], false),
      (.oneOf, ["red"], true), (.oneOf, ["red", "blue"], true), (.oneOf, ["red", "pink"], false),
      (.sameAs("other"), ["twin"], true), (.sameAs("other"), ["Twin"], false), (.sameAs("nobody"), ["twin"], false),
      (.sameAs("other"), [""], true), (.unknown("prime"), ["4"], true),
    ] as [(InputRule.Requirement, [String], Bool)])
  func `says whether values satisfy it`(requirement: InputRule.Requirement, values: [String], isSatisfied: Bool) throws
  {
    let screen = InterfaceDescription("d") {
      Screen("s", title: "S") { Picker("n", "N", options: [.init("red"), .init("blue")]) }
    }
    let input = try #require(screen.root.children.first?.input)
    let found = InputRule(requirement).isSatisfied(by: values, of: input) { $0 == "other" ? "twin" : nil }
    #expect(found == isSatisfied)
  }
}

@Suite struct `A condition` {
  @Test(
    arguments: [
      (.always, true), (.never, false), (.filled("full"), true), (.filled("full", "empty"), false), (.filled([]), true),
      (.valid("good"), true), (.valid("good", "bad"), false), (.checked("on"), true), (.checked("off"), false),
      (.all([]), true), (.any([]), false), (.all([.always, .filled("full")]), true), (.all([.always, .never]), false),
      (.any([.never, .checked("on")]), true), (.any([.never, .never]), false), (.not(.never), true),
      (.not(.always), false),
      (.not(.all([.filled("full"), .not(.checked("off"))])), false),
    ] as [(Condition, Bool)])
  func `holds or not`(condition: Condition, holds: Bool) {
    let found = condition.holds(
      isFilled: { $0 == "full" }, isValid: { $0 == "good" }, isChecked: { $0 == "on" }
    )
    #expect(found == holds)
  }

  @Test func `names the inputs that it asks about`() {
    let condition = Condition.all([.filled("a", "b"), .any([.checked("c"), .not(.valid("d"))]), .always, .never])
    #expect(condition.inputs == ["a", "b", "c", "d"])
  }
}
