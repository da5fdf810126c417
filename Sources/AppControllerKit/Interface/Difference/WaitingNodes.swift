/// Unmatched nodes by a hash of their content; nodes with the same hash form a queue.
struct WaitingNodes {
  private var heads: [UInt64: Int] = [:]
  /// The next node after each node in its queue, or -1.
  private var next: [Int]

  /// Allocates room for the nodes below a number.
  init(capacity: Int) {
    next = [Int](repeating: -1, count: capacity)
  }

  /// Removes all nodes, in time linear in their number.
  mutating func removeAll() { heads = [:] }

  /// Inserts a node before all others with its hash.
  mutating func prepend(_ node: Int, _ hash: UInt64) {
    next[node] = heads.updateValue(node, forKey: hash) ?? -1
  }

  /// The first node with a hash.
  func first(_ hash: UInt64) -> Int? { heads[hash] }

  /// The first node with a hash that satisfies a condition, in case of a hash collision.
  func first(_ hash: UInt64, where condition: (Int) -> Bool) -> Int? {
    var node = heads[hash] ?? -1
    while node >= 0, !condition(node) { node = next[node] }
    return node < 0 ? nil : node
  }

  /// Removes the first node with a hash.
  mutating func removeFirst(_ hash: UInt64) {
    guard let node = heads[hash] else { return }
    heads[hash] = next[node] < 0 ? nil : next[node]
  }
}
