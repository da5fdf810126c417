/// What the reference says about one code.
struct DiagnosticMeaning {
  enum Severity: String { case error, warning, either = "error or warning" }

  let number: Int
  let severity: Severity
  let meaning: String
  let fix: String

  init(_ number: Int, _ meaning: String, _ fix: String, severity: Severity = .error) {
    self.number = number
    self.severity = severity
    self.meaning = meaning
    self.fix = fix
  }

  var code: String { "ACK\(number)" }

  /// Every code that a description or a storyboard can have.
  static var all: [DiagnosticMeaning] { building + validating + advice + storyboards }
}

// MARK: - What ends the building

extension DiagnosticMeaning {
  static let building = [
    DiagnosticMeaning(1101, "A node has no kind.", "Give each node a kind."),
    DiagnosticMeaning(1102, "There is a second root.", "Put both into one tab bar or navigation stack."),
    DiagnosticMeaning(1103, "There is no root.", "Describe a screen, tabs or a navigation stack."),
    DiagnosticMeaning(1104, "An `end` or `close` closes nothing, or something stays open.", "Balance the calls."),
    DiagnosticMeaning(
      1105, "A node stands inside a value, or a fallback has two.", "Write one node, and only as a `fallback`."),
    DiagnosticMeaning(1106, "A property comes after the first child.", "Set the properties first."),
    DiagnosticMeaning(1107, "A property is set twice.", "Keep one of them."),
    DiagnosticMeaning(
      1108, "A key stands in a list, is missing outside one, or is said by nesting.",
      "`id`, `kind`, `children` and `root` are no properties."
    ),
    DiagnosticMeaning(1109, "Text is not UTF-8.", "Encode it; nothing is repaired."),
    DiagnosticMeaning(1110, "A number is not finite.", "Leave the property out."),
    DiagnosticMeaning(1111, "A boolean of the ABI is neither 0 nor 1.", "Pass 0 or 1."),
    DiagnosticMeaning(1112, "Text of the ABI has a length and no pointer.", "Pass the pointer, or the length 0."),
    DiagnosticMeaning(1113, "The JSON has not the shape of a description.", "See the [JSON form](#the-json-form)."),
    DiagnosticMeaning(1120, "There are too many nodes.", "Show a part, and the rest on another screen."),
    DiagnosticMeaning(1121, "Nodes nest too deep.", "Nest less."),
    DiagnosticMeaning(1122, "There are too many property values.", "Show a part, and the rest on another screen."),
    DiagnosticMeaning(1123, "Maps and lists nest too deep.", "Nest less."),
    DiagnosticMeaning(1124, "A text, label or placeholder is too long.", "Shorten it; nothing is cut for you."),
    DiagnosticMeaning(1125, "An id, a kind or a key is too long.", "Shorten it."),
    DiagnosticMeaning(1126, "There is too much text in all.", "Show a part, and the rest on another screen."),
  ]
}

// MARK: - What is wrong with a whole

extension DiagnosticMeaning {
  static let storyboards = [
    DiagnosticMeaning(1002, "The text is not JSON.", "Correct it at the line and column."),
    DiagnosticMeaning(
      1401, "The storyboard has no id, or one that is none.", "Give it one; it does not begin with a dot."),
    DiagnosticMeaning(1402, "The storyboard has no interfaces.", "Put at least one under a name."),
    DiagnosticMeaning(1403, "The name of an interface is no id.", "1 to 64 bytes of `[A-Za-z0-9._-]`."),
    DiagnosticMeaning(1404, "An action leads to an interface that is not there.", "Name one of the storyboard."),
    DiagnosticMeaning(1405, "What is to be pushed is no screen.", "Present it, or describe a screen."),
    DiagnosticMeaning(1406, "No interface has the tab that is to be selected.", "Name a tab bar and one of its items."),
  ]
}

