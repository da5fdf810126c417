/// The access to a page that all visitors share: its link admits the first browser that opens it, and no other.
package struct SharedAdmission {
  let key: String
  private var isUsed = false
  private var admitted: Set<VisitorID> = []

  init(key: String = VisitorID.random().text) { self.key = key }

  func admits(_ id: VisitorID) -> Bool { admitted.contains(id) }

  /// Returns nil for another key, and when the link was used.
  mutating func admit(query: String) -> VisitorID? {
    guard query.isEqualInConstantTime(to: Self.query(key)), !isUsed else { return nil }
    isUsed = true
    let id = VisitorID.random()
    admitted.insert(id)
    return id
  }

  static func query(_ key: String) -> String { "key=\(key)" }
}

extension String {
  func isEqualInConstantTime(to other: String) -> Bool {
    let (left, right) = (Array(utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
