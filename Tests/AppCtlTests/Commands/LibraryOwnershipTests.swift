import Foundation
import ProviderPlugins
import TestSupport
import Testing
import appctl

/// What belongs to an id, and another library that gives the id.
@Suite(.timeLimit(.minutes(30))) struct `A library with the id of another one` {
  private static let id = "com.example.claiming"

  /// A user who has logged in with version 1 of a provider, agreed to its permissions, and configured its secret.
  struct Scene {
    var appctl: AppCtlProcess
    let folder: TestFolder

    static func with(_ body: (Scene) throws -> Void) throws {
      try withStateFolder { appctl in
        var scene = Scene(appctl: appctl, folder: try TestFolder())
        scene.appctl.environment = [
          "XDG_CONFIG_HOME": scene.folder.path(of: "config"), "XDG_DATA_HOME": "", "XDG_DATA_DIRS": "/nowhere",
        ]
        try scene.folder.write("top-secret".utf8, to: "key")
        try FileManager.default.createDirectory(
          atPath: scene.folder.path(of: "config/appcontroller"), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try scene.folder.write(
          #"{"settings":{"\#(id)":{"key":{"file":"\#(scene.folder.path(of: "key"))"}}}}"#.utf8,
          to: "config/appcontroller/config.json")
        try body(scene)
      }
    }

    /// Builds the provider, and puts it in a place.
    @discardableResult
    func install(
      _ version: String, vendor: String = "Example Ltd.", as name: String = "a.so", _ options: String...
    ) throws -> String {
      let built = folder.path(of: "\(name).new")
      try Tool.compile(
        [
          "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-I", FixtureLibrary.include,
        ] + options + [
          "-DVERSION=\"\(version)\"", "-DVENDOR=\"\(vendor)\"", "-o", built,
          GeneratedDocument.package.appendingPathComponent("Tests/Fixtures/claiming.c").path,
        ])
      // As a package manager does it: the new file takes the place of the old one at once.
      guard unsafe rename(built, folder.path(of: name)) == 0 else { throw POSIXError(.EIO) }
      return folder.path(of: name)
    }

    /// Runs a command on a terminal, and answers its questions.
    func onTerminal(_ words: [String], answers: [String]) throws -> (text: String, status: Int32?) {
      // Lines are as long as paths, which differ from run to run.
      let terminal = try UserTerminal(columns: 1000)
      let own = ProcessInfo.processInfo.environment.merging(appctl.environment) { $1 }.merging(["NO_COLOR": "1"]) { $1 }
      let process = try Program(
        [appctl.executable.path] + words + ["--state-dir", appctl.stateFolder], environment: own,
        streams: terminal.streams)
      for (index, answer) in answers.enumerated() {
        terminal.read(until: "[y/N] ", times: index + 1)
        terminal.type("\(answer)\n")
      }
      var status: Int32?
      if case .exited(let number) = process.waitUntilExit() { status = number }
      terminal.readRest()
      return (terminal.transcript.replacing("\r\n", with: "\n"), status)
    }

    /// Logs in with version 1, and agrees to its permissions.
    func login(_ path: String) throws {
      let login = try onTerminal(["login", "--show", "--provider", path], answers: ["y"])
      try #require(login.status == 0 && login.text.contains("secret: hush"), "\(login.text)")
      let shown = try appctl("show")
      #expect(shown.output.contains("granted: network; setting: top-secret\nsecret: hush"), "\(shown)")
    }
  }

  private static let refused = "error[ACK2047]: com.example.claiming belongs to "

  @Test func `gets no secret of the session, no secret setting, no home and no network, and loses nothing`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      try scene.login(known)
      let other = try scene.install("2.0.0", vendor: "Somebody Else", as: "b.so")
      for words in [
        ["show"], ["perform", "go"], ["login"], ["run", "--line"], ["logout"], ["token"], ["use", "work"],
        ["show", "--isolated"], ["show", "--not-isolated"], ["show", "--store", "memory"],
        ["show", "--allow", "network"], ["run", "--line", "--until-login"],
      ] {
        let outcome = try scene.appctl(arguments: words + ["--provider", other], input: "go\n")
        #expect(outcome.status == 77 && outcome.errors.contains(Self.refused), "\(words): \(outcome)")
        #expect(outcome.output == "", "\(words)")
      }
      let shown = try scene.appctl("show", "--provider", known)
      #expect(shown.output.contains("granted: network; setting: top-secret\nsecret: hush"), "\(shown)")
    }
  }

  @Test func `does not run with all rights because of what was chosen for the other one`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      #expect(try scene.appctl("login", "--action", "go", "--provider", known, "--not-isolated").status == 0)
      #expect(try scene.appctl("show").output.contains("home: ; granted: network"), "it is in the process of appctl")
      let other = try scene.install("2.0.0", as: "b.so")
      #expect(try scene.appctl("show", "--provider", other).status == 77)
      let accepted = try scene.appctl("show", "--provider", other, "--accept-new-library", "--allow", "network")
      #expect(accepted.output.contains("/homes/com.example.claiming; granted: network"), "\(accepted)")
      #expect(accepted.output.contains("secret: hush"))
    }
  }

  @Test func `takes the place of the known one after --accept-new-library, with all that belongs to the id`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      try scene.login(known)
      let other = try scene.install("2.0.0", as: "b.so")
      let accepted = try scene.appctl("show", "--provider", other, "--accept-new-library")
      #expect(accepted.output.contains("granted: network; setting: top-secret\nsecret: hush"), "\(accepted)")
      #expect(try scene.appctl("show", "--provider", other).status == 0, "it is remembered")
      #expect(try scene.appctl("show").output.contains("Version 2.0.0"), "it is the default")
      #expect(try scene.appctl("show", "--provider", known).status == 77)
    }
  }

  @Test func `is not told of a logout that ends the session of the other one`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      try scene.login(known)
      try scene.install("2.0.0", vendor: "Somebody Else")
      let outcome = try scene.appctl("logout")
      #expect(outcome.status == 0 && outcome.errors.contains("the provider could not be told"), "\(outcome)")
      #expect(outcome.errors.contains("[ACK2047]"))
      #expect(try scene.appctl("token").status == 1)
    }
  }

  @Test func `is not one that a secret was stored for`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      let store = ["config", "--store", "keyring", "--state-dir", scene.appctl.stateFolder, "--store-setting"]
      let unknown = try scene.appctl(arguments: store + ["\(Self.id)=key"], input: "hush")
      #expect(unknown.errors.contains("ACK2038"), "\(unknown)")
      let stored = try scene.appctl(arguments: store + ["\(Self.id)=key", "--provider", known], input: "hush")
      // Most containers forbid the kernel's keyring.
      #expect(stored.status == 0 || stored.errors.contains("ACK4011"), "\(stored)")
      let other = try scene.install("2.0.0", as: "b.so")
      #expect(try scene.appctl("show", "--allow", "network", "--provider", other).status == 77)
    }
  }

  @Test func `can be tested, and gets nothing`() throws {
    try Scene.with { scene in
      try scene.login(try scene.install("1.0.0"))
      let trace = scene.folder.path(of: "trace.jsonl")
      #expect(try scene.appctl("show", "--trace", trace).status == 0)
      let other = try scene.install("2.0.0", vendor: "Somebody Else", as: "b.so")
      let test = ["test", trace, "--made-up-secrets", "--provider", other]
      #expect(try scene.appctl(arguments: test).errors.contains("ACK2214"), "the agreement is not for it")
      let tested = try scene.appctl(arguments: test + ["--allow", "network"])
      #expect(tested.output.contains("Version 2.0.0"), "\(tested)")
      #expect(!tested.output.contains("top-secret"), "\(tested)")
      #expect(tested.output.contains("now \"home: /"), "\(tested)")
      #expect(!tested.output.contains("now \"home: \(scene.appctl.stateFolder)"), "\(tested)")
    }
  }

  @Test func `gets nothing for the bytes of the known one, where others can change them`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      try scene.login(known)
      let copy = scene.folder.path(of: "copy.so")
      try FileManager.default.copyItem(atPath: known, toPath: copy)
      #expect(try scene.appctl("show", "--provider", copy).output.contains("secret: hush"), "it has the same bytes")
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: copy)
      #expect(try scene.appctl("show", "--provider", copy).status == 77, "others can change it meanwhile")
    }
  }

  @Test func `is told from the known one as version 2 of a provider is, step by step`() throws {
    try Scene.with { scene in
      let known = try scene.install("1.0.0")
      try scene.login(known)
      var journey = Journey(scene)
      try journey.go("Version 2 in the same place", ["show"]) { try scene.install("2.0.0") }
      try journey.go("It is what the permissions are for", ["permissions"])
      let elsewhere = scene.folder.path(of: "b.so")
      try journey.go("Version 3 in another place", ["show", "--provider", elsewhere]) {
        try scene.install("3.0.0", as: "b.so")
      }
      try journey.go("On a terminal, refused", ["show", "--provider", elsewhere], answers: ["n"])
      try journey.go("On a terminal, agreed to", ["show", "--provider", elsewhere], answers: ["y"])
      try journey.go("In the same place, of another vendor", ["show"]) {
        try scene.install("4.0.0", vendor: "Somebody Else", as: "b.so")
      }
      try journey.go("Accepted by a script", ["show", "--accept-new-library", "--provider", elsewhere])
      let directory = ["--provider-dir", scene.folder.path]
      try journey.go("Pinned", ["providers", "--pin", Self.id] + directory) {
        try FileManager.default.removeItem(atPath: known)
      }
      try journey.go("Version 5, while version 4 is pinned", ["show", "--provider", elsewhere]) {
        try scene.install("5.0.0", vendor: "Somebody Else", as: "b.so")
      }
      try journey.go("Pinned anew", ["providers", "--pin", Self.id] + directory)
      try journey.go("Version 5", ["show", "--provider", elsewhere])
      try journey.go("Revoked", ["permissions", "revoke", Self.id, "network"])
      try journey.go("Without the permission", ["show", "--provider", elsewhere])
      try journey.go("Asked for again", ["run", "--line", "--provider", elsewhere], answers: ["n"])
      try expectSnapshot(journey.named, "NewVersion.txt")
    }
  }
}

