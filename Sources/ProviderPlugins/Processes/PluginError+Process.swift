internal import AppControllerKit
internal import Glibc

extension PluginError {
  /// A child that cannot be started or watched.
  ///
  /// - Parameters:
  ///   - act: What the app cannot do.
  ///   - number: The number of the system's error.
  /// - Returns: The error.
  static func notStarted(_ act: String, _ number: Int32) -> PluginError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    let fix =
      switch number {
      case ENOENT, ENOTDIR: "check that the executable is where it was, and that its interpreter or loader is there"
      case EACCES, EPERM: "use an executable that this user may run, on a file system that is not mounted noexec"
      case ENOEXEC: "use a program for this machine"
      case EAGAIN: "end other processes of this user, or raise the limit of processes"
      case EMFILE, ENFILE: "raise the limit of open files, or have the app open fewer"
      case ENOMEM: "free memory, then try again"
      case ESRCH: "look why the program ends at once, or do not have the app ignore SIGCHLD"
      case ENOSYS: "use Linux 5.4 or later, and a container that allows pidfd_open"
      case EINVAL: "use paths, arguments and names of variables without zero bytes and, in names, without ="
      default: "try again; if it stays, look whether the system's log says more"
      }
    return PluginError(.childNotStarted, what: "cannot \(act)", why: "the system says: \(words)", fix: fix)
  }

  /// The result of a system call of which a negative one is the negative number of its error.
  static func checked(_ act: String, _ result: Int32) throws(PluginError) -> Int32 {
    if result < 0 { throw notStarted(act, -result) }
    return result
  }
}
