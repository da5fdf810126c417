import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite struct `A question before an action` {
  private static let order = InterfaceDescription("order") {
    Screen("order", title: "Order 1042") {
      TextField("reason", "Reason").required()
      SecureField("pin", "PIN")
      Button(
        "cancel", "Cancel order", style: .destructive,
        action: Action("cancel", sends: ["reason", "pin"]).confirmed(
          "Cancel order 1042?", text: "This cannot be undone.", label: "Cancel it"))
    }
  }

  private let provider: RecordingProvider
  private let controller: AppController
  private let face: Face

  init() async throws {
    provider = RecordingProvider(loggedOut: Self.order) { _ in
      InterfaceDescription("inside") { Screen("inside", title: "Inside") {} }
    }
    controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
    face = Face(of: controller)
    try await controller.installRootInterface(in: InterfaceWindow())
    await face.perform(.enter(.text("too late"), into: try #require(face.snapshot.front?["reason"]?.id)))
  }

  private var front: ScreenPicture { get throws { try #require(face.snapshot.front) } }
  /// The actions that the provider was asked for.
  private var asked: [String] {
    provider.questions.map(\.kind.rawValue).filter { $0.hasPrefix("perform ") }.map { String($0.dropFirst(8)) }
  }

  private func press(_ id: String, secrets: InputValues = [:]) async throws {
    await face.perform(.press(try #require(try front[id]?.id), secrets: secrets))
  }

  @Test func `is a layer in every face, with the focus on what does nothing`() async throws {
    try await press("cancel")
    #expect(try front.isLayer)
    #expect(
      try front.accessibleElements.map(\.name)
        == ["Close", "Cancel order 1042?", "This cannot be undone.", "Keep", "Cancel it"])
    #expect(try front.focusedID == "keep" && front.primaryButton?.node.id == "keep")
    #expect(asked == [])
  }

  @Test func `lets the action go when the user goes on, with the secrets of the press`() async throws {
    try await press("cancel", secrets: ["pin": .secret(Secret("1234"))])
    try await press("proceed")
    #expect(asked == ["cancel"])
    #expect(provider.questions.last?.inputs == ["pin", "reason"])
    #expect(try !front.isLayer)
  }

  @Test(arguments: ["keep", "close"])
  func `does nothing when the user keeps it or closes the layer`(way: String) async throws {
    try await press("cancel")
    if way == "keep" { try await press("keep") } else { await face.perform(.close(try front.id)) }
    #expect(try !front.isLayer && front.node.id == "order")
    #expect(asked == [])
    try await press("cancel")
    #expect(try front.isLayer, "it can be asked again")
  }

  @Test func `is not asked before the inputs are right`() async throws {
    await face.perform(.enter(.text(""), into: try #require(try front["reason"]?.id)))
    try await press("cancel")
    #expect(try !front.isLayer && front["reason"]?.error != nil)
    #expect(asked == [])
  }

  @Test func `does not act on an interface that is gone`() async throws {
    try await press("cancel")
    await controller.login(Session(subject: "ann"))
    #expect(face.snapshot.front?.node.id == "inside")
    #expect(asked == [])
  }

  @Test func `is said of the button`() {
    let button = Self.order.accessibleElements().first { $0.id == "cancel" }
    #expect(button?.states == .asksFirst)
    #expect(TextRenderer().render(Self.order).contains("[ Cancel order ] (destructive, asks first)"))
  }
}
