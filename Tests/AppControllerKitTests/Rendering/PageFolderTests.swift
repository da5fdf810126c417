import AppControllerKit
import Foundation
import Testing

/// What `Tests/Pages/run` reads with other people's programs.
@Suite(.enabled(if: PageFolder.path != nil)) struct `A folder of pages` {
  @Test func `has each page, and what it has to say`() throws {
    let folder = URL(fileURLWithPath: try #require(PageFolder.path))
    for (name, interface, state) in PageSamples.all {
      let page = HTMLRenderer().render(interface, state: state)
      try Data(page.utf8).write(to: folder.appendingPathComponent("\(name).html"))
      let elements = interface.accessibleElements(state: state).map(PageFolder.object)
      let data = try JSONSerialization.data(withJSONObject: elements, options: [.sortedKeys, .prettyPrinted])
      try data.write(to: folder.appendingPathComponent("\(name).json"))
    }
    for style in AppController.Configuration.Style.allCases {
      let transition = HTMLRenderer().renderTransition(
        from: (EveryKind.loggedOut, .init()), to: (EveryKind.loggedIn, .init()), configuration: .init(style: style)
      )
      try Data(transition.utf8).write(to: folder.appendingPathComponent("transition-\(style).html"))
    }
  }
}

enum PageFolder {
  static let path = ProcessInfo.processInfo.environment["PAGE_FOLDER"]

  static func object(_ element: AccessibleElement) -> [String: Any] {
    var object: [String: Any] = [
      "role": element.role.rawValue, "name": element.name, "states": element.states.names,
      "level": element.level,
    ]
    object["id"] = element.id
    object["hint"] = element.hint
    object["error"] = element.error
    object["value"] = element.value
    object["placeholder"] = element.placeholder
    object["minimum"] = element.minimum
    object["maximum"] = element.maximum
    object["badge"] = element.badge
    object["severity"] = element.severity?.rawValue
    return object
  }
}
