internal import AppControllerJSON

// The rules that the validator checks: every broken one is reported.
extension Diagnostic.Code {
  /// An id is not 1 to 64 bytes of `[A-Za-z0-9._-]`.
  package static let badID = Self(1201)
  /// A control, a screen, a tab bar, an item, a row with an action, or a group that opens and closes has no id.
  package static let missingID = Self(1202)
  /// An id is used twice.
  package static let duplicateID = Self(1203)
  /// A node has no label, which is its accessible name; for a screen this is only a warning.
  package static let missingLabel = Self(1204)
  /// A value has the wrong type.
  package static let wrongType = Self(1205)
  /// A node, or a part of one, does not have this property.
  package static let misplacedProperty = Self(1206)
  /// A node stands in a parent that cannot contain it.
  package static let misplacedNode = Self(1207)
  /// There are too few or too many children.
  package static let missingChild = Self(1208)
  /// The root is not a screen, tabs or navigation stack, and has no fallback that is one.
  package static let badRoot = Self(1209)
  /// An image neither has an alternative text nor is decorative.
  package static let missingAlternative = Self(1210)
  /// A field, toggle or choice has no input.
  package static let missingInput = Self(1211)
  /// An input has no name, or its name is not a valid id.
  package static let badInputName = Self(1212)
  /// Two inputs of a screen have the same name.
  package static let duplicateInput = Self(1213)
  /// A secret input has a value.
  package static let secretValue = Self(1214)
  /// A choice has no options, its initial value is not an option, or an option is no map, has no value or is repeated.
  package static let badOptions = Self(1215)
  /// A rule has no name, or has impossible bounds.
  package static let badRule = Self(1216)
  /// A button has no action.
  package static let missingAction = Self(1217)
  /// The name, scope or deadline of an action is not valid.
  package static let badAction = Self(1218)
  /// An action or a rule names an input that is not on its screen.
  package static let unknownInput = Self(1219)
  /// The host does not know an action, or the payload that the action needs is missing.
  package static let badHostAction = Self(1220)
  /// A condition cannot be decided, or depends on an input that is not on its screen.
  package static let badCondition = Self(1221)
  /// The total, value or deadline of a progress is not valid.
  package static let badProgress = Self(1222)
  /// A URL is missing, or is not one that may be opened.
  package static let badLink = Self(1223)
  /// A screen or a tab bar refers to a node that it does not contain, or that is of the wrong kind.
  package static let unknownReference = Self(1224)
  /// This host does not know a word, and uses the default or ignores it.
  package static let unknownChoice = Self(1225)
  /// The description has a major version that this host does not know; with a fallback text it is a warning.
  package static let newerSchema = Self(1226)
  /// The description requires a feature that this host does not have; with a fallback text it is a warning.
  package static let unmetRequirement = Self(1227)
  /// This host does not know the kind of a node, and shows its fallback.
  package static let unknownKind = Self(1229)
  /// A text, code or banner has no text.
  package static let missingText = Self(1230)
  /// An unknown name resembles a name that is allowed in its place.
  package static let misspelling = Self(1232)
  /// This host does not know the name of a property, and ignores it.
  package static let unknownProperty = Self(1233)
  /// A name that is not known or not allowed in its place would forbid or hide something.
  package static let lostRestriction = Self(1234)
  /// A table has no columns or too many, a column has no head, or there are too many rows.
  package static let badTable = Self(1241)
  /// A chart has no numbers or too many, or not one label for each.
  package static let badChart = Self(1242)
  /// A secret has no value, or one that is too long.
  package static let badSecret = Self(1243)
  /// The name of a picture is not valid, or there are too many.
  package static let badAsset = Self(1244)
  /// There are more diagnostics than the one hundred that are listed.
  package static let more = Self(1299)
}

// Advice, which is not a rule: these are allowed, but bad for the users. The matching criterion of WCAG 2.2 is named if
// there is one.
extension Diagnostic.Code {
  /// A placeholder replaces a label, and disappears as soon as the user types (WCAG 3.3.2).
  package static let placeholderAsLabel = Self(1301)
  /// The alternative of an image is its file name or says that it is an image, instead of its content (WCAG 1.1.1).
  package static let poorAlternative = Self(1302)
  /// Return presses a destructive button, or a destructive button has the initial focus (WCAG 3.3.4).
  package static let destructiveDefault = Self(1303)
  /// Two buttons or links of a screen have the same label and different actions (WCAG 2.4.4 and 2.4.6).
  package static let ambiguousLabel = Self(1304)
  /// A way to leave is blocked until inputs are valid.
  package static let blockedCancel = Self(1305)
  /// A screen with a field and several buttons does not name the button that Return presses.
  package static let missingDefault = Self(1306)
  /// Return presses a button other than the primary one.
  package static let misleadingDefault = Self(1307)
  /// The label of a link does not name its target, or the label of a button its action (WCAG 2.4.4 and 2.4.9).
  package static let vagueLabel = Self(1308)
  /// The language of the text is missing, or is not a language tag (WCAG 3.1.1).
  package static let missingLanguage = Self(1309)
  /// An error is not announced by screen readers (WCAG 4.1.3).
  package static let quietError = Self(1310)
  /// A label or a text contains nothing that can be seen or heard (WCAG 4.1.2).
  package static let blankText = Self(1311)
  /// A field is called a secret, an email address or a user name, and its content type does not match (WCAG 1.3.5).
  package static let unsaidContent = Self(1312)
  /// A screen has a second title (WCAG 1.3.1).
  package static let secondTitle = Self(1313)
  /// The value of an input is sent by no action.
  package static let unsentInput = Self(1314)
}

extension Diagnostic.Code {
  /// Whether it is a warning that the host does not know a name or a word in its place, and leaves it out.
  package var isOfName: Bool {
    [.misplacedProperty, .unknownChoice, .unknownKind, .misspelling, .unknownProperty, .lostRestriction].contains(self)
  }

  /// In the order of the numbers.
  package static let all: [Diagnostic.Code] = [
    .badJSON,
    // The builder and the readers.
    .emptyKind, .secondRoot, .noRoot, .unbalanced, .nodeInValue, .propertyAfterChild, .duplicateKey, .badKey, .badUTF8,
    .notFinite, .badBool, .badText, .badShape, .badForm, .tooManyNodes, .tooDeep, .tooManyValues, .valueTooDeep,
    .textTooLong, .nameTooLong, .tooMuchText, .noMemory,
    // The validator.
    .badID, .missingID, .duplicateID, .missingLabel, .wrongType, .misplacedProperty, .misplacedNode, .missingChild,
    .badRoot, .missingAlternative, .missingInput, .badInputName, .duplicateInput, .secretValue, .badOptions, .badRule,
    .missingAction, .badAction, .unknownInput, .badHostAction, .badCondition, .badProgress, .badLink, .unknownReference,
    .unknownChoice, .newerSchema, .unmetRequirement, .lostInput, .unknownKind, .missingText, .badAspect, .misspelling,
    .unknownProperty, .lostRestriction, .badTable, .badChart, .badSecret, .badAsset, .more,
    // Advice.
    .placeholderAsLabel, .poorAlternative, .destructiveDefault, .ambiguousLabel, .blockedCancel, .missingDefault,
    .misleadingDefault, .vagueLabel, .missingLanguage, .quietError, .blankText, .unsaidContent, .secondTitle,
    .unsentInput,
    // Storyboards.
    .badStoryboardID, .noInterfaces, .badInterfaceName, .unknownInterface, .badDestination, .unknownTab,
  ]
}
