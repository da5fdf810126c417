import CEmbeddedFiles

/// The project's files that are embedded in this program, in their state at compile time.
enum EmbeddedFile {
  /// The provider ABI's header.
  static var providerHeader: [UInt8] { unsafe bytes(of: embedded_provider_header()) }
  /// The explanations of all error codes: `Docs/Errors.md`.
  static var errorDocument: [UInt8] { unsafe bytes(of: embedded_error_document()) }

  private static func bytes(of file: embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }
}
