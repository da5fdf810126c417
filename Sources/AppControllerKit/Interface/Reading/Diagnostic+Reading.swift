// The rules of JSON texts and storyboards.
extension Diagnostic.Code {
  /// The JSON does not have the shape of a description, an error that only JSON can contain.
  static let badShape = Self(1113)
  /// An action needs an input that is omitted because this host does not know its kind.
  static let lostInput = Self(1228)

  /// The aspect ratio of an image is not above 0.
  static let badAspect = Self(1231)

  /// A storyboard has no id, or an invalid one.
  static let badStoryboardID = Self(1401)
  /// A storyboard has no interfaces.
  static let noInterfaces = Self(1402)
  /// The name of an interface is not a valid id.
  static let badInterfaceName = Self(1403)
  /// A reference names an interface that the storyboard does not have.
  static let unknownInterface = Self(1404)
  /// An action pushes or presents a screen that cannot be pushed or presented.
  static let badDestination = Self(1405)
  /// An action selects a tab that no interface of the storyboard has.
  static let unknownTab = Self(1406)
}
