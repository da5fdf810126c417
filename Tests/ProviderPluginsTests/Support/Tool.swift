import Foundation

/// Runs another program and waits for it.
enum Tool {
  struct Outcome {
    let status: Int32
    /// What it wrote, on either stream.
    let output: String
  }

  /// The program with a name in the search path; `nil` when there is none.
  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func run(_ path: String, _ arguments: [String], in folder: String? = nil) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }

  /// Compiles with the system's compiler.
  ///
  /// - Throws: ``CompilerError`` with what the compiler said.
  static func compile(_ arguments: [String]) throws {
    guard let compiler = find("cc") else { throw CompilerError(output: "there is no cc in the search path") }
    let outcome = try run(compiler, arguments)
    if outcome.status != 0 {
      throw CompilerError(output: "cc \(arguments.joined(separator: " "))\n\(outcome.output)")
    }
  }
}

/// What a compiler refused, and why.
struct CompilerError: Error {
  let output: String
}
