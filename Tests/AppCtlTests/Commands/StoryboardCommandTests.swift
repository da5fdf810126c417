import Foundation
import TestSupport
import Testing

/// A storyboard whose welcome screen leads to a form, and whose form leads to the login.
private let storyboard = """
  {
    "id": "com.example.main", "lang": "en",
    "interfaces": {
      "welcome": { "root": { "kind": "navigation", "children": [
        { "kind": "screen", "id": "welcome", "label": "Welcome", "primaryAction": "start", "children": [
          { "kind": "button", "id": "start", "label": "Log in", "style": "primary",
            "action": { "name": "push", "scope": "host", "payload": { "screen": "form" } } } ] } ] } },
      "form": { "root": { "kind": "screen", "id": "form", "label": "Who are you?", "primaryAction": "go", "children": [
        { "kind": "field", "id": "name", "label": "Name", "input": { "name": "name",
          "rules": [ { "rule": "required", "message": "Enter your name" } ] } },
        { "kind": "button", "id": "go", "label": "Go", "style": "primary", "enabled": { "filled": ["name"] },
          "action": { "name": "login", "scope": "host" } } ] } },
      "home": { "root": { "kind": "screen", "id": "home", "label": "Home", "children": [
        { "kind": "button", "id": "about", "label": "About",
          "action": { "name": "present", "scope": "host", "payload": { "screen": "about" } } },
        { "kind": "button", "id": "out", "label": "Log out", "action": { "name": "logout", "scope": "host" } } ] } },
      "about": { "root": { "kind": "screen", "id": "about", "label": "About", "children": [
        { "kind": "text", "text": "A test." } ] } }
    }
  }
  """

@Suite struct `A storyboard on the command line` {
  private let names = ["--logged-out", "welcome", "--logged-in", "home"]

  private func withStoryboard(_ text: String = storyboard, _ body: (AppCtlProcess, String) throws -> Void) throws {
    try withStateFolder { appctl in
      let file = appctl.stateFolder + ".json"
      defer { try? FileManager.default.removeItem(atPath: file) }
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      try body(appctl, file)
    }
  }

