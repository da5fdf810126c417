/// Nodes that wait to be found by a hash of what has to agree; those with one hash stand in a queue.
struct WaitingNodes {
  private var heads: [UInt64: Int] = [:]
  /// The node that each node is followed by in its queue, or -1.
  private var next: [Int]

  /// Makes room for the nodes below a number.
  init(capacity: Int) {
    next = [Int](repeating: -1, count: capacity)
  }

  /// Forgets all nodes, in time that depends on how many there were.
  mutating func removeAll() { heads = [:] }

  /// Puts a node before all others with its hash.
  mutating func prepend(_ node: Int, _ hash: UInt64) {
    next[node] = heads.updateValue(node, forKey: hash) ?? -1
  }

  /// The first node with a hash.
  func first(_ hash: UInt64) -> Int? { heads[hash] }

  /// The first node with a hash for which a condition holds, should others have got the same hash by chance.
  func first(_ hash: UInt64, where condition: (Int) -> Bool) -> Int? {
    var node = heads[hash] ?? -1
    while node >= 0, !condition(node) { node = next[node] }
    return node < 0 ? nil : node
  }

  /// Takes the first node with a hash away.
  mutating func removeFirst(_ hash: UInt64) {
    guard let node = heads[hash] else { return }
    heads[hash] = next[node] < 0 ? nil : next[node]
  }
}
