import AppControllerKit

/// A provider that keeps the whole contract: what the broken ones are made of, each with one thing that is different.
class SoundProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-out") {
      Screen("door", title: "Door") {
        TextField("email", "Email", content: .email).required()
        SecureField("password", "Password").required()
        Button("sign-in", "Sign in", action: Action("sign-in", sends: ["email", "password"]))
        for text in outside { Text(text) }
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      TabView("main", selection: "rooms") {
        Tab("rooms", "Rooms") {
          NavigationStack {
            Screen("rooms-screen", title: "Rooms") {
              Button("open", "Open", action: Action("open", payload: ["room": "1"]))
              for text in inside(of: controller.session) { Text(text) }
            }
          }
        }
        Tab("profile", "Profile") {
          Screen("profile-screen", title: "Profile") { Button("leave", "Leave", action: "leave") }
        }
      }
    }
  }

  /// What else is said outside.
  var outside: [String] { [] }

  /// What is said inside.
  func inside(of session: Session?) -> [String] { ["Hello, \(session?.subject ?? "nobody")"] }

  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration { .init() }

  func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool { controller.session != nil }

  func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    InterfaceDescription("launching") { Screen("splash", title: "Door") { ProgressView("Opening") } }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    switch action.name {
    case "sign-in":
      guard let email = action["email"], email.contains("@") else { return .fieldError("email", "Who are you?") }
      return signIn(email, password: action["password"] ?? "", controller)
    case "open": return try await open(action, controller)
    case "leave": return .logout
    case "lock": return lock(action)
    case "back": return .pop
    default: return try refuse(action, controller)
    }
  }

  func signIn(_ email: String, password: String, _ controller: AppController.Handle) -> ActionResponse {
    .login(Session(subject: email, secret: Secret("token of \(email)")))
  }

  func open(_ action: InterfaceAction, _ controller: AppController.Handle) async throws -> ActionResponse {
    .push(
      InterfaceDescription("room") {
        Screen("room-screen", title: "Room") {
          SecureField("key", "Key")
          Button("lock", "Lock", action: Action("lock", sends: ["key"]))
          Button("back", "Back", action: "back")
          for name in inTheRoom { Button("\(name)-button", "More", action: Action(name)) }
        }
      })
  }

  /// The names of what else can be done in the room.
  var inTheRoom: [String] { [] }

  func lock(_ action: InterfaceAction) -> ActionResponse { .fieldError("key", "That is not the key") }

  func refuse(_ action: InterfaceAction, _ controller: AppController.Handle) throws -> ActionResponse {
    throw AppControllerError.unsupported(action.name)
  }

  func asset(_ name: String, for controller: AppController.Handle) async throws -> [UInt8]? { nil }

  func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {}

  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {}
}

@available(*, unavailable)
extension SoundProvider: Sendable {}
