import AppControllerKit
import Foundation
import Synchronization
import TestSupport
import Testing
import appctl

@testable import ProviderPlugins

@Suite(.timeLimit(.minutes(30))) struct `Where a provider runs` {
  private static let own = "runs: in a process of its own\n"
  private static let here = "runs: in the process of appctl\n"

  private func runs(_ appctl: AppCtlProcess, _ options: [String]) throws -> String {
    let outcome = try appctl(arguments: ["status"] + options)
    let line = outcome.output.split(separator: "\n").last { $0.hasPrefix("runs: ") }
    return line.map { "\($0)\n" } ?? outcome.errors
  }

  private func login(_ folder: ProviderFolder, _ options: String...) throws {
    let outcome = try folder.appctl(arguments: ["login"] + options)
    // The form of ProviderFolder has no inputs and no action. The test only checks that the interface was installed.
    #expect(!outcome.errors.contains("ACK2"), "\(outcome.errors)")
  }

  @Test func `is a process of its own for what somebody may have been sent, and appctl's for what lies beside it`()
    throws
  {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      #expect(try runs(folder.appctl, ["--provider", path]) == Self.own)
      #expect(try runs(folder.appctl, ["--provider", "com.example.noted"]) == Self.own)
      #expect(try runs(folder.appctl, ["--provider", path, "--not-isolated"]) == Self.here)
      #expect(try runs(folder.appctl, ["--provider", path]) == Self.own, "a status chooses nothing")
      let json = try folder.appctl("status", "--provider", path, "--format", "json").output
      #expect(json.contains(#""isolation":"process""#))
    }
    try withStateFolder { appctl in
      try #expect(runs(appctl, ["--provider", AppCtlProcess.kitty]) == Self.here)
    }
  }

  @Test func `is what was chosen at the login, until the other one is chosen`() throws {
    try withStateFolder { appctl in
      try appctl.login("kitty@example.com", password: "meow1234", "--isolated")
      #expect(try runs(appctl, []) == Self.own)
      #expect(try runs(appctl, ["--provider", AppCtlProcess.kitty]) == Self.own)
      #expect(try runs(appctl, ["--not-isolated"]) == Self.here)
      #expect(try runs(appctl, []) == Self.own)
      try appctl.login()
      #expect(try runs(appctl, []) == Self.own)
      try appctl.login("kitty@example.com", password: "meow1234", "--not-isolated")
      #expect(try runs(appctl, []) == Self.here)
      _ = try appctl("run", "--line", "--isolated")
      #expect(try runs(appctl, []) == Self.own)
      #expect(try appctl("logout").status == 0)
      #expect(try runs(appctl, []) == Self.own)
    }
  }

  @Test func `holds for every provider that was used`() throws {
    try ProviderFolder.with { folder in
      let paths = try ["a", "b"].map { try folder.make("\($0).so", id: "com.example.\($0)") }
      try login(folder, "--provider", paths[0], "--not-isolated")
      try login(folder, "--provider", paths[1])
      #expect(try runs(folder.appctl, []) == Self.own)
      #expect(try runs(folder.appctl, ["--provider", "com.example.a"]) == Self.here)
      #expect(try runs(folder.appctl, ["--provider", paths[0]]) == Self.here)
    }
  }

  @Test func `is not inherited by a copy with the same id`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      let copy = "\(folder.path)/b.so"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let link = "\(folder.path)/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try login(folder, "--provider", path, "--not-isolated")
      #expect(try runs(folder.appctl, ["--provider", link]) == Self.here)
      #expect(try runs(folder.appctl, ["--provider", copy]) == Self.own)
      try login(folder, "--provider", copy, "--not-isolated")
      #expect(try runs(folder.appctl, ["--provider", copy]) == Self.here, "it was chosen for the copy")
      #expect(try runs(folder.appctl, ["--provider", path]) == Self.own)
    }
  }

  @Test func `comes from the command line, then from the choice, then from the settings`() throws {
    try ProviderFolder.with { folder in
      var folder = folder
      let path = try folder.make("a.so", id: "com.example.noted")
      for (setting, place) in [("1", Self.own), ("0", Self.here)] {
        folder.appctl.environment["APPCTL_ISOLATED"] = setting
        #expect(try runs(folder.appctl, ["--provider", path]) == place)
        #expect(try runs(folder.appctl, ["--provider", path, "--not-isolated"]) == Self.here)
        #expect(try runs(folder.appctl, ["--provider", path, "--isolated"]) == Self.own)
        try login(folder, "--provider", path)
        let known = try ProviderLibraries(folder: folder.appctl.stateFolder).load()
        #expect(known["com.example.noted"]?.isIsolated == nil)
      }
      try login(folder, "--provider", path, "--isolated")
      #expect(try runs(folder.appctl, ["--provider", path]) == Self.own)
      folder.appctl.environment["APPCTL_ISOLATED"] = "1"
      try login(folder, "--provider", path, "--not-isolated")
      #expect(try runs(folder.appctl, ["--provider", path]) == Self.here)
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"a":1}"#, #"{"a":{}}"#, #"{"a":{"isIsolated":true}}"#,
  ])
  func `is never what a damaged file leaves open`(text: String) throws {
    let folder = try TestFolder(mode: 0o700)
    try folder.write(text, to: "libraries.json")
    let appctl = AppCtlProcess(stateFolder: folder.path)
    for arguments in [["status"], ["status", "--isolated"], ["login", "--not-isolated"]] {
      let outcome = try appctl(arguments: arguments + ["--provider", AppCtlProcess.kitty])
      #expect(outcome.status == 77)
      let path = "\(folder.path)/libraries.json"
      #expect(
        outcome.errors.hasPrefix("error[ACK2048]: the list of known libraries cannot be used: \(path) is damaged"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path + "/libraries.json")
    #expect(try appctl("status", "--provider", AppCtlProcess.kitty).status == 77)
  }

  @Test func `loses no choice that another process makes at the same time`() throws {
    let folder = try TestFolder(mode: 0o700)
    let list = ProviderLibraries(folder: folder.path)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      while true {
        do {
          try list.change("p\(number)") { stored in
            var record = LibraryRecord.blank
            record.library.sha256 = String(repeating: "0", count: 64)
            stored = record
          }
          return
        } catch let error as PluginError where error.what.contains("cannot change ") {
          // The others together take longer than one of them waits; on a busy machine they may.
        } catch {
          failures.withLock { $0 += 1 }
          return
        }
      }
    }
    #expect(failures.withLock(\.self) == 0)
    #expect(try list.load().count == 40)
  }
}
