extension Diagnostic {
  /// ACK12xx: the rules of a description that is whole.
  ///
  /// All that are broken are reported.
  package static let validatingExplanations = nodeExplanations + valueExplanations + referenceExplanations

  private static let nodeExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.badID, "badID", "An id is no id.",
      when: ["It has a space, a slash or a letter with a mark, or is over 64 bytes."],
      fix: "Write 1 to 64 bytes of `[A-Za-z0-9._-]`.", more: ("Interfaces.md", "Every node")
    ),
    ErrorExplanation(
      Code.missingID, "missingID", "An id is missing.",
      when: ["A screen, tabs, an item, or something that is used, such as a field or a button, has none."],
      fix: "Give one to what is used, chosen or switched to.", example: #""id": "sign-in""#,
      more: ("Interfaces.md", "Every node")
    ),
    ErrorExplanation(
      Code.duplicateID, "duplicateID", "An id stands twice.",
      when: ["Two nodes have it, maybe in tabs or layers that are never seen together; the message names the first."],
      fix: "Rename one of them: ids are unique in the description, tabs and layers included.",
      more: ("Interfaces.md", "Every node")
    ),
    ErrorExplanation(
      Code.missingLabel, "missingLabel", "A label is missing.", severity: .either,
      when: [
        """
        A field, button, link, toggle, choice, item or progress has none, or an empty one. A screen without a title \
        is a warning.
        """
      ],
      fix: "Give it a `label` that says what it is; a placeholder does not.", more: ("Interfaces.md", "Accessibility")
    ),
    ErrorExplanation(
      Code.wrongType, "wrongType", "A value has the wrong type.",
      when: ["A number stands between quotation marks, a boolean is 0 or 1, or a list is one value."],
      fix: "Write the type that the message names.", more: ("Interfaces.md", "Every node")
    ),
    ErrorExplanation(
      Code.misplacedProperty, "misplacedProperty", "The kind does not have this property.", severity: .warning,
      when: ["The name belongs to another kind, or into a map such as `input`. It is kept and passed over."],
      fix: "Leave it out, or look for a misspelt or misplaced name.", more: ("Interfaces.md", "The kinds")
    ),
    ErrorExplanation(
      Code.misplacedNode, "misplacedNode", "A node stands where it cannot.",
      when: ["A screen stands in a screen, something else than an item in tabs, or content at the place of a screen."],
      fix: "Put it where its kind can stand, or choose a kind that can stand there.",
      more: ("Interfaces.md", "The kinds")
    ),
    ErrorExplanation(
      Code.missingChild, "missingChild", "There are too few or too many children.",
      when: ["Tabs have no item, a navigation no screen, or a tab or a presented layer not exactly one child."],
      fix: "Add the child that is missing; put several into one screen.", more: ("Interfaces.md", "The kinds")
    ),
    ErrorExplanation(
      Code.badRoot, "badRoot", "The root is no screen, tabs or navigation.",
      when: ["A stack or a single text is the root, or a kind that this host does not know and has no fallback for."],
      fix: "Put it into a screen.", more: ("Interfaces.md", "Controllers")
    ),
    ErrorExplanation(
      Code.missingAlternative, "missingAlternative", "An image does not say what it shows.",
      when: ["Its `alt` is missing or empty, and it is not `decorative`."],
      fix: "Give it an `alt`, or make it `decorative` when it says nothing.", more: ("Interfaces.md", "image")
    ),
  ]

  private static let valueExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.missingInput, "missingInput", "A field, toggle or choice has no input.",
      when: ["`input` is missing, which says under which name the value is sent."],
      fix: "Give it one with a name.", example: #""input": { "name": "email" }"#, more: ("Interfaces.md", "Inputs")
    ),
    ErrorExplanation(
      Code.badInputName, "badInputName", "An input has no name, or a bad one.",
      when: ["`name` is missing in the `input`, or has a space or a bracket as in the forms of the web."],
      fix: "Write 1 to 64 bytes of `[A-Za-z0-9._-]`.", more: ("Interfaces.md", "Inputs")
    ),
    ErrorExplanation(
      Code.duplicateInput, "duplicateInput", "An input's name stands twice on a screen.",
      when: ["Two fields send under one name, such as a password and its repetition."],
      fix: "Rename one of them; the rule `sameAs` compares two inputs.", more: ("Interfaces.md", "Inputs")
    ),
    ErrorExplanation(
      Code.secretValue, "secretValue", "A secret has a value.",
      when: [
        "A field whose `content` is a password or a one-time code begins with a value, which everybody would see."
      ],
      fix: "Leave it out: a secret is typed each time.", more: ("Interfaces.md", "Contents")
    ),
    ErrorExplanation(
      Code.badOptions, "badOptions", "Options are missing, no maps or not distinct, or a value is none of them.",
      when: [
        "A choice has no `options`, or texts in the place of maps with a `value` and a `label`.",
        "Two options have one value, or the choice begins with a value that is not offered, or with several.",
      ],
      fix: "Give a choice `options`, each with its own `value`; only a `multiple` choice begins with several.",
      example: #""options": [{ "value": "s", "label": "Small" }, { "value": "l", "label": "Large" }]"#,
      more: ("Interfaces.md", "choice")
    ),
    ErrorExplanation(
      Code.badRule, "badRule", "A rule has no name, or asks the impossible.",
      when: ["A `length` has no bound, or a `min` over its `max`; a `sameAs` has no name; there are too many rules."],
      fix: "Give a `length` a `min`, a `max` or both, with 0 <= min <= max, and each rule its name under `rule`.",
      example: #"{ "rule": "length", "min": 4 }"#, more: ("Interfaces.md", "Rules")
    ),
    ErrorExplanation(
      Code.missingAction, "missingAction", "A button has no action.",
      when: ["`action` is missing, so that pressing it would do nothing."],
      fix: "Give it one, or make it a text.", example: #""action": { "name": "refresh" }"#,
      more: ("Interfaces.md", "Actions")
    ),
    ErrorExplanation(
      Code.badAction, "badAction", "An action has a bad name, scope or deadline.",
      when: ["The name is missing or no id, the scope is a third one, or the deadline is 0 or over ten minutes."],
      fix: """
        Name it with 1 to 64 bytes of `[A-Za-z0-9._-]`; the scope is `provider` or `host`, the deadline over 0 and \
        at most 600 seconds.
        """,
      more: ("Interfaces.md", "Actions")
    ),
  ]

  private static let referenceExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.unknownInput, "unknownInput", "An action or a rule names an input that is not on the screen.",
      when: ["The name is misspelt, is the id of the field and not the name of its input, or is on another screen."],
      fix: "Name one that is on the same screen, or leave the name out.", more: ("Interfaces.md", "Actions")
    ),
    ErrorExplanation(
      Code.badHostAction, "badHostAction", "The host does not do this action, or lacks its payload.",
      when: ["The scope is `host` and the name is the provider's, or a `push` has no `screen` in its payload."],
      fix: "Name an action of the host and give it the payload that the message names, or leave the scope out.",
      example: #""action": { "name": "copy", "scope": "host", "payload": { "text": "…" } }"#,
      more: ("Interfaces.md", "Host actions")
    ),
    ErrorExplanation(
      Code.badCondition, "badCondition", "A condition says nothing.",
      when: ["It is a text, has two tests in one map, or asks about an input that is not on the screen."],
      fix: "Write true, false or a map with one test, and name inputs of the same screen.",
      example: #""enabled": { "filled": ["email"] }"#, more: ("Interfaces.md", "Conditions")
    ),
    ErrorExplanation(
      Code.badProgress, "badProgress", "A progress has impossible numbers.",
      when: ["The value is over the total, as 50 of the 1 that is the total unless said; or the total is 0."],
      fix: "Give a value from 0 to `total`, and no negative deadline.", more: ("Interfaces.md", "progress")
    ),
    ErrorExplanation(
      Code.badLink, "badLink", "A URL is missing or refused.",
      when: [
        "It has another scheme, is `http` to another machine, holds a user name, or has letters outside of ASCII."
      ],
      fix: "Use `https`, `mailto`, or `http` to this machine, in ASCII.", more: ("Interfaces.md", "link")
    ),
    ErrorExplanation(
      Code.unknownReference, "unknownReference", "A node is referred to that is not there.",
      when: [
        """
        The `primaryAction` is no button of the screen, the `initialFocus` nothing that can be used, or `selected` \
        no item of the tab bar.
        """
      ],
      fix: "Name one inside the screen or tab bar by its id, or leave the property out.",
      more: ("Interfaces.md", "Controllers")
    ),
    ErrorExplanation(
      Code.unknownChoice, "unknownChoice", "A word is not known here.", severity: .warning,
      when: [
        """
        A style, a content or a rule is misspelt, or newer than this host. It is passed over or taken as the \
        default.
        """
      ],
      fix: "Write one of the words that the message lists, or leave it so for newer hosts.",
      more: ("Interfaces.md", "What a host does not know")
    ),
    ErrorExplanation(
      Code.newerSchema, "newerSchema", "The `schema` is not one that this host knows.", severity: .either,
      when: ["The description was made for a later major version of the vocabulary, or the number is a mistake."],
      fix: "Say `schema` 1, or say a `fallbackText` to show instead; with one it is a warning.",
      more: ("Interfaces.md", "Versions")
    ),
    ErrorExplanation(
      Code.unmetRequirement, "unmetRequirement", "This host lacks something in `requires`.", severity: .either,
      when: ["The description says that it makes no sense without a kind or a property that this host does not have."],
      fix: "Say a `fallbackText`; with one it is a warning. Or leave out of `requires` what is not needed.",
      more: ("Interfaces.md", "Versions")
    ),
    ErrorExplanation(
      Code.lostInput, "lostInput",
      "An action, condition or rule needs an input that is left out, because its kind is not known.",
      when: ["A field of a newer kind is dropped here, and a login would be sent without what it takes in."],
      fix: "Give the input's node a `fallback` with the same input.",
      more: ("Interfaces.md", "What a host does not know")
    ),
    ErrorExplanation(
      Code.unknownKind, "unknownKind", "A kind is not known.", severity: .warning,
      when: ["The kind is misspelt, or newer than this host. The message says what is shown in its place."],
      fix: "Correct the name, or give the node a `fallback` for hosts that do not know it.",
      more: ("Interfaces.md", "What a host does not know")
    ),
    ErrorExplanation(
      Code.missingText, "missingText", "A text, code or banner has no text.",
      when: ["`text` is missing or empty, as when the value that it shows is not known yet."],
      fix: "Give it one, or leave it out."
    ),
    ErrorExplanation(
      Code.badAspect, "badAspect", "The aspect of an image is not over 0.",
      when: ["The size of the image is not known yet, and 0 stands for it."],
      fix: "Write width divided by height, such as 1.5, or leave it out.", more: ("Interfaces.md", "image")
    ),
    ErrorExplanation(
      Code.more, "more", "There are more than a hundred.", severity: .either,
      when: ["One mistake is repeated, mostly in every row of a list. The message says how many more there are."],
      fix: "Correct those that are listed, and look again."
    ),
  ]
}
