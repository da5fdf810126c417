/// A choice that has a number in the C header: its position among the cases, from 0 on.
package protocol OrdinalEnum: CaseIterable, Equatable where AllCases == [Self] {}

// Inlinable, because other modules would make the types of the array of cases again at each call.
extension OrdinalEnum {
  @inlinable package var number: Int32 {
    var number: Int32 = 0
    for other in Self.allCases {
      if other == self { break }
      number += 1
    }
    return number
  }

  /// The number in a struct that zeroes must not fill: the position from 1 on.
  @inlinable package var ordinal: Int32 { number + 1 }

  /// `nil` for one that this version does not know.
  @inlinable package init?(ordinal: Int32) { self.init(number: ordinal &- 1) }

  /// `nil` for one that this version does not know.
  @inlinable package init?(number: Int32) {
    let cases = Self.allCases
    guard number >= 0, number < cases.count else { return nil }
    self = cases[Int(number)]
  }
}
