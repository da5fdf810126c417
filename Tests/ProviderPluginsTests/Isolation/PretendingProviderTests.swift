import AppControllerKit
import TestSupport
import Testing

@testable import ProviderPlugins

/// A library whose constructor pretends to the host, on behalf of its process, to be another provider.
///
/// Without the comparison in `IsolatedInstance`, the host accepts the frame, and tells the library the session of the
/// other provider.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A provider that pretends` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func loader() throws -> ProviderLoader {
    var loader = try LoadingMode.apart.loader()
    loader.quarantine = Quarantine(folder: folder.path)
    return loader
  }

  @Test(arguments: [
    ("victim", "it gives the id com.example.victim, and its file com.example.pretending"),
    ("version", "it gives the version 9.0, and its file 1.0"), ("abi", "it gives the ABI 7, and its file 1"),
  ])
  func `is not believed, and is put into quarantine`(_ pretence: String, _ difference: String) throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/pretending.c", defining: "PRETEND=\(pretence)")
    let error = #expect(throws: PluginError.self) { try loader().load(library) }
    expect(error, "ACK2213", ["com.example.pretending", difference])
    #expect(try Quarantine(folder: folder.path).entries().map(\.id) == ["com.example.pretending"])
    expect(#expect(throws: PluginError.self) { try loader().load(library) }, "ACK2208", [difference])
  }

  /// The counterproof: a host that trusts the frame tells the library the secret of the other provider.
  @Test func `gets the secret of another where its word is taken`() throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/pretending.c", defining: "PRETEND=victim")
    var options = ProviderChild.Options()
    options.executable = try FixtureLibrary.executable("appctl")
    let libraries = LibrarySet(try LibraryFile(at: library), for: .new)
    var program = ChildProcess.Program(options, home: nil)
    program.files = HandedFiles(libraries: libraries.files, places: []).numbers
    let link = try ChildLink(program, HostContext { _ in }, patience: .seconds(60))
    let order = StartOrder(
      libraries, [], limits: ChildLimits(), home: nil, rights: ProviderRights(), settings: ProviderSettings())
    var writer = FrameWriter()
    writer.write(ToChild.start(order))
    _ = try writer.finish()
    link.send(writer.bytes)
    guard case .started(let claim)? = link.poll(atMost: .seconds(60)) else {
      Issue.record("the frame was not taken")
      return
    }
    #expect(claim.id == "com.example.victim")
    let session = Session(subject: "ann", secret: Secret("a token of ann's"))
    writer.write(
      ToChild.ask(ProviderCall(.describe(screen: ""), sequence: 1, for: .test(.loggedIn, session: session))))
    let number = try writer.finish()
    link.send(writer.bytes, expecting: .answer(number))
    #expect(link.poll(atMost: .seconds(60)) != nil)
    link.kill(.unwanted)
    #expect(
      link.death(
        of: ProviderIdentity(
          path: library, note: try ProviderNote(of: LibraryFile(resolved: library)), isIsolated: true), during: .start,
        limit: .zero
      ).lastOutput.contains("a token was told"))
  }

  @Test func `is who its file says, also when it speaks for itself`() async throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/pretending.c", defining: "PRETEND=itself")
    let provider = try loader().load(library)
    #expect(provider.id == "com.example.pretending" && provider.path == library && provider.version == "1.0")
  }

  @Test func `does not get by a pin`() throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/pretending.c", defining: "PRETEND=itself")
    var loader = try loader()
    loader.pins["com.example.pretending"] = ProviderPin(sha256: String(repeating: "0a", count: 32))
    expect(#expect(throws: PluginError.self) { try loader.load(library) }, "ACK2037", ["com.example.pretending"])
  }

  /// A library may not refuse in the host's name what the host has checked itself.
  @Test(arguments: ["pin", "quarantined"]) func `may not refuse in the words of the host`(_ pretence: String) throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/pretending.c", defining: "PRETEND=\(pretence)")
    let error = #expect(throws: PluginError.self) { try loader().load(library) }
    expect(error, "ACK2204", ["com.example.pretending", "the code of a refusal"])
  }
}
