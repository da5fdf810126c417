@_exported public import AppControllerInterface

extension AppController {
  /// Where a controller is; it always equals what is installed.
  public typealias State = ControllerState
  /// What a provider is asked with.
  public typealias Handle = ControllerHandle
  /// How a transition between the two interfaces looks.
  public typealias Configuration = TransitionConfiguration
}
