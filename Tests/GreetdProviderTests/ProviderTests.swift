import AppControllerKit
import AppControllerKitTesting
import Foundation
import ProviderSDK
import Synchronization
import TestSupport
import Testing

@testable import OrgAppcontrollerkitGreetd

/// A greetd that gives the prepared answers in turn, and keeps what it was asked.
private final class FakeGreetd: GreetdTransport {
  private struct State {
    var answers: [GreetdMessage]
    var requests: [GreetdRequest] = []
    var isClosed = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ answers: [GreetdMessage]) { state = Mutex(State(answers: answers)) }

  var requests: [GreetdRequest] { state.withLock { $0.requests } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Without an answer it says nothing until the task is cancelled, whatever the limit.
  func exchange(_ request: GreetdRequest, within limit: Duration) async throws -> GreetdMessage {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    if let answer { return answer }
    try await Task.sleep(for: .seconds(86_400))
    throw CancellationError()
  }

  func close() { state.withLock { $0.isClosed = true } }
}

/// A clock on which no wait ends by itself, or every one does at once.
private final class FixedTime: Time {
  let isOver: Atomic<Bool>

  init(isOver: Bool) { self.isOver = Atomic(isOver) }

  func sleep(_ duration: Duration) async throws {
    if isOver.load(ordering: .relaxed) { await Task.yield() } else { try await Task.sleep(for: .seconds(86_400)) }
    try Task.checkCancellation()
  }
}

private let question = GreetdMessage.question(Question("Password: ", isSecret: true))

/// An app with the provider on its first screen.
@MainActor
private struct App {
  let controller: AppController
  let window: InterfaceWindow
  let greetd: FakeGreetd
  let folder: TestFolder
  let time: FixedTime

  init(_ answers: [GreetdMessage], isLate: Bool = false, change: (inout GreetdConfiguration) -> Void = { _ in })
    async throws
  {
    let greetd = FakeGreetd([.failure(isRefusal: false)] + answers)
    self.greetd = greetd
    folder = try TestFolder()
    time = FixedTime(isOver: isLate)
    var configuration = GreetdConfiguration(
      folders: [], command: "sway", xStarter: "startx", showsUsers: false, memory: Memory(folder: folder.path),
      hasPower: false, restartCommand: "exit 1", powerOffCommand: "exit 0")
    change(&configuration)
    let provider = GreetdProvider(configuration, Machine(root: folder.path), time) { _ in greetd }
    // The controller's deadlines never pass, and nothing is animated.
    controller = AppController(interfaceProvider: provider, clock: ManualClock())
    var traits = TraitCollection()
    traits.motion = .none
    window = InterfaceWindow(traits: traits)
    try await controller.installRootInterface(in: window)
  }

  func write(_ text: String, _ path: String) throws {
    let url = URL(fileURLWithPath: folder.path(of: path))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func begin(_ user: String = "kitty") async throws {
    _ = try await controller.perform(nodeID: "next", values: ["user": .text(user)])
  }

  var texts: [String] {
    (Face(of: controller).snapshot.front?.node.visibleSubtree ?? []).flatMap { [$0.label, $0.text].compactMap(\.self) }
  }
}

@MainActor
@Suite struct `The greeter` {
  @Test func `logs in with a password, starts the session, and remembers`() async throws {
    let app = try await App([.notice(Notice("Hello", isError: false)), question, .success, .success])
    try await app.begin()
    _ = try await app.controller.perform(nodeID: "go", values: ["answer-1": .secret(Secret("meow"))])
    #expect(app.controller.session?.subject == "kitty")
    #expect(app.controller.session?.secret == nil)
    #expect(
      app.greetd.requests == [
        .cancelSession, .createSession(user: "kitty"), .answer(nil), .answer(Secret("meow")),
        .startSession(command: ["sway"], environment: ["XDG_SESSION_TYPE=tty"]),
      ])
    // The choice is kept beside the answer.
    await reached { Memory(folder: app.folder.path).choice != nil }
    #expect(Memory(folder: app.folder.path).choice == RememberedChoice(user: "kitty", session: "command"))
  }

  @Test func `asks nothing where PAM does not`() async throws {
    let app = try await App([.success, .success])
    try await app.begin()
    #expect(app.controller.session?.subject == "kitty")
  }

