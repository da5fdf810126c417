import Foundation
import TestSupport
import Testing

extension CommandLineFix {
  /// Providers in processes of their own.
  static let isolated = [
    CommandLineFix(
      "ACK2203", "show --isolated --timeout 0.05", says: "give it more time with --timeout",
      prepare: { scene in scene.words += ["--provider", try scene.addDeadly("logged-out.late")] }
    ) { scene, _ in
      let index = try #require(scene.words.firstIndex(of: "--timeout"))
      scene.words[index + 1] = "30"
    },
    CommandLineFix(
      "ACK2208", "show --isolated", says: "appctl quarantine clear com.example.deadly",
      prepare: { scene in
        scene.words += ["--provider", try scene.addDeadly("describe.abort")]
        let crashed = try scene.appctl(arguments: scene.words + ["--state", "logged-in"])
        try #require(crashed.errors.contains("[ACK2201]"))
      }
    ) { scene, printed in
      let cleared = try scene.appctl(arguments: printed.words(from: "quarantine clear"))
      #expect(cleared.status == 0, "\(cleared)")
    },
    CommandLineFix(
      "ACK2209", "show --isolated --provider KITTY", says: "move it away",
      prepare: { scene in
        try FileManager.default.createDirectory(atPath: scene.appctl.stateFolder, withIntermediateDirectories: true)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: "\(scene.appctl.stateFolder)/quarantine.json"))
      }
    ) { scene, _ in
      let path = "\(scene.appctl.stateFolder)/quarantine.json"
      try FileManager.default.moveItem(atPath: path, toPath: "\(path).away")
    },
    CommandLineFix(
      "ACK2210", "show --isolated --provider KITTY", says: "run: chmod 0700",
      prepare: { scene in
        let home = "\(scene.appctl.stateFolder)/homes/com.example.kitty"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home)
      }
    ) { _, printed in
      let outcome = try Tool.run("/bin/sh", ["-c", printed.words(from: "chmod").joined(separator: " ")])
      #expect(outcome.status == 0, "\(outcome.output)")
    },
    CommandLineFix(
      "ACK2047", "show --allow network", says: "add --accept-new-library",
      prepare: { scene in
        let known = try FixtureLibrary.build("Tests/Fixtures/claiming.c")
        try #require(try scene.appctl("show", "--allow", "network", "--provider", known).status == 0)
        scene.words += [
          "--provider", try FixtureLibrary.build("Tests/Fixtures/claiming.c", defining: "VENDOR=\"Else\""),
        ]
      }
    ) { scene, _ in scene.words.append("--accept-new-library") },
    CommandLineFix(
      "ACK2048", "show --provider KITTY", says: "move it away",
      prepare: { scene in
        try FileManager.default.createDirectory(atPath: scene.appctl.stateFolder, withIntermediateDirectories: true)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: "\(scene.appctl.stateFolder)/libraries.json"))
      }
    ) { scene, _ in
      let path = "\(scene.appctl.stateFolder)/libraries.json"
      try FileManager.default.moveItem(atPath: path, toPath: "\(path).away")
    },
    CommandLineFix(
      "ACK2214", "show --isolated", says: "a script grants it with --allow socket:own",
      prepare: { scene in
        let socket = "-DSOCKET=\"/run/own.sock\""
        scene.words += ["--provider", try FixtureLibrary.build("Tests/Fixtures/brokered.c", options: [socket])]
      }
    ) { scene, printed in scene.words += try printed.words(from: "--allow") },
  ]
}

extension CommandLineFix.Scene {
  /// Adds a library to the folder that performs one deed: `FUNCTION.ACT` of deadly.c.
  fileprivate func addDeadly(_ deed: String) throws -> String {
    let path = folder.path(of: "deadly.\(deed).so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/deadly.c"), toPath: path)
    return path
  }
}
