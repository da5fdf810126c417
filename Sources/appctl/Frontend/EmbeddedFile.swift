import CEmbeddedFiles

/// The files of the project that this program has in itself, as they were when it was compiled.
enum EmbeddedFile {
  /// The provider ABI's header.
  static var providerHeader: [UInt8] { unsafe bytes(of: embedded_provider_header()) }
  /// What there is to know about each error code: `Docs/Errors.md`.
  static var errorDocument: [UInt8] { unsafe bytes(of: embedded_error_document()) }

  private static func bytes(of file: embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }
}
