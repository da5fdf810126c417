internal import Glibc

/// Reports on standard error that no thread runs the jobs of the main actor, because a controller would silently do
/// nothing.
///
/// A main thread with a loop of its own, such as GLib's, does not run the jobs of the main actor. Two cases are not
/// reported: a main thread that computes runs the jobs later, and a main thread that has ended, as that of an
/// asynchronous `main` does, leaves the jobs to other threads.
enum MainActorWatch {
  /// Watches, from its first use, whether the main actor runs a job within a second.
  static let start: Void = {
    let watchdog = Watchdog { _, _ in report() }
    watchdog.begin("the main actor", within: .seconds(1))
    Task { @MainActor in watchdog.end() }
  }()

  private static func report() {
    // The state of a thread follows its name, which is in parentheses.
    let path = "/proc/self/task/\(getpid())/stat"
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    // The main thread has ended.
    guard number >= 0 else { return }
    guard let status = try? FileDescriptor(number: number, path: path).read(atMost: 4096),
      let end = status.lastIndex(of: UInt8(ascii: ")")), status[end...].dropFirst(2).first == UInt8(ascii: "S")
    else { return }
    let bytes = Array("\(AppControllerError.mainActorNotServed)\n".utf8)
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe FileSystem.writeAll(bytes) { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }
}

extension AppControllerError {
  fileprivate static let mainActorNotServed = AppControllerError(
    .mainActorNotServed, what: "a controller was made, and nothing has run the main actor for a second",
    why: "the main thread waits, or is in a loop of its own, such as that of GLib or Qt",
    fix: "let main be async, and run that loop on a thread of its own, as the guide to a face of your own shows"
  )
}
