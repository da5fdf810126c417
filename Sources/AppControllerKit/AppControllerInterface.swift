@_exported public import AppControllerInterface

extension AppController {
  /// Where a controller is; it always equals what is installed.
  public typealias State = ControllerState
  /// The state, traits and session of a question, and the way back to the controller.
  public typealias Handle = ControllerHandle
  /// How a transition between the two interfaces looks.
  public typealias Configuration = TransitionConfiguration
}
