/// Who may see a page that all visitors share: whoever has opened its link, which admits one browser.
struct SharedAdmission {
  /// What the link has in its query.
  let key: String
  private var isUsed = false
  private var admitted: Set<VisitorID> = []

  init(key: String = VisitorID.random().text) { self.key = key }

  /// Whether a visitor was admitted.
  func admits(_ id: VisitorID) -> Bool { admitted.contains(id) }

  /// Admits whoever comes by the link first.
  ///
  /// - Returns: The identity of the visitor's browser from now on; `nil` for another key, and when the link was used.
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
  /// Whether two texts are equal, in a time that does not tell where they differ.
  func isEqualInConstantTime(to other: String) -> Bool {
    let (left, right) = (Array(utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
