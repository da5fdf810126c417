import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// A call of a function is the same as the function, and a provider of calls the same as one of functions.
@MainActor
@Suite struct `A call of a provider` {
  /// A provider that has its calls answered by another one's functions, after they have crossed as bytes and back.
  private final class Forwarder: CallAnswering {
    let provider: any AppControllerInterfaceProviding
    private(set) var functions: [ProviderCall.Function] = []

    init(_ provider: any AppControllerInterfaceProviding) { self.provider = provider }

    @MainActor
    func answer(_ call: ProviderCall) async throws -> ProviderReply {
      functions.append(call.function)
      return try crossed(await provider.answerCall(try crossed(call)))
    }

    private func crossed<Value: Coded>(_ value: Value) throws -> Value {
      var writer = BinaryWriter()
      writer.write(value)
      var reader = BinaryReader(writer.bytes)
      let again: Value = try reader.read()
      try reader.finish()
      return again
    }
  }

  private let object = RecordingProvider(
    loggedOut: InterfaceDescription("out") { Screen("out", title: "Out") {} },
    loggedIn: InterfaceDescription("in") { Screen("in", title: "In") { Text("Hello") } })
  private let session = Session(subject: "ann", secret: Secret("s3cret"), attributes: ["plan": "gold"])

  private func handle(_ state: AppController.State, session: Session? = nil) -> AppController.Handle {
    HandleRecorder().handle(state, session: session, traits: .init())
  }

  private func request(_ program: String) throws -> CredentialRequest {
    try #require(CredentialRequest(program: program, host: "git.example.com", path: "ann/milk.git"))
  }

  /// Asks each function of the protocol.
  private func answers(of provider: any AppControllerInterfaceProviding) async throws -> [String] {
    object.forget()
    let action = InterfaceAction(
      "go", nodeID: "go", values: ["name": .plain(["a", "b"]), "pin": .secret(Secret("1234"))], payload: ["x": "y"],
      revision: 7, deadline: .seconds(9))
    let inside = handle(.loggedIn, session: session)
    var answers = [
      "\(try await provider.isInitiallyLoggedIn(for: handle(.launching)))",
      "\(try await provider.configuration(for: inside))",
      "\(try await provider.splashInterface(for: handle(.launching)) as Any)",
      "\(try await provider.loggedOutInterface(for: handle(.loggedOut)))",
      "\(try await provider.loggedInInterface(for: inside))",
      "\(try await provider.screenInterface("details", for: inside) as Any)",
      "\(try await provider.perform(action, for: inside))",
      "\(try await provider.asset("logo", for: inside) as Any)",
      "\(try await provider.asset("none", for: inside) as Any)",
      "\(try await provider.refresh(session, for: inside))",
      "\(try await provider.credential(request("git"), for: inside) as Any)",
      "\(try await provider.credential(request("docker"), for: inside) as Any)",
    ]
    try await provider.sessionEnded(session, for: handle(.loggedOut))
    for event in ProviderEvent.allCases { await provider.notify(event, for: inside) }
    for appearance in ScreenAppearance.allCases {
      await provider.screenDidChange("details", to: appearance, for: inside)
    }
    answers += object.questions.map { "\($0)" } + object.appearances
    return answers
  }

  @Test func `says what the function says, however it crosses`() async throws {
    object.splash = InterfaceDescription("splash") { Screen("splash", title: "Wait") {} }
    object.screens["details"] = InterfaceDescription("details") { Screen("details", title: "More") {} }
    object.isInitiallyLoggedIn = true
    object.configuration = .init(transitionDuration: .milliseconds(250), style: .slideUp)
    object.answers["go"] = ActionResponse {
      $0.show(InterfaceDescription("next") { Screen("next", title: "Next") {} }, .present)
      $0.fieldError("name", "too short")
      $0.message(.success, "saved")
      $0.login(session)
    }
    object.refresh = .renewed(session)
    object.exchange = { request in
      request.program == "git" ? Credential(userName: request.path, secret: Secret("t0ken"), expiresAt: 7) : nil
    }
    object.assets["logo"] = (0...255).map { UInt8($0) }
    let expected = try await answers(of: object)
    let forwarder = Forwarder(object)
    let seen = try await answers(of: forwarder)
    #expect(seen == expected)
    #expect(Set(forwarder.functions) == Set(ProviderCall.Function.allCases), "a function is not a call")
    #expect(object.questions.count == 17)
    #expect(object.appearances == ["details shown", "details covered", "details left"])
  }

  @Test func `that is not answered is as no function`() async throws {
    final class Silent: CallAnswering {
      @MainActor func answer(_ call: ProviderCall) async throws -> ProviderReply { .unsupported }
    }
    let provider = Silent()
    #expect(try await provider.configuration(for: handle(.loggedIn)) == .init())
    #expect(try await provider.isInitiallyLoggedIn(for: handle(.launching, session: session)))
    #expect(try await provider.isInitiallyLoggedIn(for: handle(.launching)) == false)
    #expect(try await provider.splashInterface(for: handle(.launching)) == nil)
    let action = InterfaceAction("go", nodeID: "go")
    let error = await #expect(throws: AppControllerError.self) {
      try await provider.perform(action, for: handle(.loggedIn))
    }
    #expect(error?.code == .unsupportedAction)
    let missing = await #expect(throws: AppControllerError.self) {
      try await provider.loggedOutInterface(for: handle(.loggedOut))
    }
    #expect(missing?.codeName == "ACK3002")
    #expect(try await provider.credential(request("git"), for: handle(.loggedIn, session: session)) == nil)
  }
}
