import AppControllerKit

/// The guide's provider, without the time that tea takes.
final class TeaProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-out") {
      Screen("door", title: "Tea Room") {
        TextField("member", "Member number", content: .username)
          .required("Enter your member number").rule(.digits, "Digits only")
        SecureField("pin", "PIN").required("Enter your PIN")
        Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["member", "pin"]))
          .enabled(when: .filled("member", "pin"))
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("room", title: "Welcome, member \(controller.session?.subject ?? "?")") {
        List("Teas") {
          for tea in ["Assam", "Sencha"] {
            Item(tea.lowercased(), tea, action: Action("brew", payload: ["tea": tea]))
          }
        }
        Button("leave", "Leave", style: .destructive, action: "leave")
      }
    }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    switch action.name {
    case "enter": enter(member: action["member"] ?? "", pin: action["pin"] ?? "")
    case "brew": try await brew(action.payload["tea"] ?? "")
    case "leave": .logout
    default: throw AppControllerError.unsupported(action.name)
    }
  }

  private func enter(member: String, pin: String) -> ActionResponse {
    guard pin == "1773" else { return .fieldError("pin", "This is not the PIN of member \(member)") }
    return .login(Session(subject: member))
  }

  private func brew(_ tea: String) async throws -> ActionResponse {
    try await Task.sleep(for: .zero)
    return .message(.success, "\(tea) is ready")
  }
}
