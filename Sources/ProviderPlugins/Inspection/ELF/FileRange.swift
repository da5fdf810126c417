/// A place in a file as the file itself says it: it may lie beyond the end, or beyond all numbers.
struct FileRange: Equatable {
  var offset: UInt64
  var count: UInt64

  /// Where it ends; `nil` when no number says that.
  var end: UInt64? {
    let end = offset.addingReportingOverflow(count)
    return end.overflow || end.partialValue > UInt64(Int.max) ? nil : end.partialValue
  }

  /// A table of records of one size.
  init(offset: UInt64, count: UInt64, of size: UInt64) throws(ELFFault) {
    let bytes = count.multipliedReportingOverflow(by: size)
    guard !bytes.overflow else { throw .damaged("a table has \(count) entries, more than any file holds") }
    self.init(offset: offset, count: bytes.partialValue)
  }

  init(offset: UInt64, count: UInt64) {
    self.offset = offset
    self.count = count
  }

  /// The same place in a file of some size.
  func within(_ size: Int, _ what: String) throws(ELFFault) -> Range<Int> {
    guard let end, end <= UInt64(size) else { throw .truncated(what: what, end: end ?? .max, size: size) }
    return Int(offset)..<Int(end)
  }

  /// A part of it.
  ///
  /// - Returns: `nil` when this place does not reach so far.
  func part(at start: UInt64, count: UInt64) -> FileRange? {
    guard start <= self.count, count <= self.count - start else { return nil }
    let offset = offset.addingReportingOverflow(start)
    return offset.overflow ? nil : FileRange(offset: offset.partialValue, count: count)
  }

  /// What is left of it from a place on, and at most so many bytes.
  func rest(from start: UInt64, atMost limit: UInt64) -> FileRange? {
    start <= count ? part(at: start, count: min(limit, count - start)) : nil
  }
}
