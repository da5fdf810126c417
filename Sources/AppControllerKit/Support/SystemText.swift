internal import Glibc

/// Texts that the system provides as bytes: arguments, variables, paths.
///
/// A path that is not UTF-8 is refused: a repaired one would name another file.
package enum SystemText {
  /// Nil when the variable is not set, or empty.
  package static func bytes(ofVariable name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// Nil when the variable is not set, or empty; throws `unreadableFile` when it is not UTF-8.
  package static func variable(_ name: String) throws(AppControllerError) -> String? {
    guard let bytes = bytes(ofVariable: name) else { return nil }
    return try text(bytes, "the variable \(name)")
  }

  /// Without the program's name; throws `unreadableFile` for an argument that is not UTF-8, without repeating it.
  package static func arguments() throws(AppControllerError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      arguments.append(try text(bytes, "argument \(index)"))
    }
    return arguments
  }

  /// Throws `unreadableFile` when the bytes are not UTF-8.
  package static func text(_ bytes: [UInt8], _ what: String) throws(AppControllerError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AppControllerError(
        .unreadableFile, what: "\(what) is not UTF-8", why: "paths and other texts are taken as they are or not at all",
        fix: "write it in UTF-8, or rename what it names"
      )
    }
    return text
  }
}

/// A path as the system reads it, byte by byte: a combining mark after a slash would hide the slash in a string.
extension String {
  package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

  /// A shell does not search for such a path.
  package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }

  package var isLibraryName: Bool { utf8.suffix(3).elementsEqual(".so".utf8) }

  package func appending(entry name: String) -> String {
    utf8.last == UInt8(ascii: "/") ? self + name : "\(self)/\(name)"
  }
}