  @Test func `shows its interfaces without code`() throws {
    try withStoryboard { appctl, file in
      let welcome = try appctl("show", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(welcome.status == 0)
      #expect(welcome.output == "== Welcome ==\n[ Log in ] (primary)\n")
      let about = try appctl("show", "--storyboard", file, "--interface", "about")
      #expect(about.output == "== About ==\nA test.\n")
    }
  }

  @Test func `performs what stands behind a screen that another action shows`() throws {
    try withStoryboard { appctl, file in
      let options = ["--storyboard", file] + names
      let login = try appctl(
        arguments: ["perform", "--node", "start", "--node", "go", "--set", "name=Ann"] + options)
      #expect(login.status == 0 && login.output == "== Home ==\n[ About ]\n[ Log out ]\n", "\(login)")
      let gone = try appctl(arguments: ["perform", "--node", "about", "--node", "go"] + options)
      #expect(gone.status == 64 && gone.errors.contains("there is no node \u{27}go\u{27}"), "\(gone)")
      #expect(gone.errors.contains("it is the interface after the first action"), "\(gone)")
    }
  }

  @Test func `logs in through the screens that its buttons lead to, is remembered, and logs out`() throws {
    try withStoryboard { appctl, file in
      let missing = try appctl("login", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(missing.status == 64)
      #expect(missing.errors.contains("missing input: name"))
      let login = try appctl(
        "login", "--storyboard", file, names[0], names[1], names[2], names[3], "--set", "name=Ann")
      #expect(login.status == 0)
      #expect(login.output == "✓ Logged in to com.example.main\n")
      let status = try appctl("status")
      #expect(status.output.contains("state: logged-in\n"))
      #expect(status.output.contains("provider: com.example.main\nstoryboard: \(file)\ninterfaces: welcome, home\n"))
      try #expect(appctl("perform", "--node", "about").output == "== About ==\nA test.\n")
      try #expect(appctl("logout").output == "✓ Logged out of com.example.main\n")
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
    }
  }

  @Test func `is logged in through no screen that nobody could come to`() throws {
    let text = """
      { "id": "com.example.stuck", "interfaces": {
        "welcome": { "root": { "kind": "screen", "id": "welcome", "label": "Welcome", "children": [
          { "kind": "button", "id": "start", "label": "Log in",
            "action": { "name": "push", "scope": "host", "payload": { "screen": "home" } } } ] } },
        "home": { "root": { "kind": "screen", "id": "home", "label": "Home", "children": [
          { "kind": "button", "id": "go", "label": "Go", "action": { "name": "login", "scope": "host" } } ] } }
      } }
      """
    try withStoryboard(text) { appctl, file in
      let login = try appctl("login", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(login.status == 65)
      #expect(login.errors.contains("ACK3006"), "\(login.errors)")
      let status = try appctl("status", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(status.output.hasPrefix("state: logged-out\n"), "\(status)")
    }
  }

  @Test func `of the documentation is right, and does what the guide says`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Docs/Examples/Main.json").standardizedFileURL.path
    try withStateFolder { appctl in
      let lint = try appctl("lint", file)
      #expect(lint.status == 0)
      #expect(lint.output == "")
      let login = try appctl("login", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(login.status == 0)
      try #expect(appctl("perform", "push").output == "== Shopping ==\nMilk\nCatnip\n[ Back ]\n")
      try #expect(appctl("perform", "select").output == "selected: profile in sections\n")
      try #expect(appctl("logout", "--show").output.contains("\n== Notes ==\n"))
      try #expect(appctl("perform", "present").output.hasPrefix("== About ==\n"))
    }
  }

  @Test func `stands beside no library, and its names beside nothing else`() throws {
    try withStoryboard { appctl, file in
      try #expect(appctl("show", "--storyboard", file, "--provider", "x.so").status == 64)
      try #expect(appctl("show", "--logged-in", "home").status == 64)
      try #expect(appctl("show", "--interface", "home").status == 64)
    }
  }

  @Test func `without the interface that is named says which there are`() throws {
    try withStoryboard { appctl, file in
      let outcome = try appctl("show", "--storyboard", file)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("ACK1005"))
      #expect(outcome.errors.contains("has no interface \"logged-out\""))
      #expect(outcome.errors.contains("welcome, form, home, about, from line 3, column 17 on"))
    }
  }

  @Test func `with a fault is refused with its place`() throws {
    try withStoryboard(storyboard.replacing(#""label": "Name", "#, with: "")) { appctl, file in
      let outcome = try appctl("login", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("error[ACK1004]: the storyboard \(file) is not valid"))
      #expect(
        outcome.errors.contains("$.interfaces.form.root.children[0].label at line 9, column 7: a field needs a label"))
    }
  }

  @Test(arguments: [
    (#""schema": 2, "fallbackText": "Update me.", "#, "Update me."),
    (#""requires": { "hologram": 1 }, "fallbackText": "Update me.", "#, "Update me."),
  ])
  func `that needs a newer program never logs in for nothing`(need: String, text: String) throws {
    let newer = storyboard.replacing(#""welcome": { "#, with: #""welcome": { \#(need)"#)
    try withStoryboard(newer) { appctl, file in
      try #expect(
        appctl("show", "--storyboard", file, names[0], names[1], names[2], names[3]).output
          == "== Update needed ==\nwarning: Update me.\n")
      let login = try appctl("login", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(login.status == 65)
      #expect(login.errors.contains("ACK1007"))
      #expect(login.errors.contains(text))
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
    }
  }

  @Test func `whose sign-in is of a kind that nobody knows never logs in for nothing`() throws {
    let unknown = storyboard.replacing(#""kind": "button", "id": "start""#, with: #""kind": "passkey", "id": "start""#)
      .replacing(#""primaryAction": "start", "#, with: "")
    try withStoryboard(unknown) { appctl, file in
      let login = try appctl("login", "--storyboard", file, names[0], names[1], names[2], names[3])
      #expect(login.status == 65)
      #expect(login.errors.contains("ACK1007"))
    }
  }
}
