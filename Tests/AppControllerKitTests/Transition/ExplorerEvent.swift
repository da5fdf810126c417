import AppControllerKit

/// Something that can happen to a machine.
enum ExplorerEvent: Hashable {
  /// Somebody installs the controller.
  case install
  /// The request at this place of the alphabet is made, by a new waiter.
  case request(Int)
  /// A waiter's task is cancelled.
  case withdraw(Int)
  /// The step that is under way returns.
  case step(TransitionMachine.Step, TransitionMachine.StepResult)
  /// The controller is ended.
  case terminate
  /// Another process stores a session, or erases it.
  case change(TransitionMachine.Goal)
  /// News of that arrive, early, late or once more, and the store is looked at.
  case hear
  /// The look finds what is stored at this moment.
  case read
  /// That comes to the controller.
  case looked
  /// The stored session is read, and the provider is asked to renew it.
  case renew
  /// The provider answers with another secret.
  case renewed
  /// The provider answers that the session has ended.
  case endsElsewhere
  /// The session of whoever is logged in comes to its end.
  case expire
}

extension ExplorerEvent: CustomStringConvertible {
  var description: String {
    switch self {
    case .install: "install"
    case .request(let index): "request \(index)"
    case .withdraw(let waiter): "withdraw \(waiter)"
    case .step(let step, .succeeded): "\(step)"
    case .step(let step, .refused): "\(step) fails"
    case .step(let step, .decided(let goal)): "\(step) \(goal)"
    case .terminate: "terminate"
    case .change(let goal): "elsewhere \(goal)"
    case .hear: "hear"
    case .read: "read"
    case .looked: "looked"
    case .renew: "renew"
    case .renewed: "renewed"
    case .endsElsewhere: "ends elsewhere"
    case .expire: "expire"
    }
  }
}
