/// The surface that an interface will be shown on; a provider may describe differently for each.
public struct TraitCollection: Sendable, Hashable {
  /// What kind of surface it is.
  public enum Idiom: Int32, Sendable, Hashable {
    /// Nobody has said.
    case unspecified
    /// A stream of text: a pipe, a log, a screen reader.
    case text
    /// An interactive terminal.
    case terminal
    /// A page in a browser.
    case page
  }

  /// Which colours there are.
  public enum Color: Int32, Sendable, Hashable {
    /// Nobody has said.
    case unspecified
    /// None.
    case monochrome
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// How much may move.
  public enum Motion: Int32, Sendable, Hashable {
    /// Nobody has said.
    case unspecified
    /// Everything.
    case full
    /// Only what is needed to understand.
    case reduced
    /// Nothing.
    case none
  }

  /// In which direction the surface is read.
  public enum Direction: Int32, Sendable, Hashable {
    /// Nobody has said.
    case unspecified
    /// Left to right.
    case leftToRight
    /// Right to left.
    case rightToLeft
  }

  /// How many character cells are in a row; 0 when there is no bound.
  public var columns: UInt32 = 0
  /// How many rows of character cells there are; 0 when there is no bound.
  public var rows: UInt32 = 0
  /// What kind of surface it is.
  public var idiom = Idiom.unspecified
  /// Which colours there are.
  public var color = Color.unspecified
  /// How much may move.
  public var motion = Motion.unspecified
  /// In which direction it is read.
  public var direction = Direction.unspecified
  /// The languages that the user reads, as BCP 47 tags, most preferred first.
  public var languages: [String] = []
  /// The user's time zone as an IANA name; empty when nobody has said.
  public var timeZone = ""

  /// Makes traits that say nothing.
  public init() {}
}
