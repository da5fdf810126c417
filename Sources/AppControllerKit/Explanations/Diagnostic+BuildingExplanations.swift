extension Diagnostic {
  /// What there is to know about each code of a description or a storyboard, in the order of the codes.
  ///
  /// ACK1002 is among them for a text that is no JSON; what there is to know about it stands with the errors.
  package static let explanations =
    buildingExplanations + validatingExplanations + adviceExplanations + storyboardExplanations

  /// ACK11xx: what ends the building of a description.
  ///
  /// The first fault is the only one that is found.
  package static let buildingExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.emptyKind, "emptyKind", "A node has no kind.",
      when: ["`kind` is missing or misspelt in the JSON, or `begin` was called with an empty text."],
      fix: "Give each node a `kind`.", example: #"{ "kind": "text", "text": "Hello" }"#,
      more: ("Interfaces.md", "The kinds")
    ),
    ErrorExplanation(
      Code.secondRoot, "secondRoot", "There is a second root.",
      when: ["Two nodes stand beside each other at the top; a description is one tree."],
      fix: "Put both into one tab bar or navigation stack.", more: ("Interfaces.md", "Controllers")
    ),
    ErrorExplanation(
      Code.noRoot, "noRoot", "There is no root.",
      when: ["The provider answered without describing anything, or the block of a description is empty."],
      fix: "Describe a screen, tabs or a navigation stack.", more: ("Interfaces.md", "A first description")
    ),
    ErrorExplanation(
      Code.unbalanced, "unbalanced", "An `end` or `close` closes nothing, or something stays open.",
      when: ["Code that calls the builder leaves a function early, or closes a map or list with `end`."],
      fix: "Balance the calls: one `end` for each `begin`, one `close` for each `open`, the innermost first.",
      more: ("ProviderABI.md", "5. Describing")
    ),
    ErrorExplanation(
      Code.nodeInValue, "nodeInValue", "A node stands inside a value, or a fallback has two.",
      when: ["A `fallback` holds two nodes, or `begin` is called while a map or list is open."],
      fix: "Write one node, and only as a `fallback`; put two into a stack.",
      more: ("Interfaces.md", "What a host does not know")
    ),
    ErrorExplanation(
      Code.propertyAfterChild, "propertyAfterChild", "A property comes after the first child.",
      when: ["Code that calls the builder sets a label when the children are described already."],
      fix: "Set the properties first, then begin the children.", more: ("ProviderABI.md", "5. Describing")
    ),
    ErrorExplanation(
      Code.duplicateKey, "duplicateKey", "A property is set twice.",
      when: ["A member stands twice in an object, of which other readers would silently drop one."],
      fix: "Keep one of them."
    ),
    ErrorExplanation(
      Code.badKey, "badKey", "A key stands in a list, is missing outside one, or is said by nesting.",
      when: ["A key is empty, or an element of a list was given one.", "`id`, `kind`, `children` or `root` is set."],
      fix: """
        Give every property a name, and elements of a list none. `id`, `kind`, `children` and `root` are no \
        properties.
        """
    ),
    ErrorExplanation(
      Code.badUTF8, "badUTF8", "Text is not UTF-8.",
      when: ["The text is in another encoding, such as Latin-1, or was cut in the middle of a character."],
      fix: "Encode it as UTF-8; nothing is repaired.", more: ("Interfaces.md", "Text")
    ),
    ErrorExplanation(
      Code.notFinite, "notFinite", "A number is not finite.",
      when: ["A division by zero gives the value of a progress."],
      fix: "Leave the property out; a progress without a value says that nobody knows."
    ),
    ErrorExplanation(
      Code.badBool, "badBool", "A boolean of the ABI is neither 0 nor 1.",
      when: ["A provider in C passes a pointer, a count or a bit mask where a flag is meant."],
      fix: "Pass 0 or 1; in C `!!flag` makes one of them.", more: ("ProviderABI.md", "5.3 Values")
    ),
    ErrorExplanation(
      Code.badText, "badText", "Text of the ABI has a length and no pointer.",
      when: ["An `ack_str` was not filled in, or its pointer is null.", "Its length is more than there is memory."],
      fix: "Pass the pointer, or the length 0.", more: ("ProviderABI.md", "4. Text, ownership, threads")
    ),
    ErrorExplanation(
      Code.badShape, "badShape", "The JSON has not the shape of a description.",
      when: [
        "The document is an array or a text, a node is no object, or `children` or `interfaces` has another type."
      ],
      fix: "Write an object with a `root`, and each node as an object with a `kind`.",
      example: #"{ "root": { "kind": "screen", "id": "home", "label": "Home" } }"#,
      more: ("Interfaces.md", "The JSON form")
    ),

    ErrorExplanation(
      Code.tooManyNodes, "tooManyNodes", "There are too many nodes.",
      when: ["A list has a row for everything that there is. Fallbacks count too."],
      fix: "Show a part, and the rest on another screen.", more: ("Interfaces.md", "Limits")
    ),
    ErrorExplanation(
      Code.tooDeep, "tooDeep", "Nodes nest too deep.",
      when: ["A function that describes calls itself without an end, or a tree of data is shown as a tree of nodes."],
      fix: "Nest less: show one level, and the next one on another screen.", more: ("Interfaces.md", "Limits")
    ),
    ErrorExplanation(
      Code.tooManyValues, "tooManyValues", "There are too many property values.",
      when: ["An action sends, or a choice offers, thousands of things. Each element of a list counts."],
      fix: "Show a part, and the rest on another screen.", more: ("Interfaces.md", "Limits")
    ),
    ErrorExplanation(
      Code.valueTooDeep, "valueTooDeep", "Maps and lists nest too deep.",
      when: ["A condition is nested in `not`, `all` and `any` over and over, mostly by a program."],
      fix: "Nest less.", more: ("Interfaces.md", "Limits")
    ),
    ErrorExplanation(
      Code.textTooLong, "textTooLong", "A text, label or placeholder is too long.",
      when: ["A whole document or a log stands in one text, or a sentence of explanation in a label."],
      fix: "Shorten it; nothing is cut for you. What a label cannot hold is a `hint` or a text.",
      more: ("Interfaces.md", "Limits")
    ),
    ErrorExplanation(
      Code.nameTooLong, "nameTooLong", "An id, a kind or a key is too long.",
      when: ["An id is made from a title or a URL."],
      fix: "Shorten it to at most 64 bytes, such as by the number that the thing has.",
      more: ("Interfaces.md", "Limits")
    ),
    ErrorExplanation(
      Code.tooMuchText, "tooMuchText", "There is too much text in all.",
      when: ["Many long texts stand in one description."],
      fix: "Show a part, and the rest on another screen.", more: ("Interfaces.md", "Limits")
    ),
  ]
}
