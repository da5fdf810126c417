import AppControllerKit
import AppControllerKitTesting
import Foundation
import ProviderPlugins
import TestSupport
import Testing

/// An app whose provider is built again and again.
@MainActor
private final class RebuiltApp {
  static let interval = Duration.milliseconds(250)

  let clock = ManualClock()
  let folder: TestFolder
  let path: String
  let provider: ReloadingProvider
  let controller: AppController
  private let window = InterfaceWindow()
  private let reloads: AsyncStream<ReloadingProvider.Reload>
  private(set) var count = 0

  init(_ library: String) throws {
    folder = try TestFolder()
    path = folder.path(of: "library.so")
    try FileManager.default.copyItem(atPath: library, toPath: path)
    var loader = try LoadingMode.apart.loader()
    // The time that a test waits for its turn says nothing about a provider.
    loader.deadline = .seconds(3600)
    loader.child.homes = folder.path(of: "homes")
    try FileManager.default.createDirectory(atPath: folder.path(of: "homes"), withIntermediateDirectories: true)
    provider = ReloadingProvider(try loader.load(path), at: path, loader: loader, interval: Self.interval, clock: clock)
    let (stream, continuation) = AsyncStream.makeStream(of: ReloadingProvider.Reload.self)
    reloads = stream
    controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
    controller.providerDeadline = nil
    provider.reloadHandler = { [weak self] in
      self?.count += 1
      continuation.yield($0)
    }
  }

  func install() async throws { try await controller.installRootInterface(in: window) }

  func go() async throws -> ActionOutcome { try await controller.perform(nodeID: "go") }

