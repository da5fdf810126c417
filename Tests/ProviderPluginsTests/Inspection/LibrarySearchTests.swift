import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `Looking for needed libraries` {
  private static func library(
    _ name: String, in folder: TestFolder, at place: String = ".", needing needed: [String] = [],
    _ options: [String] = []
  ) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path(of: place), withIntermediateDirectories: true)
    return try NotedLibrary.build(
      "int x;", to: place == "." ? "lib\(name).so" : "\(place)/lib\(name).so", in: folder,
      ["-Wl,--no-as-needed", "-Wl,-soname,lib\(name).so", "-Wl,-rpath-link,\(folder.path)"] + needed + options)
  }

  private static func needed(_ path: String, environment: [String] = []) throws -> [NeededLibrary] {
    var inspector = ProviderInspector()
    inspector.search.environmentFolders = environment
    return try inspector.facts(of: path).needed
  }

  /// Returns the libraries that the system's own loader finds, which is run in a mode that only lists them.
  private static func listed(_ path: String, environment: [String] = []) throws -> [String: String] {
    let ldd = try #require(Tool.find("ldd"))
    let setting = "LD_LIBRARY_PATH=\(environment.joined(separator: ":"))"
    let lines = try Tool.run(try #require(Tool.find("env")), [setting, ldd, path]).output.split(separator: "\n")
    var listed: [String: String] = [:]
    for line in lines {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count >= 3, words[1] == "=>" { listed[String(words[0])] = String(words[2]) }
    }
    return listed
  }

  @Test func `finds what the system's loader finds`() throws {
    let folder = try TestFolder()
    let deep = try Self.library("deep", in: folder, at: "sub")
    let middle = try Self.library("middle", in: folder, needing: [deep], ["-Wl,-rpath,$ORIGIN/sub"])
    let top = try Self.library(
      "top", in: folder, needing: [middle, "-lm", "-lz"].filter { $0 != "-lz" }, ["-Wl,-rpath,${ORIGIN}"])
    for path in [top, middle, try FixtureLibrary.product("ExampleProvider")] {
      let listed = try Self.listed(path)
      var inspector = ProviderInspector()
      inspector.search.mapped = .none
      inspector.search.environmentFolders = []
      let needed = try inspector.facts(of: path).needed
      for (name, place) in listed where place != "not" {
        let ours = try #require(needed.first { $0.name == name }, "\(name) of \(path)")
        guard case .file(let found) = ours.place else {
          Issue.record("\(name) is \(ours.place), and the loader has it in \(place)")
          continue
        }
        #expect(try LibraryFile.resolve(found) == LibraryFile.resolve(place))
      }
      let missing = needed.filter { $0.place == .missing && !$0.name.hasPrefix("ld-linux") }.map(\.name)
      #expect(Set(missing) == Set(listed.filter { $0.value == "not" }.keys))
    }
  }

  @Test func `says who needs what is missing`() throws {
    let folder = try TestFolder()
    let gone = try Self.library("gone", in: folder)
    let middle = try Self.library("middle", in: folder, needing: [gone])
    let top = try Self.library("top", in: folder, needing: [middle], ["-Wl,-rpath,$ORIGIN"])
    try FileManager.default.removeItem(atPath: gone)
    let problems = try ProviderInspector().facts(of: top).problems.filter { $0.code == .missingDependency }
    #expect(problems.count == 1)
    expect(problems.first, "ACK2006", ["\(middle) needs libgone.so, which was not found"])
  }

  @Test(arguments: [("swiftNowhere", true), ("swiss", false)])
  func `says how to do without Swift when a part of it is missing`(_ name: String, _ isSwift: Bool) throws {
    let folder = try TestFolder()
    let gone = try Self.library(name, in: folder)
    let top = try Self.library("top", in: folder, needing: [gone])
    var inspector = ProviderInspector()
    inspector.search.mapped = .none
    inspector.search.environmentFolders = []
    let problem = try inspector.facts(of: top).problems.first { $0.code == .missingDependency }
    expect(problem, "ACK2006", ["\(top) needs lib\(name).so, which was not found"])
    #expect(problem?.fix.contains("-Xswiftc -static-stdlib") == isSwift)
  }

  @Test(arguments: [true, false])
  func `looks in the run path after the environment, and in the old one before it`(_ isNew: Bool) throws {
    let folder = try TestFolder()
    let one = try Self.library("twin", in: folder, at: "one")
    let two = try Self.library("twin", in: folder, at: "two")
    let tags = isNew ? "-Wl,--enable-new-dtags" : "-Wl,--disable-new-dtags"
    let top = try Self.library("top", in: folder, needing: [one], ["-Wl,-rpath,$ORIGIN/one", tags])
    let place = try Self.needed(top, environment: [folder.path(of: "two")]).first { $0.name == "libtwin.so" }?.place
    #expect(place == .file(isNew ? two : one))
    let theirs = try Self.listed(top, environment: [folder.path(of: "two")])["libtwin.so"]
    #expect(theirs == (isNew ? two : one))
  }

  @Test(arguments: [true, false])
  func `hands the old run path on to what is needed, and the new one not`(_ isNew: Bool) throws {
    let folder = try TestFolder()
    let deep = try Self.library("deep", in: folder, at: "sub")
    let middle = try Self.library("middle", in: folder, at: "sub", needing: [deep])
    let tags = isNew ? "-Wl,--enable-new-dtags" : "-Wl,--disable-new-dtags"
    let top = try Self.library("top", in: folder, needing: [middle], ["-Wl,-rpath,$ORIGIN/sub", tags])
    let place = try Self.needed(top).first { $0.name == "libdeep.so" }?.place
    #expect(place == (isNew ? .missing : .file(deep)))
    #expect(try Self.listed(top)["libdeep.so"] == (isNew ? "not" : deep))
  }

  @Test func `passes over what is no library for this host`() throws {
    let folder = try TestFolder()
    let one = try Self.library("twin", in: folder, at: "one")
    let two = try Self.library("twin", in: folder, at: "two")
    let top = try Self.library("top", in: folder, needing: [one], ["-Wl,-rpath,$ORIGIN/one:$ORIGIN/two"])
    try folder.write(try NotedLibrary.contents(one).replacing(at: 18, with: [22, 0]), to: "one/libtwin.so")
    #expect(try Self.needed(top).first { $0.name == "libtwin.so" }?.place == .file(two))
  }

  @Test func `does not look again for what the process has mapped`() throws {
    let folder = try TestFolder()
    let needed = try Self.library("mapped", in: folder)
    let top = try Self.library("top", in: folder, needing: [needed])
    var inspector = ProviderInspector()
    #expect(try inspector.facts(of: top).needed.first { $0.name == "libmapped.so" }?.place == .missing)
    _ = try LoadedLibrary(.of(LibrarySet(LibraryFile(at: needed), for: .this)))
    inspector = ProviderInspector()
    #expect(try inspector.facts(of: top).needed.first { $0.name == "libmapped.so" }?.place == .loaded(needed))
  }

  @Test func `tells what has been mapped since, whatever has been unmapped`() {
    let before = MappedLibrary.addresses
    // Other tests map libraries meanwhile.
    func all(except known: [UInt64]) -> [UInt64] {
      MappedLibrary.all(except: known).map(\.address).filter(before.contains)
    }
    #expect(all(except: []) == before)
    for unmapped in [[], [before.count], [0], [0, 3, 4]] {
      var known = before
      for place in unmapped { known.insert(1, at: place) }
      #expect(all(except: known).isEmpty)
      #expect(all(except: known.filter { $0 != before[4] }) == [before[4]])
    }
  }

  @Test func `has the resolved path of a file, whichever leads to it`() throws {
    let folder = try TestFolder()
    let path = try Self.library("plain", in: folder, at: "sub")
    let link = folder.path(of: "link")
    #expect(unsafe symlink(folder.path(of: "sub"), link) == 0)
    let names = ["sub/./", "sub//", "sub/../sub/", "link/", "link/../sub/"].map { folder.path(of: $0) + "libplain.so" }
    for name in [path] + names { #expect(try LibraryFile(at: name).path == LibraryFile.resolve(path)) }
  }

  @Test func `ends when libraries need each other`() throws {
    let folder = try TestFolder()
    _ = try Self.library("two", in: folder)
    let one = try Self.library("one", in: folder, needing: [folder.path(of: "libtwo.so")], ["-Wl,-rpath,$ORIGIN"])
    _ = try Self.library("two", in: folder, needing: [one], ["-Wl,-rpath,$ORIGIN"])
    #expect(try Self.needed(one).filter { $0.place == .missing } == [])
  }

  @Test func `ignores the environment with elevated privileges`() {
    #expect(LibrarySearch.environmentFolders(Array("/a;/b::c".utf8), isElevated: false) == ["/a", "/b", ".", "c"])
    #expect(LibrarySearch.environmentFolders([], isElevated: false) == [])
    #expect(LibrarySearch.environmentFolders(nil, isElevated: false) == [])
    #expect(LibrarySearch.environmentFolders(Array("/a".utf8), isElevated: true) == [])
    #expect(!ProcessPrivileges.areElevated)
    let page = NoteBytes.bytes(UInt64(6)) + NoteBytes.bytes(UInt64(4096))
    #expect(
      ProcessPrivileges.isSecure(auxiliaryVector: page + NoteBytes.bytes(UInt64(23)) + NoteBytes.bytes(UInt64(1))))
    #expect(
      !ProcessPrivileges.isSecure(auxiliaryVector: page + NoteBytes.bytes(UInt64(23)) + NoteBytes.bytes(UInt64(0))))
    // When the privileges are unknown, the process counts as elevated.
    #expect(ProcessPrivileges.isSecure(auxiliaryVector: page))
    #expect(ProcessPrivileges.isSecure(auxiliaryVector: []))
  }

  @Test func `goes by bytes, as the loader does`() {
    #expect(LibrarySearch.parts(of: Array("/a:\u{301}b::c".utf8)) { $0 == 0x3A } == ["/a", "\u{301}b", ".", "c"])
  }

  @Test func `makes what it says harmless`() throws {
    let folder = try TestFolder()
    let gone = try NotedLibrary.build("int x;", to: "gone.so", in: folder, ["-Wl,-soname,lib\u{1B}[2J.so"])
    let top = try NotedLibrary.build("int y;", to: "top.so", in: folder, ["-Wl,--no-as-needed", gone])
    let facts = try ProviderInspector().facts(of: top)
    #expect(facts.needed.first?.name == "lib\u{FFFD}[2J.so")
    #expect(facts.problems.last?.what == "\(top) needs lib\u{FFFD}[2J.so, which was not found")
    #expect(try ProviderInspector().facts(of: gone).soname == "lib\u{FFFD}[2J.so")
  }

  @Test func `fills in what begins with a dollar sign`() {
    let search = LibrarySearch(
      environmentFolders: [], cache: .none, defaultFolders: ["/lib64"], mapped: .none, platform: "x86_64")
    #expect(
      search.folders(in: "$ORIGIN/a:${ORIGIN}:/x/$LIB/${PLATFORM}::y", origin: "/o")
        == ["/o/a", "/o", "/x/lib64/x86_64", ".", "y"])
  }
}
