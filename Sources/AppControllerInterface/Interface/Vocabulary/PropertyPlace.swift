/// A map of properties: the document, a condition, and what is in the properties of a node.
///
/// The number is that of the place.
package enum PropertyMap: UInt8, Sendable, CaseIterable {
  case document = 32
  case input, option, rule, action, confirm, media, progress, column, secret, condition

  /// The map that is the value of a property, or an element of its list.
  static func of(_ name: PropertyName) -> PropertyMap? { ofNames[Int(name.rawValue)] }

  private static let ofNames: [PropertyMap?] = PropertyRow.all.reduce(
    into: Array(repeating: nil, count: Int(PropertyName.count) + 1)
  ) { if let map = $1.form.map { $0[Int($1.name.rawValue)] = map } }

  var bit: UInt64 { 1 << UInt64(rawValue) }
}

/// Where a property may stand.
package enum PropertyPlace: Sendable, Hashable {
  /// `nil` is a kind that this version does not know.
  case node(NodeKind?)
  case map(PropertyMap)

  static let count = 43

  /// The number of the kind, 0 without one, or of the map.
  @inlinable package var number: Int {
    switch self {
    case .node(let kind): Int(kind?.rawValue ?? 0)
    case .map(let map): Int(map.rawValue)
    }
  }

  var bit: UInt64 { 1 << UInt64(number) }

  /// The properties that may stand here.
  package var rows: [PropertyRow] { PropertyRow.all.filter { $0.places & bit != 0 } }

  /// The maps that are properties here, and those in them.
  package var maps: [PropertyMap] {
    rows.flatMap { row -> [PropertyMap] in
      guard case .map(let map) = row.form else { return [] }
      return [map] + PropertyPlace.map(map).maps
    }
  }
}
