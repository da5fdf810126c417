import Foundation
import TestSupport
import Testing

extension CommandLineFix {
  static let table = usage + inputs + files + sessions + isolated

  private static let login = "login --provider KITTY --set email=kitty@example.com --set-stdin password"

  private static let usage = [
    CommandLineFix("ACK5001", "statu --provider KITTY", says: "run 'appctl status'") { scene, printed in
      let command = try #require(printed.fix.split(separator: "'").dropFirst().first)
      scene.words[0] = String(command.dropFirst("appctl ".count))
    },
    CommandLineFix(
      "ACK5006", "login --set email=kitty@example.com --set-stdin password", input: "meow1234",
      says: "name a provider with --provider, by its path"
    ) { scene, printed in
      scene.words += try printed.words(from: "--provider") + [AppCtlProcess.kitty]
    },
    CommandLineFix(
      "ACK5007", "perform", says: "appctl perform --node ID", prepare: { try $0.appctl.login() }
    ) { scene, printed in
      let shown = try scene.appctl("show", "--format", "json").output
      try #require(shown.contains(#""id":"product-3""#))
      scene.words = try printed.words(from: "perform --node ID").map { $0 == "ID" ? "product-3" : $0 }
    },
    CommandLineFix(
      "ACK5008", login, input: String(repeating: "x", count: (16 << 10) + 1), says: "give a shorter one"
    ) { scene, _ in scene.input = String(scene.input.prefix(100)) },
    CommandLineFix(
      "ACK5009", "status --provider KITTY", says: "--state-dir",
      prepare: {
        $0.appctl.namesStateFolder = false
        $0.appctl.environment = ["HOME": "", "XDG_STATE_HOME": ""]
      }
    ) { scene, printed in scene.words += try printed.words(from: "--state-dir") + [scene.appctl.stateFolder] },
  ]

  private static let inputs = [
    CommandLineFix(
      "ACK5002", "login --provider KITTY --set-stdin password", input: "meow1234", says: "add --set email=VALUE"
    ) { scene, printed in
      scene.words += try printed.words(from: "--set").map { $0.replacing("VALUE", with: "kitty@example.com") }
    },
    CommandLineFix(
      "ACK5003", "login --provider KITTY --set email=kitty@example.com --set password=meow1234",
      says: "give it on standard input with --set-stdin password"
    ) { scene, printed in
      scene.words = scene.words.dropLast(2) + (try printed.words(from: "--set-stdin"))
      scene.input = "meow1234"
    },
    CommandLineFix(
      "ACK5004", "login --provider KITTY --set email=other@example.com --set-stdin password", input: "meow1234",
      says: "add --switch", prepare: { try $0.appctl.login() }
    ) { scene, printed in scene.words.append(try printed.words(from: "--switch")[0]) },
    CommandLineFix("ACK5005", login, input: "abc", says: "give another value for it") { scene, printed in
      try #require(printed.why.contains("the input 'password'"))
      scene.input = "meow1234"
    },
  ]

  /// A storyboard whose only fault is the missing label of its button, unless a label is given.
  private static func storyboard(label: String) -> String {
    """
    { "id": "com.example.fixed", "lang": "en", "interfaces": {
      "welcome": { "root": { "kind": "screen", "id": "s", "label": "S", "children": [
        { "kind": "button", "id": "b",\(label) "action": { "name": "login", "scope": "host" } } ] } },
      "home": { "root": { "kind": "screen", "id": "h", "label": "H" } } } }
    """
  }

  private static func writeStoryboard(_ scene: inout Scene, label: String = "") throws {
    scene.words.append(try scene.folder.write(storyboard(label: label).utf8, to: "Main.json"))
  }

