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

  @Test(arguments: [
    (0o755, 0o777), (0o755, 0o775), (0o666, 0o755), (0o664, 0o755), (0o755, 0o1777), (0o755, 0o1775), (0o755, 0o1757),
  ])
  func `never when others could have put it there`(_ file: Int, _ folder: Int) throws {
    try setMode(file, of: library)
    try setMode(folder, of: place.path(of: "bin"))
    #expect(try !covers(rules(executable: program, data: [place.path])))
  }

  @Test func `when each library that it brings is, but for those that the loader finds by itself`() throws {
    let main = try LibraryFile(resolved: library)
    let other = try LibraryFile(resolved: place.write("x".utf8, to: "b.so"))
    let needed = { NeededLibraries.Opened(name: "b.so", soname: nil, file: other, isOfSystem: $0) }
    let rules = rules(executable: program)
    #expect(rules.covers(LibrarySet(main, handed: [needed(true)])))
    #expect(!rules.covers(LibrarySet(main, handed: [needed(true), needed(false)])))
    #expect(!rules.covers(LibrarySet(other, handed: [])))
  }

  @Test func `when its folder is sticky, and only its owner may write there`() throws {
    try setMode(0o1755, of: place.path(of: "bin"))
    #expect(try covers(rules(executable: program)))
  }

  /// A combining mark forms one character with the slash before it, in which a search by characters finds no slash.
  @Test func `by the bytes of its path`() throws {
    let beside = try place.write("x".utf8, to: "bin/\u{301}a.so")
    try setMode(0o755, of: beside)
    #expect(try covers(rules(executable: program), beside))
    #expect(try covers(rules(data: [place.path(of: "bin")]), beside))
    try FileManager.default.createDirectory(atPath: place.path(of: "bin/evil"), withIntermediateDirectories: false)
    let below = try place.write("x".utf8, to: "bin/evil/\u{301}a.so")
    try setMode(0o755, of: below)
    #expect(try !covers(rules(executable: program), below))
    #expect(InstallationTrust.folder(of: "/a.so") == "/" && InstallationTrust.folder(of: "a.so") == nil)
    #expect(InstallationTrust.folder(of: "/a/\u{301}b/\u{301}c.so").map { Array($0.utf8) } == Array("/a/\u{301}b".utf8))
  }

  @Test func `never when its folder is gone`() throws {
    let file = try LibraryFile(resolved: library)
    try FileManager.default.removeItem(atPath: place.path(of: "bin"))
    #expect(!rules(data: [place.path]).covers(file))
  }

  @Test func `with root as the administrator, and the system's data folders`() {
    let rules = InstallationTrust.current
    #expect(rules.administrator == 0 && InstallationTrust.systemFolders == ["/usr", "/opt"])
    let own = rules.executable.flatMap(InstallationTrust.folder)
    #expect(own != nil && !rules.dataFolders.contains(own ?? ""))
  }

  @Test func `by no folder but the system's data, as far as that is searched`() {
    let locations: [ProviderLocation] = [
      .init(.given, "/usr/lib", ignored: nil), .init(.systemData, "/usr", ignored: nil),
      .init(.systemData, "/usr/bin", ignored: "it is relative"), .init(.systemData, "/nowhere/at/all", ignored: nil),
    ]
    #expect(InstallationTrust.dataFolders(among: locations) == ["/usr"])
  }

  @Test(.enabled("only root can give a file away") { geteuid() == 0 })
  func `when the administrator, root or the program's owner owns it`() throws {
    let other: UInt32 = 65534
    let trust = FileTrust(trusted: [0, other]) { _, _ in false }
    func rules(_ administrator: UInt32, data: [String] = []) -> InstallationTrust {
      InstallationTrust(
        executable: data.isEmpty ? program : nil, dataFolders: data, trust: trust, administrator: administrator)
    }
    // The library is root's, who installs beside another administrator, too.
    #expect(try covers(rules(other, data: [place.path])))
    #expect(unsafe chown(program, other, other) == 0)
    #expect(try covers(rules(0)))
    for path in [library, place.path(of: "bin"), place.path] { #expect(unsafe chown(path, other, other) == 0) }
    #expect(try covers(rules(0)) && covers(rules(other, data: [place.path])) && !covers(rules(0, data: [place.path])))
  }

  @Test func `when it is below the root, where everything is`() throws {
    #expect(try covers(rules(data: ["/"])))
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
