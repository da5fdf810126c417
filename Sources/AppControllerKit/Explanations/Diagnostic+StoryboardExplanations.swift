extension Diagnostic {
  /// ACK14xx: what is wrong with a storyboard as a whole.
  package static let storyboardExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.badStoryboardID, "badStoryboardID", "The storyboard has no id, or one that is none.",
      when: ["`id` is missing at the top, has a space or a slash, or begins with a dot."],
      fix: """
        Give it one of 1 to 64 bytes of `[A-Za-z0-9._-]` that does not begin with a dot; its session is stored under \
        it.
        """,
      example: #"{ "id": "com.example.main", "interfaces": { … } }"#, more: ("Interfaces.md", "Storyboards")
    ),
    ErrorExplanation(
      Code.noInterfaces, "noInterfaces", "The storyboard has no interfaces.",
      when: ["`interfaces` is missing or empty."],
      fix: "Put at least one under a name.",
      example: #""interfaces": { "home": { "root": { "kind": "screen", "id": "home", "label": "Home" } } }"#,
      more: ("Interfaces.md", "Storyboards")
    ),
    ErrorExplanation(
      Code.badInterfaceName, "badInterfaceName", "The name of an interface is no id.",
      when: ["The name has a space or a letter with a mark."],
      fix: "Name it with 1 to 64 bytes of `[A-Za-z0-9._-]`, and write the same name where it is pushed or presented."
    ),
    ErrorExplanation(
      Code.unknownInterface, "unknownInterface", "An action leads to an interface that is not there.",
      when: ["The `screen` of a `push` or `present` is misspelt, or its interface was renamed."],
      fix: "Name one of the storyboard.", more: ("Interfaces.md", "Host actions")
    ),
    ErrorExplanation(
      Code.badDestination, "badDestination", "What is to be pushed is no screen.",
      when: ["A `push` names an interface whose root is tabs or a navigation stack."],
      fix: "Present it, or describe a screen.", more: ("Interfaces.md", "Host actions")
    ),
    ErrorExplanation(
      Code.unknownTab, "unknownTab", "No interface has the tab that is to be selected.",
      when: ["The `tabs` or the `item` of a `select` is misspelt, or names the tab's screen in the place of the item."],
      fix: "Name a tab bar and one of its items, both by their ids.", more: ("Interfaces.md", "Host actions")
    ),
  ]
}
