internal import CSystem
import Glibc

struct ProcessState: Equatable {
  let descriptors: [Int]
  let threads: Int

  static var now: ProcessState {
    ProcessState(descriptors: entries("/proc/self/fd"), threads: entries("/proc/self/task").count)
  }

  /// In bytes; 0 where it is unknown.
  static var heap: Int { Int(clamping: system_heap_in_use()) }

  /// Without the descriptor that reads the folder.
  private static func entries(_ path: String) -> [Int] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    let own = Int(unsafe dirfd(folder))
    var numbers: [Int] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int(name), number != own || !path.hasSuffix("fd") { numbers.append(number) }
    }
    return numbers.sorted()
  }
}

/// The process-wide settings that a provider should not change.
struct ProcessManners {
  private let values: [(name: String, value: [String])]

  static var now: ProcessManners {
    let mask = umask(0)
    _ = umask(mask)
    let handlers = (Int32(1)...31).map { number in
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0 else { return "" }
      return unsafe "\(unsafeBitCast(action.__sigaction_handler, to: Int.self))"
    }
    var environment: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      environment.append(unsafe String(cString: entry))
      unsafe next += 1
    }
    let folder = unsafe getcwd(nil, 0)
    defer { unsafe free(folder) }
    return ProcessManners(values: [
      ("the working directory", [unsafe folder.map { unsafe String(cString: $0) } ?? ""]),
      ("the umask", ["\(mask)"]),
      ("the locale", [unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? ""]),
      ("the environment", environment.sorted()), ("the handlers of signals", handlers),
    ])
  }

  func differences(from before: ProcessManners) -> [String] {
    zip(values, before.values).filter { $0.value != $1.value }.map(\.0.name)
  }
}

/// What would harm the whole process if a provider changed it.
struct ProcessHealth {
  /// The files behind standard input, output and error; `nil` for a closed one.
  private let streams: [[UInt]?]
  private let hasAlarm: Bool
  private let blocked: [Bool]

  static var now: ProcessHealth {
    let streams = (STDIN_FILENO...STDERR_FILENO).map { number -> [UInt]? in
      var status = stat()
      return unsafe fstat(number, &status) == 0 ? [status.st_dev, status.st_ino] : nil
    }
    let timers = [ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF].map { timer in
      var value = itimerval()
      let isKnown = unsafe getitimer(Int32(timer.rawValue), &value) == 0
      return isKnown && (value.it_value.tv_sec > 0 || value.it_value.tv_usec > 0)
    }
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    return ProcessHealth(
      streams: streams, hasAlarm: timers.contains(true),
      blocked: (Int32(1)...31).map { unsafe sigismember(&mask, $0) == 1 })
  }

  func differences(from before: ProcessHealth) -> [String] {
    let names = ["standard input", "standard output", "standard error"]
    var words = zip(names, zip(streams, before.streams)).compactMap { name, pair in
      pair.0 == pair.1 ? nil : pair.0 == nil ? "\(name) was closed" : "\(name) leads to another file"
    }
    if hasAlarm, !before.hasAlarm { words.append("an alarm or a timer is set") }
    if blocked != before.blocked { words.append("the mask of signals changed") }
    return words
  }
}

/// Captures standard output and standard error, and offers input on standard input.
struct StreamWatch {
  private let output: Int32
  private let errors: Int32
  private let input: Int32
  private static let bait = 64

  /// Replaces the three streams, permanently.
  init() {
    (output, errors) = (Self.replace(STDOUT_FILENO), Self.replace(STDERR_FILENO))
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    let bytes = [UInt8](repeating: 0x0A, count: Self.bait)
    _ = unsafe write(ends[1], bytes, bytes.count)
    close(ends[1])
    dup2(ends[0], STDIN_FILENO)
    input = ends[0]
  }

  private static func replace(_ descriptor: Int32) -> Int32 {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    dup2(ends[1], descriptor)
    close(ends[1])
    return ends[0]
  }

  func written() -> (output: String, errors: String) {
    _ = fflush(nil)
    return (Self.read(output), Self.read(errors))
  }

  /// In bytes.
  func inputRead() -> Int {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    return Self.bait - Self.read(input).utf8.count
  }

  private static func read(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
