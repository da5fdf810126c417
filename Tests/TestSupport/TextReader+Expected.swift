package import AppControllerKit

extension TextReader {
  /// Returns the elements as plain text can express them.
  ///
  /// Whether a choice can be used is written once for all its options, and a text that ends in a colon looks like the
  /// name of a container.
  package static func expected(_ elements: [AccessibleElement]) -> [TextReader.Thing] {
    elements.flatMap { element in
      var thing = TextReader.Thing(role: role(of: element), name: element.name, states: Set(element.states.names))
      thing.error = element.error
      if element.id == nil, thing.role == "radio" || thing.role == "checkBox" { thing.states.remove("disabled") }
      if thing.role == "paragraph", thing.name.hasSuffix(":") {
        thing.role = "container"
        thing.name.removeLast()
      }
      if ["labelled", "tabList"].contains(thing.role) || element.role == .listItem,
        let end = thing.name.firstRange(of: ": ")
      {
        thing.name = String(thing.name[..<end.lowerBound])
      }
      let hint = element.hint.map { TextReader.Thing(role: "paragraph", name: $0) }
      // A text of several lines becomes several texts.
      let lines = [thing, hint].compactMap(\.self).flatMap { thing in
        thing.name.split(separator: "\n").enumerated().map { index, line in
          index == 0
            ? TextReader.Thing(role: thing.role, name: String(line), states: thing.states, error: thing.error)
            : TextReader.Thing(role: "paragraph", name: String(line))
        }
      }
      return lines
    }
  }

  private static func role(of element: AccessibleElement) -> String {
    switch element.role {
    case .main, .dialog, .region, .form, .group, .list, .listItem, .radioGroup: "container"
    case .textInput, .emailInput, .passwordInput, .numberInput, .urlInput, .searchInput, .code, .progressIndicator:
      "labelled"
    case .radioButton: "radio"
    case .alert, .status: "banner"
    case .tabList, .tab, .heading, .paragraph, .image, .button, .link, .checkBox: element.role.rawValue
    }
  }
}
