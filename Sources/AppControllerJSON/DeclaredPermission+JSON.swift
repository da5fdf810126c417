package import AppControllerInterface

// The permissions of a provider in the JSON of its `provider.json` and of its note.
extension DeclaredPermission {
  static func readAll(
    of json: JSONValue, settings: [ProviderSetting], isStrict: Bool
  ) -> ([DeclaredPermission], [CodingFault]) {
    var names: [String] = []
    return DeclarationReader.readAll(
      "permissions", of: json, "permissions", atMost: maximumCount, isStrict: isStrict
    ) { reader in
      let permission = reader.permission(settings)
      if case .unknown = permission.kind { return permission }
      // Any number of ports may be declared, each set with its reason.
      let name = permission.grantName.flatMap { $0 == "network" ? nil : $0.lowercased() }
      if let name, names.contains(name) {
        reader.fault("name", "is that of another permission, whose name may differ in case only")
      }
      names += [name].compactMap(\.self)
      return permission
    }
  }

  package var json: JSONValue {
    let members: KeyValuePairs<String, JSONValue> =
      switch kind {
      case .ports(let ports): ["ports": .array(ports.map { .int(Int64($0)) })]
      case .portsOf(let names, _):
        ["portOf": names.count == 1 ? .string(names[0]) : .array(names.map(JSONValue.string))]
      case .folder(let name, let path, let isWritable):
        ["name": .string(name), "path": .string(path), "access": .string(isWritable ? "write" : "read")]
      case .socket(let name, let path): ["name": .string(name), "path": .string(path)]
      case .unknown: [:]
      }
    return .object(
      [JSONValue.Member("kind", .string(kind.name))] + members.map { JSONValue.Member($0, $1) }
        + [JSONValue.Member("why", .string(why))])
  }
}

extension DeclaredPermission.Kind {
  fileprivate var name: String {
    switch self {
    case .ports, .portsOf: "network"
    case .folder: "folder"
    case .socket: "socket"
    case .unknown(let name): name
    }
  }

  fileprivate var ownMembers: Set<String> {
    let own: Set<String> =
      switch self {
      case .ports, .portsOf: ["ports", "portOf"]
      case .folder: ["name", "path", "access"]
      case .socket: ["name", "path"]
      case .unknown: ["ports", "portOf", "name", "path", "access"]
      }
    return own.union(["kind", "why"])
  }
}

extension DeclarationReader {
  fileprivate mutating func permission(_ settings: [ProviderSetting]) -> DeclaredPermission {
    guard let members = members() else { return DeclaredPermission(.unknown(""), why: "") }
    let name = string("kind") ?? missing("kind")
    let kind = kind(name, settings)
    if case .unknown = kind, !isStrict { return DeclaredPermission(kind, why: "") }
    let why = line("why", 1...256) ?? missing("why")
    if isStrict { check(members, known: kind.ownMembers, in: "a permission of the kind \(name.displayable)") }
    return DeclaredPermission(kind, why: why)
  }

  private mutating func kind(_ name: String, _ settings: [ProviderSetting]) -> DeclaredPermission.Kind {
    switch name {
    case "network": return network(settings)
    case "folder": return .folder(name: self.name(), path: path(), isWritable: isWritable())
    case "socket": return .socket(name: self.name(), path: path())
    default:
      if isStrict, json["kind"]?.stringValue != nil {
        let names = DeclaredPermission.kinds.joined(separator: ", ")
        fault("kind", "is \(UTF8Key(text: name).shown.debugDescription), and has to be one of \(names)")
      }
      return .unknown(name)
    }
  }

  private mutating func network(_ settings: [ProviderSetting]) -> DeclaredPermission.Kind {
    guard (json["ports"] == nil) != (json["portOf"] == nil) else {
      fault("ports", json["ports"] == nil ? "is missing, and so is \"portOf\"" : "is given beside \"portOf\"")
      return .ports([])
    }
    guard json["portOf"] == nil else {
      let names = (json["portOf"]?.arrayValue ?? json["portOf"].map { [$0] } ?? []).compactMap(\.stringValue)
      let urls = settings.filter { $0.kind.name == "url" }.map(\.name)
      let count = json["portOf"]?.arrayValue?.count ?? 1
      guard !names.isEmpty, names.count == count, Set(names).count == count, names.allSatisfy(urls.contains) else {
        fault("portOf", "is neither the name of a setting of the type url, nor an array of such names")
        return .ports([])
      }
      let usual = settings.filter { names.contains($0.name) }.compactMap(\.defaultValue)
      return .portsOf(settings: names, usual: Set(usual.compactMap(DeclaredPermission.port)).sorted())
    }
    let list = json["ports"]?.arrayValue ?? []
    let ports = Set(list.compactMap(\.intValue).compactMap(UInt16.init(exactly:))).subtracting([0])
    guard 1...DeclaredPermission.maximumPorts ~= list.count, ports.count == list.count else {
      fault("ports", "is not an array of 1 to \(DeclaredPermission.maximumPorts) distinct numbers from 1 to 65535")
      return .ports([])
    }
    return .ports(ports.sorted())
  }

  private mutating func path() -> String {
    guard let path = string("path") else { return missing("path") }
    if let problem = DeclaredPermission.problem(ofPath: path) { fault("path", problem) }
    return path
  }

  private mutating func isWritable() -> Bool {
    let access = string("access") ?? missing("access")
    if json["access"]?.stringValue != nil, !["read", "write"].contains(access) {
      fault("access", "is \(UTF8Key(text: access).shown.debugDescription), and has to be read or write")
    }
    return access == "write"
  }
}
