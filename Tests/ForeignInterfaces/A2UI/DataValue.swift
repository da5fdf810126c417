import AppControllerJSON
import AppControllerKit

/// A value of a data model, with members that are found at once.
enum DataValue: Sendable {
  case nothing
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([DataValue])
  case map([String: DataValue])

  init(_ value: JSONValue) {
    switch value {
    case .null: self = .nothing
    case .bool(let flag): self = .flag(flag)
    case .int(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(DataValue.init))
    case .object(let members):
      self = .map(Dictionary(members.map { ($0.name, DataValue($0.value)) }) { first, _ in first })
    }
  }

  /// A value as a text; `nil` of what holds others.
  var text: String? {
    switch self {
    case .nothing, .list, .map: nil
    case .flag(let flag): "\(flag)"
    case .number(let number): number.plainText
    case .text(let text): text
    }
  }

  var isTrue: Bool {
    switch self {
    case .flag(let flag): flag
    case .text(let text): text == "true"
    case .nothing, .number, .list, .map: false
    }
  }

  /// The texts of a list, or of a value that is one.
  var texts: [String] {
    if case .list(let elements) = self { return elements.compactMap(\.text) }
    return text.map { [$0] } ?? []
  }

  /// The steps of a JSON pointer.
  static func steps(of pointer: String) -> [String] {
    pointer.split(separator: "/").map { step in
      if !step.contains("~") { return String(step) }
      var parts: [String] = []
      for part in step.split(separator: "~", omittingEmptySubsequences: false) {
        if parts.isEmpty {
          parts.append(String(part))
        } else if part.first == "0" || part.first == "1" {
          parts.append((part.first == "0" ? "~" : "/") + part.dropFirst())
        } else {
          parts.append("~" + part)
        }
      }
      return parts.joined()
    }
  }

  /// What stands at a place; `nil` when nothing does.
  func find(_ steps: some Sequence<String>) -> DataValue? {
    var value = self
    for step in steps {
      switch value {
      case .map(let members):
        guard let member = members[step] else { return nil }
        value = member
      case .list(let elements):
        guard let index = Int(step), elements.indices.contains(index) else { return nil }
        value = elements[index]
      case .nothing, .flag, .number, .text: return nil
      }
    }
    if case .nothing = value { return nil }
    return value
  }

  /// Puts a value at a place, with maps on the way there; `nil` removes what is there.
  mutating func set(_ steps: ArraySlice<String>, to new: DataValue?) {
    guard let step = steps.first else {
      self = new ?? .map([:])
      return
    }
    if case .list(var elements) = self, let index = Int(step), 0...elements.count ~= index {
      // The list is only here while it is changed, so that it is not copied.
      self = .nothing
      if index == elements.count { elements.append(.nothing) }
      elements[index].set(steps.dropFirst(), to: new ?? .nothing)
      self = .list(elements)
      return
    }
    var members: [String: DataValue] = [:]
    if case .map(let old) = self { members = old }
    self = .nothing
    if steps.count == 1 {
      members[step] = new
    } else {
      var member = members.removeValue(forKey: step) ?? .map([:])
      member.set(steps.dropFirst(), to: new)
      members[step] = member
    }
    self = .map(members)
  }
}
