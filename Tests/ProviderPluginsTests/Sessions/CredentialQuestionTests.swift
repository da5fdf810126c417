import AppControllerKit
import AppControllerKitTesting
import CProviderABI
import ProviderABI
import ProviderPlugins
import TestSupport
import Testing

/// The credentials that a library gives programs, wherever it runs.
@MainActor
@Suite struct `A credential of a library` {
  private func request(_ path: String, _ program: String = "git") throws -> CredentialRequest {
    try #require(CredentialRequest(program: program, host: "git.example.com", path: path))
  }

  private func app(_ mode: LoadingMode, defining definition: String? = nil) async throws -> LoadedApp {
    let library = try FixtureLibrary.build("Tests/Fixtures/exchanging.c", defining: definition)
    let app = try LoadedApp(library, loader: try mode.loader(clock: ManualClock()))
    try await app.install()
    _ = try await app.controller.perform(nodeID: "enter", values: ["who": .text("ann")])
    return app
  }

  @Test(arguments: LoadingMode.allCases)
  func `is given in C, at once and later, and left to the host`(_ mode: LoadingMode) async throws {
    let app = try await app(mode)
    for path in ["a/b.git", "late", "", String(repeating: "a", count: 600)] {
      let expected = Credential(userName: "bot", secret: Secret("git:git.example.com/\(path):secret-1"))
      #expect(try await app.controller.credential(for: request(path)) == expected)
    }
    let timed = try await app.controller.credential(for: request("timed", "com.example.tool"))
    #expect(timed?.secret.text.hasPrefix("com.example.tool:") == true)
    #expect(timed?.expiresAt == Timestamp(secondsSince1970: 4_102_444_800))
    #expect(try await app.controller.credential(for: request("absent")) == nil)
    #expect(app.controller.session?.secret?.text == "secret-1")
    #expect(app.log == [])
    await app.provider.finish()
  }

  @Test(arguments: LoadingMode.allCases)
  func `is refused when it breaks a rule, and no secret is said`(_ mode: LoadingMode) async throws {
    let app = try await app(mode)
    for (path, reason) in [
      ("denied", "robots may not do that [ACK2102]"), ("silent", "it answered status -1"),
      ("nothing", "it answered ACK_OK and gave none [ACK2106]"), ("twice", "give was called twice [ACK2106]"),
      ("large", "a secret of 16385 bytes and a user name of 3; it takes at most 16384 and 512 [ACK2106]"),
      ("named", "a user name of 513"), ("lined", "characters that cannot be shown [ACK2106]"),
      ("empty", "its secret is empty"), ("null", "a length at NULL [ACK2106]"), ("binary", "is no UTF-8 [ACK2106]"),
      ("negative", "before 1970 [ACK2106]"), ("ended", "it has ended, at 1970-01-01"),
    ] {
      let error = await #expect(throws: AppControllerError.self, "\(path)") {
        try await app.controller.credential(for: request(path))
      }
      #expect(error?.code == .providerFailed && error?.what.contains(reason) == true, "\(path): \(error?.what ?? "")")
      #expect(error.map { "\($0)".contains("secret-1") || "\($0)".contains("aaaa") } == false)
    }
    let denied = await #expect(throws: AppControllerError.self) {
      try await app.controller.credential(for: request("denied"))
    }
    #expect(denied?.category == .denied)
    #expect(try await app.controller.credential(for: request(""))?.userName == "bot", "it goes on")
    await app.provider.finish()
  }

  @Test(arguments: LoadingMode.waited, ["TABLE_SIZE=8", "NO_FUNCTION=1"])
  func `needs a whole table`(_ mode: LoadingMode, _ definition: String) async throws {
    let app = try await app(mode, defining: definition)
    let error = await #expect(throws: AppControllerError.self) {
      try await app.controller.credential(for: request(""))
    }
    #expect(
      error?.what.contains("ack.credential/1 is smaller than in version 1.0, or has no function [ACK2106]") == true)
    await app.provider.finish()
  }

  @Test func `that never comes is cancelled in time`() async throws {
    let clock = ManualClock()
    let library = try FixtureLibrary.build("Tests/Fixtures/exchanging.c")
    let app = try LoadedApp(library, loader: try LoadingMode.here.loader(clock: clock))
    try await app.install()
    _ = try await app.controller.perform(nodeID: "enter", values: ["who": .text("ann")])
    let asked = Task.immediate { try await app.controller.credential(for: request("never")) }
    await clock.sleeperArrived()
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: AppControllerError.self) { try await asked.value }
    #expect(error?.what.contains("did not answer for its credential for git within 30.0 seconds") == true)
    await app.provider.finish()
  }

  @Test(arguments: LoadingMode.waited)
  func `is a number in a recording, which can be done again and compared`(_ mode: LoadingMode) async throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/exchanging.c")
    let recorded = try RecordedApp(library, mode)
    try await recorded.install()
    _ = try await recorded.controller.perform(nodeID: "enter", values: ["who": .text("ann")])
    for path in ["", "late", "timed", "absent"] { _ = try await recorded.controller.credential(for: request(path)) }
    await #expect(throws: AppControllerError.self) { try await recorded.controller.credential(for: request("large")) }
    recorded.app.provider.end()
    let recording = try recorded.finish()
    let text = try recorded.text()
    #expect(text.contains(#""function":"credential""#) && text.contains(#""userName":"bot","secret":2"#))
    #expect(!text.contains("secret-1") && !text.contains("git:git"))
    let report = try await Replay(recording).run()
    #expect(report.divergence == nil)
    let recorder = ProviderRecorder()
    var loader = try mode.loader()
    loader.recorder = recorder
    let compared = await ProviderTest(try RecordedQuestions(recording), of: try loader.load(library), recorder).run()
    #expect(compared.differences == [])
  }

  @Test func `has no way in after the call`() {
    let table = CredentialTable()
    func give(_ end: Int64 = 0) -> Int32 {
      let secret = unsafe ack_str(immortal: "token")
      return unsafe table.table.pointee.give(table.table, .empty, secret, end)
    }
    #expect(give() == ACK_GONE && table.given == nil)
    table.open()
    #expect(give() == ACK_OK && table.given == Credential(secret: Secret("token")))
    #expect(give() == ACK_MISUSE && table.refusal != nil)
    table.retire()
    #expect(give() == ACK_GONE && table.given == nil && table.refusal == nil)
    table.open()
    #expect(give(-1) == ACK_MISUSE && give() == ACK_MISUSE, "the first fault stays")
    #expect(unsafe table.table.pointee.give(nil, .empty, .empty, 0) == ACK_MISUSE)
  }
}

