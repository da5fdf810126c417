import AppControllerKit
import Testing

@testable import ComExampleSkeleton

@MainActor
@Test func `whoever gives a name is logged in, and out again`() async throws {
  let controller = AppController(interfaceProvider: SkeletonProvider())
  try await controller.installRootInterface(in: InterfaceWindow())
  #expect(controller.state == .loggedOut)
  #expect(controller.installedInterface?.validate().isEmpty == true)

  _ = try await controller.perform(nodeID: "enter", values: ["name": .text("Ann")])
  #expect(controller.state == .loggedIn)
  #expect(controller.session?.subject == "Ann")
  #expect(controller.installedInterface?.validate().isEmpty == true)

  _ = try await controller.perform(nodeID: "leave")
  #expect(controller.state == .loggedOut)
}
