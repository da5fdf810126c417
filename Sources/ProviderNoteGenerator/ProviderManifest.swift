internal import AppControllerKit
internal import ProviderABI

/// The content of a `provider.json`: the texts of the provider's note, and its class.
struct ProviderManifest: Equatable {
  /// The texts of the note.
  let texts: NoteTexts
  /// The provider's class, such as `KittyProvider`.
  let providerClass: String
  /// The position of the name of the class, for the compiler's messages.
  let classPosition: JSONPosition

  /// The key of the class.
  static let classKey = "class"
  /// All keys, in the order in which they are shown.
  static let keys = NoteText.allCases.map(\.rawValue) + [classKey]
  /// The maximum size of a file, in bytes: that of the JSON text of a note.
  static let sizeLimit = 64 << 10

  /// Reads a file.
  ///
  /// - Throws: ``ManifestFaults`` with all faults.
  init(ofFile path: String) throws(ManifestFaults) {
    let bytes: [UInt8]
    do throws(AppControllerError) { bytes = try InterfaceDocument.bytes(ofFile: path) } catch {
      throw ManifestFaults(
        [ManifestFault(at: 0, "cannot read it: \(error.why); put one beside the sources: \(Self.form)")], in: [])
    }
    try self.init(json: bytes)
  }

  /// Reads a text.
  ///
  /// - Throws: ``ManifestFaults`` with all faults.
  init(json bytes: [UInt8]) throws(ManifestFaults) {
    let (outline, json): (JSONOutline, JSONValue)
    let limits = JSONLimits(bytes: Self.sizeLimit, depth: 16, values: 1000)
    do throws(AppControllerError) {
      outline = try JSONOutline(bytes, limits: limits)
      json = try JSONReader.read(bytes, limits: limits, allowsTwins: true)
    } catch {
      let problem = error.diagnostics.first
      let offset = problem?.position?.offset ?? 0
      throw ManifestFaults([ManifestFault(at: offset, "\(problem?.message ?? error.what); \(error.fix)")], in: bytes)
    }
    let (members, faults): (Members, _) = JSONCodingReader.readAll(.object(), from: json, isStrict: true)
    guard faults.isEmpty else { throw ManifestFaults(faults.map { ManifestFault($0, in: outline) }, in: bytes) }
    (texts, providerClass) = (members.texts, members.providerClass)
    // Plus 1 to skip the quotation mark.
    let start = outline.value(at: [Self.classKey]).map(outline.offset(of:)) ?? 0
    classPosition = JSONPosition(of: start + 1, in: bytes)
  }

  private struct Members: Coded {
    var texts = NoteTexts.blank
    var providerClass = ""

    static var blank: Members { Members() }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try texts.code(&coder)
      try coder.member("class", &providerClass, .checked(.text(atMost: .max), SwiftTypeName.fault))
    }
  }

  /// The required form of a file, in words.
  static var form: String { "an object with the strings \(names)" }
  /// The keys, in words.
  static var names: String { keys.map { "\"\($0)\"" }.joined(separator: ", ") }
}
