internal import AppControllerKit
import Glibc

extension PluginError {
  /// What is wrong with a file of ELF's format.
  init(_ fault: ELFFault, _ path: String) {
    switch fault {
    case .truncated(let what, let end, let size):
      self.init(
        .truncatedFile, what: "\(path) has \(size) bytes, and \(what) ends at byte \(end)",
        why: "the file is not whole: a copy of it was cut off, or it is still being written",
        fix: "copy or build it again"
      )
    case .shortened:
      self.init(
        .truncatedFile, what: "\(path) became shorter while it was read",
        why: "something writes the file", fix: "try again when it is whole"
      )
    case .isProgram: self = .program(path)
    case .damaged(let what):
      self.init(
        .damagedLibrary, what: "\(path) is damaged: \(what)",
        why: "a linker writes no such file, and the system's loader could stop the process that loads it",
        fix: "copy or build it again"
      )
    case .unreadable(let number):
      self.init(
        .notReadable, what: "\(path) could not be read: \(Self.words(number))",
        why: "the system failed to read the file", fix: "check the disk, or copy the file to another one"
      )
    }
  }

  /// What stands at a path instead of a library.
  static func notALibrary(_ code: Code, _ path: String, _ found: String, fix: String? = nil) -> PluginError {
    PluginError(
      code, what: "\(path) is \(found), not a shared library",
      why: "a provider is an ELF shared library that exports ack_provider_query",
      fix: fix ?? "name the provider's .so file; 'swift build' puts it into .build/debug"
    )
  }

  /// A path that cannot be a text.
  static func notUTF8(_ path: String) -> PluginError {
    PluginError(
      .notReadable, what: "the path \(path) is not UTF-8", why: "a path is taken as it is or not at all",
      fix: "rename the file or the folder, or use a copy of it elsewhere"
    )
  }

  /// A path that leads to no file that can be read.
  static func unopened(_ path: String, _ number: Int32) -> PluginError {
    if number == EACCES || number == EPERM {
      return PluginError(
        .notReadable, what: "\(path) may not be read: \(words(number))",
        why: "this user has no permission for the file or for a folder above it", fix: "change its mode or its owner"
      )
    }
    return PluginError(
      .notFound, what: "there is no provider at \(path): \(words(number))",
      why: "the path does not lead to a file", fix: "check the path; a relative one starts at the current folder"
    )
  }

  /// A file that is not any more what it was when it was looked at.
  static func changed(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .changedFile, what: "\(path) was changed while it was looked at: \(what)",
      why: "what was found out about the file does not hold for what is there now",
      fix: "try again when nobody writes it; if nobody should, find out who did"
    )
  }

  private static func words(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
