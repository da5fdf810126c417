import AppControllerKit

/// Prints the steps of a controller and their results, for `--verbose`.
@MainActor
final class VerboseObserver: ControllerObserver {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func observe(_ observation: ControllerObservation) {
    switch observation {
    case .begins(let step, let operation):
      console.log(.debug, "step \(step) of \(operation == 0 ? "the installation" : "operation \(operation)")")
    case .happens(let event): console.log(.debug, "\(event)")
    case .isAsked, .hasAnswered, .isWithdrawn, .ends, .calls, .hasCalled, .store: break
    }
  }
}
