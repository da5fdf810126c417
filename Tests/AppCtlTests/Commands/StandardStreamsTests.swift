import Foundation
import TestSupport
import Testing

/// The behaviour of commands when a standard stream cannot be read or written.
@Suite(.timeLimit(.minutes(30))) struct `Standard streams` {
  /// Each command that prints a result, with the arguments that it needs.
  private static let commands: [[String]] = [
    ["help"], ["help", "login"], ["login", "--help"], ["completions", "bash"], ["completions", "zsh"],
    ["completions", "fish"], ["manual"], ["config"], ["config", "--explain"], ["explain", "ACK5001"], ["doctor"],
    ["providers"], ["permissions"], ["quarantine"], ["status"], ["status", "--format", "json"], ["show"],
    ["show", "--format", "html"],
    ["login", "--set", "email=kitty@example.com"], ["logout"], ["perform", "--node", "product-1"],
    ["run", "--line"], ["inspect", AppCtlProcess.kitty],
    ["validate", AppCtlProcess.kitty, "--only", "query-rejects-bad-magic"],
  ]
  private static let redirections = ["1>/dev/full", "1>&-"]

  /// Runs a command with its standard streams redirected by a shell's redirection.
  private func run(_ words: [String], _ redirection: String, _ appctl: AppCtlProcess, input: String = "") throws
    -> Program.Outcome
  {
    var appctl = appctl
    appctl.launcher = ["/bin/sh", "-c", "exec \"$@\" \(redirection)", "sh"]
    appctl.namesStateFolder = false
    appctl.environment["XDG_STATE_HOME"] = appctl.stateFolder
    return try appctl(arguments: words, input: input)
  }

  @Test(arguments: commands, redirections)
  func `a result that cannot be written is status 74, and never 0`(_ words: [String], redirection: String) throws {
    try withStateFolder { appctl in
      _ = try run(
        ["login", "--provider", AppCtlProcess.kitty, "--set", "email=kitty@example.com", "--set-stdin", "password"],
        "", appctl, input: "meow1234")
      let outcome = try run(words, redirection, appctl)
      #expect(outcome.status == 74, "\(outcome)")
      #expect(outcome.errors.contains("error[ACK5018]"), "\(outcome.errors)")
    }
  }

  @Test func `a pipe that nobody reads is status 74, and the command has done what it is for`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let program = try Program(
        [appctl.executable.path, "logout", "--state-dir", appctl.stateFolder],
        streams: .init(
          output: pipe.fileHandleForWriting.fileDescriptor, errors: pipe.fileHandleForWriting.fileDescriptor))
      #expect(program.waitUntilExit() == .exited(74))
      #expect(try appctl("status", "--format", "json").output.contains(#""state":"logged-out""#))
    }
  }

  @Test(arguments: ["2>/dev/full", "2>&-"])
  func `what standard error does not take changes no status`(redirection: String) throws {
    try withStateFolder { appctl in
      // The output says why the app runs line by line.
      let words = ["run", "--provider", AppCtlProcess.kitty]
      let plain = try run(words, "", appctl)
      let outcome = try run(words, redirection, appctl)
      #expect(plain.status == 0 && !plain.errors.isEmpty)
      #expect(outcome.status == 0 && outcome.output == plain.output)
    }
  }

  @Test(arguments: ["0<&-", "1>&-", "2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"])
  func `a closed stream becomes no other file`(redirection: String) throws {
    try withStateFolder { appctl in
      let trace = "\(appctl.stateFolder)-trace.jsonl"
      defer { try? FileManager.default.removeItem(atPath: trace) }
      let words = ["status", "--provider", AppCtlProcess.kitty, "--verbose", "--trace", trace]
      let outcome = try run(words, redirection, appctl)
      #expect(outcome.status == (redirection.contains("1>") ? 74 : 0), "\(outcome)")
      // Each line of a recording is JSON; results and messages are not.
      let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      #expect(lines.count > 1 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }, "\(lines)")
      #expect(try appctl("replay", trace).status == 0)
    }
  }

  @Test func `a closed standard input gives no value`() throws {
    try withStateFolder { appctl in
      let words = ["login", "--provider", AppCtlProcess.kitty, "--set", "email=a@b.example", "--set-stdin", "password"]
      let outcome = try run(words, "0<&-", appctl)
      #expect(outcome.status == 64 && outcome.errors.contains("error[ACK5008]"), "\(outcome)")
    }
  }
}
