import AppControllerKit

/// How often a screen moves by itself: for a countdown, or for a sign that something is under way.
struct ScreenPace {
  static let signPause = Duration.milliseconds(250)

  /// The time between two movements; `nil` for a screen that stands still.
  private(set) var pause: Duration?
  private var node: InterfaceDescription.Node?
  private var start = Duration.zero

  /// Looks at a screen, once for each of its descriptions.
  mutating func show(_ node: InterfaceDescription.Node, at moment: Duration) {
    if node == self.node { return }
    (self.node, start) = (node, moment)
    let progress = node.visibleSubtree.filter { $0.kind == .progress }.map(\.progress)
    pause =
      progress.contains { $0?.percent == nil }
      ? Self.signPause
      : progress.contains { $0?.secondsLeft != nil } ? .seconds(1) : nil
  }

  /// The whole seconds since the screen was described.
  func seconds(at moment: Duration) -> Int { Int(clamping: (moment - start).components.seconds) }
}
