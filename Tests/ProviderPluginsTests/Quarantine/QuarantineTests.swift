import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A quarantine` {
  private let folder: TestFolder
  private let quarantine: Quarantine

  init() throws {
    folder = try TestFolder()
    quarantine = Quarantine(folder: folder.path(of: "state"))
  }

  private func loader(_ mode: LoadingMode = .apart) throws -> ProviderLoader {
    var loader = try mode.loader()
    loader.quarantine = quarantine
    return loader
  }

  /// Makes a provider end its process while it describes its logged-in interface.
  private func die(_ act: Deed.Act) async throws -> String {
    let library = try Deed(function: .describe, act: act).library(in: folder)
    let provider = try loader().load(library)
    _ = try? await provider.loggedInInterface(for: .test(.loggedIn))
    return library
  }

  @Test(arguments: LoadingMode.allCases)
  func `keeps what crashed from being loaded, and says how it crashed`(_ mode: LoadingMode) async throws {
    let library = try await die(.abort)
    let error = #expect(throws: PluginError.self) { try loader(mode).load(library) }
    expect(error, "ACK2208", ["com.example.deadly", "SIGABRT", "at its logged-in interface", "[ACK2201]", "T"])
    #expect(error?.why.contains("the kettle is on") == true)
    #expect(error?.command == "appctl quarantine clear com.example.deadly")
    #expect(error?.fix.contains("appctl") == false, "the user of an app may not have it")
  }

  /// The reason comes before a backtrace that is longer than the kept output.
  @Test func `says why a library has trapped, and not where`() async throws {
    let library = try Deed(function: .describe, act: .trap).library(in: folder)
    let provider = try loader().load(library)
    let crash = await #expect(throws: PluginError.self) { try await provider.loggedInInterface(for: .test(.loggedIn)) }
    let reason = "Kettle/Kettle.swift:7: Fatal error: the kettle is off"
    expect(crash, "ACK2201", ["SIGILL"])
    #expect(crash?.why == "it wrote: com.example.deadly | \(reason)")
    let refusal = #expect(throws: PluginError.self) { try loader().load(library) }
    expect(refusal, "ACK2208", ["SIGILL"])
    #expect(refusal?.why.hasSuffix("; it wrote: com.example.deadly | \(reason)") == true)
    let words = try #require(try quarantine.entries().first).lastOutput
    #expect(words.hasPrefix("\(reason)\n…\n") && words.hasSuffix("89 0x000000000089 boil(_:) + 89 in deadly.so\n"))
    #expect(words.utf8.count <= 4096)
  }

  /// With 0 it ends when it is made, with 1 at its logged-in interface.
  @Test(arguments: [0, 1])
  func `keeps no secret that a library has written before its end`(_ moment: Int) async throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/configured.c", defining: "DIES=\(moment)")
    var loader = try loader()
    loader.settings = [
      "com.example.configured": ["server": "https://id.example.com", "clientSecret": .secret(Secret("of-the-client"))]
    ]
    let error = await #expect(throws: PluginError.self) {
      let session = Session(subject: "ann", secret: Secret("of-the-session"))
      _ = try await loader.load(library).loggedInInterface(for: .test(.loggedIn, session: session))
    }
    let entry = try #require(try quarantine.entries().first)
    let refusal = #expect(throws: PluginError.self) { try loader.load(library) }
    for text in [error?.why ?? "", entry.lastOutput, refusal?.why ?? ""] {
      #expect(text.contains("server=https://id.example.com clientSecret=(secret)"), "\(text)")
      #expect(!text.contains("of-the-client") && !text.contains("of-the-session"), "\(text)")
    }
  }

  @Test func `knows a library by its content`() async throws {
    let library = try await die(.exit)
    // A copy under another name counts as the same library.
    let copy = folder.path(of: "copy.so")
    try FileManager.default.copyItem(atPath: library, toPath: copy)
    expect(#expect(throws: PluginError.self) { try loader().load(copy) }, "ACK2208", ["status 3"])
    // Another build counts as another library; a byte after the end of the loaded part is enough.
    let handle = try #require(FileHandle(forWritingAtPath: copy))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    #expect(try loader().load(copy).id == "com.example.deadly")
    // It crashes under its own name, and one of the same size is another build, too.
    try FileManager.default.removeItem(atPath: library)
    try FileManager.default.copyItem(atPath: copy, toPath: library)
    _ = try? await loader().load(library).loggedInInterface(for: .test(.loggedIn))
    expect(#expect(throws: PluginError.self) { try loader().load(copy) }, "ACK2208", ["status 3"])
    try handle.seek(toOffset: handle.offset() - 1)
    try handle.write(contentsOf: Data([1]))
    try handle.close()
    #expect(try loader().load(copy).id == "com.example.deadly")
  }

  @Test func `notes a provider that kills its own process`() async throws {
    let library = try await die(.killed)
    #expect(try quarantine.entries().map(\.code) == ["ACK2201"])
    expect(#expect(throws: PluginError.self) { try loader().load(library) }, "ACK2208", ["SIGKILL"])
  }

  /// A signal from users, sessions or the kernel counts if a question is under way.
  @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGABRT], [true, false])
  func `counts a signal from outside when a call was under way`(_ signal: Int32, _ isAtRest: Bool) throws {
    let path = try FixtureLibrary.exampleInC()
    let death = ChildDeath(
      id: "com.example.kitty", path: path, phase: .tick, end: .exited(.signaled(signal)), lastOutput: "",
      hasGreeted: true, wasAtRest: isAtRest)
    let entry = QuarantineEntry(death, try LibraryFile(resolved: LibraryFile.resolve(path)), at: 0)
    #expect((entry == nil) == (isAtRest && signal != SIGABRT))
  }

  @Test(arguments: [(9, false), (10, true), (60, true)])
  func `counts a call that does not return, unless it had less than the usual time`(_ seconds: Int, _ counts: Bool)
    throws
  {
    let path = try FixtureLibrary.exampleInC()
    let death = ChildDeath(
      id: "com.example.kitty", path: path, phase: .tick, end: .hung(.seconds(seconds)), lastOutput: "",
      hasGreeted: true, wasAtRest: false)
    let entry = QuarantineEntry(death, try LibraryFile(resolved: LibraryFile.resolve(path)), at: 0)
    #expect((entry != nil) == counts)
  }

  @Test func `notes nothing that was not the library's doing`() async throws {
    let provider = try loader().load(Deed(function: .describe, act: .write).library(in: folder))
    _ = try await provider.loggedInInterface(for: .test(.loggedIn))
    provider.end()
    #expect(try quarantine.entries() == [])
  }

  @Test func `notes one library once, with the last that happened`() async throws {
    _ = try await die(.abort)
    #expect(try quarantine.entries().map(\.code) == ["ACK2201"])
    let first = try #require(try quarantine.entries().first)
    try quarantine.clear()
    _ = try await die(.exit)
    try quarantine.add(first)
    // It is one file under many names.
    #expect(try quarantine.entries().map(\.code) == ["ACK2201"])
  }

  @Test func `lets out by id, by digest, or all`() async throws {
    func entry(_ id: String?, _ digit: String) -> QuarantineEntry {
      QuarantineEntry(
        sha256: String(repeating: digit, count: 64), size: 1, path: "/\(digit).so", id: id, date: 0, code: "ACK2201",
        phase: "at a tick", end: "crashed", lastOutput: "")
    }
    let entries = [entry("com.example.one", "1"), entry(nil, "2"), entry("com.example.three", "3")]
    for entry in entries { try quarantine.add(entry) }
    #expect(try quarantine.entries() == entries)
    #expect(try quarantine.clear("com.example.nobody") == [])
    #expect(try quarantine.clear("com.example.one") == [entries[0]])
    #expect(try quarantine.clear(entries[1].sha256) == [entries[1]])
    #expect(try quarantine.clear() == [entries[2]])
    #expect(try quarantine.entries() == [])
  }

  @Test func `keeps the newest when there are too many`() throws {
    for number in 0...Quarantine.entryLimit {
      let digits = String(number, radix: 16)
      try quarantine.add(
        QuarantineEntry(
          sha256: String(repeating: "0", count: 64 - digits.count) + digits, size: 1, path: "/", id: "n\(number)",
          date: 0,
          code: "ACK2201", phase: "", end: "", lastOutput: ""))
    }
    let entries = try quarantine.entries()
    #expect(entries.count == Quarantine.entryLimit)
    #expect(entries.first?.id == "n1" && entries.last?.id == "n\(Quarantine.entryLimit)")
  }

  @Test(arguments: ["", "{}", "[1]", "[{}]", "not JSON"])
  func `is no empty one when it is damaged`(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: quarantine.folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(quarantine.folder)/quarantine.json"))
    expect(#expect(throws: PluginError.self) { try quarantine.entries() }, "ACK2209", ["quarantine.json", "damaged"])
    let library = try FixtureLibrary.exampleInC()
    expect(#expect(throws: PluginError.self) { try loader().load(library) }, "ACK2209", [])
  }
}
