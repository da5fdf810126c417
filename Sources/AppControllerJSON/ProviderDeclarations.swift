package import AppControllerInterface

/// What a provider declares in the JSON of its `provider.json` and of its note, besides its texts.
package struct ProviderDeclarations: Equatable, Sendable {
  package private(set) var requirements: [String] = []
  /// The ids of the providers that it takes over from.
  package private(set) var replaces: [String] = []
  package private(set) var settings: [ProviderSetting] = []
  package private(set) var permissions: [DeclaredPermission] = []

  package static let names = DeclaredNames.allCases.map(\.rawValue) + ["settings", "permissions"]

  package init() {}

  /// Takes what has no fault, and returns all faults with their places.
  ///
  /// A note may be of a later version: unless `isStrict`, unknown members and kinds are ignored, and without `features`
  /// any requirement is allowed.
  package mutating func read(
    _ json: JSONValue, of id: String, features: [String]? = nil, isStrict: Bool
  ) -> [CodingFault] {
    var faults: [[CodingFault]] = [[], [], [], []]
    (requirements, faults[0]) = DeclaredNames.requires.readAll(of: json, known: features)
    (replaces, faults[1]) = DeclaredNames.replaces.readAll(of: json, known: nil)
    if replaces.contains(id) {
      faults[1].append(CodingFault("has its own id, \(id)").within(DeclaredNames.replaces.rawValue))
    }
    (settings, faults[2]) = ProviderSetting.readAll(of: json, isStrict: isStrict)
    (permissions, faults[3]) = DeclaredPermission.readAll(of: json, settings: settings, isStrict: isStrict)
    return Array(faults.joined())
  }

  /// Those of a note, without empty ones.
  package var members: [JSONValue.Member] {
    let lists: KeyValuePairs = [
      DeclaredNames.requires.rawValue: requirements.map(JSONValue.string),
      DeclaredNames.replaces.rawValue: replaces.map(JSONValue.string),
      "settings": settings.map(\.json), "permissions": permissions.map(\.json),
    ]
    return lists.filter { !$0.value.isEmpty }.map { JSONValue.Member($0.key, .array($0.value)) }
  }
}
