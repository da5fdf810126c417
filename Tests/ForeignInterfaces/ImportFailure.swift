/// Why a file is refused as a whole.
public struct ImportFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What sort of thing is wrong; the raw value is what the list of skipped samples says.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The bytes are no JSON, or JSON that is too large or nests too deep to be read.
    case unreadable
    /// The JSON is neither a card nor messages of a surface.
    case unknownFormat
    /// A value has another type than the format says, where nothing can be shown without it.
    case wrongShape
    /// An element does not say what it is.
    case missingType
    /// A surface has no component to begin with.
    case missingRoot
    /// Two components of one message have one id, so that nobody can tell which is meant.
    case duplicateComponent
    /// A component is inside of itself.
    case cycle
    /// Elements nest deeper than any description may.
    case tooDeep
    /// There are more elements or more text than a description may have.
    case tooLarge
    /// Nothing is left that could be shown.
    case nothingToShow
    /// The kit's validator has an error about the description: a fault of the importer.
    case refused
  }

  /// What sort of thing is wrong.
  public var kind: Kind
  /// Where, such as `$.body[2]`.
  public var path: String
  /// Why, as one sentence without a full stop.
  public var reason: String

  init(_ kind: Kind, _ path: String, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// The sort, the place and the reason on one line.
  public var description: String { "\(kind.rawValue) at \(path): \(reason)" }
}
