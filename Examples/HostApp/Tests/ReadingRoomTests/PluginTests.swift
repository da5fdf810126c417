import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import ReadingRoom
import Testing

/// The id of the kit's example, which `swift build --product ExampleProvider` builds beside the tests; the folder of a
/// program is on its search path.
private let kitty = "com.example.kitty"
private let isBuilt = ProviderListing(.ofThisProcess()).provider(kitty) != nil

@MainActor
struct `a plugin` {
  let notebook = Notebook(folder: TemporaryFolder().path)

  @Test(.enabled(if: isBuilt, "run swift build --product ExampleProvider first"))
  func `is chosen by its id`() async throws {
    let (provider, id) = try ProviderChoice.plugin(id: kitty).open(in: .ofThisProcess(), notebook: notebook)
    var lines: [String] = []
    let room = ReadingRoom(
      provider: provider, id: id, notebook: notebook, store: InMemorySessionStore(), clock: ImmediateClock(),
      report: { lines.append($0) }
    )
    let window = RecordingWindow()
    try await room.controller.installRootInterface(in: window.surface)
    #expect(window.text.contains("Welcome to Kitty"))

    await room.controller.login(Session(subject: "kitty@example.com"))
    #expect(lines == ["will log in, notes at hand: 0", "did log in, welcome kitty@example.com"])
    #expect(ProviderChoice.plugins(in: .ofThisProcess()).contains { $0.hasPrefix("\(kitty): Kitty 1.0.0, in ") })
  }

  @Test func `that is not there is an error that says where it was looked for`() {
    let error = #expect(throws: PluginError.self) {
      _ = try ProviderChoice.plugin(id: "com.example.nobody").open(in: .ofThisProcess(), notebook: notebook)
    }
    #expect(error?.codeName == "ACK2038")
    #expect(error?.why.contains("searched: ") == true)
  }
}
