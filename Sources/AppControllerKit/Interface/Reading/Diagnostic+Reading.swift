// The rules of JSON texts and storyboards.
extension Diagnostic.Code {
  /// The JSON is not of the shape that a description has, which no other way in could say at all.
  static let badShape = Self(1113)
  /// An action needs an input that is left out, because this host does not know its kind.
  static let lostInput = Self(1228)

  /// The aspect of an image is not above 0.
  static let badAspect = Self(1231)

  /// A storyboard has no id, or one that is no id.
  static let badStoryboardID = Self(1401)
  /// A storyboard has no interfaces.
  static let noInterfaces = Self(1402)
  /// The name of an interface is no id.
  static let badInterfaceName = Self(1403)
  /// An interface is named that the storyboard does not have.
  static let unknownInterface = Self(1404)
  /// A screen is to be pushed or presented that cannot be.
  static let badDestination = Self(1405)
  /// A tab is to be selected that no interface of the storyboard has.
  static let unknownTab = Self(1406)
}
