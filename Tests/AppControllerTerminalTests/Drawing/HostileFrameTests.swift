import AppControllerKit
import Testing

@testable import AppControllerTerminal

@Suite struct `Text that would drive a terminal` {
  private static let properties = ["label", "hint", "text", "badge", "url"]

  /// Renders a screen with a payload in every text property of every kind, and in the texts of the host and the user.
  private func frame(_ payload: String, _ traits: TraitCollection) throws -> (TerminalFrame, ScreenPicture) {
    let text = "\"a" + payload.unicodeScalars.map { "\\u" + hexadecimal($0) }.joined() + "b\""
    let kinds = NodeKind.allCases.map(\.name).filter { !["screen", "tabs", "navigation", "presented"].contains($0) }
    let nodes = kinds.enumerated().map { position, kind in
      let members = Self.properties.map { "\"\($0)\":\(text)" }.joined(separator: ",")
      return
        "{\"kind\":\"\(kind)\",\"id\":\"n\(position)\",\(members),\"action\":{\"name\":\"a\"},\"media\":{\"alt\":\(text)},\"input\":{\"name\":\"i\(position)\",\"placeholder\":\(text),\"value\":\(text),\"options\":[{\"value\":\(text),\"label\":\(text)}]}}"
    }
    let json =
      "{\"root\":{\"kind\":\"tabs\",\"id\":\"t\",\"label\":\(text),\"children\":[{\"kind\":\"item\",\"id\":\"i\",\"label\":\(text),\"badge\":\(text),\"children\":[{\"kind\":\"navigation\",\"children\":[{\"kind\":\"screen\",\"id\":\"u\",\"label\":\(text)},{\"kind\":\"screen\",\"id\":\"s\",\"label\":\(text),\"children\":[\(nodes.joined(separator: ","))]}]}]}]}}"
    guard case .description(let description)? = InterfaceDocument(json: Array(json.utf8)).contents else {
      throw CancellationError()
    }
    var state = PresentationState()
    for position in kinds.indices {
      state.fieldErrors["i\(position)"] = "a\(payload)b"
      if position.isMultiple(of: 2) { state.values["i\(position)"] = .text("a\(payload)b") }
    }
    var traits = traits
    traits.languages = ["und"]
    let words = FaceWords(language: "und") { $0 == .busy ? payload : nil }
    let snapshot = FaceSnapshot(of: description, state: state, traits: traits, catalogs: [words])
    let picture = try #require(snapshot.front)
    var interaction = InteractionState()
    (interaction.message, interaction.keys) = ("a\(payload)b", ["c\(payload)d"])
    interaction.editing = FieldEditing(id: "n\(kinds.firstIndex(of: "field") ?? 0)", .text("a\(payload)b", caret: 2))
    interaction.focus = .node("n\(kinds.firstIndex(of: "field") ?? 0)")
    return (TerminalRenderer().render(snapshot, interaction: interaction), picture)
  }

  private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let units = Array(String(scalar).utf16)
    return units.map { unit in
      let digits = String(unit, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined(separator: "\\u")
  }

  @Test(arguments: HostileText.payloads)
  func `is never written, whoever says it`(payload: String) throws {
    for traits in [TraitCollection(80, 0), TraitCollection(80, 24), TraitCollection(7, 5)] {
      let (frame, _) = try frame(payload, traits)
      #expect(frame.grid.cells.allSatisfy { $0.scalar.map(CellReader.isHarmless) ?? true })
      for colors in TerminalColors.allCases {
        let bytes = FrameWriter(colors: colors, color: .dark, isSynchronized: true).bytes(for: frame)
        var emulator = TerminalEmulator(columns: frame.grid.columns, rows: frame.grid.rows)
        emulator.receive(bytes)
        #expect(emulator.foreign == [])
        let text = String(decoding: bytes, as: UTF8.self)
        let visible = text.unicodeScalars.filter { !["\u{1B}", "\u{2068}", "\u{2069}"].contains($0) }
        #expect(emulator.isolation == 0)
        #expect(visible.allSatisfy { CellReader.isHarmless($0) })
      }
    }
  }

  @Test func `is seen as text, and what is around it too`() throws {
    let (frame, _) = try frame("\u{1B}[31m", TraitCollection(80, 0))
    let text = (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0) }.joined(separator: "\n")
    #expect(text.contains("  a?[31mb  "))
    #expect(text.contains("! a\u{FFFD}[31mb"))
  }
}
