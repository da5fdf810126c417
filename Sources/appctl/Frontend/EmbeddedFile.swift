import CEmbeddedFiles

/// The project's files that are embedded in this program, in their state at compile time.
enum EmbeddedFile {
  /// The provider ABI's header.
  static var providerHeader: [UInt8] { unsafe bytes(of: embedded_provider_header()) }
  /// The first provider of the examples in C, and what all of them share.
  static var firstProviderInC: [UInt8] { unsafe bytes(of: embedded_first_provider_in_c()) }
  static var sharedHeaderInC: [UInt8] { unsafe bytes(of: embedded_shared_header_in_c()) }
  /// The headers for providers in C++.
  static var builderHeader: [UInt8] { unsafe bytes(of: embedded_builder_header()) }
  static var providerHeaderForCpp: [UInt8] { unsafe bytes(of: embedded_provider_header_for_cpp()) }
  /// The version script of a provider's library.
  static var versionScript: [UInt8] { unsafe bytes(of: embedded_version_script()) }
  /// The crate for providers in Rust: its files, by their paths in its folder.
  static var rustCrate: [(path: String, bytes: [UInt8])] {
    var count = 0
    let files = unsafe UnsafeBufferPointer(start: embedded_rust_crate(&count), count: count)
    return unsafe files.map { unsafe (String(cString: $0.path), bytes(of: $0.file)) }
  }
  /// The explanations of all error codes: `Docs/Errors.md`.
  static var errorDocument: [UInt8] { unsafe bytes(of: embedded_error_document()) }

  private static func bytes(of file: embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }
}