/// The steps of a journey, each as it is printed.
private struct Journey {
  private let scene: `A library with the id of another one`.Scene
  private var text = ""
  private let names: [(found: String, shown: String)]

  init(_ scene: `A library with the id of another one`.Scene) {
    self.scene = scene
    names = [(scene.appctl.stateFolder, "/state"), (scene.folder.path, "/place")]
  }

  /// Does something, runs a command, and notes both.
  mutating func go(
    _ title: String, _ words: [String], answers: [String] = [], _ prepare: () throws -> Void = {}
  ) throws {
    try prepare()
    text += "== \(title)\n$ appctl \(words.joined(separator: " "))\n"
    if answers.isEmpty {
      let outcome = try scene.appctl(arguments: words)
      text += outcome.output + outcome.errors + "(\(outcome.status))\n\n"
    } else {
      let (transcript, status) = try scene.onTerminal(words, answers: answers)
      text += transcript + "(\(status ?? -1))\n\n"
    }
  }

  /// The text, with what differs from run to run replaced.
  var named: String {
    names.reduce(text) { $0.replacing($1.found, with: $1.shown) }
      .replacing(/[0-9a-f]{64}/, with: "<digest>").replacing(/SHA-256 [0-9a-f]{12}/, with: "SHA-256 <digest>")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "<time>")
      .replacing(/(just now|\d+ min ago) */, with: "<time>  ")
  }
}
