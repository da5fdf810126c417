/// How the two interfaces stand to each other at one moment of a transition.
public struct TransitionFrame: Sendable, Hashable {
  /// How much of the old interface is seen through, from 0, nothing, to 1.
  public var oldOpacity = 0.0
  /// How much of the new interface is seen, from 0, nothing, to 1.
  public var newOpacity = 1.0
  /// How far the new interface is from its place towards the trailing edge, in widths of the container.
  public var trailingOffset = 0.0
  /// How far the new interface is from its place towards the bottom, in heights of the container.
  public var bottomOffset = 0.0
}

extension AppController.Configuration {
  /// How a front end that animates draws the transition at a time after the exchange.
  ///
  /// The frame is a function of the configuration and the time alone. Before the delay has passed it is the first one,
  /// after the duration the last, in which nothing of the old interface is left.
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
