internal import Glibc

/// Says on standard error when nothing runs the main actor, because a controller would do nothing then, without a word.
///
/// A main thread that has a loop of its own, such as GLib's, does not serve the main actor. One that computes does so
/// later, and one that has ended, as that of an asynchronous `main` does, leaves its jobs to other threads: neither is
/// reported.
enum MainActorWatch {
  /// Watches whether the main actor comes to its next job within a second; the first use begins it.
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
