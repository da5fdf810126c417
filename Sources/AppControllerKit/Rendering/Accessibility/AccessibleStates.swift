/// The current states of an element.
public struct AccessibleStates: OptionSet, Sendable, Hashable {
  /// A bit for each state.
  public let rawValue: UInt16

  /// Makes a set of states from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The element is disabled.
  public static let disabled = AccessibleStates(rawValue: 1)
  /// The element requires a value.
  public static let required = AccessibleStates(rawValue: 2)
  /// The value of the element is invalid.
  public static let invalid = AccessibleStates(rawValue: 4)
  /// The element is on; a check box or an option without this state is off.
  public static let checked = AccessibleStates(rawValue: 8)
  /// The element is the selected tab.
  public static let selected = AccessibleStates(rawValue: 16)
  /// The element is waiting for a result.
  public static let busy = AccessibleStates(rawValue: 32)
  /// The element can be pressed although it is not a button: an item with an action.
  public static let pressable = AccessibleStates(rawValue: 64)
}

extension AccessibleStates: CustomStringConvertible {
  /// The names of the states, in their order, with spaces between them.
  public var description: String { names.joined(separator: " ") }

  /// The names of the states, in their order.
  public var names: [String] {
    let names: [(AccessibleStates, String)] = [
      (.disabled, "disabled"), (.required, "required"), (.invalid, "invalid"), (.checked, "checked"),
      (.selected, "selected"), (.busy, "busy"), (.pressable, "pressable"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}
