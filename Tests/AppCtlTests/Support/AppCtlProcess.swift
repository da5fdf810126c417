import Foundation

/// Runs the real `appctl` as an operator would: arguments, standard input, exit status.
struct AppCtlProcess {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The folder that the tests and everything beside them were built into.
  static let buildFolder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .resolvingSymlinksInPath()
  static let kitty = buildFolder.appendingPathComponent("libExampleProvider.so").path

  let stateFolder: String
  /// Whether every command names the state folder, unless it meets no provider.
  var namesStateFolder = true
  var environment: [String: String] = [:]
  var executable = buildFolder.appendingPathComponent("appctl")
  /// A program that runs it, with its arguments.
  var launcher: [String] = []
  var currentFolder: String?

  func callAsFunction(_ arguments: String..., input: String = "") throws -> Outcome {
    try self(arguments: arguments, input: input)
  }

  func callAsFunction(arguments: [String], input: String = "") throws -> Outcome {
    let process = Process()
    let keepsState = namesStateFolder && !["lint", "new", "inspect", "explain"].contains(arguments.first)
    let words = launcher + [executable.path] + arguments + (keepsState ? ["--state-dir", stateFolder] : [])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    if let currentFolder { process.currentDirectoryURL = URL(fileURLWithPath: currentFolder) }
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in self.environment { environment[name] = value }
    process.environment = environment
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    // A process that ends without reading its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self)
    )
  }
}

/// Gives a test an empty state folder, and removes it afterwards.
func withStateFolder<Result>(_ body: (AppCtlProcess) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("appctl-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(AppCtlProcess(stateFolder: folder.path))
}

extension AppCtlProcess {
  /// Signs in through the example provider.
  @discardableResult
  func login(_ email: String = "kitty@example.com", password: String = "meow1234", _ more: String...) throws -> Outcome
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
