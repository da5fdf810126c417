import Glibc
import ProviderPlugins

/// A parent that a test kills, and its child, which holds a named pipe open as long as it lives.
enum Orphan {
  static func runParent(_ pipe: String) throws {
    let child = try ChildProcess(
      ChildProcess.Program(path: "/proc/self/exe", arguments: ["SandboxTool", "child", pipe]),
      ChildProcess.Handlers()
    )
    put("parent \(getpid())")
    while true { pause() }
    _ = child
  }

  static func runChild(_ pipe: String) {
    ChildSide.prepare()
    let number = unsafe open(pipe, O_WRONLY)
    SandboxTool.put("child \(getpid())", to: number)
    while true { pause() }
  }

  /// Says that it has been prepared, which who has another parent than the maker of its socket does not come to.
  static func prepare() {
    ChildSide.prepare()
    put("prepared")
  }
}
