import AppControllerKit
import AppControllerTerminal
import TestSupport
import Testing

@Suite struct `A renderer that has drawn before` {
  private static let sizes = [(80, 24), (40, 12), (20, 6), (9, 4), (132, 60)]

  @Test(arguments: 0..<Effort.cases(8, thorough: 240, watched: 2))
  func `draws what a new one draws`(seed: Int) throws {
    var (random, generator) = (RandomScreen(seed: seed), SeededGenerator(seed: seed))
    let made = random.make(nodes: 60)
    let interface = try #require(made)
    var picture = try #require(ScreenPicture(of: interface))
    let renderer = TerminalRenderer()
    var interaction = InteractionState()
    var targets: [TerminalTarget] = []
    for step in 0..<40 {
      change(&picture, &interaction, targets, &generator)
      let (columns, rows) = generator.pick(Self.sizes)
      let traits = TraitCollection(columns, rows, direction: generator.oneIn(4) ? .rightToLeft : .leftToRight)
      let frame = renderer.render(picture, traits: traits, interaction: interaction)
      let new = TerminalRenderer().render(picture, traits: traits, interaction: interaction)
      #expect(frame == new, "step \(step) of screen \(seed)")
      targets += new.regions.map(\.target)
    }
  }

  /// Changes one of the things that a frame depends on.
  private func change(
    _ picture: inout ScreenPicture, _ interaction: inout InteractionState, _ targets: [TerminalTarget],
    _ generator: inout SeededGenerator
  ) {
    let inputs = picture.usableNodes.compactMap { $0.node.input?.name }
    switch generator.number(below: 8) {
    case 0, 1, 2:
      interaction.focus = targets.isEmpty ? nil : generator.pick(targets)
      interaction.editing = interaction.focus?.nodeID.map {
        FieldEditing(id: $0, .text(generator.pick(RandomScreen.texts), caret: generator.number(below: 9)))
      }
    case 3:
      for input in inputs where generator.oneIn(2) {
        picture.state.values[input] = .text(generator.pick(RandomScreen.texts))
      }
    case 4:
      for input in inputs { picture.state.fieldErrors[input] = generator.oneIn(2) ? nil : "No.\nNot so." }
    case 5: (interaction.scroll, interaction.followsFocus) = (generator.number(below: 90), generator.oneIn(2))
    case 6: interaction.busyID = interaction.busyID == nil ? targets.compactMap(\.nodeID).first : nil
    case _: (interaction.tick, interaction.secondsShown) = (interaction.tick + 1, generator.number(below: 2000))
    }
  }

  @Test(arguments: 0..<Effort.cases(8, thorough: 240, watched: 2))
  func `shows a part of the whole`(seed: Int) throws {
    var random = RandomScreen(seed: seed)
    let made = random.make(nodes: 60)
    let interface = try #require(made)
    let picture = try #require(ScreenPicture(of: interface))
    let renderer = TerminalRenderer()
    let whole = renderer.render(picture, traits: TraitCollection(80, 0))
    var interaction = InteractionState()
    interaction.followsFocus = false
    for scroll in 0..<60 {
      interaction.scroll = scroll
      let frame = renderer.render(picture, traits: TraitCollection(80, 24), interaction: interaction)
      #expect(frame.contentRows == whole.contentRows)
      for row in 0..<min(frame.viewport.count, frame.contentRows) {
        #expect(
          text(ofRow: frame.viewport.lowerBound + row, in: frame)
            == text(ofRow: whole.viewport.lowerBound + frame.scroll + row, in: whole))
      }
    }
  }

  /// The cells of a row without the margins, where the marks are.
  private func text(ofRow row: Int, in frame: TerminalFrame) -> String {
    let text = (1..<frame.grid.columns - 1).map { frame.grid.text(at: CellPosition(row: row, column: $0)) }.joined()
    return text.filter { !"│┃▌".contains($0) }
  }
}
