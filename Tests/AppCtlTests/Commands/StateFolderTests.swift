import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import appctl

@Suite struct `The state folder` {
  private let folder: TestFolder
  private let state: StateFolder
  private let kitty = StateFolder.Provider(id: "com.example.kitty", source: .library("/opt/kitty/libKitty.so"))
  private let main = StateFolder.Provider(
    id: "com.example.main", source: .storyboard("/opt/Main.json", loggedOut: "out", loggedIn: "in"))

  init() throws {
    folder = try TestFolder(mode: 0o700)
    state = try StateFolder(folder.path)
  }

  /// The file that a process with this process's number would leave when it is killed while it stores the provider.
  private var leftover: String { ".last-provider.json.\(getpid())" }

  private func setMode(_ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
  }

  @Test func `remembers the last provider`() throws {
    #expect(try state.lastProvider() == nil)
    for provider in [kitty, main, main, kitty] {
      try state.remember(provider)
      #expect(try state.lastProvider() == provider)
    }
    #expect(try folder.names() == ["last-provider.json"])
  }

  @Test(arguments: ["", "{\"id\":\"com.example.other\",\"path\":\"/tmp/other.so\"}"])
  func `remembers it although a process with the same number was killed in the middle of that`(rest: String) throws {
    try folder.write(rest, to: leftover)
    try state.remember(kitty)
    #expect(try state.lastProvider() == kitty)
    #expect(try folder.names() == ["last-provider.json"])
  }

  @MainActor
  @Test func `says so when it cannot remember`() async throws {
    try state.remember(main)
    try FileManager.default.createDirectory(atPath: "\(folder.path)/\(leftover)", withIntermediateDirectories: false)
    let error = #expect(throws: AppControllerError.self) { try state.remember(kitty) }
    #expect(error?.code == .storeFailed)
    #expect(try state.lastProvider() == main)

    let storyboard = try TestFolder(mode: 0o700)
    try storyboard.write(
      #"{"id":"com.example.new","interfaces":{"logged-out":{"root":{"kind":"screen","id":"out","label":"Out"}},"#
        + #""logged-in":{"root":{"kind":"screen","id":"in","label":"In"}}}}"#,
      to: "New.json")
    let transcript = Transcript()
    let line = ["login", "--quiet", "--storyboard", storyboard.path + "/New.json", "--state-dir", folder.path]
    try await run(line, transcript.console())
    #expect(transcript.output == "✓ Logged in to com.example.new\n")
    #expect(transcript.errors.hasPrefix("warning: the provider is not remembered for later commands: error[ACK4001]"))
    #expect(transcript.errors.contains(leftover))
    #expect(try state.lastProvider() == main)
  }

  @Test(arguments: [0o720, 0o702, 0o777])
  func `is refused when others can write to it, and nothing changes`(mode: Int) throws {
    try state.remember(kitty)
    try setMode(mode)
    defer { try? setMode(0o700) }
    for attempt in [{ _ = try state.lastProvider() }, { try state.remember(main) }] {
      let error = #expect(throws: AppControllerError.self) { try attempt() }
      #expect(error?.code == .storeUnsafe)
      #expect(
        error?.what
          == "\(folder.path) is not safe to use: found the mode 0\(String(mode, radix: 8)), expected no more than 0\(String(mode & ~0o022, radix: 8))"
      )
      #expect(error?.fix.hasSuffix("chmod 0\(String(mode & ~0o022, radix: 8)) \(folder.path)") == true)
    }
    try setMode(0o755)
    #expect(try state.lastProvider() == kitty)
  }

  @Test func `nobody is told to close a folder that is everybody's`() throws {
    try setMode(0o1777)
    defer { try? setMode(0o700) }
    let error = #expect(throws: AppControllerError.self) { _ = try state.lastProvider() }
    #expect(error?.code == .storeUnsafe)
    #expect(error?.fix == "use a folder of your own")
  }

  @Test(.enabled("only root can give a folder away") { geteuid() == 0 })
  func `is refused when somebody else owns it`() throws {
    try state.remember(kitty)
    let result = unsafe chown(folder.path, 65534, 65534)
    try #require(result == 0)
    let error = #expect(throws: AppControllerError.self) { _ = try state.lastProvider() }
    #expect(error?.code == .storeUnsafe)
    #expect(error?.what.contains("found the owner 65534, expected 0") == true)
  }

  @Test func `is named from the root, wherever the command runs`() throws {
    #expect(try StateFolder("some/where").path == FileManager.default.currentDirectoryPath + "/some/where")
  }
}
