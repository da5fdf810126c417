package import AppControllerInterface

/// The names of what a provider requires of its host, in the JSON of its `provider.json` and of its note.
package enum DeclaredRequirements {
  /// The maximum number of names.
  package static let maximumCount = 32
  /// The maximum size of a name, in bytes.
  package static let nameLimit = 64

  /// Reads the names.
  ///
  /// - Parameters:
  ///   - json: The value of the member `requires`; nil when there is none.
  ///   - known: The names that a `provider.json` may have; nil for a note, which may be of a later version.
  /// - Returns: The names that have no fault, and all faults with their places below the member.
  package static func read(_ json: JSONValue?, known: [String]?) -> (names: [String], faults: [CodingFault]) {
    var names: [String] = []
    var faults: [CodingFault] = []
    guard let json else { return ([], []) }
    guard let list = json.arrayValue else {
      return ([], [CodingFault("is \(json.kindName), and has to be an array of strings").within("requires")])
    }
    guard list.count <= maximumCount else {
      return ([], [CodingFault.tooMany(list.count, limit: maximumCount).within("requires")])
    }
    for (index, element) in list.enumerated() {
      if let name = element.stringValue, problem(of: name, known, after: names) == nil {
        names.append(name)
      } else {
        let fault =
          element.stringValue.flatMap { problem(of: $0, known, after: names) }
          ?? CodingFault("is \(element.kindName), and has to be a string")
        faults.append(fault.within(index).within("requires"))
      }
    }
    return (names, faults)
  }

  private static func problem(of name: String, _ known: [String]?, after names: [String]) -> CodingFault? {
    guard 1...nameLimit ~= name.utf8.count, name.utf8.allSatisfy(isAllowed) else {
      return CodingFault(
        "is \"\(name.displayable)\"; a name is 1 to \(nameLimit) bytes of letters, digits, dots, underscores, hyphens, "
          + "colons and slashes")
    }
    if names.contains(name) { return CodingFault("is \"\(name)\", which stands there twice", .repeated) }
    guard let known, !known.contains(name) else { return nil }
    let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    return CodingFault("is \"\(name)\", which no host of this version has\(hint)", .unknown)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._-:/".utf8.contains(byte)
    }
  }
}
