internal import Glibc

extension PluginError {
  /// Checks a system call that returns the negative number of its error.
  ///
  /// - Parameters:
  ///   - act: What the child does by it.
  ///   - result: What it returned.
  /// - Throws: `sandboxFailed`.
  static func sandboxed(_ act: String, _ result: Int32) throws(PluginError) {
    guard result < 0 else { return }
    let words = unsafe strerror(-result).map { unsafe String(cString: $0) } ?? "error \(-result)"
    let fix =
      switch -result {
      case ENOENT, ENOTDIR: "put back what is missing, or do not name it"
      case EACCES: "let this user read it, or do not name it"
      case EMFILE, ENFILE: "raise the limit of open files"
      case ENOMEM: "free memory, then try again"
      case EPERM, EBUSY: "allow the call where it is forbidden: in the container, or in another security module"
      default: "try again; if it stays, look whether the system's log says more"
      }
    throw PluginError(
      .sandboxFailed, what: "the child process cannot \(act)", why: "the system says: \(words)", fix: fix)
  }
}
