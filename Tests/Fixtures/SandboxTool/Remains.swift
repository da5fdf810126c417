import Glibc

/// What is left behind in this process by what was begun and ended in it.
struct Remains {
  private let threads = Self.threadCount()
  private var files = Int.max

  /// Takes what there is now for what there has to be.
  mutating func begin() {
    settle()
    files = Self.count("/proc/self/fd")
  }

  /// Lets the jobs of the caller's actor go on, which may close files, until there are no more than at the beginning; a
  /// minute at most.
  func lessen() async {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while Self.count("/proc/self/fd") > files, clock.now < deadline { await Task.yield() }
  }

  /// Says how much more there is.
  ///
  /// - Parameter pool: How many threads the concurrency's pool may have made meanwhile, which come and go.
  func tell(pool: Int = 0) {
    settle()
    put("files \(max(0, Self.count("/proc/self/fd") - files))")
    put("threads \(max(0, Self.count("/proc/self/task") - threads - pool))")
    put("childless \(Self.isChildless)")
  }

  /// Whether there is no child any more, neither a live one nor a zombie.
  static var isChildless: Bool {
    // Only looked at: they are reaped by those who watch them.
    var info = unsafe siginfo_t()
    return unsafe waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD
  }

  /// Waits until nothing is opened or closed any more.
  static func rest() {
    var (before, calm) = (-1, 0)
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while calm < 10_000, clock.now < deadline {
      let now = count("/proc/self/fd") << 16 + count("/proc/self/task")
      calm = now == before ? calm + 1 : 0
      before = now
      sched_yield()
    }
  }

  /// A thread ends after its last handler has returned; it gets ten seconds for that.
  private func settle() {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while Self.count("/proc/self/fd") > files || Self.count("/proc/self/task") > threads, clock.now < deadline {
      sched_yield()
    }
  }

  /// How many threads there are, with those that a sanitizer starts besides the first of the program's own.
  private static func threadCount() -> Int {
    var thread = pthread_t()
    if unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0 { pthread_join(thread, nil) }
    return count("/proc/self/task")
  }

  private static func count(_ folder: String) -> Int {
    guard let list = unsafe opendir(folder) else { return -1 }
    defer { unsafe closedir(list) }
    var count = 0
    while unsafe readdir(list) != nil { count += 1 }
    // Without ".", "..".
    return count - 2
  }
}
