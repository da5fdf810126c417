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

  /// The keys of the screen below come first, except those that this sheet has too.
  init(_ words: FaceWords, _ renderer: any TerminalScreenRenderer, here keys: [String]) {
    (self.words, self.renderer) = (words, renderer)
    let own = keys.dropLast().filter { !$0.hasPrefix("F1") }
    let groups = KeyGroup.allCases.map { group in
      let lines = group == .here ? own : KeyLine.allCases.filter { $0.group == group }.map { words(.keyLine($0)) }
      return (name: group, lines: lines.map(Self.split))
    }.filter { !$0.lines.isEmpty }
    description = InterfaceDescription("keys", language: words.language, direction: words.direction) {
      Screen("below", title: "") {}
        .sheet {
          Screen("keys", title: words(.keySheet)) {
            Grid(columns: 2) {
              for group in groups {
                Group(words(.keyGroup(group.name))) {
                  // The shares are the same in every row, so that the meanings stand below each other.
                  for line in group.lines {
                    HStack {
                      Text(line.keys).weight(4)
                      Text(line.meaning, style: .caption).weight(5)
                    }
                  }
                }
              }
            }
          }
        }
    }
  }

  /// The keys, and what they do.
  private static func split(_ line: String) -> (keys: String, meaning: String) {
    let end = line.firstRange(of: ": ") ?? line.endIndex..<line.endIndex
    return (String(line[..<end.lowerBound]), String(line[end.upperBound...]))
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
