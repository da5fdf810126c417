internal import AppControllerKit
internal import ProviderABI

/// The JSON text of a provider's note.
struct ProviderNoteText {
  let id: String
  let name: String
  let version: String
  let vendor: String

  /// Reads the text of a descriptor.
  ///
  /// Members that it does not know are passed over, as a later version may write more.
  init(_ descriptor: [UInt8], _ header: ProviderNote.Header, _ path: String) throws(PluginError) {
    let end = ProviderNote.headerSize + header.jsonSize
    guard descriptor[end...].allSatisfy({ $0 == 0 }) else {
      throw .badNote(path, "bytes that are not zero stand behind its JSON text of \(header.jsonSize) bytes")
    }
    let value: JSONValue
    do throws(AppControllerError) {
      value = try JSONReader.read(
        Array(descriptor[ProviderNote.headerSize..<end]),
        limits: JSONLimits(bytes: ProviderNote.jsonLimit, depth: 16, values: 1000))
    } catch {
      throw .badNote(path, error.what)
    }
    guard value.objectValue != nil else {
      throw .badNote(path, "its JSON text is \(value.kindName), and has to be an object")
    }
    id = try Self.text(.id, of: value, path)
    name = try Self.text(.name, of: value, path)
    version = try Self.text(.version, of: value, path)
    vendor = try Self.text(.vendor, of: value, path)
  }

  /// A member that is a text of one line.
  private static func text(_ text: NoteText, of value: JSONValue, _ path: String) throws(PluginError) -> String {
    let name = text.rawValue
    guard let member = value[name] else { throw .badNote(path, "its JSON text has no \"\(name)\"") }
    guard let string = member.stringValue else {
      throw .badNote(path, "its \"\(name)\" is \(member.kindName), and has to be a string")
    }
    if let fault = text.fault(of: string) { throw .badNote(path, "its \(fault)") }
    return string
  }
}
