extension AppControllerError {
  /// What there is to know about each code of this type, in the order of the codes.
  package static let explanations = readingExplanations + controllerExplanations + sessionExplanations

  /// ACK10xx: what is read.
  private static let readingExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.invalidDescription, "invalidDescription", "An interface description breaks a rule.",
      when: [
        """
        A provider described an interface that has a fault. The message names the first one by its path and by a \
        code in brackets, from ACK1101 to ACK1299, which says which rule it is.
        """,
        "A JSON text that is to be one description is a storyboard, or has a fault.",
      ],
      fix: """
        Correct the description at the path that is named: `$.root.children[1].id` is the id of the second child of \
        the root. The description is refused whole, so every fault that is listed has to be corrected.
        """,
      example: "appctl explain ACK1203", more: ("Interfaces.md", "Diagnostics")
    ),
    ErrorExplanation(
      Code.invalidJSON, "invalidJSON", "A text is not well-formed JSON, or is larger or deeper than allowed.",
      when: [
        """
        The text has a comment, a comma after the last element, a string without its closing quotation mark, or an \
        escape or a number that JSON does not have.
        """,
        "A name stands twice in one object, of which other readers would silently drop one.",
        "The text is not UTF-8, begins with a byte order mark, or was cut off.",
        "The text is over the limit of bytes, of values or of depth.",
      ],
      fix:
        "Correct the text at the line and the column that are named, and save it as UTF-8 without a byte order mark.",
      example: "appctl lint Main.json"
    ),
    ErrorExplanation(
      Code.invalidConfiguration, "invalidConfiguration",
      "A transition's duration or delay is negative, not finite, or over 60 seconds.",
      when: [
        "The app made a `Configuration` with such a time.",
        "A provider answered the question for its configuration with such a time.",
      ],
      fix: "Use a time between 0 and 60 seconds; 0 makes the transition immediate.",
      example: "AppController.Configuration(transitionDuration: .milliseconds(300))"
    ),
    ErrorExplanation(
      Code.invalidStoryboard, "invalidStoryboard", "A storyboard is not valid.",
      when: [
        "The storyboard has no id or no interfaces, or one of its interfaces has a fault, an unused one too.",
        "A button leads to an interface that the storyboard does not have.",
      ],
      fix: "Run `appctl lint FILE`, which lists every fault with its line and column, and correct them all.",
      example: "appctl lint Main.json", more: ("Interfaces.md", "Storyboards")
    ),
    ErrorExplanation(
      Code.noSuchInterface, "noSuchInterface", "A storyboard has no interface of the name that is asked for.",
      when: [
        "`--logged-out`, `--logged-in` or `--interface` names an interface that is not in the file.",
        "The options are left out, and the file calls its interfaces otherwise than `logged-out` and `logged-in`.",
      ],
      fix: "Name one of the interfaces that the message lists, or add one of that name to the storyboard.",
      example: "appctl login --storyboard Main.json --logged-out welcome --logged-in home",
      more: ("Operating.md", "Storyboards")
    ),
    ErrorExplanation(
      Code.unreadableFile, "unreadableFile", "The file of a storyboard or a description cannot be read.",
      when: [
        "There is no file at the path, the path leads to a folder or a device, or this user may not read it.",
        "The file has more than the 16 MiB that a storyboard may have.",
      ],
      fix: """
        Name a file with a storyboard or an interface description in JSON that this user may read. A relative path \
        starts at the current folder.
        """,
      example: "appctl lint Docs/Examples/Main.json"
    ),
    ErrorExplanation(
      Code.newerInterface, "newerInterface",
      "A sign-in has parts that this version does not know, and it is not done without them.",
      when: [
        """
        The interface has a `schema` or a `requires` that is newer than this program, which would show its fallback \
        text only.
        """,
        """
        The sign-in contains a node of an unknown kind. Logging in without it could skip what the provider wants to \
        know.
        """,
      ],
      fix: "Update this program, or use a version of the provider that was made for it.",
      more: ("Interfaces.md", "What a host does not know")
    ),
  ]
}
