import Foundation
import TestSupport
import Testing

/// Whose secret a host gets: that of the session for which the user has set the host up.
@Suite struct `A host for credentials` {
  private static let first = Result {
    try FixtureLibrary.build("Tests/Fixtures/renewing.c", defining: "ID=\"com.aaa.evil\"")
  }
  private static let second = Result {
    try FixtureLibrary.build("Tests/Fixtures/renewing.c", defining: "ID=\"com.github.good\"")
  }

  private func logIn(
    _ subject: String, _ library: Result<String, any Error>, _ appctl: AppCtlProcess, _ more: String...
  ) throws {
    let outcome = try appctl(
      arguments: ["login", "--action", "sign-in", "--provider", try library.get(), "--set", "who=\(subject)"] + more)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func get(_ host: String, _ appctl: AppCtlProcess, _ more: String...) throws -> Program.Outcome {
    try appctl(arguments: ["credential", "git", "get"] + more, input: "protocol=https\nhost=\(host)\n\n")
  }

  private func setUp(_ appctl: AppCtlProcess, _ more: String...) throws -> Program.Outcome {
    try appctl(arguments: ["credential", "setup", "kubernetes"] + more)
  }

  @Test func `belongs to no session that only names it`() throws {
    try withStateFolder { appctl in
      try logIn("ann@h", Self.second, appctl)
      let outcome = try get("h", appctl)
      #expect(outcome.output == "" && outcome.status == 0)
      #expect(outcome.errors.contains("[ACK5022]") && outcome.errors.contains("appctl credential setup git h"))
    }
  }

  @Test func `is not taken by another session that names it, and both are shown`() throws {
    try withStateFolder { appctl in
      try logIn("ann@h", Self.second, appctl)
      try #require(try setUp(appctl, "h").status == 0)
      try logIn("ann@h", Self.first, appctl)
      #expect(try get("h", appctl).output.contains("secret-1"))
      #expect(try get("h", appctl, "--provider", "com.aaa.evil").output == "")
      let outcome = try setUp(appctl, "h", "--provider", "com.aaa.evil")
      #expect(outcome.status == 77 && outcome.errors.contains("error[ACK5031]"), "\(outcome.errors)")
      #expect(outcome.errors.contains("com.github.good (default)") && outcome.errors.contains("com.aaa.evil (default)"))
      // Without a host it goes on with the others, and says so.
      let all = try setUp(appctl, "--provider", "com.aaa.evil")
      #expect(all.errors.contains("[ACK5031]"), "\(all.errors)")
      // The first one ends, and the host is still not the other's.
      try #require(try appctl("logout", "--provider", try Self.second.get()).status == 0)
      let ended = try get("h", appctl)
      #expect(ended.output == "" && ended.errors.contains("[ACK4006]"), "\(ended.errors)")
    }
  }

  @Test func `is refused to two sessions that both name it until the user says which`() throws {
    try withStateFolder { appctl in
      try logIn("ann@h", Self.first, appctl)
      try logIn("ann@h", Self.second, appctl)
      let outcome = try setUp(appctl, "h")
      #expect(outcome.status == 77 && outcome.errors.contains("error[ACK5031]"), "\(outcome.errors)")
      #expect(try get("h", appctl).output == "")
      try #require(try setUp(appctl, "h", "--provider", try Self.second.get()).status == 0)
      let hosts = try appctl("credential", "hosts")
      #expect(hosts.output.contains("com.github.good") && !hosts.output.contains("com.aaa.evil"))
    }
  }

  @Test func `is given back by release, and then free for another session`() throws {
    try withStateFolder { appctl in
      try logIn("ann@h", Self.second, appctl)
      try logIn("ann@h", Self.first, appctl)
      try #require(try setUp(appctl, "h", "--provider", "com.github.good").status == 0)
      #expect(try appctl("credential", "release", "h").output.contains("com.github.good"))
      #expect(try get("h", appctl).output == "")
      #expect(try appctl("credential", "release", "h").status == 1)
      #expect(try setUp(appctl, "h", "--provider", "com.aaa.evil").status == 0)
      #expect(try get("h", appctl).output.contains("secret-1"))
    }
  }

  @Test func `is not added by a renewal, nor by what a session names later`() throws {
    try withStateFolder { appctl in
      try logIn("wide@h", Self.second, appctl)
      try #require(try setUp(appctl, "h").status == 0)
      try #require(
        try appctl(
          arguments: ["credential", "git", "erase"], input: "protocol=https\nhost=h\npassword=secret-1\n\n"
        ).status == 0)
      #expect(try get("h", appctl).output.contains("secret-2"))
      #expect(try appctl("status", "--all", "--format", "json").output.contains("h wider"), "the provider names it")
      #expect(try get("wider", appctl).output == "")
      #expect(try appctl("credential", "docker", "list").output == "{\"h\":\"oauth2\"}\n")
    }
  }

  @Test func `is of one profile`() throws {
    try withStateFolder { appctl in
      try logIn("ann@h", Self.second, appctl, "--profile", "work")
      try #require(try setUp(appctl, "h", "--profile", "work").status == 0)
      try logIn("bob@h", Self.second, appctl)
      #expect(try get("h", appctl).output.contains("secret-1"), "the one that has it")
      #expect(try get("h", appctl, "--profile", "default").output == "", "the other one does not")
    }
  }

  @Test func `is asked for at a login on a terminal, and only told of elsewhere`() throws {
    try withStateFolder { appctl in
      let told = try appctl("login", "--action", "sign-in", "--provider", try Self.second.get(), "--set", "who=ann@h")
      #expect(told.errors.contains("appctl credential setup git h"), "\(told.errors)")
      #expect(try get("h", appctl).output == "")
      try #require(try appctl("logout").status == 0)
      for (answer, isGiven) in [("n", false), ("y", true)] {
        let terminal = try UserTerminal(columns: 1000)
        let words = [
          "login", "--action", "sign-in", "--provider", try Self.second.get(), "--set", "who=ann@h", "--state-dir",
          appctl.stateFolder,
        ]
        let process = try Program(
          ["/usr/bin/setsid", "--ctty", "--wait", appctl.executable.path] + words,
          environment: ["PATH": "/usr/bin:/bin", "HOME": "/"], streams: terminal.streams)
        terminal.read(until: "[y/N] ")
        #expect(terminal.transcript.contains("com.github.good (default)") && terminal.transcript.contains("for h?"))
        terminal.type("\(answer)\n")
        #expect(process.waitUntilExit() == .exited(0))
        #expect(try get("h", appctl).output.contains("secret-1") == isGiven)
        try #require(try appctl("logout").status == 0)
      }
    }
  }
}