  /// Replaces the library, with a rename or in place as a linker does.
  func build(_ library: String, adding byte: UInt8? = nil) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library)) + (byte.map { [$0] } ?? [])
    try folder.write(bytes, to: "new.so")
    _ = unsafe rename(folder.path(of: "new.so"), path)
  }

  /// Waits until the file was checked a number of times.
  func look(times: Int = 2) async {
    for _ in 0..<times {
      await clock.sleeperArrived()
      clock.advance(by: Self.interval)
    }
    await clock.sleeperArrived()
  }

  /// Returns the result of the next build, after enough checks of the file.
  func reload() async -> ReloadingProvider.Reload? {
    await look()
    for await reload in reloads { return reload }
    return nil
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A provider that is built again` {
  private static let message = Misbehaviour.table.first { row in
    if case .says(let texts) = row.outcome { texts.count == 1 } else { false }
  }

  /// The providers whose new build must not be used.
  nonisolated static let broken = Misbehaviour.table.filter { row in
    switch row.outcome {
    case .isNotLoaded, .describesWrongly, .failsToDescribe: true
    case .works, .failsToLogIn, .failsToPerform, .says, .saysAfterTick, .timesOut, .logsInLater, .logsOutLater,
      .outlivesItsEnd:
      false
    }
  }

  private func expectReplaced(
    _ reload: ReloadingProvider.Reload?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .replaced(id: "com.example.misbehaving", version: _)? = reload else {
      Issue.record("the new build was not used: \(String(describing: reload))", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func `takes over, and the session stays`() async throws {
    let row = try #require(Self.message)
    guard case .says(let texts) = row.outcome else { return }
    let app = try RebuiltApp(FixtureLibrary.misbehaving("MB_NONE"))
    try await app.install()
    await app.controller.login(Session(subject: "ann"))
    let revision = app.controller.revision
    let process = app.provider.current
    try app.build(FixtureLibrary.misbehaving(row.mode))
    expectReplaced(await app.reload())
    await app.controller.settle()
    #expect(app.provider.current !== process)
    #expect(app.controller.state == .loggedIn)
    #expect(app.controller.session?.subject == "ann")
    #expect(app.controller.revision == revision + 1, "the interface was asked for again")
    await app.controller.logout()
    #expect(try await app.go().response.effects == [.message(.info, texts[0])])
    await #expect(throws: (any Error).self) { try await process.loggedOutInterface(for: .test(.loggedOut)) }
  }

  @Test(arguments: broken) func `changes nothing when it is broken`(_ row: Misbehaviour) async throws {
    let app = try RebuiltApp(FixtureLibrary.misbehaving("MB_NONE"))
    try await app.install()
    let (former, interface) = (app.provider.current, app.controller.installedInterface)
    try app.build(FixtureLibrary.misbehaving(row.mode))
    guard case .refused(let error)? = await app.reload() else {
      Issue.record("the broken build is used")
      return
    }
    switch row.outcome {
    case .isNotLoaded(let code, _): #expect((error as? any ExplainedError)?.codeName == code)
    default: #expect(error is any ExplainedError)
    }
    await app.controller.settle()
    #expect(app.provider.current === former)
    #expect(app.controller.installedInterface == interface)
    _ = try await app.go()
    #expect(app.controller.state == .loggedIn)
    // The next build is checked again.
    try app.build(FixtureLibrary.misbehaving("MB_NONE"), adding: 0)
    expectReplaced(await app.reload())
  }

  @Test func `is not looked at as long as it is written`() async throws {
    let app = try RebuiltApp(FixtureLibrary.misbehaving("MB_NONE"))
    try await app.install()
    let library = try Data(contentsOf: URL(fileURLWithPath: FixtureLibrary.misbehaving("MB_NONE")))
    let handle = try #require(FileHandle(forWritingAtPath: app.path))
    for part in 1...5 {
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: library.prefix(library.count * part / 6))
      await app.look(times: 1)
    }
    #expect(app.count == 0)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: library + [0])
    try handle.close()
    expectReplaced(await app.reload())
    #expect(app.count == 1)
  }

  @Test func `is the same when its bytes are`() async throws {
    let app = try RebuiltApp(FixtureLibrary.misbehaving("MB_NONE"))
    try await app.install()
    let former = app.provider.current
    try app.build(FixtureLibrary.misbehaving("MB_NONE"))
    await app.look(times: 3)
    try FileManager.default.removeItem(atPath: app.path)
    await app.look(times: 3)
    try app.build(FixtureLibrary.misbehaving("MB_NONE"))
    await app.look(times: 3)
    #expect(app.provider.current === former)
    #expect(app.count == 0)
  }

  @Test func `is refused when it is somebody else`() async throws {
    let app = try RebuiltApp(FixtureLibrary.misbehaving("MB_NONE"))
    try await app.install()
    try app.build(FixtureLibrary.product("ExampleProvider"))
    guard case .refused(let error)? = await app.reload() else {
      Issue.record("another provider took over")
      return
    }
    expect(error as? PluginError, "ACK2305", ["com.example.kitty", "com.example.misbehaving"])
  }

  @Test func `waits with the end of the former one for its answers`() async throws {
    let library = try FixtureLibrary.product("SuspendingProvider")
    let app = try RebuiltApp(library)
    let home = app.folder.path(of: "homes/com.example.suspending")
    #expect(unsafe mkfifo("\(home)/pipe", 0o600) == 0)
    let pipe = unsafe open("\(home)/pipe", O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    let former = app.provider.current
    let action = InterfaceAction("go", nodeID: "go")
    let asked = Task.immediate { try await app.provider.perform(action, for: .test(.loggedIn)) }
    try app.build(library, adding: 0)
    guard case .replaced? = await app.reload() else {
      Issue.record("the new build was not used")
      return
    }
    #expect(app.provider.current !== former)
    let line = Array("late\n".utf8)
    #expect(unsafe write(pipe, line, line.count) == line.count)
    #expect(try await asked.value == .message(.info, "late"))
    await #expect(throws: (any Error).self) { try await former.loggedInInterface(for: .test(.loggedIn)) }
  }
}
