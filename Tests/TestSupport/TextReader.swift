import AppControllerKit

/// Reads the elements of a screen from a text that is seen or spoken: their roles, names, states and errors.
///
/// It knows the marks and words that a text guarantees, and nothing of the description. Every element that contains
/// others is a container.
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
  private let isSpoken: Bool

  /// Reads a text that is seen.
  package init(_ text: String) {
    self.init(text.split(separator: "\n").map(String.init), isSpoken: false)
  }

  /// Reads lines that are spoken, in which everything that can be chosen has a number.
  package init(spoken lines: [String]) {
    self.init(lines, isSpoken: true)
  }

  private init(_ lines: [String], isSpoken: Bool) {
    self.isSpoken = isSpoken
    for line in lines {
      var text = line.drop { $0 == " " }
      let number = isSpoken ? text.prefixMatch(of: #/\d+\. /#) : nil
      if let number { text = text[number.range.upperBound...] }
      if text.isEmpty || text == "---" { continue }
      if !readError(String(text)) { read(String(text)) }
      // What cannot be used now keeps its number.
      if number != nil, let last = things.last, last.role == "item", last.states.isDisjoint(with: ["disabled", "busy"])
      {
        things[things.count - 1].states.insert("pressable")
      }
    }
  }

  private mutating func readError(_ line: String) -> Bool {
    let input = isSpoken ? things.lastIndex(where: \.isInput) : things.indices.last
    guard let input, let message = line.after(isSpoken ? "error in \(things[input].name): " : "! ") else {
      return false
    }
    things[input].error = message
    things[input].states.insert("invalid")
    return true
  }

  private mutating func read(_ line: String) {
    let (text, states) = Self.split(line)
    if let name = text.between("== ", " ==") {
      add("container", name, states)
    } else if let name = text.between("[image: ", "]") {
      add("image", name, states)
    } else if let name = isSpoken ? text.between("", ", button") : text.between("[ ", " ]") {
      add("button", name, states)
    } else if let name = text.between("", ", open") {
      add("disclosure", name, states.union(["expanded"]))
    } else if let name = text.between("", ", closed") {
      add("disclosure", name, states.union(["collapsed"]))
    } else if let name = text.between("", ", tab") {
      add("tab", name.withoutBadge, states)
    } else if let (name, isOn) = readChecked(text) {
      add("box", name, isOn ? states.union(["checked"]) : states)
    } else if let item = text.after("- ") {
      readItem(item, "item", states)
    } else if let link = readLink(text) {
      add("link", link, states)
    } else if let severity = ["info: ", "success: ", "warning: ", "error: "].first(where: text.hasPrefix) {
      add("banner", String(text.dropFirst(severity.count)), states)
    } else if let title = text.after("## ") ?? text.after("# ") {
      add("heading", title, states)
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

  private func readChecked(_ text: String) -> (name: String, isOn: Bool)? {
    if isSpoken {
      return text.between("", ": on").map { ($0, true) } ?? text.between("", ": off").map { ($0, false) }
    }
    let marks = [("[x] ", true), ("[ ] ", false), ("(*) ", true), ("( ) ", false)]
    for (mark, isOn) in marks {
      if let name = text.after(mark) { return (name, isOn) }
    }
    return nil
  }

  private mutating func readItem(_ text: String, _ role: String, _ states: Set<String>) {
    let pressable = isSpoken ? nil : text.between("", " >")
    add(role, (pressable ?? text).withoutBadge.upTo(": "), pressable == nil ? states : states.union(["pressable"]))
  }

  private func readLink(_ text: String) -> String? {
    guard isSpoken || text.hasSuffix(">") else { return nil }
    return text.ranges(of: isSpoken ? ", link to " : " <").last.map { String(text[..<$0.lowerBound]) }
  }

  /// Splits a text into the part before its remarks, and the states that the remarks name.
  private static func split(_ text: String) -> (name: String, states: Set<String>) {
    guard text.hasSuffix(")"), let start = text.ranges(of: " (").last else { return (text, []) }
    let words = text[start.upperBound...].dropLast().split(separator: ", ").map {
      $0 == "asks first" ? "asking" : String($0)
    }
    let states: Set = ["required", "secret", "disabled", "selected", "busy", "asking"]
    let others = ["primary", "destructive", "cancel", "dialog"]
    let isRemark = words.allSatisfy { word in
      states.contains(word) || others.contains(word) || word.hasPrefix("for example ") || word.hasPrefix("such as ")
        || word.contains(#/^(from|up to) \S+$|^\S+ to \S+$/#)
    }
    return isRemark ? (String(text[..<start.lowerBound]), states.intersection(words)) : (text, [])
  }
}

extension TextReader.Thing {
  fileprivate var isInput: Bool { ["container", "labelled", "box"].contains(role) }
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
