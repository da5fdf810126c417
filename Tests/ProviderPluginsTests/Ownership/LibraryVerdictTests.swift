import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

/// The table of Docs/Security.md: what differs between the library that an id belongs to and another one, and what is
/// done.
@Suite struct `What becomes of a library that gives a known id` {
  private static func library(
    path: String = "/opt/kitty.so", digit: String = "1", owner: UInt32 = 0, vendor: String = "Example Ltd."
  ) -> KnownLibrary {
    var library = KnownLibrary.blank
    (library.path, library.sha256, library.vendor) = (path, String(repeating: digit, count: 64), vendor)
    library.owner = owner
    return library
  }

  private static let known = library()
  private static let elsewhere = library(path: "/srv/kitty.so")
  private static let newBuild = library(digit: "2")
  private static let other = library(path: "/srv/kitty.so", digit: "2")

  private static let table: [(new: KnownLibrary, isPinned: Bool, isOpen: Bool, verdict: LibraryVerdict)] = [
    (known, false, false, .same),
    (known, false, true, .same),
    (newBuild, false, false, .update),
    (newBuild, false, true, .question([.content, .openness])),
    (elsewhere, false, false, .copy),
    (elsewhere, false, true, .question([.place, .openness])),
    (other, false, false, .question([.place, .content])),
    (library(owner: 7), false, false, .question([.owner])),
    (library(digit: "2", owner: 7), false, false, .question([.content, .owner])),
    (library(digit: "2", vendor: "Else"), false, false, .question([.content, .vendor])),
    (
      library(path: "/srv/kitty.so", digit: "2", owner: 7, vendor: "Else"), false, true,
      .question([.place, .content, .owner, .vendor, .openness])
    ),
    (other, true, false, .update),
    (other, true, true, .update),
  ]

  @Test(arguments: table.indices) func `is decided by what differs, and by who could have written it`(row: Int) {
    let (new, isPinned, isOpen, verdict) = Self.table[row]
    #expect(LibraryVerdict(from: Self.known, to: new, isPinned: isPinned, isOpen: isOpen) == verdict)
    #expect(LibraryVerdict(from: nil, to: new, isPinned: isPinned, isOpen: isOpen) == .first)
  }

  @Test func `takes two paths for different ones that are equal as strings`() {
    let (one, two) = (Self.library(path: "/\u{E9}.so"), Self.library(path: "/e\u{301}.so"))
    #expect(one.path == two.path)
    #expect(LibraryVerdict(from: one, to: two, isPinned: false, isOpen: false) == .copy)
  }
}

extension `What becomes of a library that gives a known id` {
  @Test(arguments: [
    ([LibraryDifference.owner], "belongs to the user 7, and the other one to 0"),
    ([.place, .content], "is in another place, and has another digest"),
    ([.content, .vendor, .openness], "has another digest, names another vendor, and can be written by other users,"),
  ])
  func `is told with the reasons, be it one or several`(differences: [LibraryDifference], words: String) {
    let question = LibraryQuestion(
      id: "com.example.kitty", known: Self.known, new: Self.library(owner: 7), differences: differences)
    #expect(question.reasons.hasPrefix(words), "\(question.reasons)")
  }
}

/// The list of libraries, with real files.
@MainActor
@Suite struct `The list of known libraries` {
  private let folder: TestFolder
  private let list: ProviderLibraries
  private static let noon = Timestamp(secondsSince1970: 20_000 * 86400 + 43200)

  init() throws {
    folder = try TestFolder()
    list = ProviderLibraries(folder: folder.path(of: "state"))
  }

  private func build(_ name: String, text: String = NotedLibrary.source) throws -> String {
    try NotedLibrary.build(text, to: name, in: folder)
  }

  @discardableResult
  private func admit(
    _ path: String, at now: Timestamp = noon, _ ask: (@MainActor (LibraryQuestion) -> Bool)? = nil
  ) throws -> LibraryRecord {
    let file = try LibraryFile(at: path)
    return try list.admit(
      LibrarySet(file, for: .new), ProviderNote(of: file), known: stored, at: now, ask: ask
    ) { Issue.record($0) }
  }

  private var stored: LibraryRecord? { get throws { try list.load()["com.example.noted"] } }

