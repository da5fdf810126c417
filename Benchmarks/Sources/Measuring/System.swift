import Glibc

/// Keeps the optimizer from removing the computation of a value.
@inline(never)
public func keep<Value>(_ value: Value) {}

/// The time, the memory and the environment of this process.
public enum System {
  /// The time since some moment, in nanoseconds; it never decreases.
  public static var nanoseconds: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns an environment variable; `nil` when it is not set, or empty.
  public static func environment(_ name: String) -> String? {
    let value = unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    return value.isEmpty ? nil : value
  }

  /// The resident memory of the process, in bytes.
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
  /// Measures the peak memory of a body, beyond the memory of the process before.
  ///
  /// Freed memory is returned to the kernel first, so that a new allocation is visible.
  ///
  /// - Returns: The bytes at the peak and the bytes that are still held, both beyond the resident memory before.
  public static func memory(of body: () throws -> Void) throws -> (peak: Int, held: Int) {
    giveBack()
    resetPeak()
    let before = residentBytes
    try body()
    let peak = peakBytes
    giveBack()
    return (peak - before, residentBytes - before)
  }

  /// Returns freed memory to the kernel; the C library's function for it has no module.
  private static func giveBack() {
    guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
    let trim = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
    _ = trim(0)
  }

  /// Resets the kernel's record of the process's peak memory.
  private static func resetPeak() {
    guard let file = unsafe fopen("/proc/self/clear_refs", "w") else { return }
    unsafe fputs("5", file)
    unsafe fclose(file)
  }

  /// The peak of the resident memory since the last reset, in bytes.
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
