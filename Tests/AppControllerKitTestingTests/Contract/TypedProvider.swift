import AppControllerKit

/// What was put into inputs, by their names.
@MainActor
final class InputRecorder {
  var values: [String: [String]] = [:]
}

/// A provider with an input of each sort, which writes down what it is sent.
@MainActor
final class TypedProvider {
  private let recorder: InputRecorder

  init(_ recorder: InputRecorder) { self.recorder = recorder }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-out") {
      Screen("door", title: "Door") {
        SecureField("pin", "PIN").rule(.digits).length(min: 6, max: 6)
        SecureField("again", "PIN again").rule(.sameAs("pin"))
        Picker("size", "Size", options: [.init("pot"), .init("cup")])
        Toggle("milk", "Milk")
        Button("go", "Go", action: Action("go", sends: ["pin", "again", "size", "milk"]))
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-in") { Screen("home", title: "Home") {} }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    for name in action.values.keys { recorder.values[name, default: []].append(action[name] ?? "") }
    return .nothing
  }
}

extension TypedProvider: AppControllerInterfaceProviding {}
