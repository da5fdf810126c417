import AppControllerJSON
import AppControllerKit

// The frame reader reads lines from left to right, and takes every text that looks like a mark for one. Foreign screens
// are side by side or mirrored, and have long names and texts such as "- one". They are compared without these, and the
// whole names are compared separately. A label that is not drawn cannot be read.
extension InterfaceDescription {
  /// Returns the description in one column.
  func inOneColumn() throws -> InterfaceDescription { try changed { $0.inOneColumn } }

  /// Returns the description in one column, with names of at most one line and texts without marks, and in no language,
  /// so that a face says its own words in English.
  func readableInFrames() throws -> InterfaceDescription { try changed { $0.inOneColumn.plain } }

  private func changed(_ change: (JSONValue) -> JSONValue) throws -> InterfaceDescription {
    let value = try JSONReader.read(Array(JSONRenderer().render(self).utf8), limits: JSONLimits(depth: 512))
    return try InterfaceDescription(json: Array(JSONFormatter.text(change(value)).utf8))
  }
}

extension JSONValue {
  /// Returns the value with each member of each object changed.
  private func mapMembers(_ change: ([Member], Member) -> Member?) -> JSONValue {
    switch self {
    case .null, .bool, .int, .double, .string: self
    case .array(let elements): .array(elements.map { $0.mapMembers(change) })
    case .object(let members):
      .object(
        members.compactMap { member in
          change(members, Member(member.name, member.value.mapMembers(change)))
        })
    }
  }

  fileprivate var inOneColumn: JSONValue {
    mapMembers { ["axis", "labelHidden", "weight"].contains($1.name) ? nil : $1 }
  }

  fileprivate var plain: JSONValue {
    mapMembers { members, member in
      guard let text = member.value.stringValue, member.name != "dir" else {
        return member.name == "dir" ? nil : member
      }
      if member.name == "lang" { return nil }
      switch member.name {
      // The second line of a choice stands after its options.
      case "hint" where members.contains { $0.name == "kind" && $0.value == .string("choice") }: return nil
      case "label", "alt", "placeholder", "hint", "message": return Member(member.name, .string(text.plain(30)))
      case "text" where members.contains { $0.name == "style" }:
        return Member("text", .string(text.replacing("\n", with: " ").plain(40)))
      case "text": return Member("text", .string(text.plain(.max)))
      case "url": return Member("url", .string(text.utf8.count > 20 ? "https://example.com/" : text))
      default: return member
      }
    }
  }
}

extension String {
  /// The beginning of a text, without the characters that the reader takes for marks.
  fileprivate func plain(_ length: Int) -> String {
    let marks: Set<Character> = ["[", "]", "(", ")", "<", ">", "|", "!", "-", "*", ":", "─", "%", "•", "›", "┃"]
    let words = prefix(length).map { marks.contains($0) ? "." : String($0) }.joined()
    return words.replacing("for example", with: "such as").replacing("under way", with: "going on")
  }
}
