import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `Looking at a provider` {
  @Test(arguments: InspectedFile.table + InspectedFile.unusual)
  func `says why it would not load`(_ file: InspectedFile) throws {
    let folder = try TestFolder()
    let path = try file.make(folder)
    let problems: [PluginError]
    do throws(PluginError) { problems = try ProviderInspector().facts(of: path).problems } catch { problems = [error] }
    #expect(problems.map(\.codeName) == [file.code], "\(problems)")
    expect(problems.first, file.code, file.says + [folder.path])
  }

  @Test func `names what the author of a library without a note has to write, in its language`() throws {
    let folder = try TestFolder()
    for (name, fix) in [
      ("a library without a note", "with ACK_PROVIDER_NOTE of"),
      ("a library in Swift without a note", "name the plugin ProviderNote at the target in Package.swift"),
    ] {
      let files = InspectedFile.table + InspectedFile.unusual
      let path = try #require(files.first { $0.testDescription == name }).make(folder)
      let error = #expect(throws: PluginError.self) { try ProviderInspector().note(of: path) }
      #expect(error?.fix.contains(fix) == true, "\(String(describing: error))")
    }
  }

  @Test func `has a code of its own for everything that it refuses`() {
    let codes = InspectedFile.table.map(\.code) + ["ACK2032", "ACK2033", "ACK2034", "ACK2035"]
    #expect(Set(codes).count == codes.count)
  }

  @Test func `tells all about a provider in C`() throws {
    let folder = try TestFolder()
    let path = try NotedLibrary.build(in: folder, ["-Wl,-soname,libnoted.so.1", "-Wl,--no-as-needed", "-lc"])
    let facts = try ProviderInspector().facts(of: path)
    #expect(facts.path == path)
    #expect(facts.wouldLoad)
    #expect(facts.note?.id == "com.example.noted")
    #expect(facts.soname == "libnoted.so.1")
    #expect(facts.machine == ELFMachine.host.name)
    #expect(facts.swiftRuntime == SwiftRuntime.none)
    #expect(facts.exports == ["ack_provider_query"])
    #expect(facts.exportCount == 1)
    #expect(facts.needed.first?.name == "libc.so.6" && facts.needed.first?.neededBy == path)
    #expect(facts.status?.size == (try Data(contentsOf: URL(fileURLWithPath: path)).count))
    #expect(facts.status?.owner == geteuid())
    let sum = try Tool.run(try #require(Tool.find("sha256sum")), [path]).output
    #expect(sum.hasPrefix("\(try #require(facts.digest)) "))
  }

  @Test func `says all reasons, and not only the first`() throws {
    let facts = ProviderInspector.withoutFolders().facts(
      ofBytes: try NotedLibrary.bytes("int other(void) { return 0; }", ["-Wl,--no-as-needed", "-lutil"]))
    #expect(facts.codes.prefix(2) == ["ACK2027", "ACK2003"])
  }

  @Test func `runs none of its code`() throws {
    let folder = try TestFolder()
    let proof = folder.path(of: "it-ran")
    let source = """
      #include <stdio.h>
      __attribute__((constructor)) static void run(void) { fclose(fopen("\(proof)", "w")); }
      \(NotedLibrary.source)
      """
    let path = try NotedLibrary.build(source, in: folder)
    #expect(try ProviderInspector().facts(of: path).wouldLoad)
    #expect(try ProviderInspector().note(of: path).id == "com.example.noted")
    #expect(!FileManager.default.fileExists(atPath: proof))
    // Loading the library runs the code; otherwise the test would prove nothing.
    _ = try LoadedLibrary(.of(LibrarySet(LibraryFile(at: path), for: .this)))
    #expect(FileManager.default.fileExists(atPath: proof))
  }

  @Test func `sees nothing but an error when the file is cut off meanwhile`() throws {
    let folder = try TestFolder()
    let path = try NotedLibrary.build(in: folder)
    let file = try LibraryFile(resolved: path)
    let library = try OpenedLibrary(file, path: path)
    #expect(unsafe truncate(path, 4200) == 0)
    let error = #expect(throws: PluginError.self) { try LibraryLinkage(library, path: path) }
    #expect(throws: PluginError.self) { try file.checkUnchanged() }
    expect(error, "ACK2015", ["became shorter while it was read"])
    #expect(throws: ELFFault.self) { try Digest(of: file) }
  }

  @Test(arguments: FileChange.allCases)
  func `sees that the file was changed since it was opened`(_ change: FileChange) throws {
    let folder = try TestFolder()
    let path = try NotedLibrary.build(in: folder)
    let file = try LibraryFile(resolved: path)
    try file.checkUnchanged()
    try change.make(path)
    let error = #expect(throws: PluginError.self) { try file.checkUnchanged() }
    expect(error, "ACK2035", [path, change.says])
  }

  @Test func `follows a link to the file, and none that is put there afterwards`() throws {
    let folder = try TestFolder()
    let path = try NotedLibrary.build(in: folder)
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: "link.so"), withDestinationPath: "noted.so")
    #expect(try ProviderInspector().facts(of: folder.path(of: "link.so")).path == path)
    let error = #expect(throws: PluginError.self) { try LibraryFile(resolved: folder.path(of: "link.so")) }
    expect(error, "ACK2013", ["symbolic link"])
  }
}
