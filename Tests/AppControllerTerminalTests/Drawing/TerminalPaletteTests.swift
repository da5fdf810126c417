import AppControllerKit
import InterfaceGallery
import Testing

@testable import AppControllerTerminal

private typealias Color = TerminalPalette.Color

@Suite struct `The colours that are painted` {
  /// Backgrounds that terminals and their usual themes have.
  private static let dark = [
    0x000000, 0x0C0C0C, 0x1C1C1C, 0x1E1E1E, 0x282A36, 0x002B36, 0x1E1E2E, 0x2E3440, 0x300A24, 0x282828,
  ].map { Color($0) }
  private static let light = [0xFFFFFF, 0xFAFAFA, 0xF5F5F5, 0xEEEEEE, 0xE6E6E6, 0xFDF6E3, 0xEFF1F5, 0xFBF1C7].map {
    Color($0)
  }
  /// The sixteen colours of terminals.
  private static let sixteens: [String: [UInt32]] = [
    "xterm": [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
      0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ],
    "VGA": [
      0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
      0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ],
    "Campbell": [
      0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC, 0x767676, 0xE74856, 0x16C60C,
      0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
    ],
    "Tango": [
      0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753, 0xEF2929, 0x8AE234,
      0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
    ],
    "Solarized": [
      0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5, 0x002B36, 0xCB4B16, 0x586E75,
      0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ],
  ]

  /// Every style of the gallery, in each size and with the focus everywhere; QR codes are black on white.
  private static let styles: Set<CellStyle> = {
    var styles: Set<CellStyle> = []
    let severities = InterfaceDescription("severities") {
      Screen("s", title: "Severities") {
        for severity in Severity.allCases { Banner(severity, "A text") }
      }
    }
    for interface in Gallery.screens.map(\.interface) + [severities] {
      guard let picture = ScreenPicture(of: interface) else { continue }
      for (columns, rows) in [(80, 24), (40, 12), (20, 6), (120, 0)] {
        let traits = TraitCollection(columns, rows)
        for target in [nil] + picture.targets.prefix(12).map(Optional.some) {
          var interaction = InteractionState()
          interaction.focus = target
          interaction.message = "A message"
          interaction.keys = ["Tab: next", "Ctrl-C: leave"]
          let frame = TerminalRenderer().render(picture, traits: traits, interaction: interaction)
          styles.formUnion(frame.grid.cells.map(\.style).filter { !$0.attributes.contains(.paper) })
        }
      }
    }
    return styles
  }()

  /// The colour of the text in a style; `nil` for the terminal's own.
  private func color(
    of style: CellStyle, _ writer: FrameWriter, sixteen: [UInt32] = []
  ) throws -> Color? {
    var (style, bytes) = (style, [UInt8]())
    style.fading = 0
    var states = StyleWriter(writer.colors, writer.palette)
    states.set(style, &bytes)
    let text = String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    var numbers = text.split(separator: ";").compactMap { Int($0) }[...]
    var color: Color?
    while let number = numbers.popFirst() {
      switch number {
      case 0, 1, 2, 4, 7: break
      case 30..<38: color = Color(sixteen[number - 30])
      case 90..<98: color = Color(sixteen[number - 82])
      case 38 where numbers.first == 5:
        color = Color(index: numbers.dropFirst().first ?? 0)
        numbers = numbers.dropFirst(2)
      case 38 where numbers.first == 2:
        let parts = numbers.dropFirst().prefix(3).map { UInt32($0) }
        color = Color(parts[0] << 16 | parts[1] << 8 | parts[2])
        numbers = numbers.dropFirst(4)
      case _: Issue.record("the style \(style) is written as \(text)")
      }
    }
    return color
  }

  /// Expects every painted pair to be readable; nothing but the text and the background of the terminal is painted, as
  /// they are or exchanged.
  private func expectReadable(_ background: Color, _ writer: FrameWriter, sixteen: [UInt32] = []) throws {
    for style in Self.styles {
      guard let color = try color(of: style, writer, sixteen: sixteen) else { continue }
      let contrast = color.contrast(with: background)
      #expect(contrast >= 4.5, "\(style) has \(contrast) on \(background) with \(writer.colors)")
    }
  }

  @Test func `are those of every role`() {
    #expect(Set(Self.styles.map(\.role)) == Set(CellStyle.Role.allCases))
  }

  @Test(arguments: [TerminalColors.trueColor, .indexed])
  func `can be read on every usual background of a side`(_ colors: TerminalColors) throws {
    for background in Self.dark { try expectReadable(background, FrameWriter(colors: colors, color: .dark)) }
    for background in Self.light { try expectReadable(background, FrameWriter(colors: colors, color: .light)) }
  }

