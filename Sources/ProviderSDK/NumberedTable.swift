/// Values by number, for the few that an instance or a library has open at a time.
///
/// A dictionary is avoided: the first use of one with custom keys and values makes the runtime search every loaded
/// library for the conformances of its keys. Each plugin has type metadata of its own, and would pay that when it is
/// loaded.
struct NumberedTable<Value> {
  private struct Entry {
    let number: UInt64
    var value: Value
  }

  /// Sorted by their numbers, which usually increase.
  private var entries: [Entry] = []

  var count: Int { entries.count }

  var values: some Sequence<Value> { entries.lazy.map(\.value) }

  subscript(number: UInt64) -> Value? {
    get { find(number).map { entries[$0].value } }
    set {
      switch (find(number), newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.insert(Entry(number: number, value: value), at: place(of: number))
      case (nil, nil): break
      }
    }
  }

  mutating func removeValue(for number: UInt64) -> Value? {
    find(number).map { entries.remove(at: $0).value }
  }

  mutating func removeAll() { entries.removeAll() }

  private func find(_ number: UInt64) -> Int? {
    let index = place(of: number)
    return index < entries.count && entries[index].number == number ? index : nil
  }

  /// The index of the number, or the one to insert it at.
  private func place(of number: UInt64) -> Int {
    var range = 0..<entries.count
    while let last = range.last, entries[last].number >= number {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = entries[middle].number >= number ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.upperBound
  }
}
