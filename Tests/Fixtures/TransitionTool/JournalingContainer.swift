import AppControllerKit

/// A container that notes when it exchanges one interface for another, before anything has moved and after.
final class JournalingContainer: RootContainer {
  var journal: Journal?

  override func willExchange(_ old: InterfaceController?, for new: InterfaceController) {
    journal?.note(old == nil ? "splash" : "exchange")
  }

  override func didExchange(_ old: InterfaceController?, for new: InterfaceController) {
    if old != nil { journal?.note("exchanged") }
  }
}
