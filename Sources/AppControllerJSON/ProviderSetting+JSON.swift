package import AppControllerInterface

// The settings of a provider in the JSON of its `provider.json` and of its note.
extension ProviderSetting {
  /// Reads the settings of a provider.
  ///
  /// - Parameters:
  ///   - json: The value of the member `settings`; nil when there is none.
  ///   - isStrict: Whether an unknown member and an unknown type are faults, as in a `provider.json`. A note may be of
  ///     a later version, and has them ignored.
  /// - Returns: The settings that have no fault, and all faults with their places below the member.
  package static func read(_ json: JSONValue?, isStrict: Bool) -> (settings: [ProviderSetting], faults: [CodingFault]) {
    guard let json else { return ([], []) }
    guard let list = json.arrayValue else {
      return ([], [CodingFault("is \(json.kindName), and has to be an array of settings").within("settings")])
    }
    guard list.count <= most else { return ([], [CodingFault.tooMany(list.count, limit: most).within("settings")]) }
    var (settings, faults): ([ProviderSetting], [CodingFault]) = ([], [])
    var names: [String] = []
    for (index, element) in list.enumerated() {
      var reader = SettingReader(element, isStrict: isStrict)
      let setting = reader.read()
      if names.contains(setting.name.lowercased()) {
        reader.fault("name", "is that of another setting, whose name may differ in case only")
      }
      names.append(setting.name.lowercased())
      if reader.faults.isEmpty { settings.append(setting) }
      faults += reader.faults.map { $0.within(index).within("settings") }
    }
    return (settings, faults)
  }

  /// The setting as a member of the array `settings`.
  package var json: JSONValue {
    var members = [JSONValue.Member("name", .string(name)), JSONValue.Member("type", .string(kind.name))]
    members.append(JSONValue.Member("label", .string(label)))
    if !help.isEmpty { members.append(JSONValue.Member("help", .string(help))) }
    if isRequired { members.append(JSONValue.Member("required", .bool(true))) }
    if let defaultValue { members.append(JSONValue.Member("default", kind.json(of: defaultValue))) }
    return .object(members + kind.members)
  }
}

extension ProviderSetting.Kind {
  /// A value that was checked, as JSON.
  package func json(of value: String) -> JSONValue {
    switch self {
    case .integer: Int64(value).map(JSONValue.int) ?? .string(value)
    case .boolean: .bool(value == "true")
    case .text, .url, .choice, .secret, .unknown: .string(value)
    }
  }

  /// The members that limit the values.
  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .text(let length): Self.bounds(Int64(length.lowerBound), Int64(length.upperBound), in: 0...Int64(Int.max))
    case .integer(let range): Self.bounds(range.lowerBound, range.upperBound, in: .min...(.max))
    case .url(let schemes): [JSONValue.Member("schemes", .array(schemes.map(JSONValue.string)))]
    case .choice(let options): [JSONValue.Member("options", .array(options.map(JSONValue.string)))]
    case .boolean, .secret, .unknown: []
    }
  }

  private static func bounds(_ min: Int64, _ max: Int64, in all: ClosedRange<Int64>) -> [JSONValue.Member] {
    (min == all.lowerBound ? [] : [JSONValue.Member("min", .int(min))])
      + (max == all.upperBound ? [] : [JSONValue.Member("max", .int(max))])
  }
}

/// Reads one setting, and collects its faults.
private struct SettingReader {
  private static let common: Set<String> = ["name", "type", "label", "help", "required"]

  private let json: JSONValue
  private let isStrict: Bool
  private(set) var faults: [CodingFault] = []

  init(_ json: JSONValue, isStrict: Bool) { (self.json, self.isStrict) = (json, isStrict) }

  mutating func fault(_ member: String, _ problem: String) { faults.append(CodingFault(problem).within(member)) }

  mutating func read() -> ProviderSetting {
    guard let members = json.objectValue else {
      faults.append(CodingFault("is \(json.kindName), and has to be an object"))
      return ProviderSetting("", .boolean, label: "")
    }
    let given = string("name")
    let name = given ?? missing("name")
    if given != nil, !ProviderSetting.allows(name: name) {
      fault(
        "name",
        "is \(ExactName(text: name).shown.debugDescription); it is a lower-case letter, and at most 31 letters and digits"
      )
    }
    let type = string("type") ?? missing("type")
    let kind = kind(type)
    let label = line("label", 1...256) ?? missing("label")
    let isRequired = boolean("required")
    let setting = ProviderSetting(
      name, kind, label: label, help: line("help", 0...1024) ?? "", isRequired: isRequired)
    let value = defaultValue(of: setting)
    if isStrict { check(members, of: kind) }
    return ProviderSetting(
      name, kind, label: label, help: setting.help, isRequired: isRequired, defaultValue: value)
  }

