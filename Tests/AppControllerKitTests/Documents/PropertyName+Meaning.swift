import AppControllerKit

extension PropertyName {
  /// What a property says at a node of a kind, or at any node; `nil` for what is no property of a node.
  func meaning(at kind: NodeKind?) -> String? {
    switch self {
    case .action: kind == .item || kind == .row ? "What choosing it does." : "What it does."
    case .axis: "In a row from leading to trailing, or in a column; `vertical` unless said."
    case .badge: "A few characters beside it, such as a count."
    case .busy: "It is waiting for something."
    case .collapsed:
      "Whether it is closed at first. With it the group opens and closes, and needs an `id` and a `label`."
    case .columns where kind == .table: "The columns, 1 to 8, as below."
    case .columns: "How many columns where there is room, from 1; as many as fit unless said."
    case .enabled: "When it can be used; always unless said."
    case .fallback: "What stands in for the node where its kind is not known."
    case .hidden: "It is not shown now, nor is what it holds. An input that is hidden takes no value."
    case .icon: "A small picture beside it, as below. It says nothing that the text does not say."
    case .hint: "A second line that explains it."
    case .initialFocus: "The id of the field, toggle, choice, button or link that has the focus at first."
    case .input: "What it takes in."
    case .label: labelMeaning(at: kind)
    case .labelHidden: "Whether the label is not drawn. It stays the accessible name."
    case .labels: "The names of the numbers, one each."
    case .live: "How urgently a change is told to someone who does not look. `off`; for an error banner `assertive`."
    case .media: "The image, as below."
    case .minColumns: "How many columns at the least, from 1."
    case .primaryAction: "The id of the button that Return presses."
    case .progress: "How far it is, as below. Absent: nobody knows."
    case .qr: "A URL that is shown as a QR code too: under the rule of a link, at most 134 bytes."
    case .secret: "The text, as below."
    case .selected: "The id of the item that is selected at first; the first one unless said."
    case .severity: "How grave it is; `info` unless said."
    case .style where kind == .chart: "`bar` unless said."
    case .style:
      kind == .text ? "`body` unless said." : kind == .button ? "`plain` unless said." : "Makes it a landmark."
    case .text: kind == .item ? "A second line." : "What it says."
    case .visible:
      "When it is shown; always unless said. It counts for what a screen contains. An input that is not shown has no value."
    case .weight:
      "Its share of the width of its row, from 1 to 12, beside its siblings; as wide as its content unless said."
    case .unit: "The unit of the numbers."
    case .values: "The numbers, 1 to 64."
    case .url: "Where it leads: `https`, `mailto`, or `http` to this machine."
    case .all, .alt, .any, .aspect, .asset, .checked, .confirm, .content, .deadline, .decorative, .dir, .fallbackText,
      .filled,
      .id,
      .lang, .lines,
      .max, .message, .min, .multiple, .name, .not, .options, .payload, .placeholder, .requires, .rule, .rules,
      .schema, .scope, .sends, .source, .step, .title, .total, .valid, .validates, .value, .align:
      nil
    }
  }

  private func labelMeaning(at kind: NodeKind?) -> String {
    switch kind {
    case .screen: "The title. Without one there is a warning."
    case .tabs: "What the tabs are of."
    case .group, .list, .grid, .table: "What it holds."
    case .row: "What the row is, for someone who does not see it; required with an action."
    case .chart: "What it shows, and what follows from it: an older host shows nothing else."
    case .secret: "What the secret is; its accessible name."
    case .code: "What the code is."
    case .image: "A line with the image; what it shows is its `alt`."
    case .progress: "What is under way."
    case .item: "What it is."
    case .field, .toggle, .choice: "What to put in; its accessible name."
    case .button, .link: "What it does; its accessible name."
    case .navigation, .presented: "What it is, for someone who does not see it."
    case .stack, .divider, .spacer, .text, .banner, nil: ""
    }
  }
}

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
