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

  /// Where the user of a surface is.
  public enum Place: Sendable, Hashable, CaseIterable {
    /// Not specified.
    case unspecified
    /// At the machine that the app runs on.
    case local
    /// Elsewhere: in a browser, or through SSH.
    case remote
  }

  /// What a surface can do, by which a provider chooses a way to sign in.
  public struct Abilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set from its bits, which are those of the C header.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It shows images with an asset.
    public static let showsPictures = Abilities(rawValue: 1)
    /// It shows the QR code of a code, so that it can be scanned.
    public static let showsQRCodes = Abilities(rawValue: 2)
    /// It opens a link in a browser.
    public static let opensLinks = Abilities(rawValue: 4)
    /// It copies a code for the user.
    public static let copies = Abilities(rawValue: 8)
    /// It takes a password without showing it.
    public static let hidesSecrets = Abilities(rawValue: 16)
    /// It shows another description without the user's doing anything.
    public static let updates = Abilities(rawValue: 32)
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
  /// Where the user is.
  public var place = Place.unspecified
  /// What the surface can do; empty when it is not known.
  public var abilities: Abilities = []
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
  /// - Parameter available: The languages to choose from, as BCP 47 tags; the first is spoken to a user of none of
  ///   them.
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

extension TraitCollection {
  /// Of the values that have one; made here, because another module would make types for each.
  package var numbers: (idiom: Int32, color: Int32, motion: Int32, direction: Int32, place: Int32) {
    (idiom.number, color.number, motion.number, direction.number, place.number)
  }
}

extension TraitCollection.Idiom: OrdinalEnum {}
extension TraitCollection.Place: OrdinalEnum {}
extension TraitCollection.Color: OrdinalEnum {}
extension TraitCollection.Motion: OrdinalEnum {}
