import ProviderSDK

/// The provider that is kept, in Swift: `locker.c` with the SDK.
final class LockerProvider: AppControllerInterfaceProviding {
  private let greeting: String
  private let shelves: Int

  init(settings: ProviderSettings) {
    greeting = settings.text("greeting") ?? ""
    shelves = settings.integer("shelves") ?? 0
  }

  func configuration(for controller: ControllerHandle) -> TransitionConfiguration {
    let isIn = controller.state == .loggedIn
    return TransitionConfiguration(
      transitionDuration: .milliseconds(isIn ? 200 : 300), transitionDelay: .milliseconds(10),
      style: isIn ? .slideLeading : .fade
    )
  }

  func splashInterface(for controller: ControllerHandle) -> InterfaceDescription? {
    InterfaceDescription("launching", language: "en") {
      Screen("splash", title: "Locker") { ProgressView("Opening") }
    }
  }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("logged-out", language: "en") {
      Screen("door", title: "Locker", initialFocus: "name", primaryAction: "enter") {
        Text(greeting, style: .heading)
        Group("Sign in", style: .form) {
          TextField("name", "Your name", content: .username).required("Enter your name")
          SecureField("word", "Password").required()
          Toggle("stay", "Stay signed in", isOn: true)
          Picker(
            "size", "Size", options: [.init("small", label: "Small"), .init("large", label: "Large")],
            selection: ["small"]
          )
          Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name", "word", "stay", "size"]))
            .enabled(when: .filled("name", "word"))
        }
        Button("ask", "Ask", action: Action("ask", deadline: 60))
        Button("jam", "Jam", action: "jam")
        Button("wait", "Wait", action: "wait")
        Button("odd", "Odd", action: "odd")
        Link("help", "Help", url: "https://example.com/help")
      }
    }
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    let session = controller.session
    let size = session?.attributes["size"] ?? ""
    let secret = session?.secret?.text.utf8.count ?? 0
    let token = session?.refreshToken?.text.utf8.count ?? 0
    return InterfaceDescription("logged-in", language: "en") {
      NavigationStack("stack") {
        Screen("home", title: "Locker") {
          Text("Hello, \(session?.displayName ?? "")!", style: .heading)
          Text("\(session?.subject ?? ""), \(size), \(secret), \(token)")
          Banner(.info, "Close the door")
          ProgressView("Used", value: 1, total: 4)
          List("Shelves") {
            for shelf in 1...shelves {
              Item(
                "shelf-\(shelf)", "Shelf \(shelf)", action: Action("open", payload: ["shelf": "\(shelf)"])
              )
            }
          }
          Button(
            "leave", "Leave", style: .destructive,
            action: Action("leave", payload: ["all": "yes"])
          )
        }
      }
    }
  }

  func screenInterface(_ id: String, for controller: ControllerHandle) -> InterfaceDescription? {
    id == "shelf" ? shelf("?") : nil
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    switch action.name {
    case "enter": return enter(action)
    case "ask":
      await Task.yield()
      return .message(.info, "Asked")
    case "jam": throw Jam()
    case "wait": throw Busy()
    case "open": return .push(shelf(action.payload["shelf"] ?? ""))
    case "take":
      controller.invalidate()
      return ActionResponse {
        $0.pop()
        $0.message(.success, "Taken")
      }
    case "leave": return action.payload["all"] == "yes" ? .logout : .nothing
    default: throw AppControllerError.unsupported(action.name)
    }
  }

  func refresh(_ session: Session, for controller: ControllerHandle) -> SessionRefresh {
    guard session.refreshToken?.text == "refresh" else { return .ended }
    var renewed = session
    renewed.secret = Secret("second")
    return .renewed(renewed)
  }

  func sessionEnded(_ session: Session, for controller: ControllerHandle) {
    controller.log(.info, "ended \(session.subject)")
  }

  func notify(_ event: ProviderEvent, for controller: ControllerHandle) {
    controller.log(.info, "event \(event.rawValue)")
  }

  private func enter(_ action: InterfaceAction) -> ActionResponse {
    guard action["word"] == "meow1234" else {
      return ActionResponse {
        $0.fieldError("word", "This is not the password")
        $0.message(.error, "\(action["stay"] ?? ""), \(action["size"] ?? "")")
      }
    }
    let name = action["name"] ?? ""
    return ActionResponse {
      $0.message(.success, "Come in")
      $0.login(
        Session(
          subject: name, displayName: "Dear \(name)", secret: Secret("secret"), refreshToken: Secret("refresh"),
          attributes: ["size": action["size"] ?? ""]
        )
      )
    }
  }

  private func shelf(_ number: String) -> InterfaceDescription {
    InterfaceDescription("shelf", language: "en") {
      Screen("shelf", title: "Shelf \(number)") {
        Code("SHELF-\(number)", label: "Code")
        Button("take", "Take", style: .primary, action: "take")
      }
    }
  }
}

private struct Jam: ExplainedError {
  enum Code: String {
    case jammed = "com.example.jammed"
  }

  var code: Code { .jammed }
  var what: String { "the door does not open" }
  var why: String { "it is jammed" }
  var fix: String { "call the house" }
  var category: FailureCategory? { .denied }
}

private struct Busy: ExplainedError {
  enum Code: String {
    case busy = "com.example.busy"
  }

  var code: Code { .busy }
  var what: String { "the door is busy" }
  var why: String { "somebody is in it" }
  var fix: String { "come back" }
  var category: FailureCategory? { .later }
  var retryAfter: Duration? { .milliseconds(1500) }
}
