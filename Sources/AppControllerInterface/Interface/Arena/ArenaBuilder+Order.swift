// Properties mostly come in their canonical order, and then nothing here is used.
extension ArenaBuilder {
  private struct Part {
    var value: ValueRecord
    let text: Range<Int>
    let values: Range<Int>
  }

  /// Moves the text of the values and what is in them, too.
  mutating func sortPending() {
    let order = unsafe KeyOrder(text: text.buffer)
    let base = top.base
    var isSorted = true
    var index = base + 1
    while isSorted, index < pending.count {
      isSorted = !order.key(of: pending[index], precedes: pending[index - 1])
      index += 1
    }
    if isSorted { return }
    // A node that is the value of a fallback is not moved; what it is in is written anew when it is lent.
    guard isCanonical else { return pending.sort(from: base, by: order.key(of:precedes:)) }
    let sorted = pendingParts().sorted { order.key(of: $0.value, precedes: $1.value) }
    let textStart = Int(pending[base].textOffset)
    let oldText = unsafe Array(text.buffer[textStart...])
    let oldValues = unsafe Array(values.buffer[top.area...])
    var (nextText, nextValue) = (textStart, top.area)
    var repair = firstRepair
    for (position, part) in sorted.enumerated() {
      let (byText, byValues) = (nextText - part.text.lowerBound, nextValue - part.values.lowerBound)
      if let firstRepair, part.text.contains(firstRepair) { repair = firstRepair + byText }
      for offset in part.text {
        text[nextText] = oldText[offset - textStart]
        nextText += 1
      }
      for offset in part.values {
        values[nextValue] = oldValues[offset - top.area].moved(text: byText, values: byValues)
        nextValue += 1
      }
      pending[base + position] = part.value.moved(text: byText, values: byValues)
    }
    firstRepair = repair
  }

  private func pendingParts() -> [Part] {
    var inner = top.area
    return (top.base..<pending.count).map { index in
      let value = pending[index]
      let first = inner
      if value.tag == .map || value.tag == .list { inner = value.elements.upperBound }
      let textEnd = index + 1 < pending.count ? Int(pending[index + 1].textOffset) : text.count
      return Part(value: value, text: Int(value.textOffset)..<textEnd, values: first..<inner)
    }
  }

  /// A value whose unknown name another one has, too; the values are in order.
  func duplicateKey() -> ValueRecord? {
    let order = unsafe KeyOrder(text: text.buffer)
    for index in top.base + 1..<pending.count where order.isSameKey(pending[index - 1], pending[index]) {
      return pending[index]
    }
    return nil
  }
}

extension ValueRecord {
  fileprivate func moved(text byText: Int, values byValues: Int) -> ValueRecord {
    var value = self
    value.textOffset = UInt32(Int(textOffset) + byText)
    if tag == .map || tag == .list {
      value.payload = Self.pack(elements.lowerBound + byValues..<elements.upperBound + byValues)
    }
    return value
  }
}

/// The canonical order of properties: the known ones by their numbers, and then the others by the bytes of their names.
@safe
struct KeyOrder {
  private let text: UnsafeBufferPointer<UInt8>

  init(text: UnsafeBufferPointer<UInt8>) {
    unsafe self.text = text
  }

  func key(of value: ValueRecord, precedes other: ValueRecord) -> Bool {
    if value.name != other.name { return other.name == 0 || value.name != 0 && value.name < other.name }
    return unsafe value.name == 0 && bytes(of: value).lexicographicallyPrecedes(bytes(of: other))
  }

  func isSameKey(_ value: ValueRecord, _ other: ValueRecord) -> Bool {
    guard value.name == 0, other.name == 0 else { return false }
    return unsafe bytes(of: value).elementsEqual(bytes(of: other))
  }

  private func bytes(of value: ValueRecord) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: text[value.key.bounds])
  }
}
