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

extension TraitCollection {
  /// Returns the language to speak: the first of the user's that is among some, by the lookup of RFC 4647 (3.4).
  ///
  /// - Parameter available: The languages to choose from, as BCP 47 tags; the first is spoken to a user of none of them.
  /// - Returns: One of the given tags; an empty text when there are none.
  public func language(among available: [String]) -> String {
    for language in languages {
      var parts = language.lowercased().split(separator: "-")
      while !parts.isEmpty {
        let range = parts.joined(separator: "-")
        if let match = available.first(where: { $0.lowercased() == range }) { return match }
        parts.removeLast()
        // A single letter or digit begins something that is of no use alone.
        if parts.last?.count == 1 { parts.removeLast() }
      }
    }
    return available.first ?? ""
  }
}

extension TraitCollection.Idiom: NumberedCase {}
extension TraitCollection.Color: NumberedCase {}
extension TraitCollection.Motion: NumberedCase {}
