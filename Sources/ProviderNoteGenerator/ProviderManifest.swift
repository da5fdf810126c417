internal import AppControllerKit
internal import ProviderABI

/// What a `provider.json` says: who the provider is, and which class it is.
struct ProviderManifest: Equatable {
  /// The texts of the note.
  private(set) var texts: [NoteText: String] = [:]
  /// The provider's class, such as `KittyProvider`.
  private(set) var providerClass = ""
  /// Where the name of the class stands, for the compiler's messages about it.
  private(set) var classPosition = JSONPosition(of: 0, in: [])

  /// The key of the class.
  static let classKey = "class"
  /// All keys, in the order in which they are shown.
  static let keys = NoteText.allCases.map(\.rawValue) + [classKey]
  /// The most bytes of a file: as many as the JSON text of a note may have.
  static let sizeLimit = 64 << 10

  /// Reads a file.
  ///
  /// - Throws: ``ManifestFaults`` with all that is wrong.
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
  /// - Throws: ``ManifestFaults`` with all that is wrong.
  init(json bytes: [UInt8]) throws(ManifestFaults) {
    let outline: JSONOutline
    do throws(AppControllerError) {
      outline = try JSONOutline(bytes, limits: JSONLimits(bytes: Self.sizeLimit, depth: 16, values: 1000))
    } catch {
      let problem = error.diagnostics.first
      let offset = problem?.position?.offset ?? 0
      throw ManifestFaults([ManifestFault(at: offset, "\(problem?.message ?? error.what); \(error.fix)")], in: bytes)
    }
    var reader = ManifestReader(outline)
    reader.read()
    guard reader.faults.isEmpty else { throw ManifestFaults(reader.faults, in: bytes) }
    for text in NoteText.allCases { texts[text] = reader.strings[text.rawValue]?.text }
    guard let name = reader.strings[Self.classKey] else { return }
    providerClass = name.text
    // Behind the quotation mark.
    classPosition = JSONPosition(of: name.offset + 1, in: bytes)
  }

  /// What a file has to be, in words.
  static var form: String { "an object with the strings \(names)" }
  /// The keys, in words.
  static var names: String { keys.map { "\"\($0)\"" }.joined(separator: ", ") }
}
