/// What was kept of a text so far, as far as it decides about the invisible characters that come next.
///
/// A joiner or a selector changes how its neighbours look. Where it has none that it could change, it hides something:
/// it makes two labels differ that look alike, or carries a message that nobody sees. Each rule looks back at what was
/// kept, and ahead only at characters that are always kept, so that a text that was taken in is taken in unchanged.
struct TextContext {
  private var previous = Unicode.Scalar(0 as UInt8)
  /// The last character that does not belong to the one before it, as a skin tone or a selector does.
  private var base = Unicode.Scalar(0 as UInt8)

  /// Notes a character that was kept.
  mutating func note(_ scalar: Unicode.Scalar) {
    previous = scalar
    if !scalar.extendsEmoji { base = scalar }
  }

  /// Whether U+200D stays: inside an emoji, as UAX #29 has it in rule GB11, and beside a virama.
  ///
  /// After a virama it is allowed by RFC 5892, appendix A.2. Before one it keeps a Bengali ra from becoming a repha, and
  /// makes the touching letters of Sinhala.
  func keepsJoiner(before next: Unicode.Scalar?) -> Bool {
    if previous.isVirama { return true }
    guard let next else { return false }
    return base.isPictograph && next.isPictograph || next.isVirama && previous.properties.generalCategory.isLetter
  }

  /// Whether U+200C stays: after a virama, and inside a word of a script whose letters join.
  ///
  /// RFC 5892, appendix A.1, asks for the letters' joining types, which the standard library does not know. Words are
  /// joined to digits, to Latin names and to what stands in quotation marks too; two ASCII characters never join.
  func keepsNonJoiner(before next: Unicode.Scalar?) -> Bool {
    if previous.isVirama { return true }
    guard let next, !(previous.isASCII && next.isASCII) else { return false }
    return previous.properties.generalCategory.endsWord && next.isPlainWordCharacter
  }

  /// Whether a variation selector stays: directly after what it selects a form of.
  func keepsSelector(_ selector: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch selector.value {
    case 0xFE0E, 0xFE0F:
      if previous.isASCII { return previous.properties.isEmoji && next == Self.keycap }
      return previous.isPictograph
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    default: return previous != "\u{FFFD}" && previous.properties.generalCategory.hasVariants
    }
  }

  /// Whether a tag may follow: only after the flag that the flags of England, Scotland and Wales are made from.
  var allowsTags: Bool { previous == "\u{1F3F4}" }

  private static let keycap: Unicode.Scalar = "\u{20E3}"
}

extension Unicode.Scalar {
  /// Whether it belongs to the emoji before it: a skin tone, the selector of emoji, a keycap or a tag.
  fileprivate var extendsEmoji: Bool {
    switch value {
    case 0x1F3FB...0x1F3FF, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
    default: false
    }
  }

  /// Whether it is an emoji by itself, or a place that Unicode keeps free for one to come.
  fileprivate var isPictograph: Bool {
    switch value {
    // A letter of a flag is an emoji only beside another.
    case 0..<0xA9, 0x1F1E6...0x1F1FF: false
    case 0x1F000...0x1FAFF, 0x1FC00...0x1FFFD:
      properties.isEmoji && !properties.isEmojiModifier || properties.generalCategory == .unassigned
    default: properties.isEmoji
    }
  }

  fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// Whether a word can go on with it, and it is no selector, which might not be kept.
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

  /// Whether a suffix can be joined to it.
  fileprivate var endsWord: Bool {
    isLetter || isMark || self == .decimalNumber || self == .finalPunctuation || self == .closePunctuation
  }

  /// Whether Unicode has variants of some of its characters.
  fileprivate var hasVariants: Bool {
    switch self {
    case .decimalNumber, .letterNumber, .otherNumber, .mathSymbol, .otherSymbol, .modifierSymbol, .currencySymbol: true
    case .otherPunctuation, .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: true
    default: isLetter || self == .spacingMark
    }
  }
}
