extension Diagnostic {
  /// Which rule is broken; the raw value is the stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable code, such as `ACK1105`.
    public let rawValue: String

    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ number: Int) { rawValue = "ACK\(number)" }
  }
}

// The rules that the builder enforces: structure, text and limits. The first that is broken stops it.
extension Diagnostic.Code {
  static let emptyKind = Self(1101)
  static let secondRoot = Self(1102)
  static let noRoot = Self(1103)
  static let unbalanced = Self(1104)
  static let nodeInValue = Self(1105)
  static let propertyAfterChild = Self(1106)
  static let duplicateKey = Self(1107)
  static let badKey = Self(1108)
  static let badUTF8 = Self(1109)
  static let notFinite = Self(1110)
  /// A boolean of the ABI that is neither 0 nor 1.
  package static let badBool = Self(1111)
  /// Text of the ABI that has a length and no pointer.
  package static let badText = Self(1112)

  static let tooManyNodes = Self(1120)
  static let tooDeep = Self(1121)
  static let tooManyValues = Self(1122)
  static let valueTooDeep = Self(1123)
  static let textTooLong = Self(1124)
  static let nameTooLong = Self(1125)
  static let tooMuchText = Self(1126)
}

// The rules that the validator checks: all that are broken are reported.
extension Diagnostic.Code {
  static let badID = Self(1201)
  static let missingID = Self(1202)
  static let duplicateID = Self(1203)
  static let missingLabel = Self(1204)
  static let wrongType = Self(1205)
  static let misplacedProperty = Self(1206)
  static let misplacedNode = Self(1207)
  static let missingChild = Self(1208)
  static let badRoot = Self(1209)
  static let missingAlternative = Self(1210)
  static let missingInput = Self(1211)
  static let badInputName = Self(1212)
  static let duplicateInput = Self(1213)
  static let secretValue = Self(1214)
  static let badOptions = Self(1215)
  static let badRule = Self(1216)
  static let missingAction = Self(1217)
  static let badAction = Self(1218)
  static let unknownInput = Self(1219)
  static let badHostAction = Self(1220)
  static let badCondition = Self(1221)
  static let badProgress = Self(1222)
  static let badLink = Self(1223)
  static let unknownReference = Self(1224)
  static let unknownChoice = Self(1225)
  static let newerSchema = Self(1226)
  static let unmetRequirement = Self(1227)
  static let unknownKind = Self(1229)
  static let missingText = Self(1230)
  static let more = Self(1299)
}
