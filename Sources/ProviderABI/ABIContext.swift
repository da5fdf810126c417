package import AppControllerInterface
package import CProviderABI

extension ControllerState {
  package var target: Int32 {
    switch self {
    case .loggedIn: ACK_LOGGED_IN
    case .launching: ACK_LAUNCHING
    case .loggedOut, .uninstalled, .terminated: ACK_LOGGED_OUT
    }
  }

  package init?(target: Int32) {
    switch target {
    case ACK_LOGGED_OUT: self = .loggedOut
    case ACK_LOGGED_IN: self = .loggedIn
    case ACK_LAUNCHING: self = .launching
    default: return nil
    }
  }
}

extension ProviderCall {
  package func lent(by lender: any Lender) -> UnsafeMutablePointer<ack_context> {
    var context = unsafe ack_context.sized()
    unsafe context.screen = lender.lend(screen)
    unsafe context.purpose = controller.purpose.ordinal
    unsafe context.target = controller.state.target
    unsafe context.sequence = sequence
    unsafe context.revision = revision
    unsafe context.traits = UnsafePointer(controller.traits.lent(by: lender))
    unsafe context.session = controller.session.map { unsafe UnsafePointer($0.lent(by: lender)) }
    return unsafe lender.lend(context)
  }
}

extension TraitCollection {
  fileprivate func lent(by lender: any Lender) -> UnsafeMutablePointer<ack_traits> {
    var traits = unsafe ack_traits.sized()
    unsafe traits.columns = UInt32(clamping: columns)
    unsafe traits.rows = UInt32(clamping: rows)
    let numbers = numbers
    unsafe (traits.idiom, traits.color, traits.motion) = (numbers.idiom, numbers.color, numbers.motion)
    unsafe (traits.direction, traits.place) = (numbers.direction, numbers.place)
    unsafe traits.abilities = abilities.rawValue
    unsafe traits.languages = lender.lend(languages.joined(separator: ","))
    unsafe traits.time_zone = lender.lend(timeZone)
    return unsafe lender.lend(traits)
  }

  package init(abi pointer: UnsafePointer<ack_traits>?) {
    self.init()
    guard let pointer = unsafe pointer, let traits = unsafe ack_traits.read(UnsafeRawPointer(pointer)) else { return }
    unsafe columns = Int(traits.columns)
    unsafe rows = Int(traits.rows)
    unsafe idiom = Idiom(number: traits.idiom) ?? .unspecified
    unsafe color = Color(number: traits.color) ?? .unspecified
    unsafe motion = Motion(number: traits.motion) ?? .unspecified
    unsafe direction = TextDirection(number: traits.direction) ?? .auto
    unsafe place = Place(number: traits.place) ?? .unspecified
    unsafe abilities = Abilities(rawValue: traits.abilities)
    unsafe languages = (traits.languages.text() ?? "").split(separator: ",").map(String.init)
    unsafe timeZone = traits.time_zone.text() ?? ""
  }
}

extension Severity {
  package var level: Int32 {
    switch self {
    case .info: ACK_LEVEL_INFO
    case .success: ACK_LEVEL_SUCCESS
    case .warning: ACK_LEVEL_WARNING
    case .error: ACK_LEVEL_ERROR
    }
  }

  package init?(level: Int32) {
    guard let known = Self.allCases.first(where: { $0.level == level }) else { return nil }
    self = known
  }
}
