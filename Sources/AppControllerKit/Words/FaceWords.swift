public import AppControllerInterface

/// The words that a face says by itself, in one language.
///
/// There are catalogs in English, German, French and Arabic. A face takes the first one that fits the language of the
/// description, or else a language of the user (RFC 4647, 3.4), or else English. Errors are in English.
public struct FaceWords: Sendable {
  /// The language as a BCP 47 tag, such as `pt-BR`.
  public let language: String
  /// The direction of the language's text.
  public let direction: TextDirection
  private let text: @Sendable (FaceWord) -> String?

  /// Makes the catalog of a language; see ``AppController/catalogs``.
  ///
  /// - Parameters:
  ///   - language: The language as a BCP 47 tag.
  ///   - direction: The direction of its text.
  ///   - text: Returns a word in the language; `nil` for one that the catalog does not have, which is said in English.
  public init(
    language: String, direction: TextDirection = .leftToRight, text: @escaping @Sendable (FaceWord) -> String?
  ) {
    (self.language, self.direction, self.text) = (language, direction, text)
  }

  /// The text of a word.
  public func callAsFunction(_ word: FaceWord) -> String { text(word) ?? Self.englishText(of: word) }
}

extension FaceWords {
  /// The English words.
  public static let english = FaceWords(language: "en", text: englishText)
  /// The German words.
  public static let german = FaceWords(language: "de", text: germanText)
  /// The French words.
  public static let french = FaceWords(language: "fr", text: frenchText)
  /// The Arabic words.
  public static let arabic = FaceWords(language: "ar", direction: .rightToLeft, text: arabicText)
  /// The catalogs of the kit.
  public static let catalogs = [english, german, french, arabic]

  /// Finds the catalog for a description's language, or else for the user's languages.
  package init(for language: String, _ traits: TraitCollection, in catalogs: [FaceWords] = Self.catalogs) {
    for wanted in CollectionOfOne(language) + traits.languages {
      let fitting = catalogs.lazy.filter { $0.fits(wanted) }
      if let found = fitting.max(by: { $0.language.utf8.count < $1.language.utf8.count }) {
        self = found
        return
      }
    }
    self = .english
  }

  /// Whether the catalog's language is a wanted one, or a wanted one without its last subtags.
  func fits(_ wanted: String) -> Bool {
    let (own, wanted) = (language.utf8, wanted.utf8)
    return !own.isEmpty && own.count <= wanted.count && zip(own, wanted).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      && (own.count == wanted.count || wanted.dropFirst(own.count).first == UInt8(ascii: "-"))
  }
}

extension FaceWords {
  /// Says the bounds of a range that has at least one.
  static func bounds(
    _ min: String?, _ max: String?, _ both: (String, String) -> String, _ least: (String) -> String,
    _ most: (String) -> String
  ) -> String {
    switch (min, max) {
    case (let min?, let max?): both(min, max)
    case (let min?, nil): least(min)
    case (nil, let max): most(max ?? "")
    }
  }

  /// The time that is left, in minutes and seconds.
  package func timeLeft(_ seconds: Int) -> String {
    self(.timeLeft("\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"))
  }

  /// The bounds of the value of an input; `nil` without bounds.
  package func bounds(min: String?, max: String?) -> String? {
    if min == nil, max == nil { return nil }
    return Self.bounds(
      min, max, { self(.between($0, $1)) }, { self(.from($0)) }, { self(.upTo($0)) })
  }
}
