// The transition of a page: the old interface lies above the new one, and both are animated once, if the reader allows
// motion. Otherwise only the new one is shown.
extension StyleSheet {
  /// Makes the style that moves an old interface out and a new one in.
  init(transition configuration: AppController.Configuration) {
    let times =
      "\(Self.milliseconds(configuration.transitionDuration)) \(configuration.style.easing) "
      + "\(Self.milliseconds(configuration.transitionDelay)) both"
    self.init(
      """

      @media (prefers-reduced-motion: no-preference) {
        .stage { overflow: clip; --forward: 1; }
        .stage:dir(rtl) { --forward: -1; }
        .old { display: block; position: absolute; inset: 0; background: var(--page); pointer-events: none; }
        .old { animation: leave \(times); }
        .new { animation: arrive \(times); }
      }
      @keyframes leave { \(configuration.style.leaving) to { visibility: hidden; } }
      @keyframes arrive { \(configuration.style.arriving) }

      """
    )
  }

  private static func milliseconds(_ time: Duration) -> String {
    let time = min(max(time, .zero), .seconds(60)).components
    return "\(time.seconds * 1_000 + time.attoseconds / 1_000_000_000_000_000)ms"
  }
}

extension AppController.Configuration.Style {
  fileprivate var easing: String {
    switch self {
    case .none, .crossDissolve, .fade: "linear"
    case .slideLeading, .slideTrailing, .slideUp, .slideDown: "ease-in-out"
    }
  }

  /// The final state of the old interface.
  fileprivate var leaving: String {
    switch self {
    case .none: ""
    case .crossDissolve: "to { opacity: 0; }"
    case .fade: "50%, to { opacity: 0; }"
    case .slideLeading: "to { transform: translateX(calc(var(--forward) * -100%)); }"
    case .slideTrailing: "to { transform: translateX(calc(var(--forward) * 100%)); }"
    case .slideUp: "to { transform: translateY(-100%); }"
    case .slideDown: "to { transform: translateY(100%); }"
    }
  }

  /// The initial state of the new interface.
  fileprivate var arriving: String {
    switch self {
    case .none, .crossDissolve: ""
    case .fade: "from, 50% { opacity: 0; }"
    case .slideLeading: "from { transform: translateX(calc(var(--forward) * 100%)); }"
    case .slideTrailing: "from { transform: translateX(calc(var(--forward) * -100%)); }"
    case .slideUp: "from { transform: translateY(100vh); }"
    case .slideDown: "from { transform: translateY(-100vh); }"
    }
  }
}
