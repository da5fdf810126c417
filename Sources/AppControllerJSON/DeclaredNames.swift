package import AppControllerInterface

/// A list of names in the JSON of a `provider.json` and of a note.
package enum DeclaredNames: String, CaseIterable, Sendable {
  case requires
  /// The ids of the providers that it takes over from.
  case replaces

  package var maximumCount: Int {
    switch self {
    case .requires: 32
    case .replaces: 8
    }
  }

  /// Returns the names without a fault, and all faults with their places; `known` is `nil` for a note, which may be of
  /// a later version.
  package func read(from json: JSONValue, known: [String]? = nil) -> (names: [String], faults: [CodingFault]) {
    var names: [String] = []
    var faults: [CodingFault] = []
    guard let json = json[rawValue] else { return ([], []) }
    guard let list = json.arrayValue else {
      return ([], [CodingFault("is \(json.kindName), and has to be an array of strings").within(rawValue)])
    }
    guard list.count <= maximumCount else {
      return ([], [CodingFault.tooMany(list.count, limit: maximumCount).within(rawValue)])
    }
    for (index, element) in list.enumerated() {
      if let fault = fault(of: element, known, after: names) {
        faults.append(fault.within(index).within(rawValue))
      } else {
        names.append(element.stringValue ?? "")
      }
    }
    return (names, faults)
  }

  private func fault(of element: JSONValue, _ known: [String]?, after names: [String]) -> CodingFault? {
    guard let name = element.stringValue else { return CodingFault("is \(element.kindName), and has to be a string") }
    guard allows(name) else { return CodingFault("is \"\(name.displayable)\"; \(rule)") }
    if names.contains(name) { return CodingFault("is \"\(name)\", which stands there twice", .repeated) }
    guard let known, !known.contains(name) else { return nil }
    let hint = Suggestion.hint(for: name, among: known)
    return CodingFault("is \"\(name)\", which no host of this version has\(hint)", .unknown)
  }

  private func allows(_ name: String) -> Bool {
    switch self {
    case .requires:
      1...64 ~= name.utf8.count && name.utf8.allSatisfy { $0.isLetterOrDigit || "._-:/".utf8.contains($0) }
    case .replaces: IdentifierRule.allowsProviderID(name)
    }
  }

  private var rule: String {
    switch self {
    case .requires: "a name is 1 to 64 bytes of letters, digits, dots, underscores, hyphens, colons and slashes"
    case .replaces: "\(IdentifierRule.text), and does not begin with a dot"
    }
  }
}
