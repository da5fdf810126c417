import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// The pictures of a provider: when they are asked for, what is kept, and what is shown.
@MainActor
@Suite struct `A picture that an interface names` {
  private let clock = ManualClock()
  private let provider: RecordingProvider
  private let controller: AppController
  private let window = InterfaceWindow()
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() {
    provider = RecordingProvider(
      loggedOut: Self.interface("out", "logo"), loggedIn: Self.interface("in", "logo", "ann"))
    controller = AppController(interfaceProvider: provider, clock: clock)
    controller.logHandler = { [log] in log.lines.append("\($0): \($1)") }
  }

  private static func interface(_ id: String, _ names: String...) -> InterfaceDescription {
    InterfaceDescription(id) {
      Screen(id, title: id) {
        for name in names { Image(asset: name, alternative: "Picture of \(name)") }
        Button("open", "Open", action: "open")
      }
    }
  }

  private func install() async throws { try await controller.installRootInterface(in: window) }

  /// The names of the pictures that are shown.
  private var shown: Set<String> {
    Set(Face(of: controller).snapshot.front?.state.assets.keys.map(\.self) ?? [])
  }

  /// Has the logged-in interface name some pictures, and shows it.
  private func show(_ names: [String]) async {
    let interface = InterfaceDescription("in") {
      Screen("in", title: "In") { for name in names { Image(asset: name, alternative: "Picture of \(name)") } }
    }
    provider.loggedIn = { _ in interface }
    await controller.login(Session(subject: "ann"), rebuild: true)
  }

  private var asked: [String] { provider.log.filter { $0.hasPrefix("asset ") } }

  @Test func `is asked for before the interface is there, and once`() async throws {
    provider.assets["logo"] = TestPNG.plain(4, 4).bytes
    try await install()
    #expect(asked == ["asset logo"] && shown == ["logo"])
    let node = try #require(Face(of: controller).snapshot.front?.content.children.first)
    #expect(node.asset?.width == 4)
    #expect(node.elements.map(\.name) == ["Picture of logo"] && node.elements.map(\.role) == [.image])
    provider.handle?.invalidate()
    await controller.settle()
    #expect(asked == ["asset logo"] && shown == ["logo"] && log.lines.isEmpty)
  }

  @Test func `is not asked for where none is named`() async throws {
    provider.assets["logo"] = TestPNG.plain(1, 1).bytes
    try await install()
    provider.forget()
    await show([])
    #expect(controller.state == .loggedIn && asked.isEmpty && shown.isEmpty)
  }

  @Test func `is another one for another user`() async throws {
    provider.assets["logo"] = TestPNG.plain(4, 4).bytes
    provider.assets["ann"] = TestPNG.plain(1, 1).bytes
    try await install()
    await controller.login(Session(subject: "ann"))
    #expect(shown == ["logo", "ann"])
    provider.assets["ann"] = nil
    provider.forget()
    await controller.login(Session(subject: "bob"))
    #expect(asked == ["asset logo", "asset ann"] && shown == ["logo"])
    await controller.logout()
    #expect(shown == ["logo"])
  }

  @Test func `is asked for with the screen of an answer, and with one that is renewed`() async throws {
    provider.assets["more"] = TestPNG.plain(2, 2).bytes
    provider.assets["new"] = TestPNG.plain(3, 3).bytes
    provider.answers["open"] = .present(Self.interface("details", "more"))
    try await install()
    _ = try await controller.perform(nodeID: "open")
    #expect(shown == ["more"] && asked == ["asset logo", "asset more"])
    provider.screens["details"] = Self.interface("details", "new")
    provider.handle?.invalidate(screen: "details")
    await controller.settle()
    #expect(shown == ["new"])
  }

  @Test func `leaves its place to its text when it is none`() async throws {
    provider.assets["logo"] = Array("Hello".utf8)
    try await install()
    #expect(shown.isEmpty && controller.state == .loggedOut)
    #expect(log.lines == ["warning: the picture \"logo\" is refused: it is no PNG [ACK1008]"])
    let description = try #require(controller.installedInterface)
    let page = HTMLRenderer().render(
      description, state: .init(assets: controller.assets(of: description, session: nil)))
    #expect(page.contains("aria-label=\"Picture of logo\"") && !page.contains("<img"))
  }

