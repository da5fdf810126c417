import Foundation
import TestSupport

/// Runs the real `appctl` as an operator would: arguments, standard input, exit status.
struct AppCtlProcess {
  /// The folder with the built tests and the other products.
  static let buildFolder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .resolvingSymlinksInPath()
  static let kitty = buildFolder.appendingPathComponent("libExampleProvider.so").path

  let stateFolder: String
  /// Whether each command that uses a provider names the state folder.
  var namesStateFolder = true
  var environment: [String: String] = [:]
  var executable = buildFolder.appendingPathComponent("appctl")
  /// A program that starts `appctl`, with the program's arguments.
  var launcher: [String] = []
  var currentFolder: String?

  func callAsFunction(_ arguments: String..., input: String = "") throws -> Program.Outcome {
    try self(arguments: arguments, input: input)
  }

  func callAsFunction(arguments: [String], input: String = "") throws -> Program.Outcome {
    let stateless = ["lint", "new", "inspect", "explain", "config", "replay"]
    let keepsState = namesStateFolder && !stateless.contains(arguments.first ?? "")
    let words = launcher + [executable.path] + arguments + (keepsState ? ["--state-dir", stateFolder] : [])
    // Excludes the settings of the user who runs the tests.
    let own = ProcessInfo.processInfo.environment.merging(
      ["XDG_CONFIG_HOME": stateFolder + "-config", "LC_ALL": "C.UTF-8", "TZ": "UTC"]) { $1 }
    let environment = own.merging(environment) { $1 }
    return try Program.run(words, input: input, environment: environment, in: currentFolder)
  }
}

/// Gives a test an empty state folder, and removes it afterwards.
func withStateFolder<Result>(_ body: (AppCtlProcess) throws -> Result) throws -> Result {
  let folder = try TestFolder()
  return try withExtendedLifetime(folder) { try body(AppCtlProcess(stateFolder: folder.path(of: "own"))) }
}

extension AppCtlProcess {
  /// Signs in through the example provider.
  @discardableResult
  func login(_ email: String = "kitty@example.com", password: String = "meow1234", _ more: String...) throws
    -> Program.Outcome
  {
    switch more.first {
    case let option?:
      try self(
        "login", "--provider", Self.kitty, "--set", "email=\(email)", "--set-stdin", "password", option, input: password
      )
    case nil:
      try self("login", "--provider", Self.kitty, "--set", "email=\(email)", "--set-stdin", "password", input: password)
    }
  }
}