  @Test func `has the first library of an id, and its update in the same place`() throws {
    let path = try build("a.so")
    let first = try admit(path)
    #expect(try stored == first)
    #expect(first.library.path == (try LibraryFile.resolve(path)) && first.library.firstUsedAt == Self.noon)
    #expect(first.library.version == "1.2.0" && first.library.vendor == "Example Ltd.")
    _ = try build("a.so", text: NotedLibrary.source.replacing("1.2.0", with: "1.3.0"))
    let second = try admit(path, at: Self.noon + .seconds(60))
    #expect(second.library.version == "1.3.0" && second.library.firstUsedAt == Self.noon + .seconds(60))
    #expect(second.library.sha256 != first.library.sha256)
    #expect(try stored == second)
  }

  @Test func `stores a use once a day`() throws {
    let path = try build("a.so")
    try admit(path)
    try admit(path, at: Self.noon + .seconds(3600))
    #expect(try stored?.library.lastUsedAt == Self.noon)
    try admit(path, at: Self.noon + .seconds(86400))
    #expect(try stored?.library.lastUsedAt == Self.noon + .seconds(86400))
    #expect(try stored?.library.firstUsedAt == Self.noon)
  }

  @Test func `does not read a file again whose status is the same`() throws {
    let path = try build("a.so")
    try admit(path)
    let made = String(repeating: "0", count: 64)
    try list.change("com.example.noted") { $0?.library.sha256 = made }
    #expect(try admit(path).library.sha256 == made)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    var question: LibraryQuestion?
    try admit(path) { asked in
      question = asked
      return true
    }
    #expect(question == nil, "a new build in the same place")
    #expect(try stored?.library.sha256 != made)
  }

  @Test func `has another digest after an update of a library that the known one brings`() throws {
    let name = "\(UUID())"
    _ = try NotedLibrary.build("int dep;", to: "lib\(name).so", in: folder)
    let path = try NotedLibrary.build(
      NotedLibrary.source, to: "a.so", in: folder,
      ["-Wl,--no-as-needed", "-L\(folder.path)", "-l\(name)", "-Wl,-rpath,$ORIGIN"])
    let first = try admit(path)
    _ = try NotedLibrary.build("int other;", to: "lib\(name).so", in: folder)
    #expect(try admit(path).library.sha256 != first.library.sha256)
  }

