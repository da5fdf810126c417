import CEmbeddedFiles

/// The project's files that are embedded in this program, in their state at compile time.
enum EmbeddedFile {
  static var errorDocument: [UInt8] { files { $0 == "errors.md" }[0].bytes }

  static func completions(_ shell: String) -> [UInt8] { files { $0 == "completions/appctl.\(shell)" }[0].bytes }

  /// The paths are relative to the folder.
  static func files(below folder: String) -> [(path: String, bytes: [UInt8])] {
    files { $0.hasPrefix(folder + "/") }.map { (String($0.path.dropFirst(folder.utf8.count + 1)), $0.bytes) }
  }

  private static func files(where isWanted: (String) -> Bool) -> [(path: String, bytes: [UInt8])] {
    var count = 0
    let files = unsafe UnsafeBufferPointer(start: embedded_files(&count), count: count)
    return unsafe files.compactMap { file in
      let path = unsafe String(cString: file.path)
      return isWanted(path) ? unsafe (path, Array(UnsafeBufferPointer(start: file.start, count: file.count))) : nil
    }
  }
}
