import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `Trust in a file` {
  /// Returns the rules for a user, without private groups except the named ones.
  private static func trust(_ users: Set<UInt32> = [0, geteuid()], privateGroups: Set<UInt32> = []) -> FileTrust {
    FileTrust(trusted: users) { group, _ in privateGroups.contains(group) }
  }

  /// The problems with a file of a mode in a folder of a mode, below the folder for temporary files.
  private static func problems(
    _ file: Int, _ folder: Int, _ trust: FileTrust = trust()
  ) throws -> (errors: [PluginError], folder: TestFolder) {
    let place = try TestFolder()
    let path = try place.write("x".utf8, to: "plugin.so")
    try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: folder], ofItemAtPath: place.path)
    let errors = trust.problems(of: try LibraryFile(resolved: path).status, at: path)
    return (errors.filter { $0.what.hasPrefix(place.path) }, place)
  }

  @Test func `is there when only its owner can write it`() throws {
    #expect(try Self.problems(0o755, 0o755).errors.isEmpty)
    #expect(try Self.problems(0o444, 0o500).errors.isEmpty)
  }

  @Test(arguments: [(0o666, "every user", "go-w"), (0o757, "every user", "go-w"), (0o664, "the group", "g-w")])
  func `is lost when others can write it`(_ mode: Int, _ who: String, _ bits: String) throws {
    let (errors, _) = try Self.problems(mode, 0o755)
    #expect(errors.count == 1)
    expect(errors.first, "ACK2032", ["plugin.so has the mode \(String(mode, radix: 8))", who])
    #expect(errors.first?.fix.contains("chmod \(bits) ") == true)
  }

  @Test(arguments: [0o777, 0o775])
  func `is lost when others can write the folder`(_ mode: Int) throws {
    let (errors, folder) = try Self.problems(0o644, mode)
    #expect(errors.count == 1)
    expect(errors.first, "ACK2033", ["\(folder.path) has the mode \(String(mode, radix: 8))"])
  }

  @Test func `stays when the folder is sticky`() throws {
    #expect(try Self.problems(0o644, 0o1777).errors.isEmpty)
  }

  @Test func `stays when the group has nobody else in it`() throws {
    let trust = Self.trust(privateGroups: [getegid()])
    #expect(try Self.problems(0o664, 0o775, trust).errors.isEmpty)
    #expect(try Self.problems(0o666, 0o777, trust).errors.count == 2)
  }

  @Test func `is lost when somebody else owns it`() throws {
    let (errors, folder) = try Self.problems(0o644, 0o755, Self.trust([4711]))
    #expect(errors.count == 2)
    expect(errors.first, "ACK2034", ["plugin.so belongs to the user \(geteuid()), and has to belong to 4711"])
    expect(errors.last, "ACK2034", ["\(folder.path) belongs to"])
  }

  // The name begins with a combining mark, which forms one character with the slash before it.
  @Test(arguments: ["plugin.so", "\u{301}folder/\u{301}plugin.so"])
  func `looks at every folder up to the root`(_ name: String) throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "\u{301}folder"), withIntermediateDirectories: false)
    let path = try folder.write("x".utf8, to: name)
    let errors = Self.trust([4711]).problems(of: try LibraryFile(resolved: path).status, at: path)
    let looked = errors.map { Array($0.what.utf8.prefix { $0 != UInt8(ascii: " ") }) }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    let above = (0...parts.count).reversed().map { [0x2F] + Array(parts.prefix($0).joined(separator: [0x2F])) }
    #expect(looked == above)
  }

  /// The sticky bit of a file means nothing, and the write bits beside it do.
  @Test(arguments: [0o1666, 0o1664])
  func `is lost by a sticky file that others can write`(_ mode: Int) throws {
    let (errors, _) = try Self.problems(mode, 0o1777)
    expect(errors.first, "ACK2032", ["plugin.so has the mode \(String(mode, radix: 8))"])
    #expect(errors.count == 1)
  }

  @Test func `is looked at for a file alone, and for a folder with itself`() throws {
    let folder = try TestFolder()
    let path = try folder.write("x".utf8, to: "plugin.so")
    let strict = Self.trust([4711])
    let alone = strict.problems(ofFile: try LibraryFile(resolved: path))
    #expect(alone.count == 1)
    expect(alone.first, "ACK2034", ["plugin.so belongs to the user"])
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    expect(
      Self.trust().problems(ofFile: try LibraryFile(resolved: path)).first, "ACK2032", ["plugin.so has the mode 666"])
    #expect(strict.problems(ofFolder: folder.path).first?.what.hasPrefix("\(folder.path) belongs") == true)
    #expect(strict.problems(ofFolder: "/").map { $0.what.prefix(10) } == ["/ belongs "])
    // What is not there is nobody's.
    #expect(strict.problems(ofFolder: "/nowhere/at/all").map { $0.what.prefix(10) } == ["/ belongs "])
    #expect(FileTrust.current.trusted == [0, geteuid()])
  }

  @Test func `knows a user's own group by number, name and members`() {
    let own: (name: String, members: [String]) = ("ann", [])
    #expect(PrivateGroup.isPrivate(7, ("ann", 7), own) && PrivateGroup.isPrivate(7, ("ann", 7), ("ann", ["ann"])))
    #expect(!PrivateGroup.isPrivate(7, nil, own) && !PrivateGroup.isPrivate(7, ("ann", 7), nil))
    #expect(!PrivateGroup.isPrivate(7, ("ann", 8), own) && !PrivateGroup.isPrivate(7, ("ann", 7), ("users", [])))
    #expect(!PrivateGroup.isPrivate(7, ("ann", 7), ("ann", ["ann", "bob"])))
  }

  @Test func `knows the members of groups as the system lists them`() throws {
    for line in try String(contentsOfFile: "/etc/group", encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 4, let id = UInt32(fields[2]), let found = PrivateGroup.members(of: id) else { continue }
      #expect(found.name == fields[0] && found.members == fields[3].split(separator: ",").map(String.init))
    }
  }

  @Test func `knows root's group as private only when nobody else is in it`() throws {
    let entry = try #require(try String(contentsOfFile: "/etc/group", encoding: .utf8).split(separator: "\n").first)
    let fields = entry.split(separator: ":", omittingEmptySubsequences: false)
    try #require(fields[0] == "root" && fields[2] == "0")
    let others = fields[3].split(separator: ",").filter { $0 != "root" }
    #expect(PrivateGroup.isPrivate(0, 0) == others.isEmpty)
    #expect(!PrivateGroup.isPrivate(1, 0) && !PrivateGroup.isPrivate(0, 1))
    #expect(!PrivateGroup.isPrivate(0, 0x7FFF_FFF0))
  }

  @Test func `is told with the facts, and is no reason by itself`() throws {
    let folder = try TestFolder()
    let path = try NotedLibrary.build(in: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    let facts = try ProviderInspector().facts(of: path)
    #expect(facts.wouldLoad)
    #expect(facts.concerns.contains { $0.code == .writableFile })
  }
}
