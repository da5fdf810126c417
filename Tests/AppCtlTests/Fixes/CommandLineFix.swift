import Foundation
import TestSupport
import Testing
import appctl

/// A command that fails, and the steps of its printed fix.
struct CommandLineFix: Sendable, CustomTestStringConvertible {
  /// A command line with its environment.
  struct Scene {
    var appctl: AppCtlProcess
    var words: [String]
    var input: String
    /// A folder for files.
    let folder: TestFolder

    /// Runs the command line.
    func run() throws -> Program.Outcome { try appctl(arguments: words, input: input) }
  }

  let code: String
  /// The text that the fix must contain, because the test follows it.
  let instruction: String
  let words: [String]
  let input: String
  /// Prepares the cause of the failure.
  let prepare: @Sendable (inout Scene) throws -> Void
  /// Follows the fix, given the three printed sentences.
  let follow: @Sendable (inout Scene, Printed) throws -> Void

  var testDescription: String { code }

  init(
    _ code: String, _ line: String, input: String = "", says instruction: String,
    prepare: @escaping @Sendable (inout Scene) throws -> Void = { _ in },
    follow: @escaping @Sendable (inout Scene, Printed) throws -> Void
  ) {
    self.code = code
    self.instruction = instruction
    words = line.split(separator: " ").map { $0 == "KITTY" ? AppCtlProcess.kitty : String($0) }
    self.input = input
    self.prepare = prepare
    self.follow = follow
  }
}

/// An error in its printed form.
struct Printed {
  let code: String
  let what: String
  let why: String
  let fix: String
  /// The result that was printed before the error.
  let output: String

  /// Reads the last error that a command printed.
  init(_ outcome: Program.Outcome) throws {
    let pattern = /(?:^|\n)error\[(ACK\d{4})\]: (.*)\n  why: (.*)\n  fix: (.*)/
    let match = try #require(outcome.errors.matches(of: pattern).last, "no error: \(outcome.errors)")
    (code, what, why, fix) = (String(match.1), String(match.2), String(match.3), String(match.4))
    output = outcome.output
  }

  /// The words of the fix from a text on, up to a comma, a semicolon or the end.
  func words(from start: String) throws -> [String] {
    let range = try #require(fix.firstRange(of: start), "\"\(start)\" is not in: \(fix)")
    return fix[range.lowerBound...].prefix { $0 != "," && $0 != ";" }.split(separator: " ").map(String.init)
  }
}
