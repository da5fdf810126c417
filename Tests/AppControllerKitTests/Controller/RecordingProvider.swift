import AppControllerKit
import AppControllerKitTesting

extension RecordingProvider {
  /// A provider of the interfaces that the tests look at.
  convenience init() { self.init(loggedOut: Self.loggedOut) { Self.loggedIn($0?.subject ?? "nobody") } }

  nonisolated static let loggedOut = InterfaceDescription("logged-out") {
    Screen("welcome", title: "Welcome") {
      TextField("name", "Name").required("Say who you are")
      Button("go", "Go", action: Action("go", sends: ["name"])).enabled(when: .filled("name"))
      Button("cancel", "Cancel", action: Action("cancel", validates: false))
      Button("host", "Host", action: .host(.login))
    }
  }

  nonisolated static func loggedIn(_ subject: String) -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      TabView("main", selection: "one") {
        Tab("one", "One") {
          NavigationStack {
            Screen("first", title: "Hello \(subject)") { Button("open", "Open", action: "open") }
          }
        }
        Tab("two", "Two") { Screen("second", title: "Second") { Button("leave", "Leave", action: "leave") } }
      }
    }
  }

  /// Two buttons with one id, so that the validator refuses it.
  nonisolated static let invalid = InterfaceDescription("logged-in") {
    Screen("twice", title: "Twice") {
      Button("same", "One", action: "a")
      Button("same", "Two", action: "b")
    }
  }
}
