/// The positions and opacities of the two interfaces at one moment of a transition.
public struct TransitionFrame: Sendable, Hashable {
  /// The opacity of the old interface, from 0 (invisible) to 1.
  public var oldOpacity = 0.0
  /// The opacity of the new interface, from 0 (invisible) to 1.
  public var newOpacity = 1.0
  /// The distance of the new interface from its place towards the trailing edge, in widths of the container.
  public var trailingOffset = 0.0
  /// The distance of the new interface from its place towards the bottom, in heights of the container.
  public var bottomOffset = 0.0
}

extension AppController.Configuration {
  /// The frame that an animating front end draws at a time after the exchange.
  ///
  /// The frame depends on the configuration and the time alone. Before the delay has passed it is the first frame;
  /// after the duration it is the last, which shows only the new interface.
  public func frame(at elapsed: Duration) -> TransitionFrame {
    let animated = elapsed - transitionDelay
    guard style != .none, animated < transitionDuration else { return TransitionFrame() }
    let progress = max(0, animated / transitionDuration)
    let rest = 1 - progress
    return switch style {
    case .none: TransitionFrame()
    case .crossDissolve: TransitionFrame(oldOpacity: rest, newOpacity: progress)
    case .fade: TransitionFrame(oldOpacity: max(0, 1 - 2 * progress), newOpacity: max(0, 2 * progress - 1))
    case .slideLeading: TransitionFrame(oldOpacity: 1, trailingOffset: rest)
    case .slideTrailing: TransitionFrame(oldOpacity: 1, trailingOffset: -rest)
    case .slideUp: TransitionFrame(oldOpacity: 1, bottomOffset: rest)
    case .slideDown: TransitionFrame(oldOpacity: 1, bottomOffset: -rest)
    }
  }
}
