import AppControllerKit
import Foundation
import GTKFace

/// What the tests ask: `GTKProbe elements STORYBOARD NAME` prints the accessible elements of an interface as JSON, and
/// `GTKProbe refreshes|switches ROUNDS` changes an interface as often as that, and prints what it took.
@main
@MainActor
enum GTKProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { exit(2) }
    if let subject = Measurement.Subject(rawValue: arguments[1]) {
      let measurement = Measurement(of: subject, rounds: Int(arguments[2]) ?? 100)
      let controller = AppController(interfaceProvider: measurement)
      exit(
        try await GTKApp.run(controller, id: "com.example.appcontrollerkit.GTKProbe") { view, snapshot in
          await measurement.next(after: snapshot, controller, .init(of: view))
        })
    }
    let storyboard = try Storyboard(contentsOfFile: arguments[2])
    let elements = try storyboard.requireInterface(named: arguments[3]).accessibleElements()
    let values = elements.map { element in
      [
        "role": element.role.rawValue, "name": element.name, "value": element.value, "hint": element.hint,
        "error": element.error, "badge": element.badge, "states": element.states.description,
      ].compactMapValues { $0 }
    }
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: values))
  }
}
