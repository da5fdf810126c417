import TestSupport
import Testing

@testable import AppControllerKit

@Suite struct `The longest subsequence in order` {
  /// Its length, found by trying.
  private func length(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (position, number) in numbers.enumerated() {
      lengths.append(
        1 + (lengths.indices.filter { numbers[$0] < number && $0 < position }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  @Test func `is in order, and none is longer`() {
    var generator = SeededGenerator(seed: 4)
    var sequence = LongestIncreasingSubsequence()
    for count in 0..<200 {
      let numbers = Array(0..<count).shuffled(using: &generator)
      sequence.find(in: numbers)
      let positions = Array(sequence.positions.reversed())
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] })
      #expect(positions.count == length(numbers))
    }
  }

  @Test(arguments: [
    ([], []), ([7], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([1, 9, 2, 3], [0, 2, 3]),
  ])
  func `is at these positions`(numbers: [Int], positions: [Int]) {
    var sequence = LongestIncreasingSubsequence()
    sequence.find(in: numbers)
    #expect(sequence.positions == positions.reversed())
  }
}
