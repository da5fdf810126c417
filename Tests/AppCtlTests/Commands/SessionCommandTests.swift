import Foundation
import TestSupport
import Testing

@Suite("login, status and logout against the example provider")
struct SessionCommandTests {
  @Test func `login prints one line, and with --show the logged-in interface, built with the session`() throws {
    try withStateFolder { appctl in
      #expect(try appctl.login().output == "✓ Logged in to Kitty as kitty@example.com\n")
      let outcome = try appctl("login", "--show")
      #expect(outcome.status == 0)
      #expect(
        outcome.output.hasPrefix(
          "✓ Logged in to Kitty as kitty@example.com\nKitty:\n  Feed, tab (selected)\n  Products, tab\n  Profile, tab\n"
        ))
      #expect(outcome.output.contains("## Hello, kitty!"))
      #expect(outcome.errors == "kitty@example.com is logged in already; nothing changed\n")
    }
  }

  @Test func `each command asks for the interface in the user's language`() throws {
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = ["LC_ALL": "de_DE.UTF-8"]
      let library = AppCtlProcess.buildFolder.appendingPathComponent("libExampleProvider.so").path
      let shown = try appctl("show", "--provider", library)
      #expect(shown.output.hasPrefix("== Willkommen bei Kitty ==\n"), "\(shown)")
      #expect(try appctl.login("kitty@example.com", password: "meow1234", "--show").output.contains("## Hallo, kitty!"))
      #expect(try appctl("perform", "--node", "product-1").output.hasPrefix("== Federangel ==\n"))
    }
  }

  @Test func `status of a new process knows the session and the last provider, and no secret`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let outcome = try appctl("status", "--format", "json")
      #expect(outcome.status == 0)
      let json = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      #expect(json["state"] as? String == "logged-in")
      #expect((json["session"] as? [String: Any])?["subject"] as? String == "kitty@example.com")
      #expect((json["provider"] as? [String: Any])?["id"] as? String == "com.example.kitty")
      #expect(!outcome.output.contains("token"))
      let text = try appctl("status")
      #expect(text.output.hasPrefix("state: logged-in\nsubject: kitty@example.com\nname: kitty\nexpires: never\n"))
    }
  }

  @Test func `one trailing line feed of a piped secret is stripped, and only one`() throws {
    try withStateFolder { appctl in
      try #expect(appctl.login(password: "abc\n").status == 1)
      try #expect(appctl.login(password: "abc\n\n").status == 0)
    }
  }

  @Test func `logging in again as the same user changes nothing`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let before = try appctl.record()
      let outcome = try appctl.login()
      #expect(outcome.status == 0)
      #expect(outcome.errors == "kitty@example.com is logged in already; nothing changed\n")
      try #expect(appctl("login").status == 0)
      try #expect(appctl.record() == before)
    }
  }

  @Test func `logging in as somebody else needs --switch, and names who is logged in`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let before = try appctl.record()
      let refused = try appctl.login("dog@example.com")
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix("error[ACK5004]: kitty@example.com is logged in"))
      try #expect(appctl.record() == before)
      let switched = try appctl.login("dog@example.com", "--switch")
      #expect(switched.status == 0)
      #expect(switched.output == "✓ Logged in to Kitty as dog@example.com\n")
      try #expect(appctl.record().contains("\"generation\":2"))
    }
  }

  @Test func `a failed switch leaves the first user logged in`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      try #expect(appctl.login("dog@example.com", password: "x", "--switch").status == 1)
      try #expect(appctl("status").output.contains("subject: kitty@example.com"))
    }
  }

  @Test func `logout prints one line, and a second one changes nothing`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let outcome = try appctl("logout", "--show")
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("✓ Logged out of Kitty\n== Welcome to Kitty ==\n"))
      #expect(outcome.errors == "")
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
      let again = try appctl("logout")
      #expect(again.status == 0)
      #expect(again.output == "Nobody is logged in to Kitty\n" && again.errors == "")
      try #expect(!appctl.record().contains("kitty@example.com"))
    }
  }

  @Test func `neither the password nor the token leaves the store`() throws {
    try withStateFolder { appctl in
      let canary = "canary-secret"
      var said = ""
      for outcome in [
        try appctl.login(password: canary), try appctl("status", "--verbose"), try appctl("status", "--format", "json"),
        try appctl("show", "--format", "json"), try appctl("show", "--state", "logged-out"),
        try appctl("logout", "--verbose"),
        try appctl(
          "perform", "sign-in", "--set", "email=kitty@example.com", "--set-stdin", "password", "--format", "json",
          "--verbose", input: canary),
        try appctl("status", "--format", "json", "--verbose"),
      ] {
        #expect(outcome.status == 0)
        said += outcome.output + outcome.errors
      }
      // A refusal names the fault, and never quotes the value.
      let refused = try appctl(
        "login", "--switch", "--set", "email=nobody", "--set-stdin", "password", "--verbose", input: canary)
      #expect(refused.status == 1 && refused.errors.contains("email: "))
      said += refused.output + refused.errors
      #expect(said.contains("kitty@example.com"))
      #expect(!said.contains(canary))
      #expect(!said.contains("kitty-token"))
      for file in try FileManager.default.subpathsOfDirectory(atPath: appctl.stateFolder) {
        let data = FileManager.default.contents(atPath: "\(appctl.stateFolder)/\(file)") ?? Data()
        let text = String(decoding: data, as: UTF8.self)
        #expect(!text.contains(canary))
        #expect(text.contains("kitty-token") == file.hasSuffix("com.example.kitty.session.json"))
      }
    }
  }

  @Test func `the state folder is the owner's alone`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: appctl.stateFolder)) {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(appctl.stateFolder)/\(file)")
        let mode = try #require(attributes[.posixPermissions] as? Int)
        #expect(mode & 0o077 == 0, "\(file) has mode \(String(mode, radix: 8))")
      }
    }
  }
}

extension AppCtlProcess {
  /// The stored record as text.
  func record() throws -> String {
    try String(contentsOfFile: "\(stateFolder)/sessions/com.example.kitty.session.json", encoding: .utf8)
  }
}
