/// The requirements of a description for its host: a major version of the vocabulary, and features of it.
///
/// A feature is a kind of node, and all kinds are at revision 1. A minor version is never checked: unknown parts are
/// ignored, and a description lists its indispensable features in `requires`.
enum HostRequirements {
  /// The major version that this version of the kit knows.
  static let schema: Int64 = 1
  /// The revision of every feature.
  static let revision: Int64 = 1

  /// A requirement that this host does not satisfy.
  enum Unmet: Equatable {
    /// The vocabulary has another major version.
    case schema(Int64)
    /// A feature is missing, or older.
    case feature(String, revision: Int64)
  }

  /// The unsatisfied requirements of a description, in the order of its properties.
  static func unmet(by arena: Arena) -> [Unmet] {
    var unmet: [Unmet] = []
    if let features = arena.value(.requires, in: arena.documentValues), features.tag == .map {
      for feature in features.elements.lazy.map({ arena.values[$0] }) where feature.tag == .int {
        let name = arena.keyName(of: feature)
        if NodeKind(name: name) == nil || feature.int > revision {
          unmet.append(.feature(name, revision: feature.int))
        }
      }
    }
    if let value = arena.value(.schema, in: arena.documentValues), value.tag == .int, value.int > schema {
      unmet.append(.schema(value.int))
    }
    return unmet
  }
}
