/// Finds the name that a mistyped word probably stands for.
package enum Suggestion {
  /// The largest number of typing errors in a word of some length.
  private static let limit = 2

  /// Returns the name with the fewest typing errors, the first of several; `nil` when none is close enough.
  ///
  /// A word of at most four bytes may have one error, a longer one two. A word that is no longer than its errors resembles
  /// every name, and stands for none.
  package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let length = word.utf8.count { $0 != UInt8(ascii: "-") }
    let most = length > 4 ? limit : 1
    var best: (name: String, distance: Int)?
    for name in names {
      guard let distance = distance(word, name), distance <= most, distance < length else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the remedy for an unknown word: the nearest name, or the given text when no name is near.
  package static func fix(for word: String, among names: some Sequence<String>, or other: String) -> String {
    nearest(to: word, among: names).map { "did you mean '\($0)'?" } ?? other
  }

  /// Returns the number of typing errors between two words: bytes that are missing, extra or wrong, and pairs of bytes
  /// that have changed places; `nil` when there are more than two.
  package static func distance(_ left: String, _ right: String) -> Int? {
    let left = Array(left.utf8.prefix(right.utf8.count + limit + 1))
    let right = Array(right.utf8)
    guard abs(left.count - right.count) <= limit else { return nil }
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var least = min(row[j] + (byte == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other { least = min(least, before[j - 1] + 1) }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[right.count] <= limit ? row[right.count] : nil
  }
}
