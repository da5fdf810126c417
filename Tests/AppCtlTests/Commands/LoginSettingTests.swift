import AppControllerKit
import Foundation
import ProviderPlugins
import TestSupport
import Testing
import appctl

/// What later commands know of the settings that a login was given, with a provider that tells which server hears what.
@Suite struct `The settings of a login` {
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c", defining: "BOUND=1") }
  private static let server = "https://a.example"
  private static let other = "https://b.example"

  /// An account of the provider, with an empty configuration.
  private struct Account {
    var appctl: AppCtlProcess
    let folder: TestFolder

    static func with(_ body: (Account) throws -> Void) throws {
      try withStateFolder { appctl in
        let folder = try TestFolder(mode: 0o700)
        var appctl = appctl
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/appcontroller", withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        appctl.environment = ["XDG_CONFIG_HOME": folder.path, "HEARD": "\(folder.path)/heard"]
        try body(Account(appctl: appctl, folder: folder))
      }
    }

    /// What servers have heard.
    var heard: String { (try? String(contentsOfFile: "\(folder.path)/heard", encoding: .utf8)) ?? "" }

    func configure(_ text: String) throws { try folder.write(text, to: "appcontroller/config.json") }

    @discardableResult
    func logIn(_ words: String..., as subject: String = "old", at server: String = server) throws -> Program.Outcome {
      let library = try library.get()
      let outcome = try appctl(
        arguments: ["login", "--provider", library, "--not-isolated", "--action", "sign-in", "--set", "who=\(subject)"]
          + ["--setting", "server=\(server)"] + words)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return outcome
    }

    func record(_ profile: String = "") throws -> String {
      let name = "\(appctl.stateFolder)\(profile)/sessions/com.example.renewing.session.json"
      return try String(contentsOfFile: name, encoding: .utf8)
    }
  }

  // What only reads.