  @Test(arguments: [TerminalColors.trueColor, .indexed])
  func `can be read on any background that the terminal reports`(_ colors: TerminalColors) throws {
    let grays = (0..<256).map { Color(UInt32($0) * 0x010101) }
    let cube = (16..<232).map { Color(index: $0) }
    for background in Self.dark + Self.light + grays + cube {
      try expectReadable(background, FrameWriter(colors: colors, palette: TerminalPalette(background: background)))
    }
  }

  @Test func `are of the terminal's sixteen those that can be read`() throws {
    var seen = 0
    for sixteen in Self.sixteens.values {
      let own = Dictionary(uniqueKeysWithValues: sixteen.map { Color($0) }.enumerated().map { ($0, $1) })
      for background in Self.dark + Self.light {
        let palette = TerminalPalette(background: background, sixteen: own)
        seen += CellStyle.Role.allCases.count { palette.number(of: $0) != nil }
        try expectReadable(background, FrameWriter(colors: .sixteen, palette: palette), sixteen: sixteen)
      }
    }
    #expect(seen > 100)
  }

  private static let lookOfRoles: [(String, FrameWriter, [CellStyle.Role: String])] = [
    (
      "an unknown background", FrameWriter(colors: .indexed),
      [.muted: "0;2", .accent: "0;36", .success: "0;32", .warning: "0;33", .error: "0;31"]
    ),
    (
      "a light one of a terminal that does not tell its colours", FrameWriter(colors: .sixteen, color: .light),
      [.muted: "0;2", .accent: "0;36", .success: "0;32", .warning: "0;33", .error: "0;31"]
    ),
    (
      "no colours", FrameWriter(colors: .none),
      [.muted: "0;2", .accent: "0;1", .success: "0;1", .warning: "0;1", .error: "0;1"]
    ),
    (
      "no wish for colours", FrameWriter(colors: .trueColor, color: .monochrome),
      [.muted: "0;2", .accent: "0;1", .success: "0;1", .warning: "0;1", .error: "0;1"]
    ),
    (
      "the Linux console",
      FrameWriter(
        colors: .sixteen, palette: TerminalBackdrop(.unspecified, environment: ["TERM": "linux"]).palette),
      [.muted: "0;2", .accent: "0;36", .success: "0;32", .warning: "0;93", .error: "0;91"]
    ),
    (
      "sixteen colours of which none can be read",
      FrameWriter(
        colors: .sixteen,
        palette: TerminalPalette(
          background: Color(0), sixteen: Dictionary(uniqueKeysWithValues: (0..<16).map { ($0, Color(0)) }))),
      [.muted: "0;2", .accent: "0;1", .success: "0;1;7", .warning: "0;1;7", .error: "0;1;7"]
    ),
  ]

