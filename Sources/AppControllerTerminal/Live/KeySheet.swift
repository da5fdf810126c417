import AppControllerKit

/// The sheet of all keys over the screen, an interface of its own.
struct KeySheet {
  enum Outcome {
    case open
    case closed
    case leave
  }

  private let description: InterfaceDescription
  private let renderer: any TerminalScreenRenderer
  private let words: FaceWords
  private var interaction = ScreenInteraction()
  private var scroll = 0
  private var last: TerminalFrame?

  init(_ words: FaceWords, _ renderer: any TerminalScreenRenderer) {
    (self.words, self.renderer) = (words, renderer)
    description = InterfaceDescription("keys", language: words.language, direction: words.direction) {
      Screen("below", title: "") {}
        .sheet {
          Screen("keys", title: words(.keySheet)) {
            for line in KeyLine.allCases { Text(words(.keyLine(line))) }
          }
        }
    }
  }

  mutating func press(_ key: TerminalKey) -> Outcome {
    guard let picture = ScreenPicture(of: description) else { return .closed }
    interaction.show(picture)
    for intent in interaction.handle(key, on: picture, in: last, isBusy: false) {
      switch intent {
      case .close, .goBack, .help: return .closed
      case .leave: return .leave
      case .scroll(by: let rows): scroll = min(max(0, scroll + rows), last?.lastScroll ?? 0)
      case .focus, .enter, .press, .reveal, .select, .cancel, .copy, .mouse, .redraw: break
      }
    }
    return .open
  }

  mutating func frame(_ traits: TraitCollection) -> TerminalFrame {
    var state = InteractionState()
    let snapshot = FaceSnapshot(of: description, traits: traits, catalogs: [words])
    if let picture = snapshot.front {
      interaction.show(picture)
      state.keys = interaction.keyHelp(on: picture, in: last, isBusy: false, words)
    }
    (state.focus, state.scroll, state.followsFocus) = (interaction.target, scroll, false)
    let frame = renderer.render(snapshot, interaction: state)
    (last, scroll) = (frame, frame.scroll)
    return frame
  }
}
