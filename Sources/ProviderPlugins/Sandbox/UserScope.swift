internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// A transient scope of the manager of the user's systemd, for one provider's process: a control group that limits
/// memory and threads together.
enum UserScope {
  /// The longest time that the manager may delay the start of a process, in microseconds.
  private static let limit: UInt64 = 1_000_000
  /// Whether the manager has not answered once; then it is not asked again.
  private static let isSilent = Mutex(false)

  /// Nobody may reap the process meanwhile; blocks for at most a second.
  ///
  /// Returns the reason why no scope limits it, as the end of a sentence; `nil` when one does.
  static func start(_ process: Int32, _ limits: ChildLimits) -> String? {
    let silence = "the manager of the user's systemd has not answered within a second"
    if isSilent.withLock({ $0 }) { return silence }
    let name = "appcontroller-provider-\(process).scope"
    var words = [CChar](repeating: 0, count: 512)
    let result = unsafe name.withCString { name in
      unsafe "A provider of \(CommandLine.arguments.first ?? "an app")".displayable.withCString { description in
        var scope = unsafe user_scope(
          name: name, description: description, process: process, memory: UInt64(max(0, limits.memory)),
          threads: UInt64(max(0, limits.threads)))
        return unsafe user_scope_start(&scope, limit, &words, words.count)
      }
    }
    switch -result {
    case 0:
      return ControlGroup.holds(process, in: name, limits)
        ? nil : "the manager of the user's systemd may not limit memory and threads"
    case ETIMEDOUT:
      isSilent.withLock { $0 = true }
      return silence
    case EREMOTEIO:
      let said = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).displayable
      return "the manager of the user's systemd says: \(said)"
    case EXDEV: return "the bus of the user is that of another system"
    case ENOPKG: return "there is no libsystemd.so.0"
    case ENOMEDIUM: return "there is no bus of the user"
    case let number: return "the bus of the user cannot be reached: \(unsafe String(cString: strerror(number)))"
    }
  }

  /// The reason why no scope limits the processes that this one starts, which another process tries; `nil` when one
  /// does.
  static var obstacle: String? {
    let process = user_scope_idle_process()
    if process < 0 { return "no process can be started" }
    defer {
      kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
    return start(process, ChildLimits())
  }
}