  /// Reads the type with the members that limit its values.
  private mutating func kind(_ type: String) -> ProviderSetting.Kind {
    switch type {
    case "text":
      let range = bounds(from: 0, to: Int64(Int.max))
      return .text(length: Int(range.lowerBound)...Int(range.upperBound))
    case "integer": return .integer(bounds(from: .min, to: .max))
    case "boolean": return .boolean
    case "secret": return .secret
    case "url":
      let schemes = strings("schemes", atMost: ProviderSetting.schemes.count) ?? ProviderSetting.schemes
      for scheme in schemes where !ProviderSetting.schemes.contains(scheme) {
        fault("schemes", "has a scheme that is not one of \(ProviderSetting.schemes.joined(separator: ", "))")
      }
      return .url(schemes: schemes)
    case "choice":
      guard json["options"] != nil else {
        faults.append(CodingFault.missing.within("options"))
        return .choice([])
      }
      return .choice(strings("options", atMost: ProviderSetting.mostOptions) ?? [])
    default:
      if isStrict, json["type"]?.stringValue != nil {
        let names = ProviderSetting.Kind.names.joined(separator: ", ")
        fault("type", "is \(ExactName(text: type).shown.debugDescription), and has to be one of \(names)")
      }
      return .unknown(type)
    }
  }

  /// Reads the default value as the text that is handed over.
  private mutating func defaultValue(of setting: ProviderSetting) -> String? {
    guard let value = json["default"] else { return nil }
    if setting.kind == .secret {
      fault("default", "is given for a secret, which has none because anyone can read a library's file")
      return nil
    }
    if setting.isRequired {
      fault("default", "is given for a required setting, whose value is the operator's")
      return nil
    }
    let text: String? =
      switch (setting.kind, value) {
      case (.integer, .int(let number)): "\(number)"
      case (.boolean, .bool(let flag)): "\(flag)"
      case (.text, .string(let text)), (.url, .string(let text)), (.choice, .string(let text)): text
      default: nil
      }
    // The values of an unknown type are unknown as well.
    if case .unknown = setting.kind { return nil }
    guard let text else {
      fault("default", "is \(value.kindName), which the type \(setting.kind.name) does not allow")
      return nil
    }
    // The other faults of this setting may make its default wrong.
    if faults.isEmpty, let problem = setting.problem(of: text) { fault("default", problem) }
    return text
  }

  /// Checks that no member is unknown, without meaning for the type, or repeated.
  private mutating func check(_ members: [JSONValue.Member], of kind: ProviderSetting.Kind) {
    let own: Set<String> =
      switch kind {
      case .text, .integer: ["default", "min", "max"]
      case .url: ["default", "schemes"]
      case .choice: ["default", "options"]
      case .boolean, .secret: ["default"]
      case .unknown: ["default", "min", "max", "schemes", "options"]
      }
    let known = Self.common.union(own)
    var seen: Set<ExactName> = []
    for member in members.map(\.name) {
      if !known.contains(where: { $0.utf8.elementsEqual(member.utf8) }) {
        let problem = "is not a member of a setting of the type \(kind.name.displayable)"
        faults.append(CodingFault(problem, .unknown).within(member))
      } else if !seen.insert(ExactName(text: member)).inserted {
        faults.append(CodingFault("stands there twice", .repeated, twins: 1).within(member))
      }
    }
  }
}

// MARK: - Members

extension SettingReader {
  /// Reports a missing member, unless it is there with another fault.
  private mutating func missing(_ name: String) -> String {
    if json[name] == nil { faults.append(CodingFault.missing.within(name)) }
    return ""
  }

  private mutating func string(_ name: String) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue else {
      fault(name, "is \(value.kindName), and has to be a string")
      return nil
    }
    return text
  }

  /// Reads one line for people.
  private mutating func line(_ name: String, _ limits: ClosedRange<Int>) -> String? {
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

  private mutating func boolean(_ name: String) -> Bool {
    guard let value = json[name] else { return false }
    guard let flag = value.boolValue else {
      fault(name, "is \(value.kindName), and has to be true or false")
      return false
    }
    return flag
  }

  private mutating func integer(_ name: String) -> Int64? {
    guard let value = json[name] else { return nil }
    guard let number = value.intValue else {
      fault(name, "is \(value.kindName), and has to be an integer")
      return nil
    }
    return number
  }

  /// Reads `min` and `max`.
  private mutating func bounds(from lowest: Int64, to highest: Int64) -> ClosedRange<Int64> {
    let (min, max) = (integer("min") ?? lowest, integer("max") ?? highest)
    guard min >= lowest else {
      fault("min", "is \(min), and has to be at least \(lowest)")
      return lowest...highest
    }
    guard min <= max else {
      fault("max", "is \(max), less than the \(min) of \"min\"")
      return lowest...highest
    }
    return min...max
  }

  /// Reads a list of distinct lines.
  private mutating func strings(_ name: String, atMost limit: Int) -> [String]? {
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
    guard Set(texts.map(ExactName.init)).count == texts.count else {
      fault(name, "has an element twice")
      return nil
    }
    return texts
  }
}
