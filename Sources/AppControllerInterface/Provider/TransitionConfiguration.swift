/// The look and the timing of a transition between the two interfaces.
public struct TransitionConfiguration: Sendable, Hashable {
  /// The animation of a transition.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// The old interface dissolves into the new one.
    case crossDissolve
    /// The new interface appears at once.
    case none
    /// The old interface fades out, then the new one in.
    case fade
    /// The new interface comes in towards the leading edge.
    case slideLeading
    /// The new interface comes in towards the trailing edge.
    case slideTrailing
    /// The new interface comes in from below.
    case slideUp
    /// The new interface comes in from above.
    case slideDown
  }

  /// The duration of the transition, 0 to 60 s; 0 means no animation.
  ///
  /// The pod's default: 0.6 s.
  public var transitionDuration: Duration
  /// The delay before the transition begins, 0 to 60 s.
  ///
  /// The pod's default: none.
  public var transitionDelay: Duration
  /// Whether presented layers go with the transition.
  ///
  /// The pod's default: yes.
  public var dismissesPresentedInterfaceOnTransition: Bool
  /// The animation.
  public var style: Style

  /// Makes a configuration; parameters that are left out have the pod's defaults.
  public init(
    transitionDuration: Duration = .milliseconds(600), transitionDelay: Duration = .zero,
    dismissesPresentedInterfaceOnTransition: Bool = true, style: Style = .crossDissolve
  ) {
    self.transitionDuration = transitionDuration
    self.transitionDelay = transitionDelay
    self.dismissesPresentedInterfaceOnTransition = dismissesPresentedInterfaceOnTransition
    self.style = style
  }

  /// The time that the old picture stays on top.
  package var time: Duration { style == .none ? .zero : transitionDelay + transitionDuration }

  /// Checks that the times are within their ranges.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK1003`.
  public func requireValid() throws(AppControllerError) {
    try Self.check("transitionDuration", transitionDuration)
    try Self.check("transitionDelay", transitionDelay)
  }

  private static func check(_ name: StaticString, _ time: Duration) throws(AppControllerError) {
    guard .zero ... .seconds(60) ~= time else { throw .badValue("\(name)", "\(time)", "0 to 60 seconds") }
  }
}

extension AppControllerError {
  package static func badValue(_ name: String, _ value: String, _ allowed: String) -> AppControllerError {
    AppControllerError(
      .invalidConfiguration,
      what: "\(name) is \(value); it must be \(allowed)",
      why: "a transition cannot be shown with another value",
      fix: "correct the provider's configuration"
    )
  }
}

extension TransitionConfiguration.Style: OrdinalEnum {}
