import AppControllerKit

/// Reads the elements of a screen from the lines of line mode: their roles, names, states and errors.
///
/// It knows the words that line mode guarantees, and nothing of the description.
struct SpokenLines {
  /// One element in the lines.
  struct Thing: Equatable, CustomStringConvertible {
    var role: String
    var name: String
    var states: Set<String> = []
    var error: String?

    var description: String { "\(role) \"\(name)\" \(states.sorted())" + (error.map { " !\($0)" } ?? "") }
  }

  private(set) var things: [Thing] = []

  init(_ lines: [String]) {
    for line in lines {
      var text = line.drop { $0 == " " }
      // An element that can be chosen has a number.
      let number = text.prefixMatch(of: #/\d+\. /#)
      if let number { text = text[number.range.upperBound...] }
      if text.isEmpty || text.hasPrefix("for example: ") { continue }
      read(String(text))
      if number != nil, things.last?.role == "item" { things[things.count - 1].states.insert("pressable") }
    }
  }

  private mutating func read(_ line: String) {
    if let last = things.lastIndex(where: \.isInput), let message = line.after("error in \(things[last].name): ") {
      things[last].error = message
      things[last].states.insert("invalid")
      return
    }
    let (text, states) = Self.split(line)
    if let name = text.between("== ", " ==") {
      add("container", name, states)
    } else if let name = text.between("", ", button") {
      add("button", name, states)
    } else if let name = text.between("", ", tab") {
      add("tab", name.withoutBadge, states)
    } else if let end = text.ranges(of: ", link to ").last {
      add("link", String(text[..<end.lowerBound]), states)
    } else if let name = text.after("image: ") {
      add("image", name, states)
    } else if let severity = ["info: ", "success: ", "warning: ", "error: "].first(where: text.hasPrefix) {
      add("banner", String(text.dropFirst(severity.count)), states)
    } else if let name = text.after("## ") {
      add("heading", name, states)
    } else if let item = text.after("- ") {
      add("item", item.withoutBadge.upTo(": "), states)
    } else if let name = text.between("", ": on") {
      add("box", name, states.union(["checked"]))
    } else if let name = text.between("", ": off") {
      add("box", name, states)
    } else if text.hasSuffix(":") {
      add("container", String(text.dropLast()), states)
    } else if text.contains(": ") {
      add("labelled", text.upTo(": "), states)
    } else {
      add("paragraph", text, states)
    }
  }

  private mutating func add(_ role: String, _ name: String, _ states: Set<String>) {
    things.append(Thing(role: role, name: name, states: states))
  }

  /// Splits a text into a name and the states in the words after it.
  private static func split(_ text: String) -> (name: String, states: Set<String>) {
    guard text.hasSuffix(")"), let start = text.ranges(of: " (").last else { return (text, []) }
    let words = text[start.upperBound...].dropLast().split(separator: ", ").map(String.init)
    let states = [
      "not shown": "secret", "required": "required", "not available": "disabled", "selected": "selected",
      "busy": "busy",
    ]
    let named = words.compactMap { states[$0] }
    guard named.count == words.count else { return (text, []) }
    return (String(text[..<start.lowerBound]), Set(named))
  }
}

extension SpokenLines.Thing {
  fileprivate var isInput: Bool { ["container", "labelled", "box"].contains(role) }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }

  fileprivate func between(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), count > prefix.count + suffix.count else { return nil }
    return String(dropFirst(prefix.count).dropLast(suffix.count))
  }

  fileprivate func upTo(_ end: String) -> String { firstRange(of: end).map { String(self[..<$0.lowerBound]) } ?? self }

  /// The name without a badge, which is a few characters in parentheses after it.
  fileprivate var withoutBadge: String {
    guard hasSuffix(")"), let start = ranges(of: " (").last else { return self }
    return String(self[..<start.lowerBound])
  }
}
