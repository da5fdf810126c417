internal import AppControllerJSON
internal import Glibc

/// A small file of values, in a folder that other users must not be able to write.
package struct CodedFile<Kind> {
  private let folder: String
  private let name: String
  private let kind: Kind
  /// The size in bytes that the file has to stay below.
  private let limit: Int

  package init(_ name: String, in folder: String, _ kind: Kind, atMost limit: Int = 4 << 20) {
    (self.name, self.folder, self.kind, self.limit) = (name, folder, kind, limit)
  }

  package var path: String { "\(folder)/\(name)" }
}

extension CodedFile where Kind: ValueKind {
  /// `nil` when the file does not exist.
  ///
  /// Throws `storeUnsafe` when other users can write the file, and `storeFailed`.
  package func load() throws(AppControllerError) -> Result<Kind.Value, CodingFault>? {
    guard let folder = try FileSystem.openFolder(folder), let file = try folder.openEntry(name) else { return nil }
    try file.status().check(file.path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: limit)
    do throws(CodingFault) {
      // A text of `limit` bytes is refused, because the file may have more than the bytes that were read.
      return .success(try JSONCodingReader.read(kind, fromText: bytes, limits: JSONLimits(bytes: limit - 1)))
    } catch {
      return .failure(error)
    }
  }

  package func bytes(of value: Kind.Value) -> [UInt8] { JSONCodingWriter.bytes(of: value, kind) }

  /// No other process changes a file of the folder from loading the file to storing it.
  ///
  /// Waits up to two seconds for a change of another process, which usually takes some milliseconds; throws
  /// `storeFailed` when that does not end.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    let folder = try FileSystem.makeFolder(folder)
    var attempts = 200
    while try !folder.tryLock() {
      attempts -= 1
      guard attempts > 0 else {
        throw AppControllerError(
          .storeFailed, what: "cannot change \(path.displayable)",
          why: "another process has been changing a file of its folder for two seconds",
          fix: "try again when it is done, or end it")
      }
      usleep(10_000)
    }
    return try body()
  }

  /// Durable; throws `storeUnsafe` when other users can write the folder, and `storeFailed`.
  package func store(_ value: Kind.Value) throws(AppControllerError) {
    let folder = try FileSystem.makeFolder(folder)
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    try folder.replaceEntry(name, with: bytes(of: value))
  }
}
