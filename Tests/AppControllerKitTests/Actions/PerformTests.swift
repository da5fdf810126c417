import AppControllerKit
import Testing

@MainActor
@Suite struct `An action` {
  private let provider = SigningProvider()
  private let controller: AppController
  private let window = InterfaceWindow()

  init() async throws {
    controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: window)
  }

  /// Describes its interface from the test's, and answers what the test says.
  @MainActor
  final class SigningProvider {
    var interface = EveryKind.loggedOut
    var answer = ActionResponse.nothing
    var asked: [InterfaceAction] = []

    func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription { interface }

    func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
      EveryKind.loggedIn
    }

    func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
      .init(transitionDuration: .zero)
    }

    func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
      asked.append(action)
      return answer
    }
  }

  private func code(
    _ node: String, _ values: InputValues = [:], revision: UInt64? = nil
  ) async -> AppControllerError.Code? {
    do throws(AppControllerError) {
      _ = try await controller.perform(nodeID: node, values: values, revision: revision)
      return nil
    } catch { return error.code }
  }

  private func install(@InterfaceContentBuilder _ content: () -> some InterfaceContent) async throws {
    provider.interface = InterfaceDescription("d", content: content)
    #expect(await controller.logout(rebuild: true).isCompleted)
  }

  private static let signIn: InputValues = [
    "email": .text("kitty@example.com"), "password": .secret(Secret("hunter2")), "terms": .text("true"),
  ]

  @Test func `sends what it names, its payload and its deadline, and nothing else`() async throws {
    #expect(await code("sign-in", Self.signIn) == nil)
    let action = try #require(provider.asked.first)
    #expect(action.name == "sign-in")
    #expect(action.nodeID == "sign-in")
    #expect(action.values == Self.signIn.filter { $0.key != "terms" })
    #expect(action.secret("password") == Secret("hunter2"))
    #expect(action.payload == ["from": "welcome", "a": "b"])
    #expect(action.deadline == .seconds(10))
    #expect(action.revision == 1)
    #expect("\(action)" == "InterfaceAction(sign-in, from sign-in)")
    var dumped = ""
    dump(action, to: &dumped)
    #expect(!dumped.contains("hunter2") && !dumped.contains("kitty@"))
  }

  @Test func `adds to the payload what the front end gives`() async throws {
    _ = try await controller.perform(nodeID: "sign-in", values: Self.signIn, payload: ["a": "new", "c": "d"])
    #expect(provider.asked.first?.payload == ["from": "welcome", "a": "new", "c": "d"])
  }

  @Test func `keeps what was typed for the next action, except secrets`() async throws {
    #expect(
      await code("sign-in", ["email": .text("no address"), "password": .secret(Secret("hunter2"))]) == .inputRefused)
    let state = try #require(controller.rootContainer.visibleScreen).state
    #expect(state.values["email"] == .text("no address"))
    #expect(state.values["password"] == nil)
    #expect(state.fieldErrors == ["email": "That is no email address"])
    #expect(provider.asked.isEmpty)
    #expect(await code("sign-in", ["password": .secret(Secret("hunter2")), "terms": .text("true")]) == .inputRefused)
    #expect(await code("sign-in", Self.signIn) == nil)
    #expect(controller.rootContainer.visibleScreen?.state.fieldErrors == [:])
  }

  @Test func `takes what is typed into a secret input for a secret, however it comes`() async throws {
    let typed = Self.signIn.merging(["password": .text("hunter2"), "stranger": .text("x")]) { $1 }
    #expect(await code("sign-in", typed) == nil)
    #expect(provider.asked.first?.values["password"] == .secret(Secret("hunter2")))
    let values = try #require(controller.rootContainer.visibleScreen).state.values
    #expect(values["password"] == nil)
    #expect(values["stranger"] == nil)
  }

  @Test(arguments: [
    ("a disabled button", "never"), ("a button whose condition does not hold", "sign-in"), ("a link", "help"),
    ("a field", "email"), ("a screen", "welcome"), ("nobody", "nobody"), ("nothing", ""),
  ])
  func `is refused at what cannot be used`(name: String, node: String) async {
    #expect(await code(node, Self.signIn.merging(["terms": .text("false")]) { $1 }) == .noSuchAction)
    #expect(provider.asked.isEmpty)
  }

  @Test func `is refused at what is not shown`() async throws {
    try await install {
      Screen("s", title: "S") {
        Button("hidden", "Hidden", action: "a").hidden()
        Group { Button("inside", "Inside", action: "a") }.hidden()
        VStack { Text("T") }.fallback { Button("unused", "Unused", action: "a") }
        Button("shown", "Shown", action: "a")
      }
    }
    for node in ["hidden", "inside", "unused"] { #expect(await code(node) == .noSuchAction) }
    #expect(await code("shown") == nil)
    #expect(provider.asked.map(\.nodeID) == ["shown"])
  }

  @Test func `is refused with the revision of another interface`() async {
    #expect(await code("cancel", revision: 0) == .staleAction)
    #expect(await code("cancel", revision: 2) == .staleAction)
    #expect(await code("cancel", revision: 1) == nil)
  }

  @Test func `is unsupported by a provider that has none`() async throws {
    let silent = AppController(interfaceProvider: SilentProvider())
    try await silent.installRootInterface(in: InterfaceWindow())
    let error = await #expect(throws: AppControllerError.self) { try await silent.perform(nodeID: "cancel") }
    #expect(error?.code == .unsupportedAction)
    #expect(silent.isBusy == false)
  }

  @MainActor
  final class SilentProvider {
    func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
      EveryKind.loggedOut
    }
    func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
      EveryKind.loggedIn
    }
  }

  @Test func `of the host's is done without the provider, or refused where a front end is needed`() async throws {
    try await install {
      TabView("t") {
        Tab("a", "A") {
          NavigationStack {
            Screen("one", title: "One") {}
            Screen("two", title: "Two") {
              Button("pop", "Back", action: .host(.pop))
              Button("go", "Go", action: .host(.select, payload: ["tabs": "t", "item": "b"]))
              Button("lost", "Lost", action: .host(.select, payload: ["tabs": "t", "item": "c"]))
              Button("copy", "Copy", action: .host(.copy, payload: ["text": "x"]))
              Button("open", "Open", action: .host(.openURL, payload: ["url": "https://example.com"]))
              Button("push", "Push", action: .host(.push, payload: ["screen": "three"]))
            }
          }
        }
        Tab("b", "B") {
          Screen("other", title: "Other") {
            Sheet { Screen("layer", title: "Layer") { Button("close", "Close", action: .host(.dismiss)) } }
            Button("in", "Sign in", action: .host(.login))
          }
        }
      }
    }
    for node in ["copy", "open", "push"] { #expect(await code(node) == .noSuchAction) }
    #expect(await code("lost") == .inapplicableResponse)
    #expect(controller.rootContainer.visibleScreen?.id == "two")
    #expect(await code("pop") == nil)
    #expect(controller.rootContainer.visibleScreen?.id == "one")
    #expect(await code("pop") == .noSuchAction)
    provider.answer = ActionResponse { $0.select("b", in: "t") }
    let tabs = try #require(controller.rootContainer.installed as? TabContainer)
    #expect(tabs.select("b"))
    #expect(controller.rootContainer.visibleScreen?.id == "layer")
    #expect(await code("close") == nil)
    #expect(controller.rootContainer.visibleScreen?.id == "other")
    #expect(await code("in") == nil)
    #expect(controller.state == .loggedIn)
    #expect(await code("out") == nil)
    #expect(controller.state == .loggedOut)
    #expect(provider.asked.isEmpty)
  }
}

extension `An action`.SigningProvider: AppControllerInterfaceProviding {}
extension `An action`.SilentProvider: AppControllerInterfaceProviding {}
