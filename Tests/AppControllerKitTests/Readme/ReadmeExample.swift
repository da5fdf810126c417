// README: begin
import AppControllerKit

final class NotesProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-out") {
      Screen("welcome", title: "Notes") {
        TextField("name", "Your name").required()
        Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name"]))
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("notes", title: "Notes of \(controller.session?.subject ?? "nobody")") {
        Button("leave", "Leave", action: "leave")
      }
    }
  }

  func configuration(for controller: AppController.Handle) -> AppController.Configuration {
    AppController.Configuration(transitionDuration: .zero)  // 0.6 s unless said otherwise
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) throws -> ActionResponse {
    switch action.name {
    case "enter":
      if let name = action["name"], !name.isEmpty {
        .login(Session(subject: name))
      } else {
        .fieldError("name", "Say who you are")
      }
    case "leave": .logout
    default: throw AppControllerError.unsupported(action.name)
    }
  }
}

@MainActor
func runNotes() async throws -> String {
  let controller = AppController(interfaceProvider: NotesProvider())
  var log: [String] = []
  controller.willLoginHandler = { target in log.append("will login") }
  controller.didLoginHandler = { log.append("did login") }
  controller.willLogoutHandler = { target in log.append("will logout") }
  controller.didLogoutHandler = { log.append("did logout") }

  let window = InterfaceWindow()
  try await controller.installRootInterface(in: window)
  _ = try await controller.perform(nodeID: "enter", values: ["name": .text("Kitty")])
  let interface = controller.installedInterface.map { TextRenderer().render($0) } ?? ""
  await controller.login(Session(subject: "Kitty"))  // the same subject: nothing to do
  await controller.logout()
  return interface + log.joined(separator: ", ")
}
// README: end
