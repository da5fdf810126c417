import AppControllerKit
import AppControllerTerminal
import Measuring

/// Measures a key press in the live interface, up to the bytes for the terminal.
@MainActor
struct KeyPresses {
  private static let letter = Array("x".utf8)
  private static let backspace: [UInt8] = [0x7F]
  private static let tab = Array("\t".utf8)

  func measure() async throws {
    let growth = Growth(
      "key", "a key press", unit: .microseconds, over: [10, 100, 1000, 10_000], of: "nodes", isPerPart: false)
    var terminals: [Lazy<LiveTerminal>] = []
    func terminal(_ make: @escaping @MainActor () async throws -> LiveTerminal) -> Lazy<LiveTerminal> {
      let terminal = Lazy(make)
      terminals.append(terminal)
      return terminal
    }
    try await growth.run(rounds: { max(41, min(301, 100_000 / $0)) }) { nodes in
      for terminal in terminals { await terminal.made?.end() }
      terminals = []
      let plain = terminal { try await LiveTerminal(ItemList(nodes: nodes, arePressable: false)) }
      let pressable = terminal { try await LiveTerminal(ItemList(nodes: nodes, arePressable: true)) }
      let walked = terminal { try await LiveTerminal(ItemList(nodes: nodes, arePressable: true)) }
      var peers: [Candidate] = []
      for peer in ["textual", "urwid"] {
        switch Peer(peer) {
        case .present(let program):
          let terminal = terminal { try await LiveTerminal(program, ["\(nodes - 3)"]) }
          peers.append(typed("typed, \(peer)", terminal, note: "an input above a list, in Python"))
        case .absent(let remedy): peers.append(.absent("typed, \(peer)", remedy))
        }
      }
      return [
        try await drawn("drawn without a terminal, plain items", ItemList(nodes: nodes, arePressable: false)),
        try await drawn("drawn without a terminal, pressable items", ItemList(nodes: nodes, arePressable: true)),
        typed("typed, plain items", plain),
        typed("typed, pressable items", pressable),
        Candidate(
          "Tab, pressable items", note: "goes through the list, which is scrolled", cleanUp: { walked.made?.settle() }
        ) {
          try await walked().type(Self.tab)
        },
      ] + peers
    }
    for terminal in terminals { await terminal.made?.end() }
  }

  /// Measures typing a letter and removing it, through a pseudo-terminal.
  private func typed(
    _ name: String, _ terminal: Lazy<LiveTerminal>,
    note: String = "through a pseudo-terminal: two threads and the main actor take turns"
  ) -> Candidate {
    var isThere = false
    return Candidate(name, note: note, cleanUp: { terminal.made?.settle() }) {
      try await terminal().type(isThere ? Self.backspace : Self.letter)
      isThere.toggle()
    }
  }

  /// Measures the same without a terminal and its threads: entering the text, and making the picture, its frame and the
  /// bytes.
  private func drawn(_ name: String, _ list: ItemList) async throws -> Candidate {
    let controller = AppController(interfaceProvider: list)
    let window = InterfaceWindow()
    (window.traits.columns, window.traits.rows) = (80, 24)
    try await controller.installRootInterface(in: window)
    let face = Face(of: controller)
    let (renderer, writer) = (TerminalRenderer(), FrameWriter(colors: .indexed))
    var shown: TerminalFrame?
    var isThere = false
    return Candidate(name, note: "entered, taken, composed, compared: one thread") {
      guard let screen = controller.rootContainer.visibleScreen else { throw TerminalFailure("no screen is seen") }
      screen.enter(.text(isThere ? "" : "x"), into: ItemList.field)
      isThere.toggle()
      let frame = renderer.render(face.snapshot)
      let bytes = writer.bytes(for: frame, after: shown)
      guard !bytes.isEmpty else { throw TerminalFailure("nothing has changed") }
      shown = frame
    }
  }
}
