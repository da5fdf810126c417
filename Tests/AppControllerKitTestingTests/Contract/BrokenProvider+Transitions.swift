import AppControllerKit

extension BrokenProvider {
  static let transitions = [
    BrokenProvider("splash-is-immediate", "has a splash that comes later", seen: "suspended") { LateSplash() },
    BrokenProvider("splash-is-immediate", "throws in the place of a splash", seen: "it is broken") { NoSplash() },
    BrokenProvider("configuration-is-valid", "takes less than no time", seen: "-1.0 seconds") { Hasty() },
    BrokenProvider("configuration-is-valid", "cannot say how it looks", seen: "it is broken") { Undecided() },
    BrokenProvider("first-state-is-answered", "throws without a session", seen: "it is broken") { Suspicious() },
    BrokenProvider("first-state-is-answered", "changes its mind", seen: "true, and then false") { Fickle() },
  ]
}

private final class LateSplash: SoundProvider {
  override func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    await Task.yield()
    return try await super.splashInterface(for: controller)
  }
}

private final class NoSplash: SoundProvider {
  override func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    throw Explained()
  }
}

private final class Hasty: SoundProvider {
  override func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    AppController.Configuration(transitionDelay: .seconds(-1))
  }
}

private final class Undecided: SoundProvider {
  override func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    throw Explained()
  }
}

private final class Suspicious: SoundProvider {
  override func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    guard controller.session != nil else { throw Explained() }
    return true
  }
}

private final class Fickle: SoundProvider {
  private var answer = false

  override func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    answer.toggle()
    return answer
  }
}
