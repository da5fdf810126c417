/// Finds the longest increasing subsequence of distinct numbers: the elements that need not move.
struct LongestIncreasingSubsequence {
  /// The position of the smallest last element of a subsequence of each length.
  private var ends: [Int] = []
  /// The element before each one in its subsequence, or -1.
  private var previous: [Int] = []
  /// The positions of the elements of the longest subsequence, the last one first.
  private(set) var positions: [Int] = []

  /// Finds a longest subsequence in time n log n; the choice among several is deterministic.
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
