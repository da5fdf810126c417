import Glibc

/// Files and folders of the system.
enum SystemFile {
  /// The bytes of a file; `nil` when it cannot be read, is no file, or is larger.
  static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    // A pipe would make it wait for a writer.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 || bytes.count + max(0, count) > limit { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The text of a file; empty when it cannot be read.
  static func text(_ path: String) -> String { String(decoding: read(path, atMost: 1 << 20) ?? [], as: UTF8.self) }

  /// The names in a folder, in no order; none when it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name is as long as it is, and not as long as its type says.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Replaces a file as a whole, or leaves it as it is.
  ///
  /// - Returns: Whether it was written.
  static func replace(_ name: String, in folder: String, with text: String) -> Bool {
    let (path, new) = ("\(folder)/\(name)", "\(folder)/.\(name).\(getpid())")
    unsafe unlink(new)
    let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = Array(text.utf8)
    let isWritten = unsafe write(file, bytes, bytes.count) == bytes.count
    close(file)
    if isWritten, unsafe rename(new, path) == 0 { return true }
    unsafe unlink(new)
    return false
  }

  /// Whether a program can be run: by its path, or by its name in the folders of PATH.
  static func isProgram(_ name: String) -> Bool {
    if name.utf8.contains(UInt8(ascii: "/")) { return unsafe access(name, X_OK) == 0 }
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
  }
}
