import AppControllerKit

// What stands inside properties, and what stands around the nodes.
extension InterfaceExamples {
  static let first: InterfaceDescription = {
    // example: first
    let interface = InterfaceDescription(
      "logged-out", language: "en", fallbackText: "Please update the app to sign in."
    ) {
      Screen("door", title: "Tea Room", initialFocus: "member", primaryAction: "enter") {
        TextField("member", "Member number", content: .username).required("Enter your member number")
        SecureField("pin", "PIN").required("Enter your PIN")
        Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["member", "pin"]))
          .enabled(when: .filled("member", "pin"))
      }
    }
    // end
    return interface
  }()

  static let values: [Example] = [nodes("rules", rules), nodes("conditions", conditions), nodes("actions", actions)]

  @InterfaceContentBuilder private static var rules: some InterfaceContent {
    // example: rules
    TextField("email", "Email", content: .email).required().rule(.email, "This is not an email address")
    SecureField("pin", "New PIN", content: .newPassword).rule(.digits).length(min: 4, max: 8, "A PIN has 4 to 8 digits")
    SecureField("again", "PIN again", content: .newPassword).rule(.sameAs("pin"), "The two PINs differ")
    TextField("day", "Day", content: .date).range(min: "2026-05-01", max: "2026-12-31")
    TextField("pots", "Pots", content: .number, value: "1").range(min: "1", max: "9", step: "1")
    // end
  }

  @InterfaceContentBuilder private static var conditions: some InterfaceContent {
    // example: conditions
    TextField("email", "Email", content: .email).rule(.email)
    Toggle("guest", "I have no account")
    TextField("name", "Your name").visible(when: .checked("guest"))
    Button("go", "Go on", action: Action("go", sends: ["email", "guest"]))
      .enabled(when: .any([.checked("guest"), .all([.filled("email"), .valid("email")])]))
    // end
  }

  @InterfaceContentBuilder private static var actions: some InterfaceContent {
    // example: actions
    TextField("note", "Note for the kitchen")
    Button("order", "Order", action: Action("order", sends: ["note"], payload: ["teaId": "7"], deadline: 120))
    Button("later", "Not now", style: .cancel, action: Action("order.later", validates: false))
    Button("out", "Log out", action: .host(.logout).confirmed("Log out?", text: "The basket stays."))
    Button("copy", "Copy the voucher", action: .host(.copy, payload: ["text": "WDJB-MJHT"]))
    // end
  }

  /// A description with kinds that this version does not know.
  static let newer = """
    {"root": {"kind": "screen", "id": "shop", "label": "Our shop", "children": [
      {"kind": "map", "latitude": 51.5, "longitude": -0.1, "fallback": {"kind": "text", "text": "12 Leaf Lane"}},
      {"kind": "carousel", "children": [{"kind": "text", "text": "Assam"}, {"kind": "text", "text": "Sencha"}]},
      {"kind": "rating", "label": "4 of 5 stars", "stars": 4},
      {"kind": "confetti", "fallback": "drop"}
    ]}}
    """
}
