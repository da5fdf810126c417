internal import AppControllerInterface

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

  func readAll(of json: JSONValue, known: [String]?) -> ([String], [CodingFault]) {
    var names: [String] = []
    return DeclarationReader.readAll(rawValue, of: json, "strings", atMost: maximumCount, isStrict: true) { reader in
      if let fault = fault(of: reader.json, known, after: names) {
        reader.fault(fault)
      } else {
        names.append(reader.json.stringValue ?? "")
      }
      return names.last ?? ""
    }
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
