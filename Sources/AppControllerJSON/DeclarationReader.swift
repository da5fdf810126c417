internal import AppControllerInterface

/// Reads the members of one object that a provider declares in its `provider.json`, such as a setting, and collects its
/// faults.
struct DeclarationReader {
  let json: JSONValue
  /// Whether an unknown member is a fault; in a note it is ignored, because the note may be of a later version.
  let isStrict: Bool
  private(set) var faults: [CodingFault] = []

  /// Returns the values of the elements without a fault, and all faults with their places.
  static func readAll<Value>(
    _ member: String, of object: JSONValue, _ elements: String, atMost limit: Int, isStrict: Bool,
    _ read: (inout DeclarationReader) -> Value
  ) -> ([Value], [CodingFault]) {
    guard let json = object[member] else { return ([], []) }
    guard let list = json.arrayValue else {
      return ([], [CodingFault("is \(json.kindName), and has to be an array of \(elements)").within(member)])
    }
    guard list.count <= limit else { return ([], [CodingFault.tooMany(list.count, limit: limit).within(member)]) }
    var (values, faults): ([Value], [CodingFault]) = ([], [])
    for (index, element) in list.enumerated() {
      var reader = DeclarationReader(json: element, isStrict: isStrict)
      let value = read(&reader)
      if reader.faults.isEmpty { values.append(value) }
      faults += reader.faults.map { $0.within(index).within(member) }
    }
    return (values, faults)
  }

  mutating func fault(_ member: String, _ problem: String) { fault(CodingFault(problem).within(member)) }

  mutating func fault(_ fault: CodingFault) { faults.append(fault) }

  /// `nil` when the value is no object, which is a fault.
  mutating func members() -> [JSONValue.Member]? {
    if json.objectValue == nil { faults.append(CodingFault("is \(json.kindName), and has to be an object")) }
    return json.objectValue
  }

  mutating func name() -> String {
    guard let name = string("name") else { return missing("name") }
    if !ProviderSetting.allows(name: name) {
      fault(
        "name",
        "is \(UTF8Key(text: name).shown.debugDescription); it is a lower-case letter, and at most 31 letters and digits"
      )
    } else if isStrict, ["self", "init"].contains(name) {
      fault("name", "is \"\(name)\", which is no name of a property in Swift")
    }
    return name
  }

  mutating func check(_ members: [JSONValue.Member], known: Set<String>, in what: String) {
    var seen: Set<UTF8Key> = []
    for member in members.map(\.name) {
      if !known.contains(where: { $0.utf8.elementsEqual(member.utf8) }) {
        let hint = Suggestion.hint(for: member, among: known.sorted())
        faults.append(CodingFault("is not a member of \(what)\(hint)", .unknown).within(member))
      } else if !seen.insert(UTF8Key(text: member)).inserted {
        faults.append(CodingFault("stands there twice", .repeated, occurrence: 1).within(member))
      }
    }
  }

  /// Reports a missing member, unless it is there with another fault.
  mutating func missing(_ name: String) -> String {
    if json[name] == nil { faults.append(CodingFault.missing.within(name)) }
    return ""
  }

  mutating func string(_ name: String) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue else {
      fault(name, "is \(value.kindName), and has to be a string")
      return nil
    }
    return text
  }

  mutating func line(_ name: String, _ limits: ClosedRange<Int>) -> String? {
    guard let text = string(name) else { return nil }
    if let problem = Self.problem(of: text, limits) { fault(name, problem) }
    return text
  }

  private static func problem(of text: String, _ limits: ClosedRange<Int>) -> String? {
    let count = text.utf8.count
    guard limits.contains(count) else {
      return "has \(count) bytes, and has to have \(limits.lowerBound) to \(limits.upperBound)"
    }
    return text.isDisplayable ? nil : "has a character that cannot be shown"
  }

  /// A note in C has the 1 and 0 that `<stdbool.h>` makes of `true` and `false`.
  func flag(_ value: JSONValue) -> Bool? {
    if !isStrict, case .int(let number) = value, 0...1 ~= number { return number == 1 }
    return value.boolValue
  }

  mutating func boolean(_ name: String) -> Bool {
    guard let value = json[name] else { return false }
    guard let flag = flag(value) else {
      fault(name, "is \(value.kindName), and has to be true or false")
      return false
    }
    return flag
  }

  mutating func strings(_ name: String, atMost limit: Int) -> [String]? {
    guard let value = json[name] else { return nil }
    guard let list = value.arrayValue, 1...limit ~= list.count else {
      let found = value.arrayValue.map { "has \($0.count) elements" } ?? "is \(value.kindName)"
      fault(name, "\(found), and has to be an array of 1 to \(limit) strings")
      return nil
    }
    let texts = list.compactMap(\.stringValue)
    guard texts.count == list.count, texts.allSatisfy({ Self.problem(of: $0, 1...256) == nil }) else {
      fault(name, "has an element that is not a line of 1 to 256 bytes")
      return nil
    }
    guard Set(texts.map(UTF8Key.init)).count == texts.count else {
      fault(name, "has an element twice")
      return nil
    }
    return texts
  }
}