  @Test func `are not needed by a status, which loads no library, however the provider is named`() throws {
    try Account.with { account in
      let folder = try TestFolder()
      let moved = folder.path(of: "renewing.so")
      try FileManager.default.copyItem(atPath: Self.library.get(), toPath: moved)
      let login = try account.appctl(
        "login", "--provider", moved, "--not-isolated", "--action", "sign-in", "--set", "who=ann", "--setting",
        "server=\(Self.server)")
      #expect(login.status == 0, "\(login.errors)")
      for name in [[], ["--provider", moved], ["--provider", "com.example.renewing"]] {
        let status = try account.appctl(arguments: ["status", "--verbose"] + name)
        #expect(status.output.hasPrefix("state: logged-in\nsubject: ann\n"), "\(status)")
        #expect(status.output.contains("\nsetting: server=\(Self.server), from the login\n"))
        #expect(
          status.output.contains("\nprovider: com.example.renewing 1.0.0\nlibrary: \(moved)\nruns: in the process"))
        #expect(status.errors == "")
      }
      try "nothing that could be loaded".write(toFile: moved, atomically: true, encoding: .utf8)
      let status = try account.appctl("status")
      #expect(status.output.hasPrefix("state: logged-in\nsubject: ann\n"), "\(status)")
      #expect(status.output.hasSuffix("\nprovider: com.example.renewing\nlibrary: \(moved), which cannot be read\n"))
    }
  }

  // What is used again.

  @Test func `are used for its end, whatever is set since then`() throws {
    try Account.with { account in
      try account.logIn()
      try account.configure(#"{"settings":{"com.example.renewing":{"server":"\#(Self.other)"}}}"#)
      var appctl = account.appctl
      appctl.environment["APPCTL_SETTING_SERVER"] = Self.other
      let logout = try appctl("logout")
      #expect(logout.status == 0 && logout.errors == "", "\(logout.errors)")
      #expect(account.heard == "revoke refresh-1 at \(Self.server)\n")
    }
  }

  @Test func `are used when its secret is renewed, by token and for git`() throws {
    try Account.with { account in
      try account.logIn(as: "old@git.example.com")
      #expect(try account.appctl("token").output == "secret-2\n")
      #expect(try account.appctl("token", "--renew").output == "secret-3\n")
      #expect(account.heard == "renew refresh-1 at \(Self.server)\nrenew refresh-2 at \(Self.server)\n")
      #expect(try account.record().contains(#""remembered":["server"]"#), "a renewal keeps it")
    }
    try Account.with { account in
      try account.logIn(as: "old@git.example.com")
      // It claims the host, and writes nothing.
      try #require(try account.appctl("credential", "setup", "kubernetes", "git.example.com").status == 0)
      let setup = try account.appctl("credential", "setup", "git", "--print")
      let line = try #require(setup.output.split(separator: "\n").last?.split(separator: "'").dropFirst().first)
      #expect(line.contains("credential git"), "\(setup)")
      let words = line.drop { $0 != " " }.split(separator: " ").map(String.init)
      var appctl = account.appctl
      appctl.namesStateFolder = false
      let answer = try appctl(
        arguments: words + ["get"], input: "protocol=https\nhost=git.example.com\n\n")
      #expect(answer.output.contains("password=secret-2\n"), "\(answer)")
      #expect(account.heard == "renew refresh-1 at \(Self.server)\n")
    }
  }

  @Test func `are told by config and are used before its file, until they are forgotten`() throws {
    try Account.with { account in
      var appctl = account.appctl
      appctl.environment["APPCTL_SETTING_THEME"] = "dark"
      let given = Account(appctl: appctl, folder: account.folder)
      try given.logIn()
      try account.configure(#"{"settings":{"com.example.renewing":{"server":"\#(Self.other)","theme":"light"}}}"#)
      func lines() throws -> [Substring] {
        try account.appctl("config", "--explain", "--provider", Self.library.get(), "--state-dir", appctl.stateFolder)
          .output.split(separator: "\n").filter { $0.contains(" server: ") || $0.contains(" theme: ") }
      }
      let over = "come before the file"
      #expect(
        try lines() == [
          "com.example.renewing server: \(Self.server), by the last login; --setting, then APPCTL_SETTING_SERVER, then the last login \(over)",
          "com.example.renewing theme: dark, by the last login; --setting, then APPCTL_SETTING_THEME, then the last login \(over)",
        ])
      #expect(try account.appctl("logout").status == 0)
      #expect(try lines().allSatisfy { $0.contains("by the last login;") }, "they outlast the session")
      #expect(try account.appctl("status").output.contains("setting: theme=dark, from the login\n"))
      #expect(try account.appctl("logout", "--forget-settings").status == 0)
      #expect(try lines().allSatisfy { $0.contains("appcontroller/config.json:1;") })
      #expect(try account.appctl("login", "--action", "sign-in", "--set", "who=ann").status == 0)
      #expect(try account.record().contains(#""madeWith":{"settings":{"server":"\#(Self.other)","theme":"light"}}"#))
    }
  }

  @Test func `are those of the last one, and of one that changes nothing, too`() throws {
    try Account.with { account in
      try account.logIn(as: "ann")
      let again = try account.logIn("--setting", "theme=dark", as: "ann")
      #expect(again.errors.contains("ann is logged in already"))
      #expect(try account.record().contains(#""remembered":["server","theme"]"#))
      let forgotten = try account.logIn("--forget-settings", as: "ann")
      #expect(forgotten.status == 0)
      #expect(try account.record().contains(#""remembered":["server"]"#))
    }
  }

  @Test func `include what it was allowed to do`() throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/renewing.c", defining: "WALLED=1")
    try withStateFolder { appctl in
      let login = try appctl(
        "login", "--provider", library, "--isolated", "--allow", "network", "--action", "sign-in", "--set", "who=old")
      #expect(login.status == 0, "\(login.errors)")
      #expect(try appctl("permissions").output.contains("  network: by --allow at a login  "))
      #expect(try appctl("token").output == "secret-2\n")
      #expect(try appctl("logout").errors == "")
      #expect(try appctl("login", "--action", "sign-in", "--set", "who=old").status == 0)
      #expect(try appctl("permissions", "revoke", "com.example.renewing", "network").status == 0)
      let forgotten = try appctl("login")
      #expect(forgotten.status == 77 && forgotten.errors.hasPrefix("error[ACK2214]"), "\(forgotten.errors)")
    }
  }

  @Test func `that are secrets are not remembered, which is said with the way to keep them`() throws {
    try Account.with { account in
      let login = try account.appctl(
        "login", "--provider", Self.library.get(), "--not-isolated", "--action", "sign-in", "--set", "who=ann",
        "--setting", "server=\(Self.server)", "--setting-stdin", "clientSecret", input: "hush-hush")
      #expect(login.status == 0)
      #expect(login.errors.contains("the setting clientSecret is a secret and is not remembered"), "\(login.errors)")
      #expect(login.errors.contains("--store-setting com.example.renewing=clientSecret"))
      #expect(try !account.record().contains("hush") && account.record().contains(#""remembered":["server"]"#))
    }
  }

  // To whom a session belongs.

  @Test(arguments: [
    ["show"], ["token", "--renew"], ["perform", "sign-in"], ["run", "--line"],
    ["login", "--action", "sign-in", "--set", "who=old"],
  ])
  func `are those that the session is given to, and no others`(_ words: [String]) throws {
    try Account.with { account in
      try account.logIn()
      let before = try account.record()
      let outcome = try account.appctl(arguments: words + ["--setting", "server=\(Self.other)"])
      #expect(outcome.status == 77 && outcome.output == "", "\(outcome)")
      #expect(
        outcome.errors.hasPrefix(
          "error[ACK4019]: the session of com.example.renewing was made with server \"\(Self.server)\", and there is "
            + "server \"\(Self.other)\" now\n"), "\(outcome.errors)")
      #expect(outcome.errors.contains("server is given by --setting"))
      #expect(outcome.errors.contains("appctl logout") && outcome.errors.contains("--profile"))
      #expect(account.heard == "")
      #expect(try account.record() == before)
    }
  }

  @Test func `may differ in what does not identify anybody`() throws {
    try Account.with { account in
      try account.logIn()
      let token = try account.appctl("token", "--setting", "theme=light", "--setting", "tenant=main")
      #expect(token.output == "secret-2\n", "\(token.errors)")
      #expect(try account.record().contains(#""remembered":["server"]"#))
      let other = try account.appctl("token", "--renew", "--setting", "tenant=other")
      #expect(other.errors.contains("was made with tenant \"main\", and there is tenant \"other\" now"))
    }
  }

  @Test func `that others end are not told, and the session has ended all the same`() throws {
    try Account.with { account in
      try account.logIn()
      let logout = try account.appctl("logout", "--setting", "server=\(Self.other)")
      #expect(logout.status == 0)
      #expect(logout.errors.contains("the session is ended, and the provider could not be told"), "\(logout.errors)")
      #expect(logout.errors.contains("[ACK4019]"))
      #expect(account.heard == "")
      #expect(try account.appctl("status").output.hasPrefix("state: logged-out\n"))
    }
  }

  @Test func `are replaced with the session, and its server hears nothing of the former one`() throws {
    try Account.with { account in
      try account.logIn()
      try account.logIn("--switch", at: Self.other)
      #expect(account.heard == "")
      #expect(try account.appctl("token").output == "secret-2\n")
      #expect(account.heard == "renew refresh-1 at \(Self.other)\n")
    }
  }

  @Test func `are one profile's`() throws {
    try Account.with { account in
      try account.configure(
        #"{"settings":{"com.example.renewing":{"theme":"light"}},"#
          + #""profiles":{"work":{"settings":{"com.example.renewing":{"server":"\#(Self.other)"}}}}}"#)
      try account.logIn()
      let login = try account.appctl("login", "--profile", "work", "--action", "sign-in", "--set", "who=old")
      #expect(login.status == 0, "\(login.errors)")
      #expect(try account.appctl("token").output == "secret-2\n")
      #expect(try account.appctl("token", "--profile", "work").output == "secret-2\n")
      #expect(account.heard == "renew refresh-1 at \(Self.server)\nrenew refresh-1 at \(Self.other)\n")
      let told = try account.appctl(
        "config", "--explain", "--profile", "work", "--state-dir", account.appctl.stateFolder)
      #expect(told.output.contains("com.example.renewing server: set, by"), "\(told)")
      try account.configure(#"{"profiles":{"Work":{}}}"#)
      let wrong = try account.appctl("status")
      #expect(wrong.status == 65 && wrong.errors.contains("'Work' is no profile"), "\(wrong.errors)")
    }
  }
}
