internal import AppControllerJSON

/// A small file of values, in a folder of which others may change nothing.
package struct CodedFile<Kind: ValueKind> {
  private let folder: String
  private let name: String
  private let kind: Kind
  /// The most bytes.
  private let limit: Int

  package init(_ name: String, in folder: String, _ kind: Kind, atMost limit: Int = 4 << 20) {
    (self.name, self.folder, self.kind, self.limit) = (name, folder, kind, limit)
  }

  package var path: String { "\(folder)/\(name)" }

  /// Reads the file.
  ///
  /// - Returns: What it says, or what is wrong with that; `nil` when it is not there.
  /// - Throws: `storeUnsafe` when others can write it, and `storeFailed`.
  package func load() throws(AppControllerError) -> Result<Kind.Value, CodingFault>? {
    guard let folder = try FileSystem.openFolder(folder), let file = try folder.openEntry(name) else { return nil }
    try file.status().check(file.path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: limit)
    do throws(CodingFault) {
      // No more was read than that, so that there may be more.
      return .success(try JSONCodingReader.read(kind, fromText: bytes, limits: JSONLimits(bytes: limit - 1)))
    } catch {
      return .failure(error)
    }
  }

  /// The bytes of a value.
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
