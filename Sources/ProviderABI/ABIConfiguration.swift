package import AppControllerInterface
package import CProviderABI

extension ack_configuration {
  /// Makes the header's struct of a configuration.
  package init(_ configuration: TransitionConfiguration) {
    self = .sized()
    dismisses_presented = configuration.dismissesPresentedInterfaceOnTransition ? 1 : 0
    style = configuration.style.number
    duration = configuration.transitionDuration.seconds
    delay = configuration.transitionDelay.seconds
  }
}

extension TransitionConfiguration {
  /// Reads a configuration of the other side.
  ///
  /// - Throws: The refusal of a time that is negative, not finite or too long.
  package init(abi configuration: ack_configuration) throws(ProviderReply.Refusal) {
    for (name, value) in [("duration", configuration.duration), ("delay", configuration.delay)]
    where !(0...60).contains(value) {
      throw .time(name: name, value: "\(value) seconds")
    }
    self.init(
      transitionDuration: Duration(abi: configuration.duration), transitionDelay: Duration(abi: configuration.delay),
      dismissesPresentedInterfaceOnTransition: configuration.dismisses_presented != 0,
      style: Style(number: configuration.style) ?? .crossDissolve
    )
  }
}

extension Duration {
  /// Rounds to nanoseconds, so that a time that was written in decimal keeps its value.
  fileprivate init(abi seconds: Double) {
    self = .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
