internal import Glibc
internal import Synchronization

/// Reports on standard error that no thread runs the jobs of the main actor, because a controller would silently do
/// nothing.
///
/// A main thread with a loop of its own, such as GLib's, does not run the jobs of the main actor. Two cases are not
/// reported: a main thread that computes runs the jobs later, and a main thread that `dispatchMain()` or an
/// asynchronous `main` has given up leaves the jobs to other threads, which may be busy.
enum MainActorWatch {
  private static let isServed = Atomic(false)

  /// Watches from its first use.
  static let start: Void = {
    guard DetachedThread.start(watch) == 0 else { return }
    Task { @MainActor in isServed.store(true, ordering: .relaxed) }
  }()

  /// Looks every half second; reports a main thread that waits in one place from a look to the next.
  private static func watch() {
    var place: String?
    while true {
      usleep(500_000)
      if isServed.load(ordering: .relaxed) { return }
      let last = place
      place = waitingPlace(of: getpid())
      if let place, place == last { return report() }
    }
  }

  /// `nil` for a thread that runs, and for a main thread that was given up.
  ///
  /// Dispatch keeps that one in `sigsuspend` until the process ends.
  static func waitingPlace(of thread: Int32) -> String? {
    let path = "/proc/self/task/\(thread)/wchan"
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0, let bytes = try? FileDescriptor(number: number, path: path).read(atMost: 256) else { return nil }
    let place = String(decoding: bytes, as: UTF8.self)
    return place.isEmpty || place == "0" || place.contains("sigsuspend") ? nil : place
  }

  private static func report() {
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
