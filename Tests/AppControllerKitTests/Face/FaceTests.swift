import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// What a face of an app's own shows of a controller, and what it can do.
@MainActor
@Suite struct `A face` {
  private let provider: RecordingProvider
  private let controller: AppController
  private let window = InterfaceWindow()
  private let face: Face
  private let recorder = FaceRecorder()

  private static let door = InterfaceDescription("door") {
    NavigationStack("stack") {
      Screen("form", title: "Door", primaryAction: "enter") {
        TextField("name", "Name").required()
        SecureField("pin", "PIN")
        Toggle("stay", "Stay")
        Button("enter", "Enter", action: Action("enter", sends: ["name", "pin", "stay"], validates: true))
          .enabled(when: .filled("pin"))
        Button("help", "Help", action: "help")
        Button("copy", "Copy", action: .host(.copy, payload: ["text": "1234"]))
        Link("site", "Site", url: "https://example.com/")
      }
    }
  }

  init() {
    provider = RecordingProvider(loggedOut: Self.door) { session in
      InterfaceDescription("inside") {
        Screen("inside", title: "Inside") { Text("Hello, \(session?.subject ?? "nobody")") }
      }
    }
    controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
    face = Face(of: controller)
  }

  private func id(_ name: String) throws -> FaceNodeID { try #require(face.snapshot.front?[name]?.id) }

  @Test func `shows nothing, then the interface, and each change of it until the controller ends`() async throws {
    let following = Task { [face, recorder] in for await change in face.changes { recorder.show(change) } }
    #expect(face.snapshot.front == nil)
    try await controller.installRootInterface(in: window)
    await recorder.arrival(of: face.snapshot)
    #expect(recorder.elements.first?.name == "Door")
    await face.perform(.enter(.text("ann"), into: try id("name")))
    await recorder.arrival(of: face.snapshot)
    #expect(recorder.elements == face.snapshot.front?.accessibleElements)
    #expect(recorder.elements.first { $0.id == "name" }?.value == "ann")
    await controller.login(Session(subject: "ann"))
    await recorder.arrival(of: face.snapshot)
    #expect(recorder.elements.map(\.name) == ["Inside", "Hello, ann"])
    controller.terminate()
    await following.value
    #expect(recorder.elements.isEmpty)
    #expect(face.snapshot.state == .terminated)
  }

  @Test func `tells a slow reader what is there by then, once, and every message`() async throws {
    try await controller.installRootInterface(in: window)
    var changes = face.changes.makeAsyncIterator()
    _ = await changes.next()
    let name = try id("name")
    for number in 0..<100 { await face.perform(.enter(.text("\(number)"), into: name)) }
    controller.shouldTransitionHandler = { _ in throw Veto("not today") }
    await controller.login(Session(subject: "ann"))
    await controller.login(Session(subject: "ann"))
    let first = try #require(await changes.next())
    #expect(first.snapshot[name]?.value == .text("99"))
    #expect(first.messages.isEmpty)
    var messages: [FaceMessage] = []
    while messages.count < 2 { messages += try #require(await changes.next()).messages }
    #expect(messages == [FaceMessage(.warning, "not today"), FaceMessage(.warning, "not today")])
  }

  @Test func `presses with the rules of the form, and has the wrong field in focus`() async throws {
    try await controller.installRootInterface(in: window)
    let secrets: InputValues = ["pin": .secret(Secret("1234"))]
    #expect(face.snapshot.front?["enter"]?.isUsable == false)
    var front = try #require(face.snapshot.front)
    front.add(secrets: secrets)
    #expect(front["enter"]?.isUsable == true)
    #expect(front.primaryButton?.node.id == "enter")

    let refused = await face.perform(.press(try id("enter")))
    #expect(refused.messages.first?.error?.code == .inputRefused || refused.messages.isEmpty)
    #expect(face.snapshot.front?["name"]?.error != nil)
    #expect(face.snapshot.front?["name"]?.isFocused == true)

    await face.perform(.enter(.text("ann"), into: try id("name")))
    await face.perform(.press(try id("stay")))
    #expect(face.snapshot.front?["stay"]?.value == .text("true"))
    let disabled = await face.perform(.press(try id("enter")))
    #expect(disabled.messages.first?.error?.code == .noSuchAction)

    provider.answers["enter"] = .login(Session(subject: "ann"))
    await face.perform(.press(try id("enter"), secrets: secrets))
    #expect(controller.state == .loggedIn)
    #expect(provider.questions.last { $0.kind == .perform("enter") }?.inputs == ["name", "pin", "stay"])
  }

  @Test func `asks the face for what needs a desktop`() async throws {
    try await controller.installRootInterface(in: window)
    #expect(await face.perform(.press(try id("copy"))).requests == [.copy("1234")])
    #expect(await face.perform(.press(try id("site"))).requests == [.open("https://example.com/")])
  }

  @Test func `does nothing with what is gone or covered`() async throws {
    try await controller.installRootInterface(in: window)
    let (help, form) = (try id("help"), try #require(face.snapshot.front?.id))
    provider.answers["help"] = ActionResponse(effects: [
      .show(InterfaceDescription("more") { Screen("more", title: "More") { Text("More") } }, .push)
    ])
    await face.perform(.press(help))
    let more = try #require(face.snapshot.front?.id)
    #expect(face.snapshot.front?.stack == [form, more])
    #expect(face.snapshot.front?.below?.id == form && face.snapshot.front?.below?.below == nil)
    provider.forget()
    for intent in [
      FaceIntent.press(help), .goBack(from: form), .close(form), .focus(help), .enter(.text("x"), into: help),
    ] {
      #expect(await face.perform(intent) == FaceReply())
    }
    #expect(provider.questions.isEmpty)
    #expect(face.snapshot.front?.id == more)
    await face.perform(.goBack(from: more))
    #expect(face.snapshot.front?.id == form)
    // The second one of a double click comes for a screen that is gone.
    #expect(await face.perform(.goBack(from: more)) == FaceReply())
  }

  @Test func `begins one press at a time, and gives it up`() async throws {
    try await controller.installRootInterface(in: window)
    let gate = Gate()
    provider.gates[.perform("help")] = gate
    let help = try id("help")
    guard case .underWay(let task) = face.start(.press(help)) else {
      Issue.record("it takes time")
      return
    }
    await gate.arrived()
    #expect(face.snapshot.pressed == help)
    #expect(face.snapshot.isPerforming)
    guard case .done = face.start(.press(help)) else {
      Issue.record("another one has begun")
      return
    }
    await face.perform(.cancel)
    #expect(await task.value == FaceReply())
    #expect(face.snapshot.pressed == nil)
    #expect(!face.snapshot.isPerforming)
    gate.open()
  }

  @Test func `keeps the identities when its interface is described again`() async throws {
    try await controller.installRootInterface(in: window)
    let before = try #require(face.snapshot.front)
    await controller.logout(rebuild: true)
    let after = try #require(face.snapshot.front)
    #expect(after.content.subtree.map(\.id) == before.content.subtree.map(\.id))
  }
}
