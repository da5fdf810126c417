@_exported public import AppControllerInterface

extension AppController {
  /// The state of a controller, which always matches the installed interface.
  public typealias State = ControllerState
  /// The state, traits and session of a question, and the way back to the controller.
  public typealias Handle = ControllerHandle
  /// The look and the timing of a transition between the two interfaces.
  public typealias Configuration = TransitionConfiguration
}
