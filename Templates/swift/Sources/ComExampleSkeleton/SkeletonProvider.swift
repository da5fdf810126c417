import ProviderSDK

/// Describes two interfaces, and answers what the user does in them.
final class SkeletonProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("logged-out", language: "en") {
      Screen("welcome", title: "skeleton", primaryAction: "enter") {
        TextField("name", "Your name", content: .username).required("Enter your name")
        Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name"]))
          .enabled(when: .filled("name"))
      }
    }
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("logged-in", language: "en") {
      Screen("home", title: "skeleton") {
        Text("Hello, \(controller.session?.subject ?? "friend")!")
        Button("leave", "Leave", style: .destructive, action: "leave")
      }
    }
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    switch action.name {
    case "enter": .login(Session(subject: action["name"] ?? ""))
    case "leave": .logout
    default: throw AppControllerError.unsupported(action.name)
    }
  }
}