  /// Adds the missing label to the button on the line that one of the printed lines names.
  private static func correct(_ path: String, _ lines: String) throws {
    let match = try #require(lines.firstMatch(of: /:(\d+):\d+: error: a button needs a label/), "\(lines)")
    var text = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    let line = try #require(Int(match.1)) - 1
    text[line] = text[line].replacing(#""id": "b","#, with: #""id": "b", "label": "Log in","#)
    try text.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static let files = [
    CommandLineFix("ACK5010", "lint", says: "correct what is listed", prepare: { try writeStoryboard(&$0) }) {
      scene, printed in
      try correct(scene.words[1], printed.output)
    },
    CommandLineFix(
      "ACK1004", "show --logged-out welcome --logged-in home --storyboard", says: "appctl lint lists everything",
      prepare: { try writeStoryboard(&$0) }
    ) { scene, printed in
      let path = try #require(scene.words.last)
      let lint = try scene.appctl(arguments: try printed.words(from: "lint").prefix(1) + [path])
      try correct(path, lint.output)
    },
    CommandLineFix(
      "ACK1005", "show --storyboard", says: "name one of them",
      prepare: { try writeStoryboard(&$0, label: #" "label": "B","#) }
    ) { scene, printed in
      let names = try #require(printed.why.firstMatch(of: /its interfaces are (\w+), (\w+), from line/))
      scene.words += ["--logged-out", String(names.1), "--logged-in", String(names.2)]
    },
    CommandLineFix(
      "ACK1006", "lint /nowhere/Main.json", says: "name a file with a storyboard or an interface description in JSON"
    ) { scene, _ in
      scene.words = [scene.words[0]]
      try writeStoryboard(&scene, label: #" "label": "B","#)
    },
    CommandLineFix("ACK2001", "status --provider ./no-such.so", says: "check the path") { scene, _ in
      scene.words[2] = AppCtlProcess.kitty
    },
    CommandLineFix(
      "ACK2307", "test --provider KITTY --allow-difference message", says: "such as $.effects[*].message",
      prepare: { scene in
        let trace = scene.folder.path(of: "trace.jsonl")
        _ = try scene.appctl("show", "--provider", AppCtlProcess.kitty, "--trace", trace)
        scene.words.insert(trace, at: 1)
      }
    ) { scene, printed in
      scene.words[scene.words.count - 1] = try printed.words(from: "$.")[0]
    },
    CommandLineFix(
      "ACK3011", "perform sign-in --set email=kitty@example.com --provider KITTY",
      says: "enter a value that satisfies the rule"
    ) { scene, _ in
      scene.words += ["--set-stdin", "password"]
      scene.input = "meow1234"
    },
  ]

  private static let sessions = [
    CommandLineFix(
      "ACK5011", "new Kitty --language c", says: "move away what is there",
      prepare: { scene in
        scene.appctl.currentFolder = scene.folder.path
        try scene.folder.write([], to: "Kitty")
      }
    ) { scene, _ in
      try FileManager.default.moveItem(atPath: scene.folder.path(of: "Kitty"), toPath: scene.folder.path(of: "away"))
    },
    CommandLineFix(
      "ACK4001", login, input: "meow1234", says: "move away what stands there",
      prepare: { try Data().write(to: URL(fileURLWithPath: $0.appctl.stateFolder)) }
    ) { scene, _ in
      try FileManager.default.moveItem(atPath: scene.appctl.stateFolder, toPath: scene.folder.path(of: "away"))
    },
    CommandLineFix(
      "ACK4004", "status", says: "run: chmod 0600 /",
      prepare: { scene in
        try scene.appctl.login()
        let path = "\(scene.appctl.stateFolder)/sessions/com.example.kitty.session.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
    ) { scene, printed in
      let command = try printed.words(from: "chmod").joined(separator: " ")
      #expect(try Tool.run("/bin/sh", ["-c", command], in: scene.folder.path).status == 0)
    },
    CommandLineFix(
      "ACK4011", login + " --store secret-service", input: "meow1234", says: "--store file",
      prepare: { $0.appctl.environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"] }
    ) { scene, printed in scene.words = scene.words.dropLast(2) + (try printed.words(from: "--store file")) },
  ]
}
