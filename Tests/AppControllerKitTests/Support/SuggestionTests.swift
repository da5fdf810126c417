import AppControllerKit
import Testing

@Suite struct `Suggestions` {
  @Test(
    arguments: [
      ("login", "login", 0), ("logn", "login", 1), ("lgoin", "login", 1), ("lgoni", "login", 2),
      ("logout", "login", nil),
      ("", "ab", 2), ("", "abc", nil), ("abc", "", nil), ("loginxxx", "login", nil), ("show", "stow", 1),
    ] as [(String, String, Int?)]
  )
  func `count typing errors up to two`(left: String, right: String, distance: Int?) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }

  @Test func `take the nearest, and the first of several`() {
    #expect(Suggestion.nearest(to: "sets", among: ["seta", "setb", "set"]) == "seta")
    #expect(Suggestion.nearest(to: "setss", among: ["set", "sets"]) == "sets")
    #expect(Suggestion.nearest(to: "--a", among: ["--b"]) == nil)
  }

  @Test func `let a short word have one error only`() {
    #expect(Suggestion.nearest(to: "mx", among: ["max", "min"]) == "max")
    #expect(Suggestion.nearest(to: "rule", among: ["role", "ruined"]) == "role")
    #expect(Suggestion.nearest(to: "rolx", among: ["rule"]) == nil)
  }
}
