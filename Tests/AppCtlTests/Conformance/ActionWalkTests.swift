import AppControllerKit
import Testing

@testable import AppControllerKitTesting
@testable import ProviderValidator

@Suite struct `The walk through the actions of screens` {
  /// Returns a screen with a button for each action, whose payload has the value of the index.
  private static func screen(_ id: String, _ actions: [(name: String, payload: String?)]) -> InterfaceDescription {
    InterfaceDescription(id) {
      Screen(id, title: id) {
        for (index, action) in actions.enumerated() {
          Button(
            "\(id)-\(index)", "Go",
            action: Action(action.name, payload: action.payload.map { [$0: "\(index)"] } ?? [:]))
        }
      }
    }
  }

  private static func rest(_ walk: inout ActionWalk) -> [String] {
    var names: [String] = []
    while let stop = walk.next() { names.append(stop.offered.kind.words) }
    return names
  }

  @Test func `has each name with each shape of payload before more of the same`() {
    var walk = ActionWalk(repetitions: 3)
    let rows = Array(repeating: (name: "open", payload: String?("id")), count: 5)
    walk.add(Self.screen("list", rows + [("open", "name"), ("purge", nil)]))
    #expect(Self.rest(&walk) == ["open (id)", "open (name)", "purge", "open (id)", "open (id)"])
    #expect(walk.untried.isEmpty && walk.isRepeating)
  }

  @Test func `goes on with the screen that was shown last, and meets no action twice`() {
    var walk = ActionWalk(repetitions: 4)
    let list = Self.screen("list", [("open", nil), ("search", nil)])
    walk.add(list)
    #expect(walk.next()?.offered.kind.words == "open")
    walk.add(Self.screen("details", [("delete", nil), ("share", nil)]), depth: 1)
    walk.add(list, depth: 1)
    #expect(walk.untried.map(\.words) == ["delete", "share", "search"])
    #expect(Self.rest(&walk) == ["delete", "share", "search"])
  }

  @Test func `leaves a chain of screens without end to the last`() {
    var walk = ActionWalk(repetitions: 4)
    walk.add(Self.screen("list", [("next-0", nil), ("search", nil)]))
    var names: [String] = []
    for number in 1...30 {
      names.append(walk.next()?.offered.kind.words ?? "")
      walk.add(Self.screen("page-\(number)", [("next-\(number)", nil)]), depth: number)
    }
    #expect(names.firstIndex(of: "search") == 9)
  }
}
