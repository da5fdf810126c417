/// The row of a name in a place without its texts, which is looked up for every value of a description.
package struct PropertyRule: Sendable, BitwiseCopyable {
  /// At a node that may not have it as at another; none for what no node has, or is not in the map.
  package private(set) var types: ValueTypes = []
  package private(set) var isAllowed = false
  package private(set) var isNeeded = false
  package private(set) var hasWords = false
  private var number: UInt8 = 0

  package var form: ValueForm { PropertyRow.all[Int(number)].form }
  // Of its own, so that a row with its texts is not copied.
  private static let unsaid = PropertyRow.all.map(\.unsaid)
  var unsaid: PropertyRow.Default? { Self.unsaid[Int(number)] }

  /// How many rules each place has, of which the last ones are of no name.
  @usableFromInline static var stride: Int { 80 }

  @usableFromInline static let all: [PropertyRule] = {
    precondition(Int(PropertyName.count) < stride, "a place has more names than rules")
    var all = [PropertyRule](repeating: PropertyRule(), count: PropertyPlace.count * stride)
    for (number, row) in PropertyRow.all.enumerated().reversed() {
      let others = row.places & PropertyRow.nodes == 0 ? 0 : PropertyRow.nodes
      var rule = PropertyRule(types: row.form.types, hasWords: !row.form.words.isEmpty, number: UInt8(number))
      for place in 0..<PropertyPlace.count where (row.places | others) >> UInt64(place) & 1 != 0 {
        let (bit, index) = (UInt64(1) << UInt64(place), place * stride + Int(row.name.rawValue))
        (rule.isAllowed, rule.isNeeded) = (row.places & bit != 0, row.needing & bit != 0)
        if rule.isAllowed || !all[index].isAllowed { all[index] = rule }
      }
    }
    return all
  }()
}

extension PropertyRule {
  @inlinable package init(_ name: PropertyName, at place: PropertyPlace) {
    self = Self.all[place.number * Self.stride + Int(name.rawValue)]
  }
}