  @Test func `keeps the known library until somebody agrees, with all that was chosen`() throws {
    let (known, other) = (try build("a.so"), try build("b.so", text: NotedLibrary.source + "int other;"))
    try admit(known)
    try list.change("com.example.noted") { record in
      record?.isIsolated = false
      record?.agreement = .init(permissions: ["network: TCP to the port 443"], agreedAt: Self.noon)
      record?.allowed = ["network"]
    }
    let before = try stored
    for answer in [nil, false] as [Bool?] {
      let error = #expect(throws: PluginError.self) {
        try admit(other, answer.map { answer in { @MainActor _ in answer } })
      }
      #expect(error?.code == .otherLibrary, "\(String(describing: error))")
      #expect(try stored == before)
    }
    let record = try admit(other) { question in
      question.id == "com.example.noted" && question.known.path == before?.library.path
        && question.differences == [.place, .content]
    }
    #expect(try stored == record)
    #expect(record.library.path == (try LibraryFile.resolve(other)))
    #expect(record.isIsolated == nil, "all rights were given to the other file")
    #expect(record.agreement == before?.agreement && record.allowed == ["network"])
    #expect(throws: PluginError.self) { try admit(known) }
  }

  @Test func `lets a copy run, which takes the place of the known file when that is gone`() throws {
    let (known, copy) = (try build("a.so"), folder.path(of: "copy.so"))
    try admit(known)
    try list.change("com.example.noted") { $0?.isIsolated = false }
    try FileManager.default.copyItem(atPath: known, toPath: copy)
    #expect(try admit(copy).isIsolated == nil)
    #expect(try stored?.library.path == (try LibraryFile.resolve(known)))
    #expect(try stored?.isIsolated == false)
    try FileManager.default.removeItem(atPath: known)
    try admit(copy)
    #expect(try stored?.library.path == (try LibraryFile.resolve(copy)))
  }

  @Test func `asks for a new build that others could have written`() throws {
    let path = try build("a.so")
    try admit(path)
    _ = try build("a.so", text: NotedLibrary.source + "int other;")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    let error = #expect(throws: PluginError.self) { try admit(path) }
    #expect(error?.why.hasPrefix("it has another digest, and can be written by other users") == true)
  }

  @Test func `stores nothing for a command that keeps nothing`() throws {
    var reading = list
    reading.keepsUses = false
    let path = try build("a.so")
    let files = LibrarySet(try LibraryFile(at: path), for: .new)
    _ = try reading.admit(files, ProviderNote(of: files.main), known: nil, ask: nil) { Issue.record($0) }
    #expect(try list.load().isEmpty)
  }

  @Test func `takes back one permission, or all that was given`() throws {
    try admit(try build("a.so"))
    let words = ["folder:own: reads $HOME/own", "network: TCP to the port 443"]
    try list.change("com.example.noted") { record in
      record?.agreement = .init(permissions: words, agreedAt: Self.noon)
      record?.isIsolated = false
    }
    #expect(try list.revoke("folder", of: "com.example.noted") == [])
    #expect(try list.revoke("folder:own", of: "com.example.noted") == [words[0]])
    #expect(try stored?.agreement?.permissions == [words[1]])
    #expect(try list.revoke(nil, of: "com.example.noted").count == 2)
    #expect(try stored?.agreement == nil && stored?.isIsolated == nil)
    #expect(try list.revoke(nil, of: "com.example.other") == [])
  }

  @Test(arguments: ["", "{", "[]", #"{"a":1}"#, #"{"a":{}}"#, #"{"a":{"allowed":[],"library":{}}}"#])
  func `is never empty because its file is damaged`(text: String) throws {
    let path = try build("a.so")
    try FileManager.default.createDirectory(atPath: list.folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(list.folder)/libraries.json"))
    let error = #expect(throws: PluginError.self) { try admit(path) }
    #expect(error?.code == .badLibraries)
  }

  @Test(arguments: ["0", String(repeating: "0", count: 63) + "g"])
  func `has no digest that is none`(digest: String) throws {
    let path = try build("a.so")
    try admit(path)
    try list.change("com.example.noted") { $0?.library.sha256 = digest }
    let error = #expect(throws: PluginError.self) { try list.load() }
    #expect(error?.code == .badLibraries)
  }

  @Test func `keeps what is long`() throws {
    try admit(try build("a.so"))
    let long = String(repeating: "/a", count: 1000)
    try list.change("com.example.noted") { record in
      record?.library.path = long
      record?.library.vendor = long
      record?.isIsolated = true
    }
    #expect(try stored?.library.path == long && stored?.library.vendor == long)
    let version = String(repeating: "1", count: 64)
    let path = try build("b.so", text: NotedLibrary.source.replacing("1.2.0", with: version))
    #expect(try admit(path) { _ in true }.library.version == version)
    #expect(try stored?.library.version == version)
  }

  @Test func `is changed by what another process has stored meanwhile`() throws {
    let path = try build("a.so")
    let first = try admit(path)
    try list.change("com.example.noted") { $0?.allowed = ["network"] }
    let file = try LibraryFile(at: path)
    let later = try list.admit(
      LibrarySet(file, for: .new), ProviderNote(of: file), known: first, at: Self.noon + .seconds(86400), ask: nil
    ) { Issue.record($0) }
    #expect(later.allowed == ["network"])
    #expect(try stored == later)
  }

  @Test func `is for an app, too, with a question of its own`() throws {
    var loader = ProviderLoader()
    loader.libraries = list
    let known = try FixtureLibrary.build("Tests/Fixtures/claiming.c")
    let other = try FixtureLibrary.build("Tests/Fixtures/claiming.c", defining: "VENDOR=\"Else\"")
    try loader.load(known).end()
    #expect(throws: PluginError.self) { try loader.load(other) }
    try ProviderLoader().load(other).end()
    var asked: [LibraryQuestion] = []
    loader.libraryHandler = { question in
      asked.append(question)
      return true
    }
    try loader.load(other).end()
    #expect(asked.map(\.new.vendor) == ["Else"])
  }
}
