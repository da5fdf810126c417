import ProviderSDK

/// A provider whose functions suspend until the test says so: each waits for a line of ``Gate``.
final class SuspendingProvider: AppControllerInterfaceProviding {
  /// The settings that it cannot begin with.
  struct Refusal: Error, CustomStringConvertible {
    let description = "a limit needs a ticket"
  }

  private let title: String
  private var calls = 0
  private var rounds = 0
  /// Whether it answers without waiting for a line.
  private var isFree = false

  init(settings: ProviderSettings) throws {
    if settings.limit != nil, settings.ticket == nil { throw Refusal() }
    let bytes = settings.ticket.map { ticket in ticket.withUTF8Bytes { $0.count } }
    title = bytes.map { "\(settings.title), \($0) bytes, \(settings.limit ?? 0)" } ?? settings.title
  }

  private var details: InterfaceDescription {
    InterfaceDescription("details") { Screen("details", title: "Details \(rounds)") { TextField("name", "Name") } }
  }

  private var pictures: InterfaceDescription {
    InterfaceDescription("pictures") {
      Screen("pictures", title: "Pictures") {
        for name in ["now", "later", "none", "lost"] { Image(asset: name, alternative: name) }
      }
    }
  }

  /// One red pixel.
  private static let dot: [UInt8] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00,
    0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xc9,
    0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
  ]

  func asset(_ name: String, for controller: ControllerHandle) async throws -> [UInt8]? {
    let dot = Self.dot
    switch name {
    case "now": return dot
    case "later":
      let reading = Task.detached { dot }
      return await reading.value
    case "lost": throw Refusal()
    default: return nil
    }
  }

  func credential(_ request: CredentialRequest, for controller: ControllerHandle) async throws -> Credential? {
    let words = [request.program, request.host, request.path, controller.session?.secret?.text ?? "nobody"]
    let secret = Secret(words.joined(separator: " "))
    switch request.path {
    case "now": return Credential(secret: secret, expiresAt: Timestamp(secondsSince1970: 4_102_444_800))
    case "later":
      let exchange = Task.detached { secret }
      return Credential(secret: await exchange.value)
    case "large": return Credential(secret: Secret(String(repeating: "a", count: 16_385)))
    case "lost": throw Refusal()
    default: return nil
    }
  }

  func screenInterface(
    _ id: String, for controller: ControllerHandle
  ) async throws -> InterfaceDescription? {
    id == "details" ? details : nil
  }

  func splashInterface(for controller: ControllerHandle) async throws -> InterfaceDescription? {
    let line = try await Gate.line()
    return InterfaceDescription("launching") { Screen("late", title: line) {} }
  }

  func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    calls += 1
    let calls = calls
    let line = isFree ? "none" : try await Gate.line()
    return InterfaceDescription("logged-out") {
      Screen("waited", title: "Waited") {
        Text("call \(calls), line \(line)")
        Button("go", "Go", action: "go")
        Button("sign-in", "Sign in", action: "sign-in")
      }
    }
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("done", title: title) { Text("cancelled \(Gate.cancellations)") }
    }
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    switch action.name {
    case "broadcast-login":
      ControllerHandle.requestLogin()
      return .nothing
    case "broadcast-logout":
      ControllerHandle.requestLogout()
      return .nothing
    case "free":
      isFree = true
      return .nothing
    case "ask": return await ask(action, controller)
    case "open": return .present(details)
    case "pictures": return .present(pictures)
    case "again":
      rounds += 1
      controller.invalidate(screen: "details")
      return .message(.info, "done")
    case "elsewhere":
      controller.invalidate(screen: "elsewhere")
      return .message(.info, "done")
    default: break
    }
    let line = try await Gate.line()
    switch (action.name, line) {
    case ("sign-in", _), (_, "login"): return .login(Session(subject: "waited"))
    case ("sign-out", _), (_, "logout"): return .logout
    default: return .message(.info, line)
    }
  }

  /// Requests what the payload says before the answer is pending, and between that and the answer.
  private func ask(_ action: InterfaceAction, _ controller: ControllerHandle) async -> ActionResponse {
    request(action.payload["before"], controller)
    if let between = action.payload["between"], between != "-" {
      await Task.detached {}.value
      request(between, controller)
    }
    return ActionResponse { response in
      if action.payload["answer"] == "leave" { response.dismiss() }
      response.message(.info, "done")
      if action.payload["answer"] == "login" { response.login(Session(subject: "other")) }
    }
  }

  private func request(_ words: String?, _ controller: ControllerHandle) {
    for word in words?.split(separator: " ") ?? [] {
      switch word {
      case "invalidate": controller.invalidate()
      case "screen": controller.invalidate(screen: "details")
      case "login": controller.requestLogin(Session(subject: "next"))
      default: controller.requestLogout()
      }
    }
  }

  func screenDidChange(_ id: String, to appearance: ScreenAppearance, for controller: ControllerHandle) async {
    if isFree { controller.log(.info, "\(id) \(appearance.rawValue)") }
  }

  func notify(_ event: ProviderEvent, for controller: ControllerHandle) async {
    guard event == .didPop, !isFree else { return }
    controller.log(.info, "popped, line \((try? await Gate.line()) ?? "none")")
  }
}
