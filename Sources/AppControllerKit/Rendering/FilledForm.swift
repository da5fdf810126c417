/// The form of a screen with the values that are in it, and what is known of them already.
package struct FilledForm {
  private let form: Form
  private let values: InputValues
  private var validity = Form.Validity()

  /// Merges what a description gives with what the user has put in.
  package init(of screen: InterfaceDescription.Node, _ state: PresentationState) {
    form = Form(of: screen)
    values = form.initialValues.merging(state.values) { $1 }
  }

  /// Whether a condition holds.
  package mutating func holds(_ condition: Condition) -> Bool { form.holds(condition, values, &validity) }
}
