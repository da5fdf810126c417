import Glibc
import ProviderPlugins

/// What the tests of child processes and of their sandbox cannot do in the process of the tests.
///
///     SandboxTool attempt WALL,... USER FOLDER LIBRARY WHAT OPERAND GRANT    see `Attempt`
///     SandboxTool threaded
///     SandboxTool rounds COUNT PROGRAM ARGUMENT...                       see `ChildRounds`
///     SandboxTool drops COUNT PROGRAM ARGUMENT...
///     SandboxTool closed PROGRAM ARGUMENT...
///     SandboxTool ignoring PROGRAM ARGUMENT...
///     SandboxTool orphans COUNT
///     SandboxTool leave
///     SandboxTool parent PIPE                                            see `Orphan`
///     SandboxTool child PIPE
///     SandboxTool prepare
///     SandboxTool providers COUNT LIBRARY                                see `ProviderRounds`
///     SandboxTool race folder|library STARTS new|old FOLDER              see `Race`
@main
@MainActor
enum SandboxTool {
  static func main() async {
    ProviderChild.runIfRequested()
    let arguments = CommandLine.arguments.dropFirst()
    let operands = Array(arguments.dropFirst())
    do {
      switch (arguments.first, operands.count) {
      case ("attempt", 7): try Attempt.run(operands)
      case ("threaded", 0): try Attempt.runWithSecondThread()
      case ("rounds", 2...): try ChildRounds.run(operands, dropsThem: false)
      case ("drops", 2...): try ChildRounds.run(operands, dropsThem: true)
      case ("closed", 1...): try ChildRounds.runWithoutStandardFiles(operands)
      case ("ignoring", 1...): try ChildRounds.runIgnoringTheEnd(operands)
      case ("orphans", 1): try ChildRounds.countOrphans(Int(operands[0]) ?? 0)
      case ("leave", 0): try ChildRounds.leave()
      case ("parent", 1): try Orphan.runParent(operands[0])
      case ("child", 1): Orphan.runChild(operands[0])
      case ("prepare", 0): Orphan.prepare()
      case ("race", 4): try await Race.run(operands)
      case ("providers", 2): try await ProviderRounds.run(Int(operands[0]) ?? 0, operands[1])
      default: _exit(64)
      }
    } catch {
      put("\(error)")
      _exit(1)
    }
    _exit(0)
  }

  /// Writes a line at once.
  nonisolated static func put(_ line: String, to number: Int32 = STDOUT_FILENO) {
    let bytes = Array("\(line)\n".utf8)
    unsafe bytes.withUnsafeBytes { _ = unsafe write(number, $0.baseAddress, $0.count) }
  }
}

/// Writes a line at once.
func put(_ line: String) { SandboxTool.put(line) }
