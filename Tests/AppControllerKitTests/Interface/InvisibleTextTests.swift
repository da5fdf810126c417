import AppControllerInterface
import AppControllerKit
import Testing

@Suite struct `What is invisible in a text` {
  private static func takeIn(_ text: String, keepsLineFeeds: Bool = true) -> String? {
    keepsLineFeeds ? text.displayableLines : text.displayable
  }

  /// A text by its scalars: equal strings may differ in them.
  private static func scalars(_ text: String?) -> [Unicode.Scalar]? { text.map { Array($0.unicodeScalars) } }

  // What cannot be seen is spelled with letters in all of these: `J` is U+200D, `N` U+200C, `V` U+FE0F, `T` U+FE0E,
  // `W` U+FE00, `X` U+E0100, `g` the tag of a g, `z` the last tag, and `?` is U+FFFD.
  private static let spelling: [Unicode.Scalar: Unicode.Scalar] = [
    "J": "\u{200D}", "N": "\u{200C}", "V": "\u{FE0F}", "T": "\u{FE0E}", "W": "\u{FE00}", "X": "\u{E0100}",
    "g": "\u{E0067}", "z": "\u{E007F}", "?": "\u{FFFD}",
  ]

  private static func spelled(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { spelling[$0] ?? $0 }))
  }

  /// The flag of a part of a country.
  private static func flag(_ part: String) -> String {
    let tags = part.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
    return String(String.UnicodeScalarView(["🏴"] + tags)) + "z"
  }

  /// One of each form of UTS #51: with skin tones, hair, presentation, keycaps, flags, and joined up to four times.
  private static let emoji = [
    "😀", "☺V", "☺T", "☺", "©V", "ℹV", "㊗V", "1V⃣", "#V⃣", "*V⃣", "1⃣", "1T⃣", "👍🏽", "☝🏿", "✌V", "🇩🇪", "👩J💻", "👩🏽J💻",
    "👩J❤VJ👨", "👩🏻J❤VJ💋J👨🏿", "👨J👩J👧J👦", "👩J🦰", "🧔🏾J♂V", "🧔🏾J♂", "🕵VJ♀V", "🕵J♀", "👁VJ🗨V", "👁J🗨", "🏳VJ🌈", "🏴J☠V", "❤VJ🔥",
    "🐻J❄V", "🐦J⬛",
    "⛓VJ💥", "🧑🏻J🤝J🧑🏿", "🫱🏻J🫲🏿", "👩J🦽J➡V", flag("gbeng"), flag("gbsct"), flag("gbwls"), flag("ustx"), flag("xk1234") + "J❤V",
    // A place that is free for an emoji of a later Unicode.
    "👩J\u{1FAFF}", "\u{1FAFF}V",
  ]

  private static let words = [
    ("Sinhala", "ශ්Jරී ලංකාව"), ("touching letters of Sinhala", "කJ්ත"), ("Hindi", "क्Jष"), ("Hindi apart", "क्Nष"),
    ("Hindi half letter", "क्J"), ("Malayalam chillu", "അവന്J"), ("Marathi eyelash", "दर्Jया"), ("Bengali RAB", "রJ্যাব"),
    ("Bengali apart", "রN্য"), ("Kannada", "ರಾಜ್Nಕುಮಾರ್"), ("Telugu", "రాజ్Nకుమార్"), ("Persian", "میNخواهم"),
    ("Persian suffix of a digit", "۱۲Nساله"), ("Persian suffix of a name", "PDFNها"),
    ("Persian suffix of a quotation", "«کتاب»Nها"), ("Persian with a vowel sign", "خانهٔNما"),
    ("Mongolian", "ᠭ\u{180B}ᠢ\u{180C}"), ("Japanese name", "葛X城市"), ("Chinese variant", "㐂W"),
    ("Burmese dotted", "ၵWေW"), ("empty set", "∩W"),
    ("slashed zero", "0W"), ("full stop of the middle", "。\u{FE01}"), ("Egyptian", "𓂑W"),
  ]

  @Test(arguments: emoji)
  func `stays in an emoji, wherever it stands`(emoji: String) {
    let emoji = Self.spelled(emoji)
    for text in [emoji, emoji + emoji, "a" + emoji + "b", emoji + "\n" + emoji, "é " + emoji + "."] {
      #expect(Self.scalars(Self.takeIn(text)) == Self.scalars(text))
    }
  }

  @Test(arguments: words)
  func `stays where a language needs it`(language: String, word: String) {
    let word = Self.spelled(word)
    #expect(Self.scalars(Self.takeIn(word)) == Self.scalars(word))
    #expect(Self.scalars(Self.takeIn(word + " " + word)) == Self.scalars(word + " " + word))
  }

  private static let dropped: [(name: String, text: String, shown: String)] = [
    ("a joiner alone", "J", "?"), ("a joiner in a word", "adJmin", "ad?min"), ("a joiner at an end", "👩J", "👩?"),
    ("a joiner before an emoji", "J👩", "?👩"), ("a joiner after a letter", "xJ👩", "x?👩"),
    ("a joiner before a letter", "👩Jx", "👩?x"), ("two joiners", "👩JJ👩", "👩??👩"),
    ("a joiner after a joiner that went", "👩Jx J👩", "👩?x ?👩"), ("a joiner before a skin tone", "👩J🏽", "👩?🏽"),
    ("a joiner after a lone skin tone", "🏽J👩", "🏽?👩"), ("a joiner between flags", "🇩J🇪", "🇩?🇪"),
    ("a joiner after a digit", "1J👩", "1?👩"), ("a joiner after a keycap", "1V⃣J👩", "1V⃣?👩"),
    ("a joiner before a digit", "👩J1", "👩?1"), ("a joiner between digits", "1J2", "1?2"),
    ("a joiner after what went", "👩\u{1B}J👩", "👩??👩"), ("a joiner after a text emoji", "☺TJ👩", "☺T?👩"),
    ("two joiners after a virama", "क्JJष", "क्J?ष"), ("a joiner between letters that join", "هJم", "ه?م"),
    ("a joiner before a virama after no letter", "1J्", "1?्"),
    ("a non-joiner alone", "N", "?"), ("a non-joiner in an ASCII word", "adNmin", "ad?min"),
    ("a non-joiner at an end", "میN", "می?"), ("a non-joiner at a start", "Nخواهم", "?خواهم"),
    ("a non-joiner before a space", "میN خ", "می? خ"), ("a non-joiner after a space", "می Nخ", "می ?خ"),
    ("two non-joiners", "میNNخ", "می??خ"), ("a non-joiner in an emoji", "👩N💻", "👩?💻"),
    ("a non-joiner before a selector", "میNWخ", "می??خ"), ("a non-joiner before a full stop", "میN.", "می?."),
    ("two non-joiners after a virama", "क्NNष", "क्N?ष"),
    ("a selector alone", "V", "?"), ("an emoji's selector after a letter", "aV", "a?"),
    ("two selectors", "☺VV", "☺V?"), ("two different selectors", "☺VT", "☺V?"),
    ("a selector after a digit", "1V", "1?"), ("a selector after a digit and before another", "1V2", "1?2"),
    ("a selector after a letter and before a keycap", "aV⃣", "a?⃣"), ("a selector after a skin tone", "👍🏽V", "👍🏽?"),
    ("a selector after a letter of a flag", "🇩V", "🇩?"), ("a selector after a joiner", "👩JV", "👩??"),
    ("two selectors of a variant", "∩WW", "∩W?"), ("a selector of a variant after a space", " W", " ?"),
    ("an ideograph's selector after a letter", "aX", "a?"), ("an ideograph's selector after an emoji", "😀X", "😀?"),
    ("two ideographs' selectors", "葛XX", "葛X?"), ("a message of selectors", "😀XXXWWW", "😀??????"),
    ("a tag alone", "g", "?"), ("tags after a letter", "agggz", "a????"),
    ("tags after another emoji", "😀gggz", "😀????"),
    ("tags after a white flag", "🏳gggz", "🏳????"), ("no tags and an end", "🏴z", "🏴?"),
    ("two tags and an end", "🏴ggz", "🏴???"), ("three tags without an end", "🏴ggg", "🏴???"),
    ("three tags before a letter", "🏴gggxz", "🏴???x?"), ("eight tags and an end", "🏴ggggggggz", "🏴?????????"),
    ("tags after a flag with tags", "🏴gggzgggz", "🏴gggz????"), ("two ends", "🏴gggzz", "🏴gggz?"),
    ("a selector after a flag", "🏴gggzV", "🏴gggz?"), ("tags after a selector", "🏴Vgggz", "🏴V????"),
    ("a tag that is no letter", "🏴gg\u{E0021}gz", "🏴?????"),
  ]

  @Test(arguments: dropped)
  func `goes where it changes nothing`(name: String, text: String, shown: String) {
    #expect(Self.scalars(Self.takeIn(Self.spelled(text))) == Self.scalars(Self.spelled(shown)))
  }

  /// Every text of four of these is tried: one of each class that the rules tell apart.
  private static let pieces = [
    "a", "1", "ب", "क", "\u{94D}", "👩", "🏴", "🏽", "葛", "⃣", "J", "N", "V", "W", "X", "ggg", "z", "\u{1B}",
  ].map(spelled)

  @Test func `is decided once: what was taken in stays as it is, alone and in a row`() {
    var pairs: [String] = []
    for first in Self.pieces { for second in Self.pieces { pairs.append(first + second) } }
    let taken = pairs.map { Self.takeIn($0) ?? "" }
    var changed: [String] = []
    for (first, firstTaken) in zip(pairs, taken) {
      for (second, secondTaken) in zip(pairs, taken) {
        let whole = Self.takeIn(first + second) ?? ""
        let row = firstTaken + secondTaken
        for text in [whole, row] where Self.takeIn(text)?.utf8.elementsEqual(text.utf8) != true { changed.append(text) }
      }
    }
    #expect(changed.count == 0, "\(changed.prefix(3).map { $0.unicodeScalars.map(\.value) })")
  }

  @Test(arguments: [[0xFF], [0xE2, 0x80], [0xF3, 0xA0, 0x81]] as [[UInt8]])
  func `leaves the buffer as it was when the text is refused`(end: [UInt8]) {
    for text in ["👩J", "🏴ggg", "میN", "1V", "\u{1B}", "葛X"] {
      let bytes = Array(Self.spelled(text).utf8) + end
      var buffer = ScratchArray<UInt8>()
      buffer.append(0x61)
      let refused = TextSanitizer.append(bytes.span, to: &buffer, keepsLineFeeds: true).refusal
      #expect(refused == bytes.count - end.count)
      #expect(buffer.exactCopy == [0x61])
    }
  }
}

extension TextSanitizer.Outcome {
  /// The offset from which on a text is not UTF-8.
  var refusal: Int? { if case .refused(let offset) = self { offset } else { nil } }
}
