import Glibc

/// Keeps the optimizer from leaving the making of a value out.
@inline(never)
public func keep<Value>(_ value: Value) {}

/// The time, the memory and the environment of this process.
public enum System {
  /// The time since some moment, in nanoseconds; it never goes back.
  public static var nanoseconds: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// A variable of the environment; `nil` when it is not set, or empty.
  public static func environment(_ name: String) -> String? {
    let value = unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    return value.isEmpty ? nil : value
  }

  /// How much memory of the process is resident, in bytes.
  public static var residentBytes: Int {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard unsafe fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension System {
  /// How much memory something takes at its most, beyond what the process has before.
  ///
  /// What was freed before is given back first, so that taking it again is seen.
  ///
  /// - Returns: The bytes at the peak and those that are still held, both beyond what was resident before.
  public static func memory(of body: () throws -> Void) throws -> (peak: Int, held: Int) {
    giveBack()
    resetPeak()
    let before = residentBytes
    try body()
    let peak = peakBytes
    giveBack()
    return (peak - before, residentBytes - before)
  }

  /// Gives what was freed back to the kernel; the C library's function for it has no module.
  private static func giveBack() {
    guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
    let trim = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
    _ = trim(0)
  }

  /// Has the kernel forget the most memory that the process ever had.
  private static func resetPeak() {
    guard let file = unsafe fopen("/proc/self/clear_refs", "w") else { return }
    unsafe fputs("5", file)
    unsafe fclose(file)
  }

  /// The most memory of the process that was resident since the last reset, in bytes.
  private static var peakBytes: Int {
    guard let file = unsafe fopen("/proc/self/status", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return text.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 } ?? 0
    }
    return 0
  }
}
