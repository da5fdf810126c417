import AppControllerKit

/// One line of a screen in line mode, and the target of its number.
struct LineEntry {
  let element: AccessibleElement
  /// The target that its number chooses; `nil` for an element that is only read.
  let target: TerminalTarget?

  /// Returns all lines of a screen in order, beginning with the surroundings of the screen.
  static func all(of picture: ScreenPicture) -> [LineEntry] {
    let targets = Set(picture.targets)
    var entries: [LineEntry] = []
    for bar in picture.tabBars {
      entries.append(LineEntry(element: AccessibleElement(.tabList, name: bar.label ?? "Tabs"), target: nil))
      for item in bar.items {
        let isSelected = item.id == bar.selectedID
        let states: AccessibleStates = isSelected ? .selected : []
        let element = AccessibleElement(
          .tab, id: item.id, name: item.label, badge: item.badge, states: states, level: 1)
        let target = TerminalTarget.tab(of: bar.id, item.id)
        entries.append(LineEntry(element: element, target: !isSelected && targets.contains(target) ? target : nil))
      }
    }
    if let back = picture.back {
      let name = back.title.map { "Back to \($0)" } ?? "Back"
      entries.append(LineEntry(element: AccessibleElement(.button, name: name), target: .back))
    }
    if picture.isLayer { entries.append(LineEntry(element: AccessibleElement(.button, name: "Close"), target: .close)) }
    for element in picture.node.accessibleElements(state: picture.state) {
      let target = element.id.map(TerminalTarget.node)
      entries.append(LineEntry(element: element, target: target.map(targets.contains) == true ? target : nil))
    }
    return entries
  }
}

extension LineEntry {
  /// The lines without the number; several for a text of several lines, a hint, an example or an error.
  ///
  /// Words say what an element is, instead of signs, because lines are read aloud.
  var lines: [String] {
    let states = self.states
    var texts = [text + (states.isEmpty ? "" : " (\(states.joined(separator: ", ")))")]
    if let hint = element.hint { texts.append("  \(hint)") }
    if let placeholder = element.placeholder { texts.append("  for example: \(placeholder)") }
    // An error may be written long after the element, when it occurs.
    if let error = element.error { texts.append("  error in \(element.name): \(error)") }
    return texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  private var text: String {
    let name = element.name
    let badge = element.badge.map { " (\($0))" } ?? ""
    switch element.role {
    case .main, .dialog: return "== \(name) =="
    case .heading: return "## \(name)"
    case .region, .form, .group, .list, .tabList: return "\(name):"
    case .listItem: return "- \(name)" + (element.value.map { ": \($0)" } ?? "") + badge
    case .tab: return "\(name)\(badge), tab"
    case .paragraph: return name
    case .code, .progressIndicator: return [name, element.value ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    case .image: return "image: \(name)"
    case .alert, .status: return "\((element.severity ?? .info).rawValue): \(name)"
    case .textInput, .emailInput, .numberInput, .urlInput, .searchInput: return "\(name): \(element.value ?? "")"
    case .passwordInput: return "\(name): "
    case .checkBox, .radioButton: return "\(name): \(element.states.contains(.checked) ? "on" : "off")"
    case .radioGroup: return "\(name):"
    case .button: return "\(name), button"
    case .link: return "\(name), link to \(element.value ?? "")"
    }
  }

  private var states: [String] {
    var words: [String] = []
    if element.role == .passwordInput { words.append("not shown") }
    for (state, word) in [
      (AccessibleStates.required, "required"), (.disabled, "not available"), (.selected, "selected"), (.busy, "busy"),
    ] where element.states.contains(state) {
      words.append(word)
    }
    return words
  }
}
