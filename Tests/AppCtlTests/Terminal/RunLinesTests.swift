import Foundation
import TestSupport
import Testing

/// The app line by line, for scripts and for users without a screen.
@Suite(.timeLimit(.minutes(30))) struct `appctl run line by line` {
  /// Runs the app on lines that are available from the start.
  private func run(_ lines: String..., options: [String] = [], environment: [String: String] = [:]) throws
    -> Program.Outcome
  {
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = environment
      return try appctl(
        arguments: ["run", "--provider", AppCtlProcess.kitty] + options,
        input: lines.map { "\($0)\n" }.joined())
    }
  }

  @Test func `signs in, looks around and signs out`() throws {
    let outcome = try run(
      "kitty@example.com", "me", "", "meow-canary", "", "Products", "Feather Wand", "b", "2", "Log Out")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "note: line by line, because standard input is no terminal\n")
    let steps = [
      "== Welcome to Kitty ==", "error in Password: Use at least four characters", "Password: ", "\nSigned in.\n",
      "Kittens:", "Feather Wand: €6.50", "Back to Products", "Three feathers", "## Hello, kitty!", "\nSigned out.\n",
      "== Welcome to Kitty ==",
    ]
    var rest = outcome.output[...]
    for step in steps {
      let range = try #require(rest.range(of: step), "\(step) does not follow in \(outcome.output)")
      rest = rest[range.lowerBound...].dropFirst()
    }
    #expect(!outcome.output.contains("canary"))
    #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
  }

  @Test func `ends after a login with --until-login, and leaves nothing`() throws {
    try withStateFolder { appctl in
      let arguments = ["run", "--line", "--until-login", "--verbose", "--provider", AppCtlProcess.kitty]
      // What is typed after the login is not read.
      let outcome = try appctl(arguments: arguments, input: "kitty@example.com\nmeow-canary\n\nLog Out\nLog Out\n")
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("it is done (logged-in") && !outcome.output.contains("Signed out."))
      #expect(FileManager.default.subpaths(atPath: appctl.stateFolder) ?? [] == [])
    }
  }

  @Test func `is left before a login with --until-login, and takes no store`() throws {
    #expect(try run("q", options: ["--line", "--until-login"]).status == 0)
    let refused = try run("q", options: ["--line", "--until-login", "--store", "file"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--until-login and --store file exclude each other"), "\(refused.errors)")
    #expect(try run("q", options: ["--line", "--until-login", "--store", "memory"]).status == 0)
  }

  @Test func `says no reason where somebody asks for it`() throws {
    let outcome = try run(options: ["--line", "--quiet"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasSuffix("Email: \n"))
  }

  @Test(arguments: [["ACCESSIBLE": "1"], ["TERM": "dumb"], [:]])
  func `is the same for whatever reason`(environment: [String: String]) throws {
    let lines = try run("q", options: ["--line"])
    #expect(try run("q", environment: environment).output == lines.output)
  }

  @Test func `fails at a line that is too long`() throws {
    let outcome = try run(String(repeating: "a", count: 20_000))
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("error[ACK5008]: the line has over 16384 bytes"), "\(outcome.errors)")
  }

  @Test func `says what a message says`() throws {
    let provider = try FixtureLibrary.build("Tests/Fixtures/outspoken.c")
    let outcome = try withStateFolder { appctl in
      try appctl(arguments: ["run", "--line", "--not-isolated", "--provider", provider], input: "Say\nq\n")
    }
    #expect(outcome.output.contains("info: com.example.outspoken | it is said\n"))
  }
}
