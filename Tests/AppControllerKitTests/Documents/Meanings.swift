import AppControllerKit

extension FieldContent {
  /// What a field with this content holds.
  var meaning: String {
    switch self {
    case .text: "Any text."
    case .email: "An email address."
    case .username: "A user name."
    case .password: "A password that exists."
    case .newPassword: "A password that is being chosen."
    case .oneTimeCode: "A code that is used once. One field for the whole code."
    case .number: "A number."
    case .url: "A URL."
    case .search: "Words to search for."
    case .date: "A day, as `2026-05-12`."
    case .time: "A time of day, as `14:30`."
    case .dateTime: "A day and a time, as `2026-05-12T14:30`, in no time zone."
    }
  }
}

extension HostAction {
  /// What the host does.
  var meaning: String {
    switch self {
    case .login: "Logs in without a session of the provider's."
    case .logout: "Logs out."
    case .push: "Pushes the interface with this name in the storyboard, which is a screen."
    case .pop: "Goes back one screen."
    case .select: "Selects a tab, by the ids of the tab bar and the item."
    case .present: "Presents the interface with this name in the storyboard as a layer."
    case .dismiss: "Closes the presented layer on top."
    case .copy: "Copies the text."
    case .openURL: "Opens the URL, under the rule of a link."
    }
  }
}

extension InputRule.Requirement {
  /// One of each.
  static let samples: [InputRule.Requirement] = [
    .required, .length(min: nil, max: nil), .digits, .email, .oneOf, .range(min: nil, max: nil), .sameAs(""),
    .unknown(""),
  ]

  /// What the rule asks, and how it is written with the elements.
  var meaning: (swift: String, text: String) {
    switch self {
    case .required: (".required()", "There is a value; a toggle is on; something is chosen.")
    case .length: (".length(min:max:)", "It has at least `min` and at most `max` characters; either may be missing.")
    case .digits: (".rule(.digits)", "It has only the digits 0 to 9.")
    case .email: (".rule(.email)", "It looks like an email address: something, `@`, something, and no space.")
    case .oneOf: (".rule(.oneOf)", "It is the value of one of the `options`.")
    case .range:
      (
        ".range(min:max:step:)",
        "It is a number, a day or a time from `min` to `max`; a number is whole steps away from `min`, or from 0."
      )
    case .sameAs: (".rule(.sameAs(\"name\"))", "It is the value of the input with this `name`.")
    case .unknown:
      (".rule(.unknown(\"luhn\"))", "Any other name: the host passes over it with a warning, and the provider checks.")
    }
  }
}

extension Condition {
  /// One of each.
  static let samples: [Condition] = [
    .always, .never, .filled("email", "pin"), .valid("email"), .checked("terms"),
    .all([.filled("pin"), .checked("terms")]),
    .any([.filled("email"), .checked("guest")]), .not(.checked("guest")),
  ]

  /// When it holds, and how it is written with the elements.
  var meaning: (swift: String, text: String) {
    switch self {
    case .always: (".always", "Always. It is the default, and left out.")
    case .never: (".never", "Never; `.disabled()` says the same.")
    case .filled: (".filled(\"email\", \"pin\")", "Each of these inputs has a value.")
    case .valid: (".valid(\"email\")", "Each of these inputs satisfies its rules.")
    case .checked: (".checked(\"terms\")", "This toggle is on.")
    case .all: (".all([.filled(\"pin\"), .checked(\"terms\")])", "All of these hold; so they do when there are none.")
    case .any: (".any([.filled(\"email\"), .checked(\"guest\")])", "One of these holds; none does when there are none.")
    case .not: (".not(.checked(\"guest\"))", "This does not hold.")
    }
  }
}
