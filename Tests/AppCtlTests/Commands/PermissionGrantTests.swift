import AppControllerKit
import Foundation
import ProviderPlugins
import TestSupport
import Testing
import appctl

/// The permissions that a provider declares, and the user's agreement to them.
@Suite(.timeLimit(.minutes(30))) struct `A declared permission` {
  private static let id = "com.example.noted"
  private static let port = #"{ "kind": "network", "ports": [443], "why": "It signs in." }"#
  private static let folder =
    #"{ "kind": "folder", "name": "own", "path": "$HOME/own", "access": "read", "why": "It looks." }"#

  @discardableResult
  private static func make(
    _ folder: ProviderFolder, _ permissions: [String], text: String = "Hello"
  ) throws -> String {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/own", withIntermediateDirectories: true)
    return try folder.make(
      "a.so", id: id, text: text, member: "\"permissions\": [\(permissions.joined(separator: ", "))]")
  }

  /// Logs in on a terminal, and gives an answer.
  private static func answer(_ folder: ProviderFolder, _ answer: String) throws -> String {
    let terminal = try UserTerminal(columns: 1000)
    let own = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": folder.path + "/config", "NO_COLOR": "1"])
    { $1 }
    let process = try Program(
      [folder.appctl.executable.path, "login", "--provider", id, "--state-dir", folder.appctl.stateFolder],
      environment: own.merging(folder.appctl.environment) { $1 }, streams: terminal.streams)
    terminal.read(until: "[y/N] ")
    terminal.type("\(answer)\n")
    _ = process.waitUntilExit()
    terminal.readRest()
    return terminal.transcript
  }

  private static func show(_ folder: ProviderFolder, _ options: String...) throws -> Program.Outcome {
    try folder.appctl(arguments: ["show", "--provider", id] + options)
  }

  @Test func `is granted in a script by its name or by config.json, and the provider is not run without`() throws {
    try ProviderFolder.with { folder in
      var folder = folder
      let path = try Self.make(folder, [Self.port, Self.folder])
      let refused = try Self.show(folder)
      #expect(refused.status == 77 && refused.output.isEmpty)
      #expect(refused.errors.contains("ACK2214"))
      #expect(refused.errors.contains("network: TCP to the port 443; folder:own: reads"))
      #expect(refused.errors.contains("\(Self.id) | It signs in.; It looks."))
      #expect(refused.errors.contains("--allow folder:own --allow network"))
      #expect(refused.errors.contains("run: appctl login --provider \(try LibraryFile.resolve(path))"))
      let partly = try Self.show(folder, "--allow", "network")
      #expect(partly.status == 77 && partly.errors.contains("more than was granted: folder:own"))
      #expect(try Self.show(folder, "--allow", "network", "--allow", "folder:own").status == 0)
      #expect(try Self.show(folder, "--not-isolated").status == 0, "nothing can be kept from it there")
      #expect(try Self.show(folder).status == 77, "it is not remembered")
      let config = try TestFolder(mode: 0o700)
      try FileManager.default.createDirectory(
        atPath: "\(config.path)/appcontroller", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try config.write(
        "{ \"allow\": { \"\(Self.id)\": [\"network\", \"folder:own\"] } }", to: "appcontroller/config.json")
      folder.appctl.environment["XDG_CONFIG_HOME"] = config.path
      #expect(try Self.show(folder).status == 0)
    }
  }

  @Test func `is asked for once on a terminal, with its reason, and remembered for the library`() throws {
    try ProviderFolder.with { folder in
      let path = try Self.make(folder, [Self.port])
      for answer in ["", "n", "yesterday"] {
        let refused = try Self.answer(folder, answer)
        #expect(refused.contains("network: TCP to the port 443; \(Self.id) | It signs in."))
        #expect(refused.contains("ACK2214"))
      }
      #expect(try ProviderLibraries(folder: folder.appctl.stateFolder).load()[Self.id]?.agreement == nil)
      #expect(try !Self.answer(folder, "y").contains("ACK2214"))
      let record = try ProviderLibraries(folder: folder.appctl.stateFolder).load()[Self.id]
      #expect(record?.agreement?.permissions == ["network: TCP to the port 443"])
      #expect(try record?.library.sha256 == ProviderInspector().facts(of: path).digest?.description)
      #expect(try Self.show(folder).status == 0)
    }
  }

  @Test func `holds for a new file with the same list, and not for what a longer one adds`() throws {
    try ProviderFolder.with { folder in
      try Self.make(folder, [Self.port])
      #expect(try Self.answer(folder, "y").contains("[y/N]"))
      try Self.make(folder, [Self.port.replacing("It signs in.", with: "For fun.")], text: "Another")
      #expect(try Self.show(folder).output.contains("Another"))
      try Self.make(folder, [Self.port, Self.folder])
      let grown = try Self.show(folder)
      #expect(grown.status == 77 && grown.errors.contains("asks for more than was granted: folder:own: reads"))
      #expect(!grown.errors.contains("port 443"))
      let asked = try Self.answer(folder, "y")
      #expect(asked.contains("  new: folder:own: reads what is in $HOME/own; \(Self.id) | It looks."))
      #expect(!asked.contains("new: network"))
      #expect(try Self.show(folder).status == 0)
      try Self.make(folder, [Self.folder])
      #expect(try Self.show(folder).status == 0)
      // Ports that were not agreed to are more, although the list is as long.
      try Self.make(folder, [Self.port.replacing("443", with: "80, 443")])
      #expect(try Self.show(folder).status == 77)
    }
  }

  @Test func `is listed with its library and its times, and asked for again when it was taken back`() throws {
    try ProviderFolder.with { folder in
      #expect(try folder.appctl("permissions").output == "nothing was agreed to\n")
      let path = try LibraryFile.resolve(Self.make(folder, [Self.port, Self.folder]))
      #expect(try Self.answer(folder, "y").contains("[y/N]"))
      let record = try #require(try ProviderLibraries(folder: folder.appctl.stateFolder).load()[Self.id])
      let listed = try folder.appctl("permissions").output
      let lines = listed.split(separator: "\n")
      #expect(lines.count == 3 && lines[0].contains(/^PROVIDER +PERMISSION +AGREED +LAST USED +LIBRARY$/))
      for (line, permission) in zip(
        lines.dropFirst(), ["network: TCP to the port 443  ", "folder:own: reads what is in $HOME/own  "])
      {
        #expect(line.hasPrefix("\(Self.id)  \(permission)") && line.hasSuffix("  \(path)"))
      }
      #expect(record.agreement != nil)
      for name in [Self.id, path] { #expect(try folder.appctl("permissions", "list", name).output == listed) }
      let json = try folder.appctl("permissions", "--format", "json").output
      #expect(json.contains(#""permissions":["network: TCP to the port 443","folder:own: reads what is in "#))
      for unknown in [["list", "com.example.other"], ["revoke", Self.id, "socket:own"], ["revoke", "/nowhere.so"]] {
        #expect(try folder.appctl(arguments: ["permissions"] + unknown).status == 66)
      }
      #expect(try folder.appctl("permissions", "revoke").status == 64)
      #expect(
        try folder.appctl("permissions", "revoke", path, "network").output
          == "\(Self.id): taken back: network: TCP to the port 443\n")
      let refused = try Self.show(folder)
      #expect(refused.status == 77 && refused.errors.contains("more than was granted: network: TCP to the port 443"))
      #expect(try Self.answer(folder, "y").contains("  new: network: TCP to the port 443; \(Self.id) | It signs in."))
      #expect(try folder.appctl("permissions", "revoke", Self.id).output.contains("folder:own"))
      #expect(try Self.show(folder).status == 77)
      #expect(try Self.answer(folder, "n").contains("ACK2214"))
    }
  }

  @Test func `of an unknown kind is not asked for`() throws {
    try ProviderFolder.with { folder in
      try Self.make(folder, [#"{ "kind": "bus", "name": "session" }"#])
      #expect(try Self.show(folder).status == 0)
    }
  }

  @Test func `is shown by inspect`() throws {
    try ProviderFolder.with { folder in
      let path = try Self.make(folder, [Self.port, Self.folder])
      let text = try folder.appctl("inspect", path).output
      let network = "network: TCP to the port 443; \(Self.id) | It signs in."
      #expect(text.contains("permissions: 2\n  \(network)\n  folder:own: reads"))
      let json = try folder.appctl("inspect", path, "--format", "json").output
      #expect(json.contains(#""permissions":[{"kind":"network","ports":[443],"why":"It signs in."},"#))
    }
  }

  @Test func `is not given when the file of the agreements is damaged`() throws {
    try ProviderFolder.with { folder in
      try Self.make(folder, [Self.port])
      #expect(try Self.answer(folder, "y").contains("[y/N]"))
      try Data("{".utf8).write(to: URL(fileURLWithPath: folder.appctl.stateFolder + "/libraries.json"))
      let outcome = try Self.show(folder)
      #expect(outcome.status == 77 && outcome.errors.contains("ACK2048"))
    }
  }
}
