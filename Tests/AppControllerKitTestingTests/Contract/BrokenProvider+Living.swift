import AppControllerKit
import AppControllerKitTesting
import Synchronization

extension BrokenProvider {
  static let living = [
    BrokenProvider("cancelled-questions-end", "goes on with an action", seen: "goes on") { Stubborn() },
    BrokenProvider("cancelled-questions-end", "goes on with an event", seen: "goes on") { Brooding() },
    BrokenProvider("instances-are-independent", "shows what all have done", seen: "another one") { Sharing() },
    BrokenProvider("events-are-tolerated", "ends with its session", seen: "it is broken [BROKEN1]") { Mortal() },
    BrokenProvider("events-are-tolerated", "ends when a session expires", seen: "it is broken [BROKEN1]") {
      Expiring()
    },
    BrokenProvider("logout-restores-the-interface", "counts the logins", seen: "another one") { Welcoming() },
    BrokenProvider("logout-restores-the-interface", "remembers who was there", seen: "another one") { Greeting() },
  ]
}

/// The calls that ignore their cancellation.
private let stubborn = Mutex<[CheckedContinuation<Void, Never>]>([])

/// Suspends, and never ends when its task is cancelled meanwhile.
private func dawdle() async {
  await Task.yield()
  if !Task.isCancelled { return }
  await withCheckedContinuation { continuation in
    stubborn.withLock { $0.append(continuation) }
    BrokenProvider.clock?.advance(by: BrokenProvider.patience)
  }
}

private final class Stubborn: SoundProvider {
  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    await dawdle()
    return .message(.info, "Opened")
  }
}

private final class Brooding: SoundProvider {
  override func notify(_ event: ProviderEvent, for controller: AppController.Handle) async { await dawdle() }
}

private final class Sharing: SoundProvider {
  private static let opened = Mutex(0)

  override func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    Self.opened.withLock { $0 += 1 }
    return try await super.open(action, controller)
  }

  override func inside(of session: Session?) -> [String] { ["\(Self.opened.withLock { $0 }) rooms are open"] }
}

private final class Mortal: SoundProvider {
  private var hasEnded = false

  override func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws { hasEnded = true }

  override func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    if hasEnded { throw Explained() }
    return try await super.loggedOutInterface(for: controller)
  }
}

private final class Expiring: SoundProvider {
  private var hasEnded = false

  override func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    hasEnded = event == .sessionExpires
  }

  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    if hasEnded { throw Explained() }
    return try await super.loggedInInterface(for: controller)
  }
}

private final class Welcoming: SoundProvider {
  private var logins = 0

  override var outside: [String] { ["\(logins) logins"] }

  override func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    if event == .didLogin { logins += 1 }
  }
}

private final class Greeting: SoundProvider {
  private var last: String?

  override var outside: [String] { last.map { ["Last seen: \($0)"] } ?? [] }

  override func signIn(_ email: String, password: String, _ controller: AppController.Handle) -> ActionResponse {
    last = email
    return super.signIn(email, password: password, controller)
  }
}
