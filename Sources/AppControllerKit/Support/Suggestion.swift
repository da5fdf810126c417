/// Finds the name that a mistyped word probably stands for.
package enum Suggestion {
  /// The largest number of wrong, missing or extra letters that count as a typing error.
  package static let limit = 2

  /// Returns the name at the smallest distance, the first of several; nil when none is close enough.
  package static func nearest(to word: String, among names: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for name in names {
      // A word that is no longer than the distance resembles every name.
      guard let distance = distance(word, name), distance < word.utf8.filter({ $0 != UInt8(ascii: "-") }).count else {
        continue
      }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the remedy for an unknown word: the nearest name, or the given text when no name is near.
  package static func fix(for word: String, among names: [String], or other: String) -> String {
    nearest(to: word, among: names).map { "did you mean '\($0)'?" } ?? other
  }

  /// Returns how many bytes must be inserted, removed or replaced to turn one word into the other; nil above ``limit``.
  package static func distance(_ left: String, _ right: String) -> Int? {
    let left = Array(left.utf8.prefix(right.utf8.count + limit + 1))
    let right = Array(right.utf8)
    guard abs(left.count - right.count) <= limit else { return nil }
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count] <= limit ? row[right.count] : nil
  }
}
