internal import AppControllerJSON
internal import AppControllerKit
internal import ProviderABI

extension NoteTexts {
  /// Reads the JSON text of a note's descriptor.
  ///
  /// Members that it does not know are passed over, as a later version may write more.
  init(_ descriptor: [UInt8], _ header: ProviderNote.Header, _ path: String) throws(PluginError) {
    let end = ProviderNote.headerSize + header.jsonSize
    guard descriptor[end...].allSatisfy({ $0 == 0 }) else {
      throw .badNote(path, "bytes that are not zero stand behind its JSON text of \(header.jsonSize) bytes")
    }
    do throws(CodingFault) {
      let members: NoteMembers = try JSONCodingReader.read(
        .object(), fromText: Array(descriptor[ProviderNote.headerSize..<end]),
        limits: JSONLimits(bytes: ProviderNote.jsonLimit, depth: 16, values: 1000))
      self = members.texts
    } catch {
      throw .badNote(path, error.inNote)
    }
  }
}

/// The members of the JSON text.
private struct NoteMembers: Coded {
  var texts = NoteTexts()

  static var blank: NoteMembers { NoteMembers() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("id", &texts.id, NoteText.id.kind)
    try coder.member("name", &texts.name, NoteText.name.kind)
    try coder.member("version", &texts.version, NoteText.version.kind)
    try coder.member("vendor", &texts.vendor, NoteText.vendor.kind)
  }
}

extension NoteText {
  /// The text with its rules.
  fileprivate var kind: CheckedKind<TextKind> { .checked(.text(atMost: .max), problem) }
}

extension CodingFault {
  fileprivate var inNote: String {
    switch kind {
    case .text: problem
    case .missing: "its JSON text has no \"\(name)\""
    case .value, .unknown, .repeated: path.isEmpty ? "its JSON text \(problem)" : "its \"\(name)\" \(problem)"
    }
  }
}
