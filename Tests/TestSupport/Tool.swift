import Foundation
import Testing

/// Runs another program and waits for it.
package enum Tool {
  package struct Outcome {
    package let status: Int32
    /// Its standard output and standard error.
    package let output: String
  }

  /// Returns the path of the program with a name in the search path; `nil` when there is none.
  package static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns the path of a program that not every machine has; cancels the test where it is missing.
  package static func need(_ name: String) throws -> String {
    if let path = find(name) { return path }
    try Test.leaveOut("\(name) is not installed")
  }

  package static func run(_ path: String, _ arguments: [String], in folder: String? = nil) throws -> Outcome {
    let outcome = try Program.run([path] + arguments, mergesErrors: true, in: folder)
    return Outcome(status: outcome.status, output: outcome.output)
  }

  /// Copies a program that is to be run.
  ///
  /// The program `cp` makes the copy. If this process had the file open for writing, a child that is started meanwhile
  /// would inherit the descriptor, and the system would refuse to run the copy with "Text file busy".
  package static func copyProgram(_ path: String, to copy: String) throws {
    let outcome = try run(find("cp") ?? "cp", ["-p", path, copy])
    if outcome.status != 0 { throw CompilerError(output: outcome.output) }
  }

  /// Compiles with the system's compiler, or with the toolchain's when there is none.
  ///
  /// - Throws: ``CompilerError`` with the compiler's messages.
  package static func compile(_ arguments: [String]) throws {
    guard let compiler = find("cc") ?? find("clang") else {
      throw CompilerError(output: "there is neither cc nor clang in the search path")
    }
    let outcome = try run(compiler, arguments)
    if outcome.status != 0 {
      throw CompilerError(output: "\(compiler) \(arguments.joined(separator: " "))\n\(outcome.output)")
    }
  }
}

extension Test {
  /// Cancels the current test, and says so, because Swift Testing tells nothing of one of several cases of a test.
  package static func leaveOut(_ reason: String) throws -> Never {
    print("\n➜ Test \"\(current?.displayName ?? current?.name ?? "")\" is left out: \(reason)")
    try cancel("\(reason)")
  }
}

/// An error of the compiler, with its messages.
package struct CompilerError: Error {
  package let output: String
}