  @Test func `leaves its place to its text when there is none, or the provider fails`() async throws {
    try await install()
    #expect(log.lines == ["warning: the picture \"logo\" is refused: the provider has none of this name [ACK1008]"])
    log.lines = []
    provider.failures = ["asset ann"]
    await controller.login(Session(subject: "ann"))
    #expect(controller.state == .loggedIn && log.lines.count == 2)
    #expect(log.lines.last?.contains("[ACK3002]") == true)
    // What has failed may not fail again.
    provider.failures = []
    provider.assets["ann"] = TestPNG.plain(1, 1).bytes
    provider.handle?.invalidate()
    await controller.settle()
    #expect(shown == ["ann"])
  }

  @Test func `is waited for no longer than five seconds`() async throws {
    let gate = Gate()
    provider.gates["asset logo"] = gate
    let installation = Task { try await install() }
    await reached { clock.nextDeadline.map { clock.now.duration(to: $0) == .seconds(5) } ?? false }
    #expect(controller.state == .launching)
    clock.advance(by: .seconds(5))
    try await installation.value
    #expect(controller.state == .loggedOut && shown.isEmpty)
    #expect(log.lines.last?.contains("[ACK3009]") == true)
  }

  @Test func `has a question asked no more whose time has passed behind it`() async throws {
    let gate = Gate()
    provider.steps["asset logo"] = { await gate.waitIgnoringCancellation() }
    func waits(for time: Duration) -> Bool { clock.nextDeadline.map { clock.now.duration(to: $0) == time } ?? false }
    let first = Task { try await controller.describe(.loggedOut) }
    await reached { waits(for: .seconds(5)) }
    clock.advance(by: .seconds(5))
    #expect(try await first.value.id == "out")
    let second = Task { try await controller.describe(.loggedIn) }
    await reached { waits(for: .seconds(30)) }
    clock.advance(by: .seconds(30))
    await #expect(throws: AppControllerError.self) { try await second.value }
    provider.forget()
    gate.open()
    await reached { !controller.questions.isAsking }
    #expect(provider.log.isEmpty)
  }

  @Test func `is at most one of those that have a mebibyte in all`() async throws {
    // Stored bytes of 255 by 250 pixels have 250 KiB, so that four of them have room, and a fifth has not.
    for name in ["a", "b", "c", "d", "e"] { provider.assets[name] = TestPNG.plain(255, 250).bytes }
    provider.assets["small"] = TestPNG.plain(1, 1).bytes
    provider.assets["logo"] = TestPNG.plain(1, 1).bytes
    try await install()
    await show(["a", "b", "c", "d", "e", "small"])
    #expect(shown == ["a", "b", "c", "d", "small"])
    #expect(log.lines.count == 1 && log.lines[0].contains("\"e\"") && log.lines[0].contains("[ACK1008]"))
  }

  @Test func `is forgotten when many others were asked for since`() async throws {
    try await install()
    for number in 0..<70 {
      provider.assets["n\(number)"] = TestPNG.plain(1, 1).bytes
      await show(["n\(number)"])
      #expect(shown == ["n\(number)"])
    }
    provider.forget()
    for number in [69, 0] { await show(["n\(number)"]) }
    #expect(asked == ["asset n0"])
  }

  @Test func `is in a page as its data`() async throws {
    let bytes = TestPNG.plain(4, 4).bytes
    provider.assets["logo"] = bytes
    let description = try await controller.describe(.loggedOut)
    let state = PresentationState(assets: controller.assets(of: description, session: nil))
    let page = HTMLRenderer().render(description, state: state)
    let image = try #require(try StrictPage.read(page).all.first { $0.name == "img" })
    #expect(image.attributes["src"] == "data:image/png;base64,\(Base64.encode(bytes))")
    #expect(image.attributes["alt"] == "Picture of logo")
    #expect(TextRenderer().render(description, state: state).contains("[image: Picture of logo]"))
  }
}
