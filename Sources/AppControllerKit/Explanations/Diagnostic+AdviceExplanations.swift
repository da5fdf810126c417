extension Diagnostic {
  /// ACK13xx: what breaks no rule and is not good for those who use it.
  ///
  /// Only `lint()` and `appctl lint` say it.
  package static let adviceExplanations: [ErrorExplanation] = [
    advice(
      Code.placeholderAsLabel, "placeholderAsLabel", "A placeholder stands where a label should (WCAG 3.3.2).",
      when: "The field has no label that can be read, or its placeholder says the same as its label.",
      fix: "Label the field; the placeholder is an example, or left out."
    ),
    advice(
      Code.poorAlternative, "poorAlternative", "An image says its file name, or that it is an image (WCAG 1.1.1).",
      when: "The `alt` is `photo.jpg`, or begins with words such as `Image of`, which a screen reader says anyway.",
      fix: "Say what it shows."
    ),
    advice(
      Code.destructiveDefault, "destructiveDefault",
      "Return, or the button that has the focus at first, destroys something (WCAG 3.3.4).",
      when: "The `primaryAction` or the `initialFocus` of the screen is a button of the style `destructive`.",
      fix: "Choose the way out, or nothing."
    ),
    advice(
      Code.ambiguousLabel, "ambiguousLabel",
      "Two buttons or links of a screen have one label and do different things (WCAG 2.4.4, 2.4.6).",
      when: "Each row of a list has a button `Delete`, and the rows have no labels of their own.",
      fix: "Say what is different, or put them into groups or items with labels."
    ),
    advice(
      Code.blockedCancel, "blockedCancel", "A way out is blocked until inputs are right.",
      when: "A button of the style `cancel` sends inputs that have rules, or waits for one.",
      fix: "Say `validates` false, and no condition; or send nothing."
    ),
    advice(
      Code.missingDefault, "missingDefault",
      "A screen with a field and several buttons does not say which of them Return presses.",
      when: "The screen has no `primaryAction`, so that Return does nothing in its fields.",
      fix: "Say its `primaryAction`: the id of the button."
    ),
    advice(
      Code.misleadingDefault, "misleadingDefault", "Return presses another button than the one that stands out.",
      when: "The `primaryAction` is one button, and another has the style `primary`.",
      fix: "Let the `primary` one be the `primaryAction`."
    ),
    advice(
      Code.vagueLabel, "vagueLabel",
      "A link does not say where it leads, or a button what it does (WCAG 2.4.4, 2.4.9).",
      when: "The label is `here`, `more` or a URL. Who goes from link to link hears nothing else.",
      fix: "Say it in the label."
    ),
    advice(
      Code.missingLanguage, "missingLanguage", "The language is not said, or not with a language tag (WCAG 3.1.1).",
      when: "`lang` is missing, or is a word such as `English`. A screen reader then takes its user's language.",
      fix: "Say `lang`, such as `en` or `pt-BR`.", more: "The document"
    ),
    advice(
      Code.quietError, "quietError", "An error is told to nobody who does not look (WCAG 4.1.3).",
      when: "A banner of the severity `error` has `live` off.",
      fix: "Leave out `live`, or say `polite`."
    ),
    advice(
      Code.blankText, "blankText", "A label or a text has nothing in it that can be seen or heard (WCAG 4.1.2).",
      when: "It consists of spaces or invisible characters, mostly to make room.",
      fix: "Say something; a `spacer` makes room."
    ),
    advice(
      Code.unsaidContent, "unsaidContent",
      "A field is called a password, an email address or a user name, and its `content` is another (WCAG 1.3.5).",
      when: """
        The input or the field is named `email` or `password`, and has no `content`: a password would be shown as it \
        is typed, and nothing fills the field in.
        """,
      fix: "Say it as the `content`.", more: "Contents"
    ),
    advice(
      Code.secondTitle, "secondTitle", "A screen has a second title (WCAG 1.3.1).",
      when: "Two texts of a screen have the style `title`.", fix: "Make it a heading."
    ),
    advice(
      Code.unsentInput, "unsentInput", "What is put into an input goes nowhere.",
      when: "No action of the screen names the input in `sends`, and no condition or rule asks about it.",
      fix: "Name the input in what an action `sends`, or leave it out.", more: "Actions"
    ),
  ]

  private static func advice(
    _ code: Code, _ name: String, _ meaning: String, when cause: String, fix: String, more heading: String? = nil
  ) -> ErrorExplanation {
    ErrorExplanation(
      code, name, meaning, severity: .warning, when: [cause], fix: fix,
      more: ("Interfaces.md", heading ?? "Accessibility")
    )
  }
}
