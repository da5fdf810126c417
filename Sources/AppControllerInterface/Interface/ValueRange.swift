/// The values that a field for a number, a day or a time takes, and the steps between them.
package struct ValueRange: Sendable, Hashable {
  package let content: FieldContent
  package let min: String?
  package let max: String?
  package let step: String?

  package init(of content: FieldContent, min: String? = nil, max: String? = nil, step: String? = nil) {
    self.content = content
    self.min = min
    self.max = max
    self.step = step
  }

  /// Always true for a content type without an order.
  package func contains(_ text: String) -> Bool {
    if content.form == nil { return true }
    guard let value = content.position(of: text) else { return false }
    if let min = position(of: min), value < min { return false }
    if let max = position(of: max), value > max { return false }
    guard content == .number, let step = position(of: step), step > 0 else { return true }
    return (value - (position(of: min) ?? 0)) % step == 0
  }

  /// `count` is negative for steps back; a text that is no valid value gives a bound, or without one `0` for a number
  /// and else `nil`.
  package func value(_ count: Int, stepsAfter text: String, of part: MomentPart) -> String? {
    guard let start = content.position(of: text) else {
      return (count > 0 ? min ?? max : max ?? min) ?? (content == .number ? "0" : nil)
    }
    var moved: Int128
    if content == .number {
      let step = position(of: step) ?? DecimalText.unit
      let base = position(of: min) ?? 0
      // A number between two steps goes to the next one in that direction.
      let rest = (start - base) % step
      let below = start - (rest < 0 ? rest + step : rest)
      let aligned = rest == 0 || count > 0 ? below : below + step
      moved = aligned + Int128(count) * step
    } else {
      moved = Moment.move(start, by: count, part, of: content)
    }
    if let high = position(of: max) { moved = Swift.min(moved, high) }
    if let low = position(of: min) { moved = Swift.max(moved, low) }
    return content.text(at: moved)
  }

  private func position(of bound: String?) -> Int128? { bound.flatMap { content.position(of: $0) } }
}

extension FieldContent {
  /// An example; `nil` where any text will do.
  package var form: String? {
    switch self {
    case .number: "12.5"
    case .date: "2026-05-12"
    case .time: "14:30"
    case .dateTime: "2026-05-12T14:30"
    case .text, .email, .username, .password, .newPassword, .oneTimeCode, .url, .search: nil
    }
  }

  package func part(at offset: Int) -> MomentPart {
    switch (self, offset) {
    case (.time, ...2): .hour
    case (.time, _): .minute
    case (_, ...4): .year
    case (_, ...7): .month
    case (_, ...10): .day
    case (_, ...13): .hour
    default: .minute
    }
  }

  /// In units of the content type; `nil` when the value has the wrong form.
  package func position(of text: String) -> Int128? {
    switch self {
    case .number: DecimalText.read(text)
    case .date, .time, .dateTime: Moment.read(text, as: self)
    case .text, .email, .username, .password, .newPassword, .oneTimeCode, .url, .search: nil
    }
  }

  fileprivate func text(at position: Int128) -> String {
    self == .number ? DecimalText.text(of: position) : Moment.text(of: position, as: self)
  }
}

extension InputDescription {
  /// `nil` for a field without an order, and for a number without a range.
  package var range: ValueRange? {
    for case .range(let min, let max, let step) in rules.map(\.requirement) where content.form != nil {
      return ValueRange(of: content, min: min, max: max, step: step)
    }
    return content.isMoment ? ValueRange(of: content) : nil
  }

  package var impliedRule: InputRule? { content.form == nil ? nil : InputRule(.range(min: nil, max: nil)) }
}

/// A decimal number as a whole number of parts of 10⁻¹⁸, so that nothing is rounded.
private enum DecimalText {
  private static let digits = 18
  static let unit: Int128 = 1_000_000_000_000_000_000

  /// Takes at most 18 digits before and after the point.
  static func read(_ text: String) -> Int128? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
      .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, 1...digits ~= whole.count, parts.count == 1 || 1...digits ~= parts[1].count else {
      return nil
    }
    var value: Int128 = 0
    let fraction = parts.count == 1 ? "".utf8[...] : parts[1]
    for byte in [whole, fraction].joined() {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int128(byte - 0x30)
    }
    for _ in fraction.count..<digits { value *= 10 }
    return isNegative ? -value : value
  }

  static func text(of value: Int128) -> String {
    var fraction = String(value.magnitude % unit.magnitude)
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let whole = (value < 0 ? "-" : "") + String(value.magnitude / unit.magnitude)
    return fraction.isEmpty ? whole : whole + "." + fraction
  }
}
