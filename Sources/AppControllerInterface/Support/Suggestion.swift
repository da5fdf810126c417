/// Finds the name that a mistyped word probably stands for.
package enum Suggestion {
  private static let limit = 2

  /// Returns the name with the fewest typing errors, the first of several; `nil` when none is close enough.
  ///
  /// A word of at most four bytes may have one error, a longer one two; hyphens do not count. A name is no match when
  /// it has as many errors as the word has bytes, because nothing of the word is left.
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

  package static func fix(for word: String, among names: some Sequence<String>, or other: String) -> String {
    nearest(to: word, among: names).map { "did you mean '\($0)'?" } ?? other
  }

  /// Empty when no name is near.
  package static func hint(for word: String, among names: some Sequence<String>) -> String {
    nearest(to: word, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// Returns the number of typing errors between two words: bytes that are missing, extra or wrong, and pairs of bytes
  /// that have changed places; `nil` when there are more than two.
  package static func distance(_ left: String, _ right: String) -> Int? {
    // The lengths alone distinguish most words.
    let (count, others) = (left.utf8.count, right.utf8.count)
    guard abs(count - others) <= limit else { return nil }
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var before: [Int] = []
    var row = Array(0...others)
    var i = 0
    while i < count {
      var next = [i + 1]
      var best = i + 1
      var j = 0
      while j < others {
        var least = min(row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { least = min(least, before[j - 1] + 1) }
        next.append(least)
        best = min(best, least)
        j += 1
      }
      // The minimum of a later row is never smaller: from row to row it grows by one at most, and a swap of two bytes
      // adds one to a value of the row before the last.
      if best > limit { return nil }
      (before, row) = (row, next)
      i += 1
    }
    return row[others] <= limit ? row[others] : nil
  }
}
