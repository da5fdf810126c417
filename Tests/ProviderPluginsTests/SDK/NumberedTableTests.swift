import TestSupport
import Testing

@testable import ProviderSDK

@Suite struct `A table of numbers` {
  @Test(arguments: 0..<20)
  func `holds what a dictionary holds`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var table = NumberedTable<Int>()
    var expected: [UInt64: Int] = [:]
    for step in 0..<400 {
      let number = UInt64.random(in: 0..<24, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: #expect(table.removeValue(for: number) == expected.removeValue(forKey: number))
      case 1: (table[number], expected[number]) = (nil, nil)
      default: (table[number], expected[number]) = (step, step)
      }
      #expect(table.count == expected.count)
      #expect(Array(table.values) == expected.sorted { $0.key < $1.key }.map(\.value))
      for number in 0..<24 as Range<UInt64> { #expect(table[number] == expected[number]) }
    }
    table.removeAll()
    #expect(table.count == 0)
    #expect(table[1] == nil)
  }
}
