import Foundation
import TestSupport
import Testing

/// The secret of the session for a script, from a provider whose secrets are renewed.
@Suite struct `appctl token` {
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c") }

  private func logIn(_ subject: String, _ appctl: AppCtlProcess) throws {
    let outcome = try appctl(
      "perform", "--provider", try Self.library.get(), "--node", "enter", "--set", "who=\(subject)")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `prints a secret that is good, and loads no provider`() throws {
    try withStateFolder { appctl in
      try logIn("ann", appctl)
      // It is not found by its id.
      let outcome = try appctl("token", "--provider", "com.example.renewing")
      #expect(outcome.output == "secret-1\n")
      #expect(outcome.status == 0 && outcome.errors == "")
    }
  }

  @Test(arguments: ["escaping", "lined"])
  func `does not drive a terminal with a secret, and says how to have it`(subject: String) throws {
    try withStateFolder { appctl in
      try logIn(subject, appctl)
      let terminal = try UserTerminal()
      func run(_ more: String...) throws -> Program.Ending {
        let words = [appctl.executable.path, "token", "--state-dir", appctl.stateFolder] + more
        return try Program(
          ["/usr/bin/setsid", "--ctty", "--wait"] + words, environment: ["PATH": "/usr/bin:/bin", "HOME": "/"],
          streams: terminal.streams
        ).waitUntilExit()
      }
      #expect(try run() == .exited(1))
      terminal.read(until: "fix: ")
      #expect(terminal.transcript.contains("error[ACK5032]") && !terminal.transcript.contains("owned"))
      #expect(!terminal.transcript.contains("\u{1B}") && !terminal.transcript.contains("two"))
      #expect(try run("--format", "json") == .exited(0))
      terminal.read(until: subject == "lined" ? #"one\ntwo"# : #"a\u001"#)
    }
  }

  @Test func `gives a program a secret of several lines as it is, and says so`() throws {
    try withStateFolder { appctl in
      try logIn("lined", appctl)
      let outcome = try appctl("token")
      #expect(outcome.output == "one\ntwo\n" && outcome.status == 0)
      #expect(outcome.errors == "warning: the secret has several lines; --format json has it on one\n")
      try #require(try appctl("logout").status == 0)
      try logIn("escaping", appctl)
      #expect(try appctl("token").output == "a\u{1B}]0;owned\u{7}z\n")
    }
  }

  @Test func `has a secret renewed that has ended`() throws {
    try withStateFolder { appctl in
      try logIn("old", appctl)
      #expect(try appctl("token").output == "secret-2\n")
      #expect(try appctl("token").output == "secret-2\n")
      #expect(try appctl("token", "--renew").output == "secret-3\n")
      let json = try appctl("token", "--format", "json").output
      #expect(json.contains(#""secret":"secret-3","subject":"old"}"#))
    }
  }

  @Test func `asks once for several who need it at once`() throws {
    try withStateFolder { appctl in
      var appctl = appctl
      try logIn("old", appctl)
      let renewals = appctl.stateFolder + "/renewals"
      appctl.environment["RENEWALS"] = renewals
      DispatchQueue.concurrentPerform(iterations: 4) { [appctl] _ in
        let outcome = Result { try appctl("token", "--not-isolated") }
        #expect((try? outcome.get().output) == "secret-2\n")
      }
      #expect(try String(contentsOfFile: renewals, encoding: .utf8) == ".")
    }
  }

  @Test(
    arguments: [
      ("ended", "ACK4008", 1), ("broken", "ACK3002", 75), ("stranger", "ACK3002", 69), ("plain", "ACK4007", 1),
    ])
  func `says why there is none`(_ subject: String, _ code: String, _ status: Int32) throws {
    try withStateFolder { appctl in
      try logIn(subject, appctl)
      let outcome = try appctl("token", "--renew")
      #expect(outcome.errors.contains(code), "\(outcome.errors)")
      #expect(outcome.status == status && outcome.output == "")
      #expect(!outcome.errors.contains("secret-") && !outcome.errors.contains("refresh-"))
      #expect(try appctl("token").status == (subject == "ended" ? 1 : 0))
    }
  }

  @Test func `does not sign in`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl("token", "--provider", try Self.library.get())
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error[ACK4006]: nobody is logged in"))
    }
  }
}
