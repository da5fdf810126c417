import AppControllerKit
import AppControllerKitTesting
import CProviderABI
import ProviderABI
import ProviderPlugins
import TestSupport
import Testing

/// The pictures of a library, wherever it runs.
@MainActor
@Suite struct `A picture of a library` {
  /// The names of the pictures that are shown.
  private func shown(_ controller: AppController) -> Set<String> {
    Set(Face(of: controller).snapshot.front?.state.assets.keys.map(\.self) ?? [])
  }

  @Test(arguments: LoadingMode.allCases)
  func `is given in C`(_ mode: LoadingMode) async throws {
    // On this clock no picture is too late.
    let loader = try mode.loader(clock: ManualClock())
    let app = try LoadedApp(FixtureLibrary.build("Tests/Fixtures/picturing.c"), loader: loader)
    try await app.install()
    #expect(shown(app.controller) == ["dot", "later"])
    #expect(Face(of: app.controller).snapshot.front?.state.assets["dot"]?.width == 1)
    #expect(
      app.log.map { $0.drop { $0 != "[" } } == [
        "[ACK1008]", "[ACK2102] [ACK3002]", "[ACK2106] [ACK3002]", "[ACK2106] [ACK3002]", "[ACK2106] [ACK3002]",
        "[ACK2106] [ACK3002]", "[ACK1008]",
      ])
    #expect(app.log.contains { $0.contains("the picture is lost") })
    #expect(app.log.contains { $0.contains("give was called with 262145 bytes; a picture has at most 262144") })
    #expect(app.log.contains { $0.contains("give was called twice") })
    await app.provider.finish()
  }

  @Test func `is given in Swift, at once and later`() async throws {
    let app = try SuspendingApp(.apart)
    try await app.install()
    let screen = try #require(app.controller.rootContainer.visibleScreen)
    let action = InterfaceAction("pictures", nodeID: "go", revision: app.controller.revision)
    _ = try await app.controller.perform(action, isHostAction: false, on: screen)
    #expect(shown(app.controller) == ["now", "later"])
    await app.provider.finish()
  }

  @Test(arguments: LoadingMode.waited)
  func `can be recorded and done again`(_ mode: LoadingMode) async throws {
    let recorded = try RecordedApp(FixtureLibrary.build("Tests/Fixtures/picturing.c"), mode)
    try await recorded.install()
    #expect(shown(recorded.controller) == ["dot", "later"])
    let report = try await recorded.replay()
    #expect(report.divergence == nil)
  }

  @Test func `has no way in after the call`() {
    let asset = AssetTable()
    func give() -> Int32 {
      let byte: UInt8 = 1
      return unsafe withUnsafePointer(to: byte) { unsafe asset.table.pointee.give(asset.table, $0, 1) }
    }
    #expect(give() == ACK_GONE && asset.given == nil)
    asset.open()
    #expect(give() == ACK_OK && asset.given == [1])
    #expect(give() == ACK_MISUSE && asset.refusal != nil)
    asset.retire()
    #expect(give() == ACK_GONE && asset.given == nil && asset.refusal == nil)
    #expect(unsafe asset.table.pointee.give(nil, nil, 0) == ACK_MISUSE)
  }
}
