@testable import AppControllerInterface
@testable import AppControllerKit

/// Checks that the text of a description cannot control a terminal.
func checkRendering(_ description: InterfaceDescription) {
  let text = TextRenderer().render(description)
  require(text.isEmpty || text.utf8.last == 0x0A, "the text does not end its last line")
  for scalar in text.unicodeScalars where isDrivingTerminals(scalar) && scalar != "\n" {
    fatalError("the text has U+\(String(scalar.value, radix: 16, uppercase: true))")
  }
  require(TextRenderer().render(description) == text, "the same description is drawn differently")
}

/// Checks that the inputs of each screen answer every question.
func checkForms(_ description: InterfaceDescription) {
  let shown = description.resolved()
  for node in shown.allNodes where node.kind == .screen || node.path == "$.root" {
    let form = Form(of: node)
    let values = form.initialValues
    let violations = form.violations(in: form.entries.map(\.input.name), values)
    require(violations.allSatisfy { form.entry(named: $0.input) != nil }, "a violation is about no input")
    require(
      violations.allSatisfy { !$0.message(.english).isEmpty || $0.rule.message == "" }, "a violation says nothing")
    for below in node.visibleSubtree {
      let holds = form.holds(below.enabled, values)
      require(form.holds(.not(below.enabled), values) == !holds, "a condition holds and does not")
    }
  }
}

/// Returns whether a scalar is a control (C0, DEL, C1), a line or paragraph separator, a direction mark or override, or
/// the byte order mark.
func isDrivingTerminals(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}
