package import AppControllerInterface
package import AppControllerJSON
package import ProviderABI

/// The content of a `provider.json`.
package struct ProviderManifest: Equatable {
  private var texts: [Key: String] = [:]
  package private(set) var declarations = ProviderDeclarations()
  /// That of the name of the class, for the compiler's messages.
  package private(set) var classPosition = JSONPosition()

  /// The keys of string members, in the order of messages.
  package enum Key: CaseIterable, Hashable {
    case text(NoteText)
    case providerClass

    package static var allCases: [Key] { NoteText.allCases.map(Key.text) + [.providerClass] }

    package var name: String { if case .text(let text) = self { text.rawValue } else { "class" } }

    package var example: String {
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

  /// Only editors read it.
  static let editorsKey = "$schema"

  /// In bytes: that of the JSON text of a note.
  static let sizeLimit = 64 << 10

  package init(ofFile path: String) throws(ManifestFaults) {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try FileFault.content(of: path, atMost: Self.sizeLimit) } catch {
      throw ManifestFaults("cannot read it: \(error.why); put one beside the sources: \(Self.form)")
    }
    try self.init(json: bytes)
  }

  package init(json bytes: [UInt8]) throws(ManifestFaults) {
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
    let faults = readTexts(json, outline) + readDeclarations(json, outline)
    guard faults.isEmpty else { throw ManifestFaults(faults, in: bytes) }
  }

  package func text(_ text: NoteText) -> String { texts[.text(text)] ?? "" }
  package var providerClass: String { texts[.providerClass] ?? "" }

  static var form: String { "an object with the strings \(names(Key.allCases.map(\.name)))" }
  private static let names = Key.allCases.map(\.name) + ProviderDeclarations.names

  private static func names(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}

extension ProviderManifest {
  private mutating func readTexts(_ json: JSONValue, _ outline: JSONOutline) -> [ManifestFault] {
    let start = outline.offset(of: outline.root)
    guard let members = json.objectValue else {
      return [ManifestFault(at: start, "the text is \(json.kindName), and has to be \(Self.form)")]
    }
    var faults: [ManifestFault] = []
    var seen: Set<String> = []
    for (member, value) in zip(members, outline.contents(of: outline.root)) {
      let (name, offset) = (UTF8Key(text: member.name), outline.nameOffset(of: value) ?? start)
      if name == UTF8Key(text: Self.editorsKey) { continue }
      if !Self.names.contains(where: { UTF8Key(text: $0) == name }) {
        let keys = Self.names(Self.names)
        let message = "there is no key \"\(name.shown)\"; correct or remove it: the keys are \(keys)"
        faults.append(ManifestFault(at: offset, message))
      } else if !seen.insert(name.text).inserted {
        faults.append(ManifestFault(at: offset, "\"\(name.text)\" stands here a second time; remove one of the two"))
      } else if let key = Key.allCases.first(where: { $0.name == name.text }) {
        let offset = outline.offset(of: value)
        if let problem = read(member.value, of: key) { faults.append(ManifestFault(at: offset, problem)) }
        // The class name begins after the quotation mark.
        if key == .providerClass { classPosition = JSONPosition(of: offset + 1, in: outline.bytes) }
      }
    }
    return faults
      + Key.allCases.filter { !seen.contains($0.name) }.map { key in
        let line = "\"\(key.name)\": \"\(key.example)\""
        return ManifestFault(at: start, "\"\(key.name)\" is missing; add a line such as \(line)")
      }
  }

  private mutating func readDeclarations(_ json: JSONValue, _ outline: JSONOutline) -> [ManifestFault] {
    declarations.read(json, of: text(.id), features: HostFeature.names, isStrict: true).map { fault in
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

  private mutating func read(_ value: JSONValue, of key: Key) -> String? {
    let text = value.stringValue
    texts[key] = text
    let problem = text.map(key.fault(of:)) ?? "is \(value.kindName), and has to be a string"
    return problem.map { "\"\(key.name)\" \($0); write one such as \"\(key.example)\"" }
  }
}
