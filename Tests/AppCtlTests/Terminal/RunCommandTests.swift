import Foundation
import Glibc
import TestSupport
import Testing

/// The app on a terminal, in the view of its user.
@Suite(
  .serialized, .timeLimit(.minutes(30)), .enabled(if: TerminalUnderTest.isAvailable, "tmux is what draws the terminal"))
struct `appctl run on a terminal` {
  private let terminal: TerminalUnderTest
  private let folder: TestFolder
  private let before: String

  init() throws {
    terminal = try TerminalUnderTest()
    folder = try TestFolder()
    try terminal.waitForPrompt()
    before = try terminal.settings
  }

  /// Starts the app, by default without transitions, because keys have no effect during a transition.
  private func start(
    _ options: String = "--motion none", provider: String = AppCtlProcess.kitty, state: String = "state",
    title: String = "Sign in"
  ) throws {
    let program = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    try terminal.type("\(program) run --provider \(provider) --state-dir \(folder.path(of: state)) \(options)")
    try terminal.press("Enter")
    try terminal.wait(for: title)
  }

  /// Fills in the form, with an email that no text of the interface contains.
  private func fillIn() throws {
    try terminal.type("felix@example.com")
    try terminal.press("Tab")
    try terminal.type("meow-canary")
    try terminal.wait { $0.contains(#/[•*]{11}/#) }
  }

  private func signIn() throws {
    try fillIn()
    try terminal.press("Enter")
    try terminal.wait(for: "Kittens")
  }

  /// Waits for the app's end, and checks its exit status.
  private func expectStatus(_ number: Int) throws {
    // A thread of an app that crashes may take input until it has ended, although the terminal is restored.
    let folder = "--state-dir \(folder.path(of: "state"))"
    try terminal.wait { _ in try Tool.run("/usr/bin/pgrep", ["-f", "--", folder]).status == 1 }
    try expectRestored()
    try terminal.type("echo status=$?")
    try terminal.press("Enter")
    let screen = try terminal.wait { $0.contains(#/status=\d/#) }
    #expect(screen.contains("status=\(number)\n"), "\(screen)")
  }

  /// Checks that the terminal is in its former state.
  private func expectRestored() throws {
    try terminal.wait { _ in try terminal.modes == TerminalUnderTest.shellModes }
    try terminal.wait { _ in try terminal.settings == before }
    #expect(try terminal.settings == before)
  }

  @Test func `takes in each new build with --watch, and goes on with the last good one`() throws {
    let library = folder.path(of: "kitty.so")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: AppCtlProcess.kitty))
    func build(_ bytes: Data) throws {
      try bytes.write(to: URL(fileURLWithPath: library + ".new"))
      _ = unsafe rename(library + ".new", library)
    }
    try build(bytes)
    try start("--motion none --watch", provider: library)
    try signIn()
    try build(bytes + [0])
    let screen = try terminal.wait(for: "the new build of com.example.kitty 1.0.0 is running")
    #expect(screen.contains("Kittens"), "the session and the screen are still there")
    try build(Data("no library".utf8))
    try terminal.wait(for: "the new build is not used, and the one before goes on")
    try terminal.press("C-c")
    try expectStatus(130)
    #expect(try terminal.screen.contains("error[ACK2016]"))
  }

  /// The main actor is in a function that does not return.
  @Test(arguments: ["perform", "destroy"])
  func `is left with one Control-C when the provider is stuck`(_ function: String) throws {
    let library = folder.path(of: "deadly.\(function).spin.so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/deadly.c"), toPath: library)
    try start("--motion none --not-isolated", provider: library, title: "Return press")
    if function == "perform" {
      try terminal.press("Enter")
      try terminal.wait(for: "busy)")
    }
    try terminal.press("C-c")
    try expectStatus(130)
  }

  @Test func `opens the app, signs in, looks around, and signs out`() throws {
    try start()
    #expect(try terminal.modes == TerminalUnderTest.screenModes)
    #expect(try terminal.screen.contains(#/Log In .*\(disabled\)/#))
    try signIn()
    try terminal.press("Right")
    try terminal.wait(for: "Feather Wand")
    try terminal.press("Tab", "Enter")
    try terminal.wait(for: "Back")
    try terminal.press("Escape")
    try terminal.wait { !$0.contains("Back") }
    try terminal.press("BTab", "Right")
    try terminal.wait(for: " Log Out")
    try terminal.press("Tab", "Enter")
    try terminal.wait(for: "Sign in")
    try terminal.press("C-d")
    try expectStatus(0)
    try expectRestored()
  }

  @Test func `gives the terminal back and ends after a login with --until-login`() throws {
    try start("--until-login")
    try fillIn()
    try terminal.press("Enter")
    try expectStatus(0)
    // Nothing says who was there, or by which provider.
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "state/last-provider.json")))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "state/sessions")))
  }

  @Test func `shows no password that is typed line by line, and shows again what follows`() throws {
    let bytes = try terminal.record()
    try start("--line")
    try terminal.wait(for: "Email: ")
    #expect(try terminal.settings == before)
    try terminal.type("felix@example.com")
    try terminal.press("Enter")
    try terminal.wait(for: "Password: ")
    try terminal.wait { _ in try terminal.settings.contains(" -echo ") }
    try terminal.type("meow-canary")
    try terminal.press("Enter")
    try terminal.wait(for: "leave [com.example.kitty | Log In]:")
    #expect(try terminal.settings == before)
    try terminal.press("Enter")
    try terminal.wait(for: "Kittens:")
    try terminal.press("C-d")
    try expectStatus(0)
    let written = try terminal.recorded(in: bytes, through: "status=0")
    #expect(written.contains("felix@example.com") && !written.contains("canary"))
  }

  @Test func `shows again what is typed when a password is given up`() throws {
    try start("--line")
    try terminal.type("felix@example.com")
    try terminal.press("Enter")
    try terminal.wait { _ in try terminal.settings.contains(" -echo ") }
    try terminal.press("C-c")
    try expectStatus(130)
    try expectRestored()
  }

  @Test func `says what is wrong at the field, and goes there`() throws {
    try start()
    try terminal.type("felix@example.com")
    try terminal.press("Tab")
    try terminal.type("me")
    try terminal.press("Enter")
    let screen = try terminal.wait(for: "at least four")
    #expect(screen.contains("!"), "\(screen)")
    try terminal.type("ow")
    try terminal.wait { $0.contains("****") || $0.contains("••••") }
    try terminal.press("Enter")
    try terminal.wait(for: "Kittens")
  }

  @Test func `writes nowhere what is typed into a password`() throws {
    let bytes = try terminal.record()
    try start()
    try fillIn()
    // The whole screen is drawn again, so that a text is written in one piece.
    try terminal.press("C-l", "Enter")
    try terminal.wait(for: "Kittens")
    try terminal.press("C-d")
    try expectStatus(0)
    let written = try terminal.recorded(in: bytes, through: "status=0")
    #expect(written.contains("felix@example.com"))
    #expect(!written.contains("canary"))
  }

  @Test(arguments: [(1, 1), (20, 6), (200, 50), (500, 200)])
  func `keeps the focus and what was typed in another size`(columns: Int, rows: Int) throws {
    try start()
    try terminal.type("felix@exa")
    try terminal.wait(for: " felix@exa")
    try terminal.resize(columns: columns, rows: rows)
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: " felix@exa")
    try terminal.type("mple.com")
    try terminal.wait(for: "felix@example.com")
  }

  @Test(arguments: [
    ("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131),
    ("SEGV", 139), ("ILL", 132), ("TRAP", 133), ("ABRT", 134),
    ("KILL", 137),
  ])
  func `gives the terminal back when it is ended by a signal`(name: String, status: Int) throws {
    let bytes = try terminal.record()
    try start()
    try terminal.type("felix")
    try terminal.wait(for: " felix")
    #expect(try terminal.settings != before)
    #expect(try terminal.modes == TerminalUnderTest.screenModes)
    let modes: Set = ["1000", "1006", "1049", "2004", "7"]
    try terminal.wait { _ in try TerminalUnderTest.modesLeft(in: bytes).isSuperset(of: modes) }
    let found = try Tool.run(
      "/usr/bin/pkill", ["-\(name)", "--oldest", "-f", "--", "--state-dir \(folder.path(of: "state"))"])
    #expect(found.status == 0)
    try expectStatus(status)
    try expectRestored()
    try terminal.wait { _ in try TerminalUnderTest.modesLeft(in: bytes) == [] }
  }

  @Test func `is used with the mouse, and leaves it to the terminal where that is asked for`() throws {
    try start()
    let rows = try terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("Password") })
    try terminal.type("\u{1B}[<0;25;\(row + 1)M\u{1B}[<0;25;\(row + 1)m")
    try terminal.type("meow")
    try terminal.wait(for: "••••")
    try terminal.press("C-c")
    try expectRestored()
    try start("--motion none --mouse terminal")
    #expect(try terminal.modes == "1 1 0 00")
    try terminal.press("F2")
    try terminal.wait { _ in try terminal.modes == TerminalUnderTest.screenModes }
    try terminal.press("C-c")
    try expectRestored()
  }

  @Test func `is left with one Control-C, also from the sheet of keys`() throws {
    try start()
    try terminal.press("F1")
    try terminal.wait(for: "Shift-Tab")
    try terminal.press("C-c")
    try expectStatus(130)
  }

  /// With `--watch` the thread that reads the keys blocks signals.
  @Test(arguments: ["", " --watch"])
  func `gives the terminal back while it is suspended, and goes on as it was`(_ options: String) throws {
    try start("--motion none\(options)")
    var typed = " "
    // Several times, because a process that goes on for a moment before it stops is seldom seen.
    for letter in "suspended" {
      typed.append(letter)
      try terminal.type(String(letter))
      try terminal.wait(for: typed)
      try terminal.press("C-z")
      #expect(try terminal.waitForPrompt().contains("Stopped"))
      #expect(try terminal.modes == TerminalUnderTest.shellModes)
      try terminal.type("fg")
      try terminal.press("Enter")
      try terminal.wait(for: typed)
      #expect(try terminal.modes == TerminalUnderTest.screenModes)
    }
    try terminal.press("C-c")
    try expectRestored()
  }

  @Test func `holds back what a provider writes, until the terminal is given back`() throws {
    let bytes = try terminal.record()
    try start(
      "--motion none --not-isolated", provider: FixtureLibrary.build("Tests/Fixtures/outspoken.c"), title: "Outspoken")
    try terminal.press("Enter")
    try terminal.wait(for: "it is said")
    #expect(try !terminal.screen.contains("said on"))
    try terminal.press("C-d")
    let screen = try terminal.wait { $0.contains("said on output") && $0.contains("said on errors") }
    #expect(screen.contains("said on errors ?[31mred??\n"))
    try expectRestored()
    let written = try terminal.recorded(in: bytes, through: "red??")
    #expect(!written.contains("\u{1B}[31mred") && !written.contains("\u{9B}"))
  }

  @Test func `waits for no provider that floods, and keeps the last of it`() throws {
    try start(
      "--motion none --not-isolated", provider: FixtureLibrary.build("Tests/Fixtures/outspoken.c"), title: "Outspoken")
    try terminal.press("Tab", "Enter")
    try terminal.wait(for: "it is said")
    try terminal.press("C-d")
    try terminal.wait(for: "flood")
    try expectRestored()
  }

  @Test func `says what a provider said before it crashed`() throws {
    try start(
      "--motion none --not-isolated", provider: FixtureLibrary.build("Tests/Fixtures/outspoken.c"), title: "Outspoken")
    try terminal.press("Tab", "Tab", "Enter")
    try terminal.wait(for: "last words")
    try expectRestored()
  }

  @Test func `asks nothing and shows no registers when it crashes, after the terminal is given back`() throws {
    let bytes = try terminal.record()
    try start(
      "--not-isolated", provider: FixtureLibrary.build("Tests/Fixtures/outspoken.c"), title: "Outspoken")
    try terminal.press("Tab", "Tab", "Enter")
    try expectStatus(134)
    try expectRestored()
    let written = try terminal.recorded(in: bytes, through: "status=134")
    let end = try #require(written.range(of: "\u{1B}[?1049l"))
    #expect(written[end.upperBound...].contains("last words"))
    #expect(!written.contains("Press space") && !written.contains("crashed") && !written.contains("rax"))
  }

  @Test func `goes on when the guardian is killed, and says at the end what was held back`() throws {
    try start(
      "--not-isolated", provider: FixtureLibrary.build("Tests/Fixtures/outspoken.c"), title: "Outspoken")
    // The process was started after the app, and has the same command line.
    let found = try Tool.run(
      "/usr/bin/pkill", ["-KILL", "--newest", "-f", "--", "--state-dir \(folder.path(of: "state"))"])
    #expect(found.status == 0)
    try terminal.press("Enter")
    try terminal.wait(for: "it is said")
    try terminal.press("C-d")
    try terminal.wait { $0.contains("said on output") && $0.contains("said on errors") }
    try expectStatus(0)
    try expectRestored()
  }

  @Test func `puts the cursor where the keyboard is`() throws {
    try start()
    try terminal.type("ab")
    let screen = try terminal.wait(for: " ab")
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains(" ab") })
    let column = try #require(rows[row].range(of: " ab"))
    #expect(try terminal.cursor == "\(rows[row].distance(from: rows[row].startIndex, to: column.upperBound)),\(row)")
  }

  @Test func `draws no colours where nobody wants them`() throws {
    let bytes = try terminal.record()
    try start("--color-scheme dark", state: "plain")
    try terminal.press("C-c")
    try expectRestored()
    let plain = try terminal.recorded(in: bytes, through: "?1049l")
    #expect(plain.contains(#/\u{1B}\[[0-9;]*3[0-9]/#))
    try terminal.type("export NO_COLOR=1")
    try terminal.press("Enter")
    let again = try terminal.record()
    try start("--color-scheme dark", state: "plain")
    try terminal.press("C-c")
    let colourless = try terminal.recorded(in: again, through: "?1049l")
    #expect(!colourless.contains(#/\u{1B}\[[0-9;]*[34][0-9]/#))
  }
}
