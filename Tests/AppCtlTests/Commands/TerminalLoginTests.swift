import Foundation
import TestSupport
import Testing

@Suite("login on a terminal")
struct TerminalLoginTests {
  @Test func `login asks for what is missing, a secret without echo, and restores the terminal`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try login(appctl, terminal)
      terminal.read(until: "Email: ")
      #expect(terminal.echoes)
      terminal.type("kitty@example.com\n")
      terminal.read(until: "Password: ")
      #expect(!terminal.echoes)
      terminal.type("meow1234\n")
      terminal.read(until: "Logged in to Kitty as kitty@example.com")

      #expect(process.waitUntilExit() == .exited(0))
      #expect(terminal.echoes)
      #expect(!terminal.transcript.contains("meow1234"))
    }
  }

  @Test func `Ctrl-C while a secret is asked for restores the terminal and ends the process`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try login(appctl, terminal, "--set", "email=a@b")
      terminal.read(until: "Password: ")
      #expect(!terminal.echoes)
      process.send(SIGINT)
      #expect(process.waitUntilExit() == .killed(by: SIGINT))
      #expect(terminal.echoes)
    }
  }

  /// Every signal that ends a process and can be handled, including some of the real-time signals.
  private static let endings =
    [
      SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM,
      SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS, 34, 64,
    ]

  @Test(arguments: endings)
  func `any signal while a secret is asked for restores the terminal before it ends the process`(number: Int32) throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try passwordPrompt(appctl, terminal)
      process.send(number)
      #expect(process.waitUntilExit() == .killed(by: number))
      #expect(terminal.echoes)
      terminal.readRest()
      // The runtime's backtracer does not prompt, and prints no registers.
      #expect(terminal.transcript.hasSuffix("Password: "), "\(terminal.transcript)")
    }
  }

  @Test func `the terminal is restored also when the process is killed while a secret is asked for`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try passwordPrompt(appctl, terminal)
      process.send(SIGKILL)
      #expect(process.waitUntilExit() == .killed(by: SIGKILL))
      terminal.wait { terminal.echoes }
    }
  }

  @Test func `a secret is still taken when the guardian is killed`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try passwordPrompt(appctl, terminal)
      try Guardian.kill(of: process.identifier)
      try finish(process, terminal)
    }
  }

  @Test(arguments: ["Email: ", "Password: "])
  func `Ctrl-C comes through behind a megabyte that was pasted`(prompt: String) throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try login(appctl, terminal, asJob: true)
      terminal.read(until: "Email: ")
      if prompt == "Password: " {
        terminal.type("kitty@example.com\n")
        terminal.read(until: prompt)
      }
      terminal.paste(String(repeating: "x", count: 1 << 20) + "\u{3}")
      #expect(process.waitUntilExit() == .exited(SIGINT), "setsid says it so")
      #expect(terminal.echoes)
    }
  }

  @Test func `Ctrl-Z while a secret is asked for restores the terminal, and going on hides and asks again`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try passwordPrompt(appctl, terminal)
      for round in 2...3 {
        try stop(process, with: SIGTSTP)
        #expect(terminal.echoes, "what is typed for the shell is to be seen")
        // Input for the shell; no other process reads it.
        terminal.type("round \(round)\n")
        terminal.read(until: "round \(round)\r\n")
        process.send(SIGCONT)
        terminal.read(until: "Password: ", times: round)
        #expect(!terminal.echoes)
      }
      try finish(process, terminal)
    }
  }

  @Test func `a stop that nobody can prepare for does not show the secret when the process goes on`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let process = try passwordPrompt(appctl, terminal)
      try stop(process, with: SIGSTOP)
      // A shell does the same when its job has stopped.
      terminal.echoes = true
      process.send(SIGCONT)
      terminal.read(until: "Password: ", times: 2)
      #expect(!terminal.echoes)
      try finish(process, terminal)
    }
  }

  @Test func `a job of a shell is never seen to be given a secret, in the foreground and in the background`() throws {
    try withStateFolder { appctl in
      let terminal = try UserTerminal()
      let shell = try Program(
        ["/usr/bin/setsid", "--ctty", "--wait", "/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
        environment: ["PS1": "ready> ", "PATH": "/usr/bin:/bin", "HOME": "/"], streams: terminal.streams
      )
      terminal.read(until: "ready> ")
      let program = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
      let options = "--provider \(AppCtlProcess.kitty) --state-dir \(appctl.stateFolder) --set email=kitty@example.com"
      terminal.type("\(program) login \(options)\n")
      terminal.read(until: "Password: ")
      #expect(!terminal.echoes)

      terminal.type("\u{1A}")
      terminal.read(until: "ready> ", times: 2)
      #expect(terminal.echoes)
      terminal.type("bg\n")
      terminal.read(until: "ready> ", times: 3)
      // The shell waits until its job has stopped, which happens because the job is in the background.
      terminal.type("until jobs -s | grep -q appctl; do :; done\n")
      terminal.read(until: "ready> ", times: 4)
      #expect(terminal.echoes)
      terminal.type("fg\n")
      terminal.read(until: "Password: ", times: 2)
      #expect(!terminal.echoes)
      terminal.type("meow1234\n")
      terminal.read(until: "Logged in to Kitty as kitty@example.com")
      terminal.read(until: "ready> ", times: 5)
      terminal.type("exit\n")
      #expect(shell.waitUntilExit() == .exited(0))
      #expect(!terminal.transcript.contains("meow1234"))
    }
  }

  /// Starts a login on a terminal, with the toolchain's default settings for the backtracer.
  private func login(
    _ appctl: AppCtlProcess, _ terminal: UserTerminal, _ options: String..., asJob: Bool = false
  ) throws -> Program {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = nil
    return try Program(
      (asJob ? ["/usr/bin/setsid", "--ctty", "--wait"] : []) + [appctl.executable.path, "login"]
        + ["--provider", AppCtlProcess.kitty, "--state-dir", appctl.stateFolder] + options,
      environment: environment, streams: terminal.streams
    )
  }

  /// Starts a login that waits for the password.
  private func passwordPrompt(_ appctl: AppCtlProcess, _ terminal: UserTerminal) throws -> Program {
    let process = try login(appctl, terminal, "--set", "email=kitty@example.com")
    terminal.read(until: "Password: ")
    #expect(!terminal.echoes)
    return process
  }

  /// Stops a process, and waits until it has stopped.
  private func stop(_ process: Program, with number: Int32) throws {
    process.send(number)
    var status = unsafe siginfo_t()
    // WNOWAIT: the exit status of the process is left for the process's parent.
    let result = unsafe waitid(P_PID, id_t(process.identifier), &status, WSTOPPED | WEXITED | WNOWAIT)
    let how = unsafe status.si_code
    try #require(result == 0 && how == 5, "it has not stopped")
  }

  private func finish(_ process: Program, _ terminal: UserTerminal) throws {
    terminal.type("meow1234\n")
    terminal.read(until: "Logged in to Kitty as kitty@example.com")
    #expect(process.waitUntilExit() == .exited(0))
    #expect(terminal.echoes)
    #expect(!terminal.transcript.contains("meow1234"))
  }
}

/// The process that restores the terminal when an app cannot.
enum Guardian {
  /// Kills the process, and waits for its end.
  static func kill(of app: pid_t) throws {
    func isGuardian(_ process: String) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      return status.hasPrefix("Name:\tterminal-guard\n") && status.contains("\nPPid:\t\(app)\n")
    }
    let deadline = ContinuousClock.now + .seconds(120)
    var found: pid_t?
    while found == nil, ContinuousClock.now < deadline {
      let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
      found = names.first(where: isGuardian).flatMap { pid_t($0) }
    }
    let guardian = try #require(found)
    Glibc.kill(guardian, SIGKILL)
    // No process waits for it yet, so it is a zombie when it has ended.
    while try !String(contentsOfFile: "/proc/\(guardian)/status", encoding: .utf8).contains("State:\tZ") {}
  }
}
