import AppControllerKit

extension SpokenLines {
  /// Returns the elements as lines can express them: a text that ends in a colon looks like the name of a container.
  static func expected(_ elements: [AccessibleElement]) -> [SpokenLines.Thing] {
    // A layer covers the elements below it.
    let start = elements.lastIndex { $0.role == .dialog } ?? 0
    return elements[start...].flatMap { element in
      var thing = SpokenLines.Thing(role: role(of: element), name: element.name, states: Set(element.states.names))
      thing.error = element.error
      // A busy or disabled element cannot be chosen now.
      if !element.states.isDisjoint(with: [.busy, .disabled]) { thing.states.remove("pressable") }
      if element.role == .passwordInput { thing.states.insert("secret") }
      if element.role != .checkBox, element.role != .radioButton { thing.states.remove("checked") }
      if thing.role == "paragraph", thing.name.hasSuffix(":") {
        thing.role = "container"
        thing.name.removeLast()
      }
      if ["labelled", "item"].contains(thing.role), let end = thing.name.firstRange(of: ": ") {
        thing.name = String(thing.name[..<end.lowerBound])
      }
      let hint = element.hint.map { SpokenLines.Thing(role: "paragraph", name: $0) }
      return [thing, hint].compactMap(\.self).flatMap { thing in
        thing.name.split(separator: "\n").enumerated().map { index, line in
          var part = thing
          if index > 0 { part = SpokenLines.Thing(role: "paragraph", name: "") }
          part.name = String(line)
          return part
        }
      }
    }
  }

  private static func role(of element: AccessibleElement) -> String {
    switch element.role {
    case .main, .dialog, .region, .form, .group, .list, .radioGroup, .tabList: "container"
    case .textInput, .emailInput, .passwordInput, .numberInput, .urlInput, .searchInput, .code, .progressIndicator:
      "labelled"
    case .checkBox, .radioButton: "box"
    case .listItem: "item"
    case .alert, .status: "banner"
    case .tab, .heading, .paragraph, .image, .button, .link: element.role.rawValue
    }
  }
}
