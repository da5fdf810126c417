import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

/// The files at the paths are exchanged after everything was checked, right before it is used.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `What was checked is what is loaded` {
  private let folder: TestFolder
  /// The name of the library that providers need, which no other test maps into this process.
  private let dependency: String

  init() throws {
    folder = try TestFolder()
    dependency = "\(UUID())"
  }

  /// How a library that the provider needs can be found.
  enum Way: CaseIterable {
    case ownName, noName, otherName
  }

  /// Makes a provider whose answer has a version, as an expression in C; its note says 1.2.0.
  private func provider(
    _ name: String, version: String = "\"1.2.0\"", _ code: String = "", _ options: [String] = []
  ) throws -> String {
    try NotedLibrary.build(
      NotedLibrary.answering(version: version, code), to: name, in: folder, options)
  }

  private func library(_ version: String, to name: String, _ way: Way, _ options: [String] = []) throws -> String {
    let soname: [String] =
      switch way {
      case .ownName: ["-Wl,-soname,lib\(dependency).so"]
      case .noName: []
      case .otherName: ["-Wl,-soname,libother-\(dependency).so"]
      }
    return try NotedLibrary.build(
      "const char *dep(void) { return \"\(version)\"; }", to: name, in: folder, soname + options)
  }

  /// Makes a provider whose version is that of a library that it needs, which a link leads to.
  private func providerWithLink(_ way: Way, runPath: String = "$ORIGIN") throws -> (path: String, link: String) {
    let name = "lib\(dependency).so"
    let link = folder.path(of: name)
    _ = try library("1.2.0", to: name, .noName)
    // The linker writes the name of the file when the library has none of its own.
    let path = try provider(
      "a.so", version: "dep()", "const char *dep(void);",
      ["-L\(folder.path)", "-l\(dependency)", "-Wl,-rpath,\(runPath)"])
    try FileManager.default.removeItem(atPath: link)
    try lead(link, to: library("1.2.0", to: "good.so", way))
    return (path, link)
  }

  private func lead(_ link: String, to target: String) throws {
    _ = unsafe unlink(link)
    try #require(unsafe symlink(target, link) == 0)
  }

  @Test(arguments: LoadingMode.allCases)
  func `when the link to a provider leads elsewhere by then`(_ mode: LoadingMode) throws {
    let (link, good) = (folder.path(of: "link.so"), try provider("good.so"))
    let evil = try provider("evil.so", version: "\"6.6.6\"")
    try lead(link, to: good)
    var loader = try mode.loader()
    loader.willMap = { libraries in
      #expect(libraries.main.path == good)
      _ = unsafe unlink(link)
      #expect(unsafe symlink(evil, link) == 0)
    }
    let provider = try loader.load(link)
    #expect(provider.path == good && provider.version == "1.2.0")
    provider.end()
  }

  @Test(arguments: LoadingMode.allCases, Way.allCases)
  func `when the link to a library that it needs leads elsewhere by then`(_ mode: LoadingMode, _ way: Way) throws {
    let (path, link) = try providerWithLink(way, runPath: way == .ownName ? folder.path : "$ORIGIN")
    let evil = try library("6.6.6", to: "evil.so", way)
    var loader = try mode.loader()
    loader.willMap = { _ in
      _ = unsafe unlink(link)
      #expect(unsafe symlink(evil, link) == 0)
    }
    // The other library would give another version, which the note contradicts.
    try loader.load(path).end()
    let error = #expect(throws: PluginError.self) {
      var loader = try LoadingMode.apart.loader()
      loader.willMap = { _ in }
      try loader.load(path).end()
    }
    expect(error, "ACK2036", ["6.6.6"])
  }

  @Test func `under its own path, for debuggers and for itself`() throws {
    let (path, _) = try providerWithLink(.noName)
    try ProviderLoader().load(path).end()
    let mapped = MappedLibrary.all().map(\.path)
    #expect(mapped.contains(path) && mapped.contains(folder.path(of: "good.so")))
  }

  @Test(arguments: LoadingMode.allCases)
  func `only when all of it was there`(_ mode: LoadingMode) throws {
    let (path, link) = try providerWithLink(.ownName)
    try FileManager.default.removeItem(atPath: link)
    var loader = try mode.loader()
    loader.willMap = { _ in Issue.record("the loader could find another file by now") }
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    expect(error, "ACK2006", [path, "lib\(dependency).so"])
  }

  @Test func `by the loader's own look only where nobody else can lead it elsewhere`() throws {
    let options = ["-Wl,--no-as-needed", "-lm"]
    for (runPath, isHanded) in [([], false), (["-Wl,-rpath,\(folder.path)"], true)] {
      let path = try provider("a.so", "", options + runPath)
      let libraries = LibrarySet(try LibraryFile(at: path), for: .new)
      #expect(libraries.needed.contains { $0.name == "libm.so.6" })
      #expect(libraries.handed.contains { $0.name == "libm.so.6" } == isHanded)
    }
  }

  @Test func `and nothing besides`() throws {
    let other = try NotedLibrary.build("int other;", to: "other.so", in: folder)
    let path = try provider(
      "a.so",
      """
      #include <dlfcn.h>
      __attribute__((constructor)) static void open_other(void) { dlopen("\(other)", RTLD_NOW); }
      """)
    let error = #expect(throws: PluginError.self) { try ProviderLoader().load(path) }
    expect(error, "ACK2042", [path, other])
  }

  @Test func `and it is not changed in its place meanwhile`() throws {
    let (path, link) = try providerWithLink(.ownName)
    var loader = ProviderLoader()
    loader.willMap = { _ in #expect(unsafe chmod(link, 0o700) == 0) }
    // The system's clock for files advances in steps of a few milliseconds.
    var status = stat()
    repeat {
      try #require(unsafe stat(link, &status) == 0)
      try folder.write("x".utf8, to: "clock")
    } while try LibraryFile(resolved: folder.path(of: "clock")).status.changed <= (
      status.st_ctim.tv_sec, status.st_ctim.tv_nsec
    )
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    expect(error, "ACK2035", ["good.so"])
  }

  @Test func `with every library that a pin is about`() throws {
    let (path, link) = try providerWithLink(.ownName)
    let lines = try Tool.run(
      "/bin/sh", ["-c", "cd '\(folder.path)' && sha256sum a.so lib\(dependency).so | LC_ALL=C sort | sha256sum"])
    let pin = try #require(ProviderPin(sha256: String(lines.output.prefix(64))))
    #expect(try ProviderInspector().facts(of: path).pin?.description == pin.sha256)
    for mode in LoadingMode.allCases {
      var loader = try mode.loader()
      loader.pin = pin
      try loader.load(path).end()
    }
    // It is mapped now, and counts all the same.
    let (here, apart) = (
      LibrarySet(try LibraryFile(at: path), for: .this), LibrarySet(try LibraryFile(at: path), for: .new)
    )
    #expect(here.needed.isEmpty && apart.needed.contains { $0.name == "lib\(dependency).so" })
    #expect(try "\(here.pin())" == pin.sha256)
    try lead(link, to: library("1.2.0", to: "evil.so", .ownName, ["-Wl,--build-id=0x66"]))
    var loader = try LoadingMode.apart.loader()
    loader.pins = ["com.example.noted": pin]
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    expect(error, "ACK2037", [path, pin.sha256])
    #expect(error?.why.contains("evil.so") == true)
    // Libraries of the system do not count.
    let alone = try provider("alone.so", "", ["-Wl,--no-as-needed", "-lm"])
    let facts = try ProviderInspector().facts(of: alone)
    let libraries = LibrarySet(try LibraryFile(at: alone), for: .new)
    #expect(libraries.needed.contains { $0.name == "libm.so.6" })
    #expect(try facts.pin == facts.digest && facts.pin == libraries.pin())
  }

  @Test func `and what others could change is told once, also of a folder that all of it is in`() throws {
    let (path, _) = try providerWithLink(.ownName)
    try #require(unsafe chmod(folder.path, 0o777) == 0)
    let libraries = LibrarySet(try LibraryFile(at: path), for: .new)
    #expect(libraries.files.count == 2)
    #expect(libraries.problems(.current).filter { $0.what.hasPrefix(folder.path) }.map(\.code) == [.writableFolder])
  }

  @Test func `with its resources, if that is a folder beside it`() throws {
    // After a slash, a combining mark hides it from a search by characters, which would take the folder's name.
    try FileManager.default.createDirectory(atPath: folder.path(of: "b.so"), withIntermediateDirectories: false)
    let path = try provider("b.so/\u{301}a.so")
    let beside = folder.path(of: "b.so/\u{301}a.resources")
    func resources() throws -> String? { LibrarySet(try LibraryFile(at: path), for: .new).resources?.path }
    #expect(try resources() == nil)
    try folder.write("a file".utf8, to: "b.so/\u{301}a.resources")
    #expect(try resources() == nil)
    try #require(unsafe unlink(beside) == 0 && mkdir(beside, 0o755) == 0)
    #expect(try resources()?.utf8.elementsEqual(LibraryFile.resolve(beside).utf8) == true)
  }

  @Test(.enabled("only root can give a file away") { geteuid() == 0 })
  func `in this process only when all of it is as trusted as the app`() throws {
    let (path, _) = try providerWithLink(.ownName)
    _ = unsafe chmod(folder.path, 0o755)
    var loader = try LoadingMode.apart.loader()
    loader.isolation = .automatic
    loader.installation = InstallationTrust(
      executable: nil, dataFolders: [folder.path], trust: .current, administrator: geteuid())
    try #require(unsafe chown(folder.path(of: "good.so"), 65534, 65534) == 0)
    let problems = try ProviderInspector().facts(of: path).concerns
    #expect(problems.map(\.code) == [.foreignOwner] && problems.first?.what.contains("good.so") == true)
    let error = #expect(throws: PluginError.self) { try loader.open(path, isNamed: false) }
    expect(error, "ACK2034", ["good.so"])
    let isolated = try loader.load(path)
    #expect(isolated.isolation == .process)
    isolated.end()
    try #require(unsafe chown(folder.path(of: "good.so"), 0, 0) == 0)
    let trusted = try loader.load(path)
    #expect(trusted.isolation == .none)
    trusted.end()
  }
}
