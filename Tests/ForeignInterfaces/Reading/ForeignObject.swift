import AppControllerJSON
import AppControllerKit

/// An object of the original that knows which of its members were read, so that none is left behind without a word.
struct ForeignObject {
  let path: String
  private let names: [String]
  private var unread: [String: JSONValue]
  private(set) var omissions: [Omission] = []

  /// Makes a reader; of what is no object there is nothing to read.
  init?(_ value: JSONValue?, _ path: String) {
    guard let members = value?.objectValue else { return nil }
    self.path = path
    names = members.map(\.name)
    unread = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  func place(of name: String) -> String { "\(path).\(name)" }

  /// A member that was not read yet; `null` is the same as nothing.
  mutating func take(_ name: String) -> JSONValue? {
    guard let value = unread.removeValue(forKey: name), !value.isNull else { return nil }
    return value
  }

  /// Whether a member is there that was not read yet.
  func has(_ name: String) -> Bool { unread[name].map { !$0.isNull } == true }

  /// Passes over members that say something about the format and not about the screen.
  mutating func pass(_ names: String...) { for name in names { unread[name] = nil } }

  /// A text; numbers and booleans are taken as they are written.
  mutating func string(_ name: String) -> String? {
    guard let value = take(name) else { return nil }
    if let text = value.plainText { return text }
    omit(name, "it is \(value.kindName), and a text is expected")
    return nil
  }

  mutating func flag(_ name: String) -> Bool? {
    guard let value = take(name) else { return nil }
    switch value {
    case .bool(let flag): return flag
    case .string("true"): return true
    case .string("false"): return false
    case .null, .int, .double, .string, .array, .object:
      omit(name, "it is \(value.kindName), and true or false is expected")
      return nil
    }
  }

  mutating func number(_ name: String) -> Double? {
    guard let value = take(name) else { return nil }
    if let number = value.doubleValue ?? value.stringValue.flatMap(Double.init), number.isFinite { return number }
    omit(name, "it is \(value.kindName), and a number is expected")
    return nil
  }

  /// The elements of an array; nothing is an empty one.
  mutating func array(_ name: String) -> [JSONValue] {
    guard let value = take(name) else { return [] }
    if let elements = value.arrayValue { return elements }
    omit(name, "it is \(value.kindName), and an array is expected")
    return []
  }

  mutating func object(_ name: String) -> ForeignObject? {
    guard let value = take(name) else { return nil }
    if let object = ForeignObject(value, place(of: name)) { return object }
    omit(name, "it is \(value.kindName), and an object is expected")
    return nil
  }

  /// Says that a member is not carried over.
  mutating func omit(_ name: String, _ reason: String) {
    unread[name] = nil
    omissions.append(Omission(path: place(of: name), what: name, reason: reason))
  }

  /// Says that a member is not carried over, if it is there.
  mutating func omitIfPresent(_ name: String, _ reason: String) { if take(name) != nil { omit(name, reason) } }

  /// Everything that was not carried over: what was said to be, and what nobody has read.
  func finished(looks: Set<String>) -> [Omission] {
    omissions
      + names.compactMap { name in
        if unread[name] == nil { return nil }
        let reason = looks.contains(name) ? "how it looks is the host's" : "the importer does not know it"
        return Omission(path: place(of: name), what: name, reason: reason)
      }
  }
}

extension JSONValue {
  /// A value that is one text, as it is written.
  var plainText: String? {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): number.plainText
    case .bool(let flag): "\(flag)"
    case .null, .array, .object: nil
    }
  }
}

extension Double {
  /// The number without a fraction that is nothing.
  var plainText: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}
