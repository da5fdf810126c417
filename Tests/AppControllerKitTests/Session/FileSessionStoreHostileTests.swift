import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let file = "com.example.kitty.session.json"
private let lockFile = "com.example.kitty.session.lock"
private let temporaryFile = ".com.example.kitty.session.tmp"
private let formerFile = ".com.example.kitty.session.old"
private let ann = Session(subject: "ann", secret: Secret("hunter2"))
private let bob = Session(subject: "bob")
private let zeros = String(repeating: "\0", count: 10_000_000)
private let newer = #"{"format":"appcontroller-session","version":2,"session":{"subject":"mallory"}}"#
private let isRoot = geteuid() == 0

/// What others may put into the folder: it is set aside or refused with the reason, never trusted, never deleted.
@Suite struct `File session store, among hostile files` {
  private let directory: TestFolder
  private let store: FileSessionStore

  init() throws {
    directory = try TestFolder(mode: 0o700)
    // Patient, because a child process of another test may hold a lock's file for a moment, until it runs its program.
    store = FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))
  }

  /// Checks that nothing can be done with the folder, for the same reason each time, and that all of it stays.
  private func expectRefusal(
    _ code: AppControllerError.Code, _ part: String, loads: Bool = false, location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try Dictionary(uniqueKeysWithValues: directory.names().map { ($0, try look(at: $0)) })
    for session in [bob, nil] {
      let error = await #expect(throws: AppControllerError.self, sourceLocation: location) {
        try await store.replace(for: kitty, with: session)
      }
      #expect(error?.code == code, sourceLocation: location)
      #expect(error?.what.contains(part) == true, "\(error?.what ?? "")", sourceLocation: location)
      #expect(error?.fix.isEmpty == false, sourceLocation: location)
    }
    if !loads {
      let error = await #expect(throws: AppControllerError.self, sourceLocation: location) {
        try await store.load(for: kitty)
      }
      #expect(error?.code == code, sourceLocation: location)
    }
    for (name, text) in before { #expect(try look(at: name) == text, sourceLocation: location) }
  }

  /// What an entry is, and what is in it.
  private func look(at name: String) throws -> String {
    let path = directory.path(of: name)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let type = try #require(attributes[.type] as? FileAttributeType)
    let text = type == .typeRegular ? try directory.text(of: name) : ""
    return "\(type.rawValue) \(attributes[.ownerAccountID] ?? "") \(text)"
  }

  @Test(.enabled(if: isRoot), arguments: [file, lockFile])
  func `another user's file is refused`(name: String) async throws {
    try await store.replace(for: kitty, with: ann)
    #expect(unsafe chown(directory.path(of: name), 65534, 65534) == 0)
    try await expectRefusal(.storeUnsafe, "found the owner 65534, expected 0", loads: name == lockFile)
    if name == lockFile { #expect(try await store.load(for: kitty).session == ann) }
  }

  @Test(.enabled(if: isRoot)) func `another user's folder is refused`() async throws {
    try await store.replace(for: kitty, with: ann)
    #expect(unsafe chown(directory.path, 65534, 65534) == 0)
    try await expectRefusal(.storeUnsafe, "found the owner 65534, expected 0")
  }

  @Test func `a socket in the record's place is refused`() async throws {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    // The address of a socket is short: it is bound beside the test and moved.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "/tmp/ack-\(UUID().uuidString)"
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(number, $0, length) }
    }
    #expect(bound == 0)
    try FileManager.default.moveItem(atPath: path, toPath: directory.path(of: file))
    try await expectRefusal(.storeUnsafe, "found a device, pipe or socket, expected a regular file")
  }

  @Test func `a link to a folder, to nothing and to itself is refused`() async throws {
    for destination in [directory.path, "nothing", file] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(of: file), withDestinationPath: destination)
      try await expectRefusal(.storeUnsafe, "found a symbolic link, expected a regular file")
      try FileManager.default.removeItem(atPath: directory.path(of: file))
    }
  }

  @Test func `a folder in the place of a temporary file is refused and stays`() async throws {
    for name in [temporaryFile, formerFile] {
      try await store.replace(for: kitty, with: ann)
      try FileManager.default.createDirectory(
        atPath: directory.path(of: name), withIntermediateDirectories: false)
      try await expectRefusal(.storeFailed, "cannot remove \(directory.path(of: name))", loads: true)
      #expect(try await store.load(for: kitty).session == ann)
      try FileManager.default.removeItem(atPath: directory.path(of: name))
    }
  }

  @Test func `a link in the place of a temporary file is removed and not followed`() async throws {
    let target = try TestFolder(mode: 0o700)
    try target.write("precious", to: "target")
    for name in [temporaryFile, formerFile] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(of: name), withDestinationPath: target.path(of: "target"))
      try await store.replace(for: kitty, with: ann)
      #expect(try target.text(of: "target") == "precious")
      #expect(try directory.names() == [file, lockFile])
    }
  }

  @Test func `a record of a newer version is refused, and no session of it is believed`() async throws {
    try directory.write(newer, to: file)
    try await expectRefusal(.storeFailed, "has version 2, and the highest that can be read is 1")
  }

  @Test(arguments: [zeros, String(zeros.prefix(1000)), "#!/bin/sh\n", "", "\u{0}", #"{"subject":"mallory"}"#])
  func `another program's file and zeros are set aside, whole`(text: String) async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write(text, to: file)
    let record = try await store.load(for: kitty)
    #expect(record.session == nil && record.generation > 1)
    #expect(record.warning?.code == .sessionSetAside)
    #expect(record.warning?.why.isEmpty == false && record.warning?.fix.isEmpty == false)
    #expect(try directory.text(of: "\(file).damaged-1") == text)
  }

  @Test func `a move that a crash cut off is finished, and not begun again`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("{", to: file)
    try FileManager.default.linkItem(
      atPath: directory.path(of: file), toPath: directory.path(of: "\(file).damaged-1"))
    #expect(try await store.load(for: kitty).warning != nil)
    #expect(try directory.names() == ["\(file).damaged-1", lockFile])
  }

  @Test func `what is set aside never takes the place of what is there`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("{", to: file)
    try directory.write("mine", to: "\(file).damaged-1")
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "\(file).damaged-2"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(of: "\(file).damaged-3"), withDestinationPath: directory.path(of: "target"))
    #expect(try await store.load(for: kitty).warning?.what.contains(".damaged-4") == true)
    #expect(try directory.text(of: "\(file).damaged-1") == "mine")
    #expect(try directory.text(of: "\(file).damaged-4") == "{")
    #expect(try !directory.names().contains("target"))
  }

  // MARK: The counter

  @Test(arguments: ["not a number", "0000000000000000000x\n", "00000000000000000003 ", "123", String(zeros.prefix(22))])
  func `what stands in the counter's place is kept before it is written over`(text: String) async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write(text, to: lockFile)
    let record = try await store.replace(for: kitty, with: bob)
    #expect(record.generation == 2 && record.warning?.code == .sessionSetAside)
    #expect(try directory.text(of: "\(lockFile).damaged-1") == text)
    #expect(try directory.text(of: lockFile) == "00000000000000000002\n")
    #expect(try await store.replace(for: kitty, with: nil).warning == nil)
  }

  @Test func `10 MB in the counter's place are refused`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write(zeros, to: lockFile)
    try await expectRefusal(.storeFailed, "is no lock file of ours", loads: true)
    #expect(try await store.load(for: kitty).session == ann)
  }
}
