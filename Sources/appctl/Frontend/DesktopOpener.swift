import AppControllerKit
import Glibc

enum DesktopOpener {
  /// Returns whether the desktop was asked; `nil` without a desktop or `xdg-open`.
  static var opener: (@MainActor (String) -> Bool)? {
    let hasDesktop = unsafe getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil
    guard hasDesktop, let program = ChildProgram.path(of: "xdg-open") else { return nil }
    return { start(program, $0) }
  }

  /// The program runs in a session of its own, without input and output.
  private static func start(_ program: String, _ argument: String) -> Bool {
    var files = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&files)
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    // All other files are opened close-on-exec, as everywhere in this process.
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80  // POSIX_SPAWN_SETSID
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = unsafe [strdup(program), strdup(argument), nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    guard unsafe posix_spawn(&identifier, program, &files, &attributes, &arguments, environ) == 0 else { return false }
    // The program ends soon; a thread reaps it, so that no caller has to wait.
    let child = identifier
    _ = DetachedThread.start { while waitpid(child, nil, 0) < 0 && errno == EINTR {} }
    return true
  }
}
