extension TransitionConfiguration: Coded {
  package static var blank: TransitionConfiguration { TransitionConfiguration() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (duration, delay) = (transitionDuration.nanoseconds, transitionDelay.nanoseconds)
    var (style, dismisses) = (style.rawValue, dismissesPresentedInterfaceOnTransition)
    try coder.member("duration", &duration, .integer())
    try coder.member("delay", &delay, .integer())
    try coder.member("style", &style, .integer())
    try coder.member("dismissesPresented", &dismisses, .bool)
    self = TransitionConfiguration(
      transitionDuration: .nanoseconds(duration), transitionDelay: .nanoseconds(delay),
      dismissesPresentedInterfaceOnTransition: dismisses, style: Style(rawValue: style) ?? .crossDissolve)
    let configuration = self
    try coder.check { () throws(AppControllerError) in try configuration.requireValid() }
  }
}

extension Duration {
  /// The duration in whole nanoseconds; no valid time of a transition is too long for that.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000
  }
}
