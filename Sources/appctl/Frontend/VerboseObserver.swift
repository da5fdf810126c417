import AppControllerKit

@MainActor
final class VerboseObserver: ControllerObserver {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func observe(_ observation: ControllerObservation) {
    switch observation {
    case .stepBegan(let step, let operation):
      console.log(.debug, "step \(step) of \(operation == 0 ? "the installation" : "operation \(operation)")")
    case .eventEmitted(let event): console.log(.debug, "\(event)")
    case .requestReceived, .requestAnswered, .requestWithdrawn, .operationEnded, .hookCalled, .hookReturned, .store:
      break
    }
  }
}