  @Test func `goes on by itself after a wait, and shows what was said meanwhile`() async throws {
    // The waits end at once, and greetd answers when it likes.
    let app = try await App(
      [.notice(Notice("Place your finger", isError: false)), .success, .success], isLate: true)
    try await app.begin()
    await reached { app.controller.session != nil }
    #expect(app.controller.session?.subject == "kitty")
  }

  @Test func `is cancelled while greetd says nothing`() async throws {
    let app = try await App([.notice(Notice("Place your finger", isError: false))], isLate: true)
    try await app.begin()
    _ = try await app.controller.perform(nodeID: "cancel")
    #expect(app.greetd.isClosed)
    #expect(app.controller.session == nil)
    #expect(!app.greetd.requests.dropFirst().contains(.cancelSession))
  }

  @Test func `tells greetd when a question is cancelled`() async throws {
    let app = try await App([question, .success])
    try await app.begin()
    _ = try await app.controller.perform(nodeID: "cancel")
    #expect(app.greetd.requests.last == .cancelSession)
    #expect(app.greetd.isClosed)
  }

  @Test func `does not take whoever is about to wait for nobody`() async throws {
    let greetd = FakeGreetd([.success, question, .success, .success])
    let attended = Mutex<[Bool]>([])
    let signIn = SignIn(Conversation(user: "kitty", program: .test), greetd, FixedTime(isOver: false)) {
      _, isAttended in attended.withLock { $0.append(isAttended) }
    }
    await reached { signIn.conversation.isResting }
    await signIn.wait(atMost: .seconds(2), untilItRests: true)
    signIn.answer(Secret("meow"))
    await reached { attended.withLock { $0.count } >= 4 }
    #expect(attended.withLock { $0 } == [true, true, true, true])
  }

  @Test func `refuses a name and an answer that greetd could not take`() async throws {
    let app = try await App([question])
    let refused = try await app.controller.perform(nodeID: "next", values: ["user": .text("a\u{1B}")]).response
    #expect(refused == .fieldError("user", "This is not the name of a user"))
    #expect(app.greetd.requests.isEmpty)
    try await app.begin()
    for answer in [String(repeating: "a", count: 8193), "a\0"] {
      let response = try await app.controller.perform(nodeID: "go", values: ["answer-1": .secret(Secret(answer))])
        .response
      #expect(response == .fieldError("answer-1", "An answer has at most 8192 bytes, and no byte 0"))
    }
    #expect(app.greetd.requests.count == 2)
  }

  @Test func `says that a login has failed, without a reason, and keeps the name`() async throws {
    let app = try await App([question, .failure(isRefusal: true), .success])
    try await app.begin()
    let response = try await app.controller.perform(nodeID: "go", values: ["answer-1": .secret(Secret("guess"))])
      .response
    guard case .show(let door, .replace)? = response.effects.first else {
      Issue.record("\(response)")
      return
    }
    let nodes = door.root.visibleSubtree
    #expect(nodes.contains { $0.text == "The login has failed" })
    #expect(nodes.contains { $0.input?.values == ["kitty"] })
  }

  @Test func `says beside a password what the keyboard is, and when Caps Lock changes`() async throws {
    let app = try await App([question, .success])
    app.time.isOver.store(true, ordering: .relaxed)
    try app.write("0", "sys/class/leds/input3::capslock/brightness")
    try app.write("XKBLAYOUT=de\n", "etc/default/keyboard")
    try await app.begin()
    await reached { app.texts.contains("Keyboard layout: de") }
    #expect(!app.texts.contains("Caps Lock is on"))
    try app.write("1", "sys/class/leds/input3::capslock/brightness")
    await reached { app.texts.contains("Caps Lock is on") }
    try app.write("0", "sys/class/leds/input3::capslock/brightness")
    await reached { !app.texts.contains("Caps Lock is on") }
    _ = try await app.controller.perform(nodeID: "cancel")
  }

  @Test func `has power buttons only where the operator says so`() async throws {
    let app = try await App([])
    await #expect(throws: (any Error).self) { try await app.controller.perform(nodeID: "restart") }
    let power = try await App([]) { $0.hasPower = true }
    let response = try await power.controller.perform(nodeID: "power-off").response
    #expect(response == .message(.info, "The machine is about to turn off"))
    let failure = try await power.controller.perform(nodeID: "restart").response
    guard case .message(.error, let words)? = failure.effects.first else {
      Issue.record("\(failure)")
      return
    }
    #expect(words.hasPrefix("The machine does not restart: the command of the setting has failed."))
  }
}
