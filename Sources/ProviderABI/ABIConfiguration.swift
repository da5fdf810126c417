package import AppControllerInterface
package import CProviderABI

extension ack_configuration {
  package init(_ configuration: TransitionConfiguration) {
    self = .sized()
    dismisses_presented = configuration.dismissesPresentedInterfaceOnTransition ? 1 : 0
    style = configuration.style.ordinal
    duration = configuration.transitionDuration.milliseconds
    delay = configuration.transitionDelay.milliseconds
  }
}

extension TransitionConfiguration {
  /// Refuses a time that is negative or too long, a boolean over 1, and no style.
  package init(abi configuration: ack_configuration) throws(ProviderReply.Refusal) {
    func check(_ name: StaticString, _ value: Int64) throws(ProviderReply.Refusal) {
      guard 0...60_000 ~= value else { throw .value(name: "\(name)", value: "\(value) ms", allowed: "0 to 60000 ms") }
    }
    try check("duration", configuration.duration)
    try check("delay", configuration.delay)
    let flag = configuration.dismisses_presented
    if flag > 1 { throw .value(name: "dismisses_presented", value: "\(flag)", allowed: "0 or 1") }
    if configuration.style < 1 {
      throw .value(name: "style", value: "\(configuration.style)", allowed: "a number from 1 on")
    }
    self.init(
      transitionDuration: .milliseconds(configuration.duration), transitionDelay: .milliseconds(configuration.delay),
      dismissesPresentedInterfaceOnTransition: flag == 1,
      style: Style(ordinal: configuration.style) ?? .crossDissolve
    )
  }
}

extension Duration {
  /// Rounded towards zero, or the nearest number that there is.
  package var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }
}
