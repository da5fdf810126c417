import Foundation

/// A run of the fixture `TransitionTool`, which does an operation of a real app and dies at a step of it.
struct TransitionProcess {
  /// The exit status, or the signal that has ended it.
  let status: Int32
  let wasKilled: Bool
  /// What it wrote: its steps in order, without their numbers, and errors if there were any.
  let journal: [String]

  /// Where the tests and everything beside them were built.
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("TransitionTool")

  /// Runs it and waits for its end, without blocking a thread; one that hangs is told to end, and was not killed then.
  ///
  /// - Parameters:
  ///   - command: The operation, with its operands.
  ///   - directory: Where its sessions, in the folder `state`, and its journal are.
  ///   - step: The step that it dies at; 0 for none.
  /// - Returns: How it ended.
  /// - Throws: An error when it cannot be started.
  static func run(_ command: [String], in directory: TemporaryDirectory, dyingAt step: Int) async throws -> Self {
    try directory.write("", to: "journal")
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path(of: "journal")))
    let process = Process()
    process.executableURL = program
    process.arguments = [directory.path(of: "state"), "\(step)"] + command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let deadline = Task {
      try await Task.sleep(for: .seconds(60))
      if process.isRunning { process.terminate() }
    }
    defer { deadline.cancel() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    let lines = try directory.text(of: "journal").split(separator: "\n")
    return Self(
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL,
      journal: lines.enumerated().map {
        $1.hasPrefix("\($0 + 1) ") ? String($1.drop { $0 != " " }.dropFirst()) : "\($1)"
      }
    )
  }
}
