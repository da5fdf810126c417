import Foundation
import Glibc
import TestSupport
import Testing

@testable import AppControllerKit
@testable import ProviderPlugins

/// An id that no user and no group of a machine has.
private let mallory: UInt32 = 4711

@Suite struct `Trust in a file with an access list` {
  /// Returns the problems with a file and its folder, below the folder for temporary files.
  ///
  /// Every group that is not named counts as private.
  private static func problems(
    file: AccessListEntries? = nil, folder: AccessListEntries? = nil, shared: Set<UInt32> = [mallory]
  ) throws -> (errors: [PluginError], place: TestFolder) {
    let place = try TestFolder()
    let path = try place.write("x".utf8, to: "plugin.so")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path)
    try file?.set(on: path)
    try folder?.set(on: place.path)
    let trust = FileTrust(trusted: [0, geteuid()]) { group, _ in !shared.contains(group) }
    let errors = trust.problems(of: try LibraryFile(resolved: path).status, at: path)
    return (errors.filter { $0.what.hasPrefix(place.path) }, place)
  }

  @Test(arguments: [
    (AccessListEntries(user: (mallory, 6)), "the user 4711"), (AccessListEntries(user: (mallory, 2)), "the user 4711"),
    (AccessListEntries(group: (mallory, 6)), "the group 4711"),
    (AccessListEntries(user: (0, 6), group: (mallory, 2)), "the group 4711"),
  ])
  func `is lost when the list lets others write, and the fix restores it`(
    _ list: AccessListEntries, _ who: String
  ) throws {
    let (errors, place) = try Self.problems(file: list)
    expect(errors.first, "ACK2032", ["plugin.so has an access list by which \(who) may write it"])
    expect(try Self.problems(folder: list).errors.first, "ACK2033", ["an access list by which \(who) may write it"])
    let command = try #require(errors.first?.fix.components(separatedBy: "then run: ").last)
    #expect(try Program.run(["/bin/sh", "-c", command]).status == 0)
    let trust = FileTrust(trusted: [0, geteuid()]) { _, _ in false }
    #expect(trust.problems(ofFile: try LibraryFile(resolved: place.path(of: "plugin.so"))).isEmpty)
  }

  @Test(arguments: [
    AccessListEntries(user: (mallory, 4)), AccessListEntries(user: (mallory, 7), mask: 5),
    AccessListEntries(user: (geteuid(), 7)), AccessListEntries(user: (0, 7)), AccessListEntries(group: (99, 7)),
    AccessListEntries(group: (mallory, 7), mask: 4),
  ])
  func `stays when nobody else can write by it`(_ list: AccessListEntries) throws {
    #expect(try Self.problems(file: list, folder: list).errors.isEmpty)
  }

  @Test func `is lost by the list's entries for the file's group and for all others`() throws {
    let shared: Set<UInt32> = [mallory, getegid()]
    expect(
      try Self.problems(file: AccessListEntries(user: (0, 7), owningGroup: 6), shared: shared).errors.first, "ACK2032",
      ["the group of the file may write it"])
    // The mask alone gives the group no permissions.
    #expect(try Self.problems(file: AccessListEntries(user: (0, 7), owningGroup: 4), shared: shared).errors.isEmpty)
    expect(try Self.problems(file: AccessListEntries(user: (0, 7), others: 2)).errors.first, "ACK2032", ["every user"])
  }

  @Test func `stays when the list names a trusted user, or the owner`() throws {
    let place = try TestFolder()
    let path = try place.write("x".utf8, to: "plugin.so")
    let codes = { (users: Set<UInt32>) throws in
      let file = try LibraryFile(resolved: path)
      return FileTrust(trusted: users) { _, _ in false }.problems(ofFile: file).map(\.code)
    }
    try AccessListEntries(user: (4712, 6)).set(on: path)
    #expect(try codes([0, geteuid(), 4712]).isEmpty && codes([0, geteuid()]) == [.writableFile])
    try AccessListEntries(user: (geteuid(), 6)).set(on: path)
    #expect(try codes([mallory]) == [.foreignOwner])
    var status = try LibraryFile(resolved: path).status
    status.accessList = .unreadable
    let trust = FileTrust(trusted: [0, geteuid()]) { _, _ in true }
    #expect(trust.problems(of: status, at: path).contains { $0.what.hasPrefix(path) })
  }

  @Test func `is lost when the list cannot be understood`() {
    let good = AccessListEntries(user: (mallory, 6)).bytes
    #expect(AccessList(good)?.grants.first == AccessList.Grant(holder: .user(mallory), permissions: 6))
    for count in 0..<good.count where count % 8 != 4 { #expect(AccessList(Array(good.prefix(count))) == nil) }
    for (place, byte) in [(0, 1), (3, 1), (4, 3), (4, 0x40), (5, 1), (6, 8), (7, 1)] {
      var bad = good
      bad[place] = UInt8(byte)
      #expect(AccessList(bad) == nil, "byte \(place)")
    }
    #expect(AccessList.unreadable.grants == [AccessList.Grant(holder: .unknown, permissions: 7)])
  }
}
