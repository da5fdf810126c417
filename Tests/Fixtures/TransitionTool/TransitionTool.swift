import AppControllerKit
import Dispatch
import Glibc

/// A real app that does one operation and is killed at a step of it, for the tests of what a restart finds then.
///
///     TransitionTool FOLDER STEP install                 the first installation
///     TransitionTool FOLDER STEP install-in-vain         one whose provider cannot describe its interface
///     TransitionTool FOLDER STEP login NAME              the session of a name, for whoever is logged in
///     TransitionTool FOLDER STEP abort-login NAME        one that somebody opposes when its session is stored
///     TransitionTool FOLDER STEP logout
///     TransitionTool FOLDER STEP force-logout            against handlers that say no
///     TransitionTool FOLDER STEP expire                  lets four seconds pass, from the second 1000 on
///
///     TransitionTool FOLDER STEP keep-main-thread        makes a controller, and has the main thread wait for ever
///
/// Each step writes a line `NUMBER STEP` as it begins; the process kills itself when it has written the number that is
/// asked for, and lives to the end for the number 0. What the store is asked, and what it has acknowledged, are steps
/// themselves: `replace NAME` and `replaced GENERATION NAME`, with `-` for nobody.
@main
enum TransitionTool {
  @MainActor
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 3, let lastStep = Int(arguments[2]) else { exit(64) }
    let app = JournaledApp(folder: arguments[1], journal: Journal(lastStep: lastStep))
    if arguments[3] == "keep-main-thread" { while true { _ = poll(nil, 0, -1) } }
    let name = arguments.count > 4 ? arguments[4] : ""
    Task {
      do {
        app.journal.note(try await app.run(arguments[3], name))
      } catch {
        let bytes = Array("\(error)\n".utf8)
        unsafe bytes.withUnsafeBytes { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
      }
      exit(0)
    }
    dispatchMain()
  }
}

extension Session {
  /// The session of a name, such as `kitty`, or `kitty-renewed` for another one of hers.
  static func named(_ name: String) -> Session {
    let parts = name.split(separator: "-")
    return Session(
      subject: String(parts.first ?? "nobody"), displayName: name, secret: Secret("the token of \(name)"),
      attributes: ["name": name]
    )
  }
}
