import Foundation
import TestSupport

/// A run of the fixture `TransitionTool`, which does an operation of a real app and dies at a step of it.
struct TransitionProcess {
  let ending: Program.Ending
  /// What it wrote: its steps in order, without their numbers, and errors if there were any.
  let journal: [String]

  /// Where the tests and everything beside them were built.
  static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("TransitionTool")

  /// Runs it and waits for its end, without blocking a thread; when the test is cancelled, it is told to end.
  ///
  /// - Parameters:
  ///   - command: The operation, with its operands.
  ///   - directory: Where its sessions, in the folder `state`, and its journal are.
  ///   - step: The step that it dies at; 0 for none.
  /// - Returns: How it ended.
  /// - Throws: An error when it cannot be started.
  static func run(_ command: [String], in directory: TestFolder, dyingAt step: Int) async throws -> Self {
    try directory.write("", to: "journal")
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path(of: "journal")))
    let process = try Program(
      [program.path, directory.path(of: "state"), "\(step)"] + command,
      streams: Program.Streams(output: output.fileDescriptor, errors: output.fileDescriptor)
    )
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: process.waitUntilExit()) }
      }
    } onCancel: {
      process.send(SIGTERM)
    }
    let lines = try directory.text(of: "journal").split(separator: "\n")
    return Self(
      ending: ending,
      journal: lines.enumerated().map {
        $1.hasPrefix("\($0 + 1) ") ? String($1.drop { $0 != " " }.dropFirst()) : "\($1)"
      }
    )
  }
}
