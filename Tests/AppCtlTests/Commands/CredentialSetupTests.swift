import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import appctl

/// What `appctl credential setup` writes into the configuration of git and docker.
@Suite struct `credential setup` {
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c") }

  /// A home folder of its own, and an account for the host h.
  private func withHome(_ body: (AppCtlProcess, _ git: (String...) throws -> String) throws -> Void) throws {
    let home = try TestFolder(mode: 0o700)
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = ["HOME": home.path, "XDG_CONFIG_HOME": home.path, "DOCKER_CONFIG": home.path]
      let outcome = try appctl(
        "login", "--action", "sign-in", "--provider", try Self.library.get(), "--set", "who=ann@h")
      try #require(outcome.status == 0, "\(outcome.errors)")
      let environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
      try body(appctl) { (words: String...) in
        try Program.run(["/usr/bin/git", "config", "--global"] + words, environment: environment).output
      }
    }
  }

  @Test func `of git without hosts goes before a helper that is there, which stays`() throws {
    let key = "credential.https://h.helper"
    try withHome { appctl, git in
      _ = try git("--add", key, "")
      _ = try git("--add", key, "!gh auth git-credential")
      let outcome = try appctl("credential", "setup", "git")
      try #require(outcome.status == 0, "\(outcome.errors)")
      let lines = try git("--get-all", key).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 4 && lines[0] == "" && lines[1].contains("credential git") && lines[2].hasPrefix("!gh "))
      #expect(outcome.errors.contains("it is asked before the helper '!gh auth git-credential', which stays"))
      #expect(try appctl("credential", "setup", "git").output == "", "it does it once")
      // Who names the host replaces it, and is told.
      let named = try appctl("credential", "setup", "git", "h")
      #expect(named.errors.contains("it replaces the helper '!gh auth git-credential'"))
      #expect(try !git("--get-all", key).contains("gh auth"))
    }
  }

  @Test func `of git without an empty helper before the others adds none`() throws {
    let key = "credential.https://h.helper"
    try withHome { appctl, git in
      _ = try git("--add", key, "one")
      _ = try git("--add", key, "two")
      try #require(try appctl("credential", "setup", "git").status == 0)
      let lines = try git("--get-all", key).split(separator: "\n")
      #expect(lines.count == 3 && lines[0].contains("credential git") && lines[1...] == ["one", "two"])
    }
  }

  @MainActor @Test func `of docker keeps what a login writes at the same moment`() throws {
    let folder = try TestFolder(mode: 0o700)
    let host = try #require(CredentialHost("h"))
    let path = "\(folder.path)/config.json"
    let edit = { (bytes: [UInt8]) in try CredentialSetup.adding(host, to: bytes, path) }
    for before in [nil, "{\"auths\":{\"a\":{}}}\n"] {
      try? FileManager.default.removeItem(atPath: path)
      if let before { try folder.write(before, to: "config.json") }
      var writers = ["{\"auths\":{\"b\":{}}}\n", "{\"auths\":{\"b\":{},\"c\":{}}}\n"]
      let file = SharedFile(path: path) {
        if writers.isEmpty { return }
        // docker writes another file and renames it.
        try folder.write(writers.removeFirst(), to: "config.json123")
        let isRenamed = unsafe rename("\(path)123", path) == 0
        try #require(isRenamed)
      }
      try file.change(edit)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("\"b\":{},\"c\":{}") && text.contains("\"h\": \"appctl\""), "\(text)")
      #expect(try folder.names() == ["config.json"], "nothing is left behind")
    }
  }

  @MainActor @Test func `of docker gives back what it cannot understand`() throws {
    let folder = try TestFolder(mode: 0o700)
    let host = try #require(CredentialHost("h"))
    let path = "\(folder.path)/config.json"
    try folder.write("{}", to: "config.json")
    let file = SharedFile(path: path) { try folder.write("half of a", to: "config.json") }
    #expect(throws: CommandError.self) { try file.change { try CredentialSetup.adding(host, to: $0, path) } }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "half of a")
    #expect(try folder.names() == ["config.json"])
  }
}
