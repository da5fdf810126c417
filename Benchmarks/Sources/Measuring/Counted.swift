import Glibc

/// The one line that `Benchmarks/instructions` counts under callgrind, and nothing else: `BENCHMARK_COUNT`, such as
/// `face/1000/validate`.
public struct Counted: Sendable {
  let table: String
  let size: Int
  let line: String

  static let requested: Counted? = System.environment("BENCHMARK_COUNT").map { text in
    let parts = text.split(separator: "/", maxSplits: 2).map(String.init)
    guard parts.count == 3, let size = Int(parts[1]) else {
      fatalError("BENCHMARK_COUNT is TABLE/SIZE/LINE, not \(text)")
    }
    return Counted(table: parts[0], size: size, line: parts[2])
  }

  /// Whether a line is counted, which has to do its work in this process.
  public static var isRequested: Bool { requested != nil }

  /// Runs one round of the line between two calls of a function at which callgrind writes its counts and begins anew, and
  /// prints the number of parts that the round has.
  @MainActor
  func run(_ candidates: [Candidate]) async throws {
    guard let candidate = candidates.first(where: { $0.name == line }) else { fatalError("no line is called \(line)") }
    // The first rounds fill caches, and make what is made at its first use.
    for _ in 0..<3 {
      _ = try await candidate.measure()
      candidate.cleanUp()
    }
    countingMark()
    _ = try await candidate.measure()
    countingMark()
    print(candidate.parts)
  }
}

/// It calls something, because the optimizer leaves out a function that does nothing.
@c(benchmark_counting_mark) @inline(never)
public func countingMark() { getppid() }
