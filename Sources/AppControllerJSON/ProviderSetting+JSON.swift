package import AppControllerInterface

// The settings of a provider in the JSON of its `provider.json` and of its note.
extension ProviderSetting {
  static func readAll(of json: JSONValue, isStrict: Bool) -> ([ProviderSetting], [CodingFault]) {
    var names: [String] = []
    return DeclarationReader.readAll(
      "settings", of: json, "settings", atMost: maximumCount, isStrict: isStrict
    ) { reader in
      let setting = reader.setting()
      if names.contains(setting.name.lowercased()) {
        reader.fault("name", "is that of another setting, whose name may differ in case only")
      }
      names.append(setting.name.lowercased())
      return setting
    }
  }

  package var json: JSONValue {
    var members = [JSONValue.Member("name", .string(name)), JSONValue.Member("type", .string(kind.name))]
    members.append(JSONValue.Member("label", .string(label)))
    if !help.isEmpty { members.append(JSONValue.Member("help", .string(help))) }
    if isRequired { members.append(JSONValue.Member("required", .bool(true))) }
    if let defaultValue { members.append(JSONValue.Member("default", kind.json(of: defaultValue))) }
    if identifies { members.append(JSONValue.Member("identifies", .bool(true))) }
    return .object(members + kind.members)
  }
}

extension ProviderSetting.Kind {
  /// The value was checked before.
  fileprivate func json(of value: String) -> JSONValue {
    switch self {
    case .integer: Int64(value).map(JSONValue.int) ?? .string(value)
    case .boolean: .bool(value == "true")
    case .text, .url, .choice, .secret, .unknown: .string(value)
    }
  }

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

extension DeclarationReader {
  fileprivate mutating func setting() -> ProviderSetting {
    guard let members = members() else { return ProviderSetting("", .boolean, label: "") }
    let name = name()
    let type = string("type") ?? missing("type")
    let kind = kind(type)
    let label = line("label", 1...256) ?? missing("label")
    let (isRequired, identifies) = (boolean("required"), boolean("identifies"))
    if identifies, kind == .secret {
      fault("identifies", "is given for a secret, whose value is not kept with a session")
    }
    let setting = ProviderSetting(
      name, kind, label: label, help: line("help", 0...1024) ?? "", isRequired: isRequired)
    let value = defaultValue(of: setting)
    if isStrict { check(members, known: kind.ownMembers, in: "a setting of the type \(kind.name.displayable)") }
    return ProviderSetting(
      name, kind, label: label, help: setting.help, isRequired: isRequired, defaultValue: value,
      identifies: identifies)
  }

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
        _ = missing("options")
        return .choice([])
      }
      return .choice(strings("options", atMost: ProviderSetting.maximumOptions) ?? [])
    default:
      if isStrict, json["type"]?.stringValue != nil {
        let names = ProviderSetting.Kind.names.joined(separator: ", ")
        fault("type", "is \(UTF8Key(text: type).shown.debugDescription), and has to be one of \(names)")
      }
      return .unknown(type)
    }
  }

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
      case (.boolean, let value): flag(value).map { "\($0)" }
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

  private mutating func integer(_ name: String) -> Int64? {
    guard let value = json[name] else { return nil }
    guard let number = value.intValue else {
      fault(name, "is \(value.kindName), and has to be an integer")
      return nil
    }
    return number
  }

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
}

extension ProviderSetting.Kind {
  fileprivate var ownMembers: Set<String> {
    let own: Set<String> =
      switch self {
      case .text, .integer: ["default", "min", "max"]
      case .url: ["default", "schemes"]
      case .choice: ["default", "options"]
      case .boolean, .secret: ["default"]
      case .unknown: ["default", "min", "max", "schemes", "options"]
      }
    return own.union(["name", "type", "label", "help", "required", "identifies"])
  }
}
