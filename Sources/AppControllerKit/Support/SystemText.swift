internal import Glibc

/// Texts that the system hands over as bytes: arguments, variables, paths.
///
/// A path is taken as it is or not at all: one that is not UTF-8 would name something else when it is repaired.
package enum SystemText {
  /// The bytes of an environment variable; nil when it is not set, or empty.
  package static func bytes(ofVariable name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// An environment variable; nil when it is not set, or empty.
  ///
  /// - Throws: `unreadableFile` when it is not UTF-8.
  package static func variable(_ name: String) throws(AppControllerError) -> String? {
    guard let bytes = bytes(ofVariable: name) else { return nil }
    return try text(bytes, "the variable \(name)")
  }

  /// The arguments of the process, behind the program's name.
  ///
  /// - Throws: `unreadableFile` for one that is not UTF-8; the message does not repeat it.
  package static func arguments() throws(AppControllerError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      arguments.append(try text(bytes, "argument \(index)"))
    }
    return arguments
  }

  /// The text of some bytes.
  ///
  /// - Throws: `unreadableFile` when they are not UTF-8.
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

/// A path as the system reads it: by bytes, because a letter's mark behind a slash would hide it from a string.
extension String {
  /// Whether it begins at the root.
  package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

  /// Whether it has a slash, so that a shell would not search for it.
  package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }

  /// Whether it ends as the names of shared libraries do.
  package var isLibraryName: Bool { utf8.suffix(3).elementsEqual(".so".utf8) }

  /// The path of an entry of this folder.
  package func appending(entry name: String) -> String {
    utf8.last == UInt8(ascii: "/") ? self + name : "\(self)/\(name)"
  }
}
