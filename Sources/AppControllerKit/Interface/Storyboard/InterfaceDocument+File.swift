extension InterfaceDocument {
  /// The content of a file, for ``init(json:)``.
  ///
  /// - Parameter path: A regular file of at most ``Storyboard/sizeLimit`` bytes.
  /// - Returns: Its bytes.
  /// - Throws: ``AppControllerError`` with the code `ACK1006` for a path that is not such a file, or cannot be read.
  public static func bytes(ofFile path: String) throws(AppControllerError) -> [UInt8] {
    do throws(AppControllerError) {
      return try FileSystem.content(of: path, atMost: Storyboard.sizeLimit)
    } catch {
      throw .unreadable(path, error.why)
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
