package enum MomentPart: Sendable { case year, month, day, hour, minute }

extension FieldContent {
  package var isMoment: Bool {
    switch self {
    case .date, .time, .dateTime: true
    case .text, .email, .username, .password, .newPassword, .oneTimeCode, .number, .url, .search: false
    }
  }
}

/// Days and times of day without a zone: days are counted from 1970-01-01, times in minutes.
enum Moment {
  private static let minutes: Int128 = 24 * 60

  /// Reads a text of the form of a content: `2026-05-12`, `14:30` or `2026-05-12T14:30`, in the years 1 to 9999.
  static func read(_ text: String, as content: FieldContent) -> Int128? {
    let bytes = Array(text.utf8)
    switch content {
    case .date: return bytes.count == 10 ? day(bytes[...]) : nil
    case .time: return bytes.count == 5 ? minute(bytes[...]) : nil
    default:
      guard bytes.count == 16, bytes[10] == UInt8(ascii: "T"), let day = day(bytes[..<10]),
        let minute = minute(bytes[11...])
      else { return nil }
      return day * minutes + minute
    }
  }

  static func text(of position: Int128, as content: FieldContent) -> String {
    switch content {
    case .date: return text(ofDay: position)
    case .time: return text(ofMinute: position)
    default:
      let minute = ((position % minutes) + minutes) % minutes
      return text(ofDay: (position - minute) / minutes) + "T" + text(ofMinute: minute)
    }
  }

  /// Carries into the parts before; a time alone stays within its day.
  static func move(_ position: Int128, by count: Int, _ part: MomentPart, of content: FieldContent) -> Int128 {
    let count = Int128(count)
    if content == .time {
      let moved = position + (part == .hour ? 60 : 1) * count
      return ((moved % minutes) + minutes) % minutes
    }
    let minute = content == .date ? 0 : ((position % minutes) + minutes) % minutes
    let day = content == .date ? position : (position - minute) / minutes
    let moved: Int128
    switch part {
    case .year: moved = add(months: 12 * count, to: day) * minutes + minute
    case .month: moved = add(months: count, to: day) * minutes + minute
    case .day: moved = (day + count) * minutes + minute
    case .hour: moved = day * minutes + minute + 60 * count
    case .minute: moved = day * minutes + minute + count
    }
    let within = max(first * minutes, min((last + 1) * minutes - 1, moved))
    return content == .date ? within / minutes - (within % minutes < 0 ? 1 : 0) : within
  }

  private static let first = days(year: 1, month: 1, day: 1)
  private static let last = days(year: 9999, month: 12, day: 31)

  // MARK: Reading and writing

  private static func day(_ bytes: ArraySlice<UInt8>) -> Int128? {
    let start = bytes.startIndex
    guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
      let year = number(bytes[start..<start + 4]), let month = number(bytes[start + 5..<start + 7]),
      let day = number(bytes[start + 8..<start + 10]), year >= 1, 1...12 ~= month,
      1...length(ofMonth: month, year) ~= day
    else { return nil }
    return days(year: year, month: month, day: day)
  }

  private static func minute(_ bytes: ArraySlice<UInt8>) -> Int128? {
    let start = bytes.startIndex
    guard bytes[start + 2] == UInt8(ascii: ":"), let hour = number(bytes[start..<start + 2]),
      let minute = number(bytes[start + 3..<start + 5]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int128? {
    var value: Int128 = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int128(byte - 0x30)
    }
    return value
  }

  private static func text(ofDay position: Int128) -> String {
    let (year, month, day) = date(ofDay: position)
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  private static func text(ofMinute position: Int128) -> String {
    "\(padded(position / 60, to: 2)):\(padded(position % 60, to: 2))"
  }

  private static func padded(_ number: Int128, to count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  // MARK: The calendar

  private static func length(ofMonth month: Int128, _ year: Int128) -> Int128 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Stays on the last day of a shorter month.
  private static func add(months: Int128, to position: Int128) -> Int128 {
    let (year, month, day) = date(ofDay: position)
    let count = max(12, min(9999 * 12 + 11, year * 12 + month - 1 + months))
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    return days(year: newYear, month: newMonth, day: min(day, length(ofMonth: newMonth, newYear)))
  }

  /// The days from 1970-01-01, counted in years that begin in March, so that a leap day is the last one.
  private static func days(year: Int128, month: Int128, day: Int128) -> Int128 {
    let year = month <= 2 ? year - 1 : year
    let yearDays = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + yearDays - 719_468
  }

  private static func date(ofDay position: Int128) -> (year: Int128, month: Int128, day: Int128) {
    let days = position + 719_468
    let (era, inEra) = (days / 146_097, days % 146_097)
    let yearOfEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * inYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, inYear - (153 * shifted + 2) / 5 + 1)
  }
}
