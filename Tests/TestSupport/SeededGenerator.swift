/// Random numbers that are the same for the same seed (SplitMix64), so that a failure can be reproduced.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: Int) {
    state = UInt64(bitPattern: Int64(seed))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, a limit.
  package mutating func number(below limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }

  /// Returns true once in a number of times on average.
  package mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  /// Returns one of several elements; there has to be one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// Returns a few different elements.
  package mutating func pickSome<Element>(_ elements: [Element], atMost most: Int) -> [Element] {
    Array(elements.shuffled(using: &self).prefix(number(below: most + 1)))
  }
}
