/// The surface that an interface will be shown on; a provider may return different descriptions for different surfaces.
public struct TraitCollection: Sendable, Hashable {
  /// The kind of a surface.
  public enum Idiom: Sendable, Hashable, CaseIterable {
    /// Not specified.
    case unspecified
    /// A stream of text: a pipe, a log, a screen reader.
    case text
    /// An interactive terminal.
    case terminal
    /// A page in a browser.
    case page
  }

  /// The colours of a surface.
  public enum Color: Sendable, Hashable, CaseIterable {
    /// Not specified.
    case unspecified
    /// No colours.
    case monochrome
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
  }

  /// The amount of motion.
  public enum Motion: Sendable, Hashable, CaseIterable {
    /// Not specified.
    case unspecified
    /// All motion.
    case full
    /// Only the motion that is needed for understanding.
    case reduced
    /// No motion.
    case none
  }

  /// The number of character cells in a row; 0 when it is unbounded.
  public var columns = 0
  /// The number of rows of character cells; 0 when it is unbounded.
  public var rows = 0
  /// The kind of the surface.
  public var idiom = Idiom.unspecified
  /// The colours of the surface.
  public var color = Color.unspecified
  /// The amount of motion.
  public var motion = Motion.unspecified
  /// The reading direction; `auto` when it is not specified.
  public var direction = TextDirection.auto
  /// The languages that the user reads, as BCP 47 tags, most preferred first.
  public var languages: [String] = []
  /// The user's time zone as an IANA name; empty when it is not specified.
  public var timeZone = ""

  /// Makes traits in which nothing is specified.
  public init() {}
}

extension TraitCollection.Idiom: NumberedCase {}
extension TraitCollection.Color: NumberedCase {}
extension TraitCollection.Motion: NumberedCase {}
