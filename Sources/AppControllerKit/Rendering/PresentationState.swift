/// What a description does not say: what the user has typed, selected, and been told.
public struct PresentationState: Sendable, Equatable {
  /// What has been put into the inputs, by name; no secrets.
  public var values: InputValues
  /// What is wrong with inputs, by name.
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
