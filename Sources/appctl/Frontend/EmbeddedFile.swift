import CEmbeddedFiles

/// The project's files that are embedded in this program, in their state at compile time.
enum EmbeddedFile {
  static var providerHeader: [UInt8] { unsafe bytes(of: embedded_provider_header()) }
  /// The first provider of the examples in C, and what all of them share.
  static var firstProviderInC: [UInt8] { unsafe bytes(of: embedded_first_provider_in_c()) }
  static var sharedHeaderInC: [UInt8] { unsafe bytes(of: embedded_shared_header_in_c()) }
  static var builderHeader: [UInt8] { unsafe bytes(of: embedded_builder_header()) }
  static var providerHeaderForCpp: [UInt8] { unsafe bytes(of: embedded_provider_header_for_cpp()) }
  static var versionScript: [UInt8] { unsafe bytes(of: embedded_version_script()) }
  /// By their paths in the crate's folder.
  static var rustCrate: [(path: String, bytes: [UInt8])] {
    var count = 0
    let files = unsafe UnsafeBufferPointer(start: embedded_rust_crate(&count), count: count)
    return unsafe files.map { unsafe (String(cString: $0.path), bytes(of: $0.file)) }
  }
  static var errorDocument: [UInt8] { unsafe bytes(of: embedded_error_document()) }

  private static func bytes(of file: embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }
}
