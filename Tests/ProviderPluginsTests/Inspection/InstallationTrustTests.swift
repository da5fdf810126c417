import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `A library is as trusted as the app` {
  private let place: TestFolder
  private let library: String
  private let program: String

  init() throws {
    place = try TestFolder()
    try FileManager.default.createDirectory(atPath: place.path(of: "bin"), withIntermediateDirectories: false)
    library = try place.write("x".utf8, to: "bin/a.so")
    program = try place.write("x".utf8, to: "bin/app")
    for path in [place.path(of: "bin"), library, program] { try setMode(0o755, of: path) }
  }

  private func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func rules(
    executable: String? = nil, data: [String] = [], administrator: UInt32 = geteuid(), privateGroups: Set<UInt32> = []
  ) -> InstallationTrust {
    let trust = FileTrust(trusted: [0, geteuid()]) { group, _ in privateGroups.contains(group) }
    return InstallationTrust(executable: executable, dataFolders: data, trust: trust, administrator: administrator)
  }

  private func covers(_ rules: InstallationTrust, _ path: String? = nil) throws -> Bool {
    rules.covers(try LibraryFile(resolved: path ?? library))
  }

  @Test func `when it lies beside the program, and only there`() throws {
    #expect(try covers(rules(executable: program)))
    #expect(try !covers(rules(executable: nil)))
    #expect(try !covers(rules(executable: place.path(of: "app"))))
    #expect(try !covers(rules(executable: "/usr/bin/env")))
    try FileManager.default.createDirectory(atPath: place.path(of: "bin/more"), withIntermediateDirectories: false)
    #expect(try !covers(rules(executable: program), place.write("x".utf8, to: "bin/more/a.so")))
  }

  @Test(arguments: [(0o755, 0o777), (0o755, 0o775), (0o666, 0o755), (0o664, 0o755), (0o755, 0o1777), (0o755, 0o1775)])
  func `never when others could have put it there`(_ file: Int, _ folder: Int) throws {
    try setMode(file, of: library)
    try setMode(folder, of: place.path(of: "bin"))
    #expect(try !covers(rules(executable: program, data: [place.path])))
  }

  @Test func `when the group that may write is its owner's alone`() throws {
    try setMode(0o775, of: place.path(of: "bin"))
    #expect(try covers(rules(executable: program, privateGroups: [getegid()])))
  }

  @Test func `when the administrator has installed it for every user`() throws {
    #expect(try covers(rules(data: ["/nowhere", place.path])))
    #expect(try covers(rules(data: [place.path(of: "bin")])))
    // A name with the same beginning is another folder.
    #expect(try !covers(rules(data: [place.path(of: "bi")])))
    let stranger: UInt32 = geteuid() == 0 ? 1 : geteuid() &+ 1
    if geteuid() != 0 { #expect(try !covers(rules(data: [place.path], administrator: stranger))) }
  }

  @Test func `when the system has it, and not when it is somewhere else of root's`() throws {
    let system = try #require(
      ["/usr/lib/x86_64-linux-gnu/libm.so.6", "/usr/lib/aarch64-linux-gnu/libm.so.6", "/usr/lib64/libm.so.6"]
        .first { FileManager.default.fileExists(atPath: $0) })
    #expect(try covers(.current, LibraryFile.resolve(system)))
    #expect(try !covers(.current))
  }

  @Test(.enabled("only root can give a file away") { geteuid() == 0 })
  func `when it is of the system, only below its folders, of root's, and written by nobody else`() throws {
    func isOfSystem(_ folders: [String]) throws -> Bool {
      try InstallationTrust.coversSystem(LibraryFile(resolved: library), below: folders)
    }
    #expect(try isOfSystem([place.path(of: "bin")]))
    #expect(try !isOfSystem([place.path(of: "bi")]) && !isOfSystem([]))
    try setMode(0o775, of: place.path(of: "bin"))
    #expect(try !isOfSystem([place.path]) || PrivateGroup.isPrivate(getegid(), 0))
    try setMode(0o777, of: place.path(of: "bin"))
    #expect(try !isOfSystem([place.path]))
    try setMode(0o755, of: place.path(of: "bin"))
    try #require(unsafe chown(library, 65534, 65534) == 0)
    #expect(try !isOfSystem([place.path]))
  }

  @Test(.enabled("only root can give a file away") { geteuid() == 0 })
  func `never when somebody else owns it, though it lies beside the program`() throws {
    let result = unsafe chown(library, 65534, 65534)
    try #require(result == 0)
    let trust = FileTrust(trusted: [0, 65534]) { _, _ in false }
    let rules = InstallationTrust(executable: program, dataFolders: [place.path], trust: trust, administrator: 0)
    #expect(try !covers(rules))
  }
}
