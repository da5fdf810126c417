/// The form of a screen with its values, and a cache of their validity.
package struct FilledForm {
  private let form: Form
  private let values: InputValues
  private var validity = Form.Validity()

  /// Merges the values of a description with those that the user has entered.
  package init(of screen: InterfaceDescription.Node, _ state: PresentationState) {
    form = Form(of: screen)
    values = form.initialValues.merging(state.values) { $1 }
  }

  /// Whether a condition holds.
  package mutating func holds(_ condition: Condition) -> Bool { form.holds(condition, values, &validity) }
}