/// The extension as a library in Swift has it.
@MainActor
@safe
@Suite struct `ack.credential of a library in Swift` {
  private typealias Request = UnsafePointer<ack_credential_request>

  private func ask(
    _ provider: RawProvider, _ out: UnsafePointer<ack_credential>?, sequence: UInt64, path: String = "now",
    changing change: (inout ack_credential_request) -> Void = { _ in }
  ) throws -> Int32 {
    let id = unsafe ack_str(immortal: "ack.credential/1")
    let address = unsafe try #require(provider.table.get_extension?(provider.instance, id))
    let function = unsafe try #require(ack_credentials.read(address)?.credential)
    let request = try #require(CredentialRequest(program: "git", host: "git.example.com", path: path))
    let session = Session(subject: "ann", secret: Secret("secret-1"))
    return unsafe provider.ask(.loggedIn, sequence, session: session) { context in
      lending { memory in
        var request = unsafe request.lent(by: memory).pointee
        unsafe change(&request)
        return unsafe function(provider.instance, context, &request, out)
      }
    }
  }

  @Test func `is there for a living instance, and not supported by default`() throws {
    let provider = try RawProvider(try Example.swift.library())
    let table = CredentialTable()
    table.open()
    #expect(unsafe try ask(provider, table.table, sequence: 1) == ACK_UNSUPPORTED && table.given == nil)
    let id = unsafe ack_str(immortal: "ack.credential/1")
    #expect(unsafe provider.table.get_extension?(nil, id) == nil)
    provider.destroy()
    #expect(unsafe provider.table.get_extension?(provider.instance, id) == nil)
  }

  @Test func `refuses what a host does wrongly`() throws {
    let provider = try RawProvider(try Example.swift.library())
    let table = CredentialTable()
    table.open()
    let changes: [(inout ack_credential_request) -> Void] = unsafe [
      { unsafe $0.struct_size = 55 }, { unsafe $0.program = .empty }, { unsafe $0.path.len = 4097 },
      { unsafe $0.host = ack_str(ptr: nil, len: 3) },
    ]
    for unsafe(number, change) in unsafe changes.enumerated() {
      let sequence = UInt64(number + 1)
      #expect(unsafe try ask(provider, table.table, sequence: sequence, changing: change) == ACK_MISUSE, "\(number)")
    }
    #expect(unsafe try ask(provider, table.table, sequence: 8) { unsafe $0.flags = 1 } == ACK_UNSUPPORTED)
    #expect(unsafe try ask(provider, nil, sequence: 9) == ACK_MISUSE)
    var small = unsafe table.table.pointee
    unsafe small.struct_size = 16
    #expect(unsafe try ask(provider, &small, sequence: 10) == ACK_MISUSE)
    provider.destroy()
  }

  @Test func `gives, now and later, and has the host's refusal for an answer`() async throws {
    let app = try SuspendingApp(.apart)
    try await app.install()
    await app.controller.login(Session(subject: "ann", secret: Secret("s3cret")))
    func credential(_ path: String) async throws -> Credential? {
      let request = try #require(CredentialRequest(program: "git", host: "h", path: path))
      return try await app.controller.credential(for: request)
    }
    #expect(try await credential("now") == Credential(secret: Secret("git h now s3cret"), expiresAt: 4_102_444_800))
    #expect(try await credential("later")?.secret.text == "git h later s3cret")
    #expect(try await credential("none") == nil)
    for path in ["lost", "large"] {
      let error = await #expect(throws: AppControllerError.self) { try await credential(path) }
      #expect(error?.code == .providerFailed, "\(path)")
    }
    await app.provider.finish()
  }
}