  @Test(arguments: lookOfRoles)
  func `give every meaning an emphasis, whatever is known`(
    case _: String, writer: FrameWriter, look: [CellStyle.Role: String]
  ) {
    for role in CellStyle.Role.allCases where role != .normal {
      var (styles, bytes) = (StyleWriter(writer.colors, writer.palette), [UInt8]())
      styles.set(CellStyle(role: role), &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[\(look[role] ?? "?")m")
    }
  }

  @Test func `are without bold where they fill`() {
    let bold = Self.styles.filter { $0.attributes.isSuperset(of: [.bold, .reverse]) && $0.role != .normal }
    #expect(bold == [])
  }

  @Test func `have the contrast that WCAG computes`() {
    #expect(Color(0).contrast(with: Color(0xFFFFFF)) == 21)
    #expect(abs(Color(0x767676).contrast(with: Color(0xFFFFFF)) - 4.54) < 0.01)
    #expect(abs(Color(0x5FD7FF).contrast(with: Color(0xFFFFFF)) - 1.65) < 0.05)
  }
}

@Suite struct `What is known of a terminal's colours` {
  private func learn(_ reply: TerminalReply, _ backdrop: inout TerminalBackdrop) -> Bool { backdrop.learn(reply) }

  @Test func `is what the user says, then what the terminal says, then what the environment says`() {
    let dark = ["COLORFGBG": "15;default;0"]
    #expect(TerminalBackdrop(.unspecified).palette == TerminalPalette())
    #expect(TerminalBackdrop(.unspecified, environment: ["COLORFGBG": "0;x"]).palette == TerminalPalette())
    #expect(TerminalBackdrop(.light, environment: ["TERM": "linux"]).palette == TerminalPalette(.light))
    #expect(TerminalBackdrop(.unspecified, environment: ["COLORFGBG": "0;15"]).palette?.isDark == false)
    #expect(TerminalBackdrop(.unspecified, environment: ["COLORFGBG": "15;8"]).palette?.isDark == true)
    #expect(TerminalBackdrop(.monochrome, environment: dark).palette == nil)
    var backdrop = TerminalBackdrop(.unspecified, environment: dark)
    #expect(learn(.background(Color(0xFFFFFF)), &backdrop))
    #expect(!learn(.background(Color(0xFFFFFF)), &backdrop))
    #expect(!learn(.attributes, &backdrop))
    #expect(backdrop.palette?.background == Color(0xFFFFFF))
    #expect(backdrop.palette?.isDark == false)
    var chosen = TerminalBackdrop(.dark)
    _ = chosen.learn(.background(Color(0xFFFFFF)))
    #expect(chosen.palette == TerminalPalette(.dark))
    _ = chosen.learn(.background(Color(0x2E3440)))
    #expect(chosen.palette?.background == Color(0x2E3440))
  }

  @Test func `changes when the terminal tells`() {
    var backdrop = TerminalBackdrop(.unspecified)
    #expect(learn(.isDark(true), &backdrop))
    #expect(backdrop.palette == TerminalPalette(.dark))
    #expect(learn(.isDark(false), &backdrop))
    #expect(backdrop.palette == TerminalPalette(.light))
  }

  private static let answers: [(String, [TerminalReply])] = [
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", [.background(Color(0xFFFFFF))]),
    ("\u{1B}]11;rgb:1e/1e/2e\u{07}", [.background(Color(0x1E1E2E))]),
    ("\u{1B}]11;rgba:0000/8080/ffff/ffff\u{1B}\\", [.background(Color(0x0080FF))]),
    ("\u{1B}]4;1;rgb:cdcd/0000/0000\u{1B}\\", [.color(1, Color(0xCD0000))]),
    ("\u{1B}[?64;1;2;6;22c", [.attributes]), ("\u{1B}[?997;1n", [.isDark(true)]),
    ("\u{1B}[?997;2n", [.isDark(false)]), ("\u{1B}[?2031;2$y", [.mode(2031, isKnown: true)]),
    ("\u{1B}[?2031;0$y", [.mode(2031, isKnown: false)]),
    ("\u{1B}]11;rgb:f/f/f\u{07}\u{1B}[?6c", [.background(Color(0xFFFFFF)), .attributes]),
    // What is no answer is nothing.
    ("\u{1B}]11;red\u{07}", []), ("\u{1B}]11;rgb:fffff/0/0\u{07}", []), ("\u{1B}]11;rgb:ff/ff\u{07}", []),
    ("\u{1B}]4;99;rgb:0/0/0\u{07}", []), ("\u{1B}]52;c;aGk=\u{07}", []), ("\u{1B}[?997;9n", []), ("\u{1B}[0n", []),
    ("\u{1B}P11;rgb:0/0/0\u{1B}\\", []),
    ("\u{1B}]11;" + String(repeating: "x", count: 9000) + ";rgb:0/0/0\u{07}", []),
  ]

  @Test(arguments: answers)
  func `is read from an answer, wherever the reads split it, and no part of it is a key`(
    answer: String, replies: [TerminalReply]
  ) {
    let bytes = Array(answer.utf8)
    for cut in bytes.count > 100 ? [5, 100, 5000] : Array(0...bytes.count) {
      var decoder = KeyDecoder()
      do {
        let found = decoder.decode(bytes[..<cut])
        #expect(found == [])
      }
      do {
        let found = decoder.decode(bytes[cut...])
        #expect(found == [])
      }
      do {
        let found = decoder.takeReplies()
        #expect(found == replies)
      }
      do {
        let found = decoder.takeReplies()
        #expect(found == [])
      }
      do {
        let found = decoder.decode(Array("a".utf8))
        #expect(found == [.character("a")])
      }
    }
  }

  @Test func `is not asked of a terminal that would show the question`() {
    for term in ["linux", "screen.xterm", "Eterm", "vt100"] {
      #expect(TerminalSequences.questions(.indexed, environment: ["TERM": term]) == nil)
    }
    #expect(TerminalSequences.questions(.none, environment: ["TERM": "xterm"]) == nil)
    let questions = TerminalSequences.questions(
      .sixteen, environment: ["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"])
    #expect(questions?.contains(UInt8(ascii: "$")) == false)
    #expect(questions?.suffix(3) == [0x1B, 0x5B, 0x63])
  }
}
