internal import AppControllerJSON

// The rules that the validator checks: all that are broken are reported.
extension Diagnostic.Code {
  /// An id is not 1 to 64 bytes of `[A-Za-z0-9._-]`.
  static let badID = Self(1201)
  /// Something that is used, chosen or switched to has no id.
  static let missingID = Self(1202)
  /// An id stands twice.
  static let duplicateID = Self(1203)
  /// A node has no label, which is its accessible name; a screen is only warned of.
  static let missingLabel = Self(1204)
  /// A value has the wrong type.
  static let wrongType = Self(1205)
  /// A node, or a part of one, does not have this property.
  static let misplacedProperty = Self(1206)
  /// A node stands in one that cannot hold it.
  static let misplacedNode = Self(1207)
  /// There are too few or too many children.
  static let missingChild = Self(1208)
  /// The root is no screen, tabs or navigation stack, and nothing that is one stands in for it.
  static let badRoot = Self(1209)
  /// An image neither says what it shows nor is decorative.
  static let missingAlternative = Self(1210)
  /// A field, toggle or choice has no input.
  static let missingInput = Self(1211)
  /// An input has no name, or one that is no id.
  static let badInputName = Self(1212)
  /// Two inputs of a screen have one name.
  static let duplicateInput = Self(1213)
  /// A secret input has a value.
  static let secretValue = Self(1214)
  /// A choice has no options, or one that is no map, has no value or stands twice, or begins with another value.
  static let badOptions = Self(1215)
  /// A rule has no name, or asks for what cannot be.
  static let badRule = Self(1216)
  /// A button has no action.
  static let missingAction = Self(1217)
  /// An action has a name, a scope or a deadline that is none.
  static let badAction = Self(1218)
  /// An action or a rule names an input that is not on its screen.
  static let unknownInput = Self(1219)
  /// The host does not know an action, or lacks the payload that it needs.
  static let badHostAction = Self(1220)
  /// A condition says nothing that can be decided, or asks about an input that is not on its screen.
  static let badCondition = Self(1221)
  /// A progress has a total, a value or a deadline that cannot be.
  static let badProgress = Self(1222)
  /// A URL is missing, or not one that may be opened.
  static let badLink = Self(1223)
  /// A screen or a tab bar refers to a node that is not in it, or is not of the kind that is meant.
  static let unknownReference = Self(1224)
  /// This host does not know a word, and takes the default or passes over it.
  static let unknownChoice = Self(1225)
  /// The description has a major version that this host does not know; with a fallback text it is a warning.
  static let newerSchema = Self(1226)
  /// The description requires what this host does not have; with a fallback text it is a warning.
  static let unmetRequirement = Self(1227)
  /// This host does not know the kind of a node, and shows what stands in for it.
  static let unknownKind = Self(1229)
  /// A text, code or banner has no text.
  static let missingText = Self(1230)
  /// There are more diagnostics than the hundred that are listed.
  static let more = Self(1299)
}

// Advice, which is no rule: what is allowed, and still not good for those who use it. Where WCAG 2.2 has a criterion
// about it, that is named.
extension Diagnostic.Code {
  /// A placeholder stands where a label should, and is gone as soon as something is typed (WCAG 3.3.2).
  static let placeholderAsLabel = Self(1301)
  /// An image says its file name or that it is an image, and not what it shows (WCAG 1.1.1).
  static let poorAlternative = Self(1302)
  /// Return, or the button that has the focus at first, destroys something (WCAG 3.3.4).
  static let destructiveDefault = Self(1303)
  /// Two buttons or links of a screen have one label and do different things (WCAG 2.4.4 and 2.4.6).
  static let ambiguousLabel = Self(1304)
  /// A way out is blocked until inputs are right.
  static let blockedCancel = Self(1305)
  /// A screen with a field and several buttons does not say which of them Return presses.
  static let missingDefault = Self(1306)
  /// Return presses another button than the one that stands out.
  static let misleadingDefault = Self(1307)
  /// A link does not say where it leads, or a button what it does (WCAG 2.4.4 and 2.4.9).
  static let vagueLabel = Self(1308)
  /// The language of the text is not said, or not with a language tag (WCAG 3.1.1).
  static let missingLanguage = Self(1309)
  /// An error is not told to someone who does not look (WCAG 4.1.3).
  static let quietError = Self(1310)
  /// A label or a text has nothing in it that can be seen or heard (WCAG 4.1.2).
  static let blankText = Self(1311)
  /// A field is called a password, an email address or a user name, and its content does not say so (WCAG 1.3.5).
  static let unsaidContent = Self(1312)
  /// A screen has a second title (WCAG 1.3.1).
  static let secondTitle = Self(1313)
  /// What is put into an input goes nowhere.
  static let unsentInput = Self(1314)
}

extension Diagnostic.Code {
  /// Every code that a diagnostic can have, in the order of the numbers.
  package static let all: [Diagnostic.Code] = [
    .badJSON,
    // The builder and the readers.
    .emptyKind, .secondRoot, .noRoot, .unbalanced, .nodeInValue, .propertyAfterChild, .duplicateKey, .badKey, .badUTF8,
    .notFinite, .badBool, .badText, .badShape, .badFlatForm, .tooManyNodes, .tooDeep, .tooManyValues, .valueTooDeep,
    .textTooLong, .nameTooLong, .tooMuchText,
    // The validator.
    .badID, .missingID, .duplicateID, .missingLabel, .wrongType, .misplacedProperty, .misplacedNode, .missingChild,
    .badRoot, .missingAlternative, .missingInput, .badInputName, .duplicateInput, .secretValue, .badOptions, .badRule,
    .missingAction, .badAction, .unknownInput, .badHostAction, .badCondition, .badProgress, .badLink, .unknownReference,
    .unknownChoice, .newerSchema, .unmetRequirement, .lostInput, .unknownKind, .missingText, .badAspect, .more,
    // Advice.
    .placeholderAsLabel, .poorAlternative, .destructiveDefault, .ambiguousLabel, .blockedCancel, .missingDefault,
    .misleadingDefault, .vagueLabel, .missingLanguage, .quietError, .blankText, .unsaidContent, .secondTitle,
    .unsentInput,
    // Storyboards.
    .badStoryboardID, .noInterfaces, .badInterfaceName, .unknownInterface, .badDestination, .unknownTab,
  ]
}
