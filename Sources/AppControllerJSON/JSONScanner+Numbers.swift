internal import AppControllerInterface

extension JSONScanner {
  /// Reads a number; ``offset`` is at its minus sign or first digit.
  mutating func scanNumber() throws(AppControllerError) -> Token {
    let start = offset
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let digits = try scanDigits(after: isNegative ? "the minus sign" : "")
    if bytes[digits.lowerBound] == UInt8(ascii: "0"), digits.count > 1 {
      throw problem(
        at: digits.lowerBound,
        "found a number that begins with 0",
        why: "a number has no leading zeros",
        fix: "leave the zeros out, or write a string"
      )
    }

    var isInteger = true
    if byte(is: UInt8(ascii: ".")) {
      isInteger = false
      offset += 1
      _ = try scanDigits(after: "the decimal point")
    }
    if byte(is: UInt8(ascii: "e")) || byte(is: UInt8(ascii: "E")) {
      isInteger = false
      offset += 1
      if byte(is: UInt8(ascii: "+")) || byte(is: UInt8(ascii: "-")) { offset += 1 }
      _ = try scanDigits(after: "the exponent's e")
    }

    guard offset - start <= Self.numberLimit else {
      throw problem(
        at: start,
        "found a number of \(offset - start) bytes, more than \(Self.numberLimit)",
        why: "no number that can be kept needs so many digits",
        fix: "write fewer digits, or a string"
      )
    }
    return isInteger
      ? .int(try integer(of: digits, isNegative: isNegative, start: start))
      : .double(try double(of: start..<offset))
  }

  /// Reads at least one digit.
  private mutating func scanDigits(after what: String) throws(AppControllerError) -> Range<Int> {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
    guard offset > start else {
      throw problem(
        at: offset,
        "expected a digit after \(what), found \(found(at: offset))",
        why: "a number has a digit there, and JSON knows neither NaN nor infinity",
        fix: "write the digit, such as in -1, 0.5 or 2e3"
      )
    }
    return start..<offset
  }

  private func byte(is wanted: UInt8) -> Bool { offset < bytes.count && bytes[offset] == wanted }

  /// Returns the integer of some digits, exactly.
  private func integer(of digits: Range<Int>, isNegative: Bool, start: Int) throws(AppControllerError) -> Int64 {
    var value: Int64 = 0
    for index in digits {
      let digit = Int64(bytes[index] - UInt8(ascii: "0"))
      // Counted downwards from zero, because the smallest integer has no positive counterpart.
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (difference, underflows) = product.subtractingReportingOverflow(digit)
      if overflows || underflows { throw outOfRange(at: start) }
      value = difference
    }
    if isNegative { return value }
    guard value != .min else { throw outOfRange(at: start) }
    return -value
  }

  private func double(of range: Range<Int>) throws(AppControllerError) -> Double {
    guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else {
      throw problem(
        at: range.lowerBound,
        "found a number beyond \(Double.greatestFiniteMagnitude)",
        why: "a number with a fraction or an exponent is kept as a 64-bit floating-point number",
        fix: "write a smaller number, or a string"
      )
    }
    return value
  }

  private func outOfRange(at start: Int) -> AppControllerError {
    problem(
      at: start,
      "found an integer outside \(Int64.min)...\(Int64.max)",
      why: "an integer is kept exactly, in 64 bits",
      fix: "write a smaller integer, one with a fraction (1.0e30) if rounding is fine, or a string"
    )
  }
}
