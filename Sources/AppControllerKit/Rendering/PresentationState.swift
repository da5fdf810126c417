/// The state that is not part of a description: typed values, selections and error messages.
public struct PresentationState: Sendable, Equatable {
  /// The values of the inputs, by name; without secrets.
  public var values: InputValues
  /// The error messages of the inputs, by name.
  public var fieldErrors: [String: String]
  /// The selected item of each tab bar, by the ids of both.
  public var selectedItems: [String: String]

  /// Makes a state; empty unless given.
  public init(
    values: InputValues = [:], fieldErrors: [String: String] = [:], selectedItems: [String: String] = [:]
  ) {
    self.values = values
    self.fieldErrors = fieldErrors
    self.selectedItems = selectedItems
  }
}
