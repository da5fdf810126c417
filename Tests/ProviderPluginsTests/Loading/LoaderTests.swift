import AppControllerKit
import Foundation
import Glibc
import ProviderPlugins
import TestSupport
import Testing

@MainActor
@Suite struct `Loading a provider` {
  @Test(arguments: InspectedFile.table + InspectedFile.unusual + InspectedFile.unloadable)
  func `says what is there instead`(_ file: InspectedFile) throws {
    let folder = try TestFolder()
    let path = try file.make(folder)
    let error = #expect(throws: PluginError.self) { try ProviderLoader().load(path) }
    expect(error, file.code, file.says + [folder.path])
    // Nothing is left behind that would prevent a provider from being loaded.
    #expect(try ProviderLoader().load(try FixtureLibrary.exampleInC()).id == "com.example.kitty-c")
  }

  @Test func `has a file for every code of a failed load`() {
    // The loader's other codes are for libraries that were loaded, which the misbehaving ones cover.
    let files = InspectedFile.table + InspectedFile.unloadable
    let codes = Set(
      files.map(\.code) + ["ACK2011", "ACK2032", "ACK2033", "ACK2034", "ACK2035", "ACK2036", "ACK2037", "ACK2038"]
    )
    .union(
      Misbehaviour.table.compactMap { row in
        guard case .isNotLoaded(let code, _) = row.outcome else { return nil }
        return code
      }
    )
    #expect(codes == Set((1...38).map { String(format: "ACK2%03d", $0) } + ["ACK2101"]))
  }

  @Test func `follows links to the file that they mean`() throws {
    let folder = try TestFolder()
    let library = try FixtureLibrary.exampleInC()
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path(of: "one.so"), withDestinationPath: library)
    try files.createSymbolicLink(atPath: folder.path(of: "two.so"), withDestinationPath: "one.so")
    let provider = try ProviderLoader().load(folder.path(of: "two.so"))
    #expect(provider.path == library)
  }

  @Test func `takes a relative path from the current folder`() throws {
    let library = try FixtureLibrary.exampleInC()
    let up = String(repeating: "../", count: FileManager.default.currentDirectoryPath.split(separator: "/").count)
    let provider = try ProviderLoader().load("\(up)\(library.dropFirst())")
    #expect(provider.path == library)
  }

  @Test func `loads the same file by another name`() throws {
    let folder = try TestFolder()
    let library = try FixtureLibrary.exampleInC()
    _ = try ProviderLoader().load(library)
    // A second name of the same file: the system's loader recognizes the file that it has mapped under the first name.
    try Tool.compile(["-shared", "-fPIC", "-o", folder.path(of: "twin.so"), "-x", "c", "/dev/null"])
    try FileManager.default.removeItem(atPath: folder.path(of: "twin.so"))
    let copy = try folder.write(try Data(contentsOf: URL(fileURLWithPath: library)), to: "copy.so")
    let link = folder.path(of: "twin.so")
    try FileManager.default.linkItem(atPath: copy, toPath: link)
    #expect(try ProviderLoader().load(copy).path == copy)
    #expect(try ProviderLoader().load(link).path == link)
  }

  @Test func `says that a file may not be read`() throws {
    let folder = try TestFolder()
    let path = try folder.write("x".utf8, to: "secret.so")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let error = #expect(throws: PluginError.self) {
      try withoutPrivileges { () throws(PluginError) in _ = try LibraryFile(resolved: path) }
    }
    expect(error, "ACK2011", [path, "may not be read", "Permission denied"])
  }

  @Test func `says that a folder above may not be searched`() throws {
    let folder = try TestFolder()
    let path = try folder.write("x".utf8, to: "plugin.so")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
    let error = #expect(throws: PluginError.self) {
      try withoutPrivileges { () throws(PluginError) in _ = try LibraryFile.resolve(path) }
    }
    expect(error, "ACK2011", [path, "may not be read"])
  }
}

/// Runs a body without the privilege to read every file, which root has.
///
/// Only this thread's identity changes, and only for the file system.
private func withoutPrivileges(_ body: () throws(PluginError) -> Void) throws(PluginError) {
  guard geteuid() == 0 else { return try body() }
  typealias Change = @convention(c) (UInt32) -> Int32
  // Swift's Glibc module leaves out <sys/fsuid.h>.
  guard let address = unsafe dlsym(nil, "setfsuid") else {
    Issue.record("there is no setfsuid")
    return
  }
  let change = unsafe unsafeBitCast(address, to: Change.self)
  _ = change(65534)
  defer { _ = change(0) }
  try body()
}
