package import AppControllerKit

extension TextReader {
  /// Returns the elements as a text that is seen can express them.
  package static func expected(_ elements: [AccessibleElement]) -> [Thing] {
    elements.flatMap(things).map { thing in
      // All of them are open in a text, and look like any container.
      thing.role == "disclosure" ? Thing(role: "container", name: thing.name) : thing
    }
  }

  /// Returns the elements as lines that are spoken can express them.
  package static func expected(spoken elements: [AccessibleElement]) -> [Thing] {
    // A layer covers the elements below it.
    let start = elements.lastIndex { $0.role == .dialog } ?? 0
    return elements[start...].flatMap { element in
      var element = element
      // A busy or disabled element cannot be chosen now.
      if !element.states.isDisjoint(with: [.busy, .disabled]) { element.states.remove(.pressable) }
      return things(of: element)
    }
  }

  /// A text of several lines becomes several texts, and one that ends in a colon looks like the name of a container.
  private static func things(of element: AccessibleElement) -> [Thing] {
    // A text has the cells of a row, and not its name.
    let name = element.role == .row ? element.value ?? element.name : element.name
    var thing = Thing(role: role(of: element), name: name, states: Set(element.states.names))
    thing.error = element.error
    if element.role == .passwordInput { thing.states.insert("secret") }
    if thing.role == "paragraph", thing.name.hasSuffix(":") {
      thing.role = "container"
      thing.name.removeLast()
    }
    if ["labelled", "item"].contains(thing.role), let end = thing.name.firstRange(of: ": ") {
      thing.name = String(thing.name[..<end.lowerBound])
    }
    let hint = element.hint.map { Thing(role: "paragraph", name: $0) }
    return [thing, hint].compactMap(\.self).flatMap { thing in
      thing.name.split(separator: "\n").enumerated().map { index, line in
        index == 0
          ? Thing(role: thing.role, name: String(line), states: thing.states, error: thing.error)
          : Thing(role: "paragraph", name: String(line))
      }
    }
  }

  private static func role(of element: AccessibleElement) -> String {
    switch element.role {
    case .button where !element.states.isDisjoint(with: [.expanded, .collapsed]): "disclosure"
    case .group where element.value != nil || element.badge != nil || element.states.contains(.pressable): "item"
    case .main, .dialog, .region, .form, .group, .list, .table, .tabList, .radioGroup: "container"
    case .row: "item"
    case .button where element.value != nil: "labelled"
    case .textInput, .multilineTextInput, .emailInput, .passwordInput, .numberInput, .spinButton, .dateInput,
      .timeInput, .dateTimeInput, .urlInput, .searchInput, .code, .figure, .progressIndicator:
      "labelled"
    case .listItem: "item"
    case .checkBox, .radioButton: "box"
    case .alert, .status: "banner"
    case .tab, .heading, .paragraph, .image, .button, .link: element.role.rawValue
    }
  }
}
