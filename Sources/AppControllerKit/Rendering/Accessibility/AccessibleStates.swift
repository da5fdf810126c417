/// What is so of a thing on a screen at the moment.
public struct AccessibleStates: OptionSet, Sendable, Hashable {
  /// A bit for each state.
  public let rawValue: UInt16

  /// Makes a set of states from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// It cannot be used now.
  public static let disabled = AccessibleStates(rawValue: 1)
  /// It has to be filled in.
  public static let required = AccessibleStates(rawValue: 2)
  /// What is in it is wrong.
  public static let invalid = AccessibleStates(rawValue: 4)
  /// It is on; a check box or an option without this is off.
  public static let checked = AccessibleStates(rawValue: 8)
  /// It is the selected tab.
  public static let selected = AccessibleStates(rawValue: 16)
  /// It is waiting for something.
  public static let busy = AccessibleStates(rawValue: 32)
  /// It can be pressed, though it is no button: an item with an action.
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
