internal import AppControllerKit

/// The JSON text of a provider's note.
struct ProviderNoteText {
  let id: String
  let name: String
  let version: String
  let vendor: String

  /// The longest version, as in the answer to the query, and the longest name of a provider or vendor.
  static let versionLimit = 64
  static let nameLimit = 256

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
    id = try Self.text("id", of: value, atMost: 64, path)
    guard IdentifierRule.allowsProviderID(id) else {
      throw .badNote(
        path, "its id is \"\(id)\"; \(IdentifierRule.text), and does not begin with a dot")
    }
    name = try Self.text("name", of: value, atMost: Self.nameLimit, path)
    version = try Self.text("version", of: value, atMost: Self.versionLimit, path)
    vendor = try Self.text("vendor", of: value, atMost: Self.nameLimit, path)
  }

  /// A member that is a text of one line.
  private static func text(
    _ name: String, of value: JSONValue, atMost limit: Int, _ path: String
  ) throws(PluginError) -> String {
    guard let member = value[name] else { throw .badNote(path, "its JSON text has no \"\(name)\"") }
    guard let text = member.stringValue else {
      throw .badNote(path, "its \"\(name)\" is \(member.kindName), and has to be a string")
    }
    let count = text.utf8.count
    guard 1...limit ~= count else {
      throw .badNote(path, "its \"\(name)\" has \(count) bytes, and has to have 1 to \(limit)")
    }
    let shown = text.displayable
    guard shown.utf8.elementsEqual(text.utf8) else {
      throw .badNote(path, "its \"\(name)\" is \"\(shown)\", in which a character cannot be shown")
    }
    return text
  }
}
