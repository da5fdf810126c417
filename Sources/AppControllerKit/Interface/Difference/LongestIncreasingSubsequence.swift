/// Finds the most elements of a sequence of different numbers that are in order already: those that need not move.
struct LongestIncreasingSubsequence {
  /// Where the least end of a subsequence of each length stands.
  private var ends: [Int] = []
  /// The element before each one in its subsequence, or -1.
  private var previous: [Int] = []
  /// Where the elements of the longest stand, the last one first.
  private(set) var positions: [Int] = []

  /// Finds a longest subsequence, in time n log n; of several the same one each time.
  mutating func find(in numbers: [Int]) {
    ends.removeAll(keepingCapacity: true)
    previous.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    for (position, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : -1)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var position = ends.last ?? -1
    while position >= 0 {
      positions.append(position)
      position = previous[position]
    }
  }
}
