import AppControllerKit
import Testing

/// A logged-out interface that was valid and comes again is not checked again.
@MainActor
@Suite struct `A logged-out interface that is known` {
  private final class ChangingProvider: AppControllerInterfaceProviding {
    var welcome = interface(label: "Go")

    func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { welcome }
    func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription { interface(label: "In") }

    func configuration(for controller: AppController.Handle) -> AppController.Configuration {
      AppController.Configuration(transitionDuration: .zero)
    }
  }

  @Test func `is taken for what it was, as long as it is the same to the byte`() async throws {
    let provider = ChangingProvider()
    let controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: InterfaceWindow())
    let first = try #require(controller.installedInterface)
    for _ in 0..<3 {
      #expect(await controller.login(.kitty).isCompleted)
      provider.welcome = interface(label: "Go")
      #expect(await controller.logout().isCompleted)
      #expect(controller.installedInterface?.arena === first.arena)
    }
    #expect(await controller.login(.kitty).isCompleted)
    provider.welcome = interface(label: "Other")
    #expect(await controller.logout().isCompleted)
    #expect(controller.installedInterface == interface(label: "Other"))
  }

  @Test func `is checked when it has changed`() async throws {
    let provider = ChangingProvider()
    let controller = AppController(interfaceProvider: provider)
    #expect(try await controller.describe(.loggedOut) == interface(label: "Go"))
    provider.welcome = interface(label: "")
    // What was refused is not known, and what was known still is.
    for _ in 0..<2 {
      await #expect(throws: AppControllerError.self) { try await controller.describe(.loggedOut) }
    }
    provider.welcome = interface(label: "Go")
    #expect(try await controller.describe(.loggedOut) == interface(label: "Go"))
  }

  @Test func `is told from every other by any one of its bytes`() {
    let same = interface(label: "Go")
    #expect(same.arena.hasSameBytes(as: interface(label: "Go").arena))
    let others = [
      interface(label: "Gp"), interface(label: "Goo"), interface(id: "B"), interface(count: 2),
      interface(isHidden: true), interface(document: "logged-ouu"),
    ]
    for other in others {
      #expect(!same.arena.hasSameBytes(as: other.arena))
      #expect(same != other)
    }
  }
}

/// A grid with one button.
private func interface(
  document: String = "logged-out", id: String = "b", label: String = "Go", count: Int = 1, isHidden: Bool = false
) -> InterfaceDescription {
  InterfaceDescription(document) {
    Screen("s", title: "Title") {
      Grid(columns: count) { Button(id, label, action: "go").hidden(isHidden) }
    }
  }
}
