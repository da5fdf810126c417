import Glibc

/// A command line of the operator.
enum ShellCommand {
  /// Runs a command line, and blocks until it has ended.
  ///
  /// It reads nothing and prints nothing.
  ///
  /// - Returns: Its exit status; -1 when it cannot be started, or is ended by a signal.
  static func run(_ line: String) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // The threads of the runtime block signals, which a program would inherit.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = unsafe ["/bin/sh", "-c", line].map { (word: String) in unsafe strdup(word) }
    defer { unsafe words.forEach { unsafe free($0) } }
    var child = pid_t()
    guard unsafe posix_spawn(&child, "/bin/sh", &actions, &attributes, words + [nil], environ) == 0 else { return -1 }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 { if errno != EINTR { return -1 } }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
