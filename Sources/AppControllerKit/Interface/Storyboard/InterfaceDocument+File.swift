import Glibc

extension InterfaceDocument {
  /// The content of a file, for ``init(json:)``.
  ///
  /// - Parameter path: A regular file of at most ``Storyboard/sizeLimit`` bytes.
  /// - Returns: Its bytes.
  /// - Throws: ``AppControllerError`` with the code `ACK1006` for what is no such file, or cannot be read.
  public static func bytes(ofFile path: String) throws(AppControllerError) -> [UInt8] {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unreadable(path, "a path has at least one byte, and none that is zero")
    }
    // A pipe is not waited for.
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
      throw .unreadable(path, "the system says: \(words)")
    }
    let file = FileDescriptor(number: number, path: path)
    do throws(AppControllerError) {
      let status = try file.status()
      guard status.kind == .regular else {
        throw .unreadable(path, "it is \(status.kind.rawValue), not a regular file")
      }
      guard status.size <= Storyboard.sizeLimit else {
        throw .unreadable(path, "it has \(status.size) bytes, and may have at most \(Storyboard.sizeLimit)")
      }
      return try file.read(atMost: status.size)
    } catch {
      throw error.code == .unreadableFile ? error : .unreadable(path, error.why)
    }
  }
}

extension AppControllerError {
  fileprivate static func unreadable(_ path: String, _ why: String) -> AppControllerError {
    AppControllerError(
      .unreadableFile, what: "cannot read \(path.isEmpty ? "a file without a name" : path.displayable)", why: why,
      fix: "name a file with a storyboard or an interface description in JSON"
    )
  }
}
