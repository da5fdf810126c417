import AppControllerKit

/// The interval at which a screen changes by itself, because of a countdown or a busy sign.
struct ScreenPace {
  static let signPause = Duration.milliseconds(250)

  /// Nil for a static screen.
  private(set) var pause: Duration?
  private var node: InterfaceDescription.Node?
  private var start = Duration.zero

  mutating func show(_ node: InterfaceDescription.Node, at moment: Duration) {
    if node == self.node { return }
    (self.node, start) = (node, moment)
    let progress = node.visibleSubtree.filter { $0.kind == .progress }.map(\.progress)
    pause =
      progress.contains { $0?.percent == nil }
      ? Self.signPause
      : progress.contains { $0?.secondsLeft != nil } ? .seconds(1) : nil
  }

  /// The whole seconds since the screen got its description.
  func seconds(at moment: Duration) -> Int { Int(clamping: (moment - start).components.seconds) }
}
