internal import AppControllerInterface
internal import AppControllerJSON
internal import ProviderABI

/// The content of a `provider.json`.
struct ProviderManifest: Equatable {
  let texts: NoteTexts
  let requirements: [String]
  /// The ids of the providers that it takes over from.
  let replaces: [String]
  let settings: [ProviderSetting]
  let permissions: [DeclaredPermission]
  let providerClass: String
  /// For the compiler's messages.
  let classPosition: JSONPosition

  /// The keys of string members, in the order of messages.
  enum Key: CaseIterable, Hashable {
    case text(NoteText)
    case providerClass

    static var allCases: [Key] { NoteText.allCases.map(Key.text) + [.providerClass] }

    var name: String { if case .text(let text) = self { text.rawValue } else { "class" } }

    var example: String {
      switch self {
      case .text(.id): "com.example.kitty"
      case .text(.name): "Kitty"
      case .text(.version): "1.0.0"
      case .text(.vendor): "Example Ltd."
      case .providerClass: "KittyProvider"
      }
    }

    /// Follows the name of the key; `nil` when the value is valid.
    func fault(of value: String) -> String? {
      switch self {
      case .text(let text): text.problem(of: value)
      case .providerClass: SwiftTypeName.fault(of: value)
      }
    }
  }

  static let settingsKey = "settings"
  static let permissionsKey = "permissions"
  /// Only editors read it.
  static let editorsKey = "$schema"

  /// In bytes: that of the JSON text of a note.
  static let sizeLimit = 64 << 10

  init(ofFile path: String) throws(ManifestFaults) {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try FileFault.content(of: path, atMost: Self.sizeLimit) } catch {
      throw ManifestFaults("cannot read it: \(error.why); put one beside the sources: \(Self.form)")
    }
    try self.init(json: bytes)
  }

  init(json bytes: [UInt8]) throws(ManifestFaults) {
    let (outline, json): (JSONOutline, JSONValue)
    let limits = JSONLimits(bytes: Self.sizeLimit, depth: 16, values: 10_000)
    do throws(AppControllerError) {
      outline = try JSONOutline(bytes, limits: limits)
      json = try JSONReader.read(bytes, limits: limits, allowsDuplicates: true)
    } catch {
      let problem = error.diagnostics.first
      let offset = problem?.position?.offset ?? 0
      throw ManifestFaults([ManifestFault(at: offset, "\(problem?.message ?? error.what); \(error.fix)")], in: bytes)
    }
    var members = Members(bytes: bytes)
    members.read(json, outline)
    members.readDeclarations(json, outline)
    guard members.faults.isEmpty else { throw ManifestFaults(members.faults, in: bytes) }
    (texts, requirements, replaces) = (members.texts, members.requirements, members.replaces)
    (settings, permissions) = (members.settings, members.permissions)
    (providerClass, classPosition) = (members.providerClass, members.classPosition)
  }

  static var form: String { "an object with the strings \(names(Key.allCases.map(\.name)))" }
  static var names: String { names(Key.allCases.map(\.name) + arrayKeys) }

  /// All of them may be left out.
  static let arrayKeys = DeclaredNames.allCases.map(\.rawValue) + [settingsKey, permissionsKey]

  private static func names(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}

private struct Members {
  let bytes: [UInt8]
  var texts = NoteTexts()
  var requirements: [String] = []
  var replaces: [String] = []
  var settings: [ProviderSetting] = []
  var permissions: [DeclaredPermission] = []
  var providerClass = ""
  var classPosition = JSONPosition()
  var faults: [ManifestFault] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(_ json: JSONValue, _ outline: JSONOutline) {
    let start = outline.offset(of: outline.root)
    guard let members = json.objectValue else {
      faults.append(ManifestFault(at: start, "the text is \(json.kindName), and has to be \(ProviderManifest.form)"))
      return
    }
    var missing = ProviderManifest.Key.allCases
    var arrays: [String] = []
    for (member, value) in zip(members, outline.contents(of: outline.root)) {
      let (name, offset) = (UTF8Key(text: member.name), outline.offset(of: value))
      let nameOffset = outline.nameOffset(of: value) ?? offset
      if name == UTF8Key(text: ProviderManifest.editorsKey) { continue }
      if let key = ProviderManifest.arrayKeys.first(where: { name == UTF8Key(text: $0) }) {
        if arrays.contains(key) { faults.append(ManifestFault(at: nameOffset, repeated: key)) }
        arrays.append(key)
        continue
      }
      guard let key = ProviderManifest.Key.allCases.first(where: { UTF8Key(text: $0.name) == name }) else {
        faults.append(ManifestFault(at: nameOffset, unknown: name))
        continue
      }
      guard let index = missing.firstIndex(of: key) else {
        faults.append(ManifestFault(at: nameOffset, repeated: key.name))
        continue
      }
      missing.remove(at: index)
      read(member.value, of: key, at: offset)
    }
    for key in missing {
      let line = "\"\(key.name)\": \"\(key.example)\""
      faults.append(ManifestFault(at: start, "\"\(key.name)\" is missing; add a line such as \(line)"))
    }
  }

  mutating func readDeclarations(_ json: JSONValue, _ outline: JSONOutline) {
    let (requirements, ofRequires) = DeclaredNames.requires.read(from: json, known: HostFeature.names)
    var (replaces, ofReplaces) = DeclaredNames.replaces.read(from: json)
    if replaces.contains(texts.id) {
      ofReplaces.append(CodingFault("has its own id, \(texts.id)").within(DeclaredNames.replaces.rawValue))
    }
    let (settings, ofSettings) = ProviderSetting.read(json[ProviderManifest.settingsKey], isStrict: true)
    let (permissions, ofPermissions) = DeclaredPermission.read(
      json[ProviderManifest.permissionsKey], settings: settings, isStrict: true)
    (self.requirements, self.replaces) = (requirements, replaces)
    (self.settings, self.permissions) = (settings, permissions)
    faults += (ofRequires + ofReplaces + ofSettings + ofPermissions).map { fault in
      let fix =
        switch fault.kind {
        case .missing: "; add it"
        case .unknown where fault.problem.hasSuffix("?"): ""
        case .unknown, .repeated: "; leave it out"
        case .text, .value: "; correct it"
        }
      return ManifestFault(at: outline.offset(of: fault), "\(fault)\(fix)")
    }
  }

  private mutating func read(_ value: JSONValue, of key: ProviderManifest.Key, at offset: Int) {
    let text = value.stringValue
    let problem = text.map(key.fault(of:)) ?? "is \(value.kindName), and has to be a string"
    if let problem {
      faults.append(ManifestFault(at: offset, "\"\(key.name)\" \(problem); write one such as \"\(key.example)\""))
    }
    switch key {
    case .text(let note): texts[note] = text ?? ""
    case .providerClass:
      providerClass = text ?? ""
      // The class name begins after the quotation mark.
      classPosition = JSONPosition(of: offset + 1, in: bytes)
    }
  }
}

extension ManifestFault {
  fileprivate init(at offset: Int, repeated name: String) {
    self.init(at: offset, "\"\(name)\" stands here a second time; remove one of the two")
  }

  fileprivate init(at offset: Int, unknown name: UTF8Key) {
    self.init(
      at: offset,
      "there is no key \"\(name.shown)\"; correct or remove it: the keys are \(ProviderManifest.names)")
  }
}