extension DiagnosticMeaning {
  static let validating = [
    DiagnosticMeaning(1201, "An id is no id.", "1 to 64 bytes of `[A-Za-z0-9._-]`."),
    DiagnosticMeaning(1202, "An id is missing.", "Give one to what is used, chosen or switched to."),
    DiagnosticMeaning(1203, "An id stands twice.", "Ids are unique in the description, tabs and layers included."),
    DiagnosticMeaning(
      1204, "A label is missing.", "Say what it is; a placeholder does not. For a screen it is a warning.",
      severity: .either
    ),
    DiagnosticMeaning(1205, "A value has the wrong type.", "See the property's table."),
    DiagnosticMeaning(
      1206, "The kind does not have this property.", "Look for a misspelt or misplaced name.", severity: .warning),
    DiagnosticMeaning(1207, "A node stands where it cannot.", "See [the kinds](#the-kinds)."),
    DiagnosticMeaning(1208, "There are too few or too many children.", "See [the kinds](#the-kinds)."),
    DiagnosticMeaning(1209, "The root is no screen, tabs or navigation.", "Put it into a screen."),
    DiagnosticMeaning(1210, "An image does not say what it shows.", "Give it an `alt`, or make it decorative."),
    DiagnosticMeaning(1211, "A field, toggle or choice has no input.", "Give it one with a name."),
    DiagnosticMeaning(1212, "An input has no name, or a bad one.", "1 to 64 bytes of `[A-Za-z0-9._-]`."),
    DiagnosticMeaning(1213, "An input's name stands twice on a screen.", "Rename one of them."),
    DiagnosticMeaning(1214, "A secret has a value.", "Leave it out: a secret is typed each time."),
    DiagnosticMeaning(
      1215, "Options are missing, no maps or not distinct, or a value is none of them.",
      "Give each its own `value`; only a multiple choice begins with several."
    ),
    DiagnosticMeaning(1216, "A rule has no name, or asks the impossible.", "See [the rules](#rules)."),
    DiagnosticMeaning(1217, "A button has no action.", "Give it one, or make it a text."),
    DiagnosticMeaning(1218, "An action has a bad name, scope or deadline.", "See [the actions](#actions)."),
    DiagnosticMeaning(1219, "An action or a rule names an input that is not on the screen.", "Name one that is."),
    DiagnosticMeaning(
      1220, "The host does not do this action, or lacks its payload.", "See [the host actions](#host-actions)."),
    DiagnosticMeaning(1221, "A condition says nothing.", "See [the conditions](#conditions)."),
    DiagnosticMeaning(1222, "A progress has impossible numbers.", "0 to `total`, and no negative deadline."),
    DiagnosticMeaning(1223, "A URL is missing or refused.", "`https`, `mailto`, or `http` to this machine, in ASCII."),
    DiagnosticMeaning(1224, "A node is referred to that is not there.", "Name one inside the screen or tab bar."),
    DiagnosticMeaning(
      1225, "A word is not known here.", "It is passed over, or taken as the default.", severity: .warning),
    DiagnosticMeaning(
      1226, "The `schema` is not one that this host knows.", "Say a `fallbackText`; with one it is a warning.",
      severity: .either
    ),
    DiagnosticMeaning(
      1227, "This host lacks something in `requires`.", "Say a `fallbackText`; with one it is a warning.",
      severity: .either
    ),
    DiagnosticMeaning(
      1228, "An action, condition or rule needs an input that is left out, because its kind is not known.",
      "Give the input's node a `fallback` with the same input."
    ),
    DiagnosticMeaning(
      1229, "A kind is not known.", "See [what is not known](#what-a-host-does-not-know).", severity: .warning),
    DiagnosticMeaning(1230, "A text, code or banner has no text.", "Give it one, or leave it out."),
    DiagnosticMeaning(1231, "The aspect of an image is not over 0.", "Width divided by height, such as 1.5."),
    DiagnosticMeaning(1299, "There are more than a hundred.", "The message says how many more.", severity: .either),
  ]
}

// MARK: - What is right, and not good

extension DiagnosticMeaning {
  static let advice = [
    advice(
      1301, "A placeholder stands where a label should (WCAG 3.3.2).", "Label the field; the placeholder is an example."
    ),
    advice(1302, "An image says its file name, or that it is an image (WCAG 1.1.1).", "Say what it shows."),
    advice(
      1303, "Return, or the button that has the focus at first, destroys something (WCAG 3.3.4).",
      "Choose the way out, or nothing."),
    advice(
      1304, "Two buttons or links of a screen have one label and do different things (WCAG 2.4.4, 2.4.6).",
      "Say what is different, or put them into groups or items with labels."),
    advice(1305, "A way out is blocked until inputs are right.", "Say `validates` false, and no condition."),
    advice(
      1306, "A screen with a field and several buttons does not say which of them Return presses.",
      "Say its `primaryAction`."),
    advice(
      1307, "Return presses another button than the one that stands out.",
      "Let the `primary` one be the `primaryAction`."),
    advice(
      1308, "A link does not say where it leads, or a button what it does (WCAG 2.4.4, 2.4.9).", "Say it in the label."),
    advice(
      1309, "The language is not said, or not with a language tag (WCAG 3.1.1).", "Say `lang`, such as `en` or `pt-BR`."
    ),
    advice(1310, "An error is told to nobody who does not look (WCAG 4.1.3).", "Leave out `live`, or say `polite`."),
    advice(
      1311, "A label or a text has nothing in it that can be seen or heard (WCAG 4.1.2).",
      "Say something; a `spacer` makes room."),
    advice(
      1312, "A field is called a password, an email address or a user name, and its `content` is another (WCAG 1.3.5).",
      "Say it as the `content`."),
    advice(1313, "A screen has a second title (WCAG 1.3.1).", "Make it a heading."),
    advice(
      1314, "What is put into an input goes nowhere.", "Name the input in what an action `sends`, or leave it out."),
  ]

  private static func advice(_ number: Int, _ meaning: String, _ fix: String) -> DiagnosticMeaning {
    DiagnosticMeaning(number, meaning, fix, severity: .warning)
  }
}
