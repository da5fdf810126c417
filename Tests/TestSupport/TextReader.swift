import AppControllerKit

/// Reads the elements of a screen from plain text: their roles, names, states and errors.
///
/// It knows the marks that the renderer guarantees, and nothing of the description. Every element that contains others
/// is a container.
package struct TextReader {
  /// One element in a text.
  package struct Thing: Equatable, CustomStringConvertible {
    package var role: String
    package var name: String
    package var states: Set<String> = []
    package var error: String?

    package var description: String { "\(role) \"\(name)\" \(states.sorted())" + (error.map { " !\($0)" } ?? "") }
  }

  package private(set) var things: [Thing] = []

  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if !line.isEmpty, line != "---", line != "Presented:" { read(String(line)) }
    }
  }

  private mutating func read(_ line: String) {
    if let message = line.after("! ") {
      things[things.count - 1].error = message
      things[things.count - 1].states.insert("invalid")
    } else if line == "< Back" {
      things.append(Thing(role: "button", name: "Back"))
    } else if let name = line.between("[image: ", "]") {
      things.append(Thing(role: "image", name: name))
    } else if let name = Self.split(line).name.between("== ", " ==") {
      things.append(Thing(role: "container", name: name, states: Self.split(line).states))
    } else if let name = Self.split(line).name.between("[ ", " ]") {
      things.append(Thing(role: "button", name: name, states: Self.split(line).states))
    } else if !readChecked(line), !readTabs(line), !readItem(line) {
      readText(line)
    }
  }

  private mutating func readChecked(_ line: String) -> Bool {
    let marks = [
      ("[x] ", "checkBox", true), ("[ ] ", "checkBox", false), ("(*) ", "radio", true), ("( ) ", "radio", false),
    ]
    for (mark, role, isOn) in marks {
      guard let rest = line.after(mark) else { continue }
      let (name, states) = Self.split(rest)
      things.append(Thing(role: role, name: name, states: isOn ? states.union(["checked"]) : states))
      return true
    }
    return false
  }

  /// Reads tabs, which stand on one line, one of them in brackets.
  private mutating func readTabs(_ line: String) -> Bool {
    guard let end = line.firstRange(of: ": "), case let tabs = line[end.upperBound...].ranges(of: " | "),
      case let names = line[end.upperBound...].split(separator: " | ", omittingEmptySubsequences: false).map(
        String.init),
      !tabs.isEmpty || names[0].hasPrefix("["),
      names.filter({ Self.split($0).name.between("[", "]") != nil }).count == 1
    else { return false }
    things.append(Thing(role: "tabList", name: String(line[..<end.lowerBound])))
    for text in names {
      let (name, states) = Self.split(text)
      let selected = name.between("[", "]")
      things.append(
        Thing(
          role: "tab", name: (selected ?? name).withoutBadge,
          states: selected == nil ? states : states.union(["selected"])))
    }
    return true
  }

  private mutating func readItem(_ line: String) -> Bool {
    guard let rest = line.after("- ") else { return false }
    var (name, states) = Self.split(rest)
    if name.hasSuffix(" >") {
      name.removeLast(2)
      states.insert("pressable")
    }
    things.append(Thing(role: "container", name: name.withoutBadge.upTo(": "), states: states))
    return true
  }

  private mutating func readText(_ line: String) {
    let (name, states) = Self.split(line)
    if let severity = ["info: ", "success: ", "warning: ", "error: "].first(where: line.hasPrefix) {
      things.append(Thing(role: "banner", name: String(line.dropFirst(severity.count))))
    } else if let title = line.after("## ") ?? line.after("# ") {
      things.append(Thing(role: "heading", name: title))
    } else if name.hasSuffix(":") {
      things.append(Thing(role: "container", name: String(name.dropLast()), states: states))
    } else if name.hasSuffix(">"), let url = name.ranges(of: " <").last {
      things.append(Thing(role: "link", name: String(name[..<url.lowerBound]), states: states))
    } else if line.contains(": ") {
      things.append(Thing(role: "labelled", name: line.upTo(": "), states: states))
    } else {
      things.append(Thing(role: "paragraph", name: line))
    }
  }

  /// Splits a text into the part before its remarks, and the states that the remarks name.
  private static func split(_ text: String) -> (name: String, states: Set<String>) {
    guard text.hasSuffix(")"), let start = text.ranges(of: " (").last else { return (text, []) }
    let words = text[start.upperBound...].dropLast().split(separator: ", ").map(String.init)
    let known = ["required", "secret", "disabled", "busy", "primary", "destructive", "cancel"]
    guard words.allSatisfy({ known.contains($0) || $0.hasPrefix("for example ") }) else { return (text, []) }
    return (String(text[..<start.lowerBound]), Set(words).intersection(["required", "disabled", "busy"]))
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }

  fileprivate func between(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), count >= prefix.count + suffix.count else { return nil }
    return String(dropFirst(prefix.count).dropLast(suffix.count))
  }

  fileprivate func upTo(_ end: String) -> String { firstRange(of: end).map { String(self[..<$0.lowerBound]) } ?? self }

  /// The name without a badge, which is a few characters in parentheses after it.
  fileprivate var withoutBadge: String {
    guard hasSuffix(")"), let start = ranges(of: " (").last else { return self }
    return String(self[..<start.lowerBound])
  }
}
