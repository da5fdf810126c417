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
      if let fault = fault(of: element, known, after: names) {
        faults.append(fault.within(index).within("requires"))
      } else {
        names.append(element.stringValue ?? "")
      }
    }
    return (names, faults)
  }

  private static func fault(of element: JSONValue, _ known: [String]?, after names: [String]) -> CodingFault? {
    guard let name = element.stringValue else { return CodingFault("is \(element.kindName), and has to be a string") }
    guard 1...nameLimit ~= name.utf8.count, name.utf8.allSatisfy({ $0.isLetterOrDigit || "._-:/".utf8.contains($0) })
    else {
      return CodingFault(
        "is \"\(name.displayable)\"; a name is 1 to \(nameLimit) bytes of letters, digits, dots, underscores, hyphens, "
          + "colons and slashes")
    }
    if names.contains(name) { return CodingFault("is \"\(name)\", which stands there twice", .repeated) }
    guard let known, !known.contains(name) else { return nil }
    let hint = Suggestion.hint(for: name, among: known)
    return CodingFault("is \"\(name)\", which no host of this version has\(hint)", .unknown)
  }
}
