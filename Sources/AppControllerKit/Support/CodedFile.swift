internal import AppControllerJSON

/// A small file of values, in a folder that other users must not be able to write.
package struct CodedFile<Kind: ValueKind> {
  private let folder: String
  private let name: String
  private let kind: Kind
  /// The largest size in bytes.
  private let limit: Int

  package init(_ name: String, in folder: String, _ kind: Kind, atMost limit: Int = 4 << 20) {
    (self.name, self.folder, self.kind, self.limit) = (name, folder, kind, limit)
  }

  package var path: String { "\(folder)/\(name)" }

  /// Reads the file.
  ///
  /// - Returns: The value, or the fault of the content; `nil` when the file does not exist.
  /// - Throws: `storeUnsafe` when others can write it, and `storeFailed`.
  package func load() throws(AppControllerError) -> Result<Kind.Value, CodingFault>? {
    guard let folder = try FileSystem.openFolder(folder), let file = try folder.openEntry(name) else { return nil }
    try file.status().check(file.path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: limit)
    do throws(CodingFault) {
      // As many bytes as the limit were read, so that the file may be longer.
      return .success(try JSONCodingReader.read(kind, fromText: bytes, limits: JSONLimits(bytes: limit - 1)))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the bytes of a value.
  package func bytes(of value: Kind.Value) -> [UInt8] { JSONCodingWriter.bytes(of: value, kind) }

  /// Writes the file, durably.
  ///
  /// - Throws: `storeUnsafe` when others can write the folder, and `storeFailed`.
  package func store(_ value: Kind.Value) throws(AppControllerError) {
    let folder = try FileSystem.makeFolder(folder)
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    try folder.replaceEntry(name, with: bytes(of: value))
  }
}
