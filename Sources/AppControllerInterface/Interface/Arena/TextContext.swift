/// The context of the text kept so far that decides whether the next invisible characters are kept.
///
/// A joiner or a selector changes the look of its neighbours. Without a neighbour that it can change, it only hides
/// something: two labels that look alike differ, or a text carries an invisible message. Each rule looks back at kept
/// characters, and ahead only at characters that are always kept, so that filtering a filtered text does not change it.
struct TextContext {
  private var previous = Unicode.Scalar(0 as UInt8)
  /// The last character that does not modify the one before it, as a skin tone or a selector does.
  private var base = Unicode.Scalar(0 as UInt8)

  mutating func note(_ scalar: Unicode.Scalar) {
    previous = scalar
    if !scalar.extendsEmoji { base = scalar }
  }

  /// Whether U+200D is kept: inside an emoji, by rule GB11 of UAX #29, and beside a virama.
  ///
  /// RFC 5892, appendix A.2, allows it after a virama. Before a virama it keeps a Bengali ra from becoming a repha, and
  /// makes the touching letters of Sinhala.
  func keepsJoiner(before next: Unicode.Scalar?) -> Bool {
    if previous.isVirama { return true }
    guard let next else { return false }
    return base.isPictograph && next.isPictograph || next.isVirama && previous.properties.generalCategory.isLetter
  }

  /// Whether U+200C is kept: after a virama, and inside a word of a script whose letters join.
  ///
  /// RFC 5892, appendix A.1, requires the letters' joining types, which the standard library does not have. Suffixes
  /// are joined to digits, to Latin names and to quoted words too; two ASCII characters are never joined.
  func keepsNonJoiner(before next: Unicode.Scalar?) -> Bool {
    if previous.isVirama { return true }
    guard let next, !(previous.isASCII && next.isASCII) else { return false }
    return previous.properties.generalCategory.endsWord && next.isPlainWordCharacter
  }

  /// Whether a variation selector is kept: directly after a character that has variants.
  func keepsSelector(_ selector: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch selector.value {
    case 0xFE0E, 0xFE0F:
      if previous.isASCII { return previous.properties.isEmoji && next == Self.keycap }
      return previous.isPictograph
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    default: return previous != "\u{FFFD}" && previous.properties.generalCategory.hasVariants
    }
  }

  /// Whether a tag may follow: only after the black flag, from which the flags of England, Scotland and Wales are made.
  var allowsTags: Bool { previous == "\u{1F3F4}" }

  private static let keycap: Unicode.Scalar = "\u{20E3}"
}

extension Unicode.Scalar {
  /// Whether the character extends the emoji before it: a skin tone, the emoji selector, a keycap or a tag.
  fileprivate var extendsEmoji: Bool {
    switch value {
    case 0x1F3FB...0x1F3FF, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
    default: false
    }
  }

  /// Whether the character is an emoji by itself, or a code point that Unicode reserves for one.
  fileprivate var isPictograph: Bool {
    switch value {
    // A regional indicator is an emoji only beside another one.
    case 0..<0xA9, 0x1F1E6...0x1F1FF: false
    case 0x1F000...0x1FAFF, 0x1FC00...0x1FFFD:
      properties.isEmoji && !properties.isEmojiModifier || properties.generalCategory == .unassigned
    default: properties.isEmoji
    }
  }

  fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// Whether the character can continue a word and is not a variation selector, which might be removed.
  fileprivate var isPlainWordCharacter: Bool {
    let category = properties.generalCategory
    return !properties.isVariationSelector && (category.isLetter || category.isMark || category == .decimalNumber)
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetter: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }

  /// Whether a suffix can be joined to the character.
  fileprivate var endsWord: Bool {
    isLetter || isMark || self == .decimalNumber || self == .finalPunctuation || self == .closePunctuation
  }

  /// Whether Unicode defines variants for characters of the category.
  fileprivate var hasVariants: Bool {
    switch self {
    case .decimalNumber, .letterNumber, .otherNumber, .mathSymbol, .otherSymbol, .modifierSymbol, .currencySymbol: true
    case .otherPunctuation, .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: true
    default: isLetter || self == .spacingMark
    }
  }
}
