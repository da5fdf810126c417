import AppControllerKit
import CSpawn
import CSystem
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ProviderPlugins

/// One yes to a folder is about data, and is no way to the user's account.
@Suite struct `The places that no permission gives` {
  private let root: String
  private let folder: TestFolder
  private var decision: PermissionDecision

  init() throws {
    folder = try TestFolder()
    let root = try LibraryFile.resolve(folder.path)
    for name in [
      "home/.ssh", "home/.local/bin", "home/.local/share/applications", "home/.config/autostart",
      "home/.config/systemd/user",
      "home/.mozilla/firefox", "home/.vim", "home/Desktop", "home/Pictures/2026", "home/Documents", "dotfiles/vim",
      "tools",
      "libraries", "run/containers", "state", "elsewhere",
    ] { try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true) }
    for (name, target) in [
      ("home/.bashrc", "\(root)/dotfiles/bashrc"), ("home/.config/nvim", "../../dotfiles/vim"),
      ("way", "home/.ssh"), ("round", "\(root)/home/Pictures/../.local"),
    ] { try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target) }
    self.root = root
    decision = PermissionDecision(
      granted: [.folder("photos"), .socket("own")], programs: ["\(root)/elsewhere/providers"],
      support: SandboxSupport(landlock: 7, filtersCalls: true)
    ) {
      [
        "HOME": "\(root)/home", "PATH": "/usr/bin:\(root)/tools", "LD_LIBRARY_PATH": "\(root)/libraries",
        "XDG_RUNTIME_DIR": "\(root)/run",
      ][$0]
    }
  }

  private func isGiven(_ path: String, isWritable: Bool) -> Bool {
    let permission = DeclaredPermission(.folder(name: "photos", path: path, isWritable: isWritable), why: "W")
    do throws(PluginError) {
      return try !decision.rights(of: [permission], settings: [:]).folders.isEmpty
    } catch {
      #expect(error.code == .permissionUnavailable && !error.why.isEmpty)
      return false
    }
  }

  @Test(arguments: ["home/Pictures", "home/Pictures/2026", "home/Documents", "dotfiles/vim/../../home/Documents"])
  func `are no folders of data`(_ name: String) {
    for isWritable in [false, true] { #expect(isGiven("\(root)/\(name)", isWritable: isWritable)) }
  }

  @Test(arguments: [
    "home", "home/.ssh", "way", "home/.mozilla", "home/.mozilla/firefox", "home/.config", "home/.local", "run",
  ])
  func `are those with secrets, not even for reading`(_ name: String) {
    for isWritable in [false, true] { #expect(!isGiven("\(root)/\(name)", isWritable: isWritable)) }
  }

  @Test(arguments: [
    "home/.local/bin", "home/.local/share/applications", "home/.config/autostart", "home/.config/systemd/user",
    "home/.vim",
    "home/Desktop", "tools", "libraries", "elsewhere", "dotfiles", "dotfiles/vim",
  ])
  func `are those that programs start from, for writing`(_ name: String) {
    #expect(isGiven("\(root)/\(name)", isWritable: false) && !isGiven("\(root)/\(name)", isWritable: true))
  }

  @Test(arguments: [
    "/", "/usr", "/usr/bin", "/usr/local/lib", "/etc", "/etc/cron.d", "/etc/ld.so.conf.d", "/etc/systemd/system",
    "/boot", "/run",
    "/opt", "/var/lib", "/var/spool", "/proc", "/sys/fs", "/dev/shm",
  ])
  func `are those of the system, for writing`(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    #expect(!isGiven(path, isWritable: true))
  }

  @Test func `are those of the app, by default, as chosen, and before they are made`() throws {
    var decision = decision
    decision.privateFolders = ["\(root)/home/Documents/state/of/ours"]
    let own = DeclaredPermission(.folder(name: "photos", path: "\(root)/home/Documents", isWritable: false), why: "W")
    #expect(throws: PluginError.self) { try decision.rights(of: [own], settings: [:]) }
    for name in [".local/state", ".local/state/appcontroller", ".config/appcontroller"] {
      try FileManager.default.createDirectory(atPath: "\(root)/home/\(name)", withIntermediateDirectories: true)
      #expect(!isGiven("\(root)/home/\(name)", isWritable: false), "with --state-dir too")
    }
  }

  /// Mounted again, a place is itself, is in what is mounted, and has what is mounted in it.
  @Test(
    .serialized,
    arguments: [
      ("home/.ssh", "elsewhere", "elsewhere"), ("home", "elsewhere", "elsewhere/.ssh"),
      ("home/.ssh", "home/Pictures/2026", "home/Pictures"),
    ])
  func `are what they are where they are mounted`(_ folder: String, _ place: String, _ asked: String) throws {
    if geteuid() != 0 { try Test.leaveOut("only the superuser mounts") }
    let answer = Mutex<Bool?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    #expect(isGiven("\(root)/\(place)", isWritable: false))
    // A thread of its own, because its mounts are its own.
    nonisolated(unsafe) let suite = self
    let thread = Thread {
      if unsafe mount_apart("\(suite.root)/\(folder)", "\(suite.root)/\(place)") != 0 {
        let isGiven = unsafe suite.isGiven("\(suite.root)/\(asked)", isWritable: false)
        answer.withLock { $0 = isGiven }
      }
      isDone.signal()
    }
    thread.start()
    isDone.wait()
    guard let isGiven = answer.withLock({ $0 }) else { try Test.leaveOut("nobody may mount here") }
    #expect(!isGiven)
  }

  @Test func `are told before somebody is asked, and the others as they resolve`() throws {
    let photos = DeclaredPermission(.folder(name: "photos", path: "$HOME/Pictures", isWritable: true), why: "W")
    #expect(try decision.findings(of: [photos]) == [photos.words: "\(root)/home/Pictures"])
    let secret = DeclaredPermission(.folder(name: "photos", path: "\(root)/way", isWritable: false), why: "W")
    #expect(throws: PluginError.self) { try decision.findings(of: [secret]) }
    let socket = DeclaredPermission(.socket(name: "own", path: "$XDG_RUNTIME_DIR/gnupg"), why: "W")
    let listener = unsafe socket_listen_file("\(root)/run/gnupg")
    defer { close(listener) }
    #expect(try decision.findings(of: [socket]) == [socket.words: "\(root)/run/gnupg"])
    let bus = DeclaredPermission(.socket(name: "own", path: "$XDG_RUNTIME_DIR/bus"), why: "W")
    let other = unsafe socket_listen_file("\(root)/run/bus")
    defer { close(other) }
    let error = #expect(throws: PluginError.self) { try decision.findings(of: [bus]) }
    #expect(error?.why == "whoever talks to it can start programs over the bus")
    #expect(throws: PluginError.self) { try decision.rights(of: [bus], settings: [:]) }
  }
}
