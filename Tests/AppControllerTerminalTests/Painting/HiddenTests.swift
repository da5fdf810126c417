import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import TestSupport
import Testing

extension `An app on a terminal` {
  /// Hidden nodes are hidden in every face, in a description and in a live tree.
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `What is hidden` {
    /// The final content of an interface in every face.
    private struct Seen: Equatable, CustomStringConvertible {
      let screen: String?
      let bars: [TabBarPicture]
      let back: ScreenPicture.Back?
      let isLayer: Bool

      init(_ picture: ScreenPicture?) {
        screen = picture?.node.id
        bars = picture?.tabBars ?? []
        back = picture?.back
        isLayer = picture?.isLayer ?? false
      }

      var description: String {
        "\(screen ?? "nothing") \(bars.map { "\($0.items.map(\.id)) \($0.selectedID)" }) \(back?.title ?? "") \(isLayer)"
      }
    }

    /// Returns the content of a picture in each face.
    private func texts(of picture: ScreenPicture?, _ traits: TraitCollection = TraitCollection(81, 0)) -> [String] {
      guard let picture else { return [] }
      var dialogue = LineDialogue()
      return [
        dialogue.show(picture).joined(separator: "\n"), TerminalRenderer().render(picture, traits: traits).transcript,
      ]
    }

    nonisolated private static let screens: [(name: String, interface: InterfaceDescription, screen: String?)] = [
      (
        "layer",
        InterfaceDescription("d") {
          Screen("base", title: "Base") { Sheet { Screen("no", title: "HIDDEN") {} }.hidden() }
        }, "base"
      ),
      (
        "screen of a layer",
        InterfaceDescription("d") {
          Screen("base", title: "Base") { Sheet { Screen("no", title: "HIDDEN") {}.hidden() } }
        }, "base"
      ),
      (
        "selected item",
        InterfaceDescription("d") {
          TabView("tabs", selection: "no") {
            Tab("no", "HIDDEN") { Screen("no-screen", title: "HIDDEN") {} }.hidden()
            Tab("yes", "Yes") { Screen("yes-screen", title: "Yes") {} }
          }
        }, "yes-screen"
      ),
      (
        "top of a stack",
        InterfaceDescription("d") {
          NavigationStack {
            Screen("first", title: "First") {}
            Screen("second", title: "Second") {}
            Screen("no", title: "HIDDEN") {}.hidden()
          }
        }, "second"
      ),
      (
        "below in a stack",
        InterfaceDescription("d") {
          NavigationStack {
            Screen("no", title: "HIDDEN") {}.hidden()
            Screen("only", title: "Only") {}
          }
        }, "only"
      ),
      ("root", InterfaceDescription("d") { Screen("no", title: "HIDDEN") {}.hidden() }, nil),
    ]

    @Test(arguments: screens.map(\.name))
    func `is seen in no face, of a description or live`(name: String) async throws {
      let (_, interface, screen) = try #require(Self.screens.first { $0.name == name })
      let root = RootContainer()
      try root.transition(to: .live(interface))
      let live = root.visibleScreen.map { ScreenPicture(of: $0) }
      let described = ScreenPicture(of: interface)
      #expect(live?.node.id == screen)
      #expect(Seen(live) == Seen(described))
      #expect(texts(of: live) == texts(of: described))
      for text in texts(of: live) + [TextRenderer().render(interface), HTMLRenderer().render(interface)] {
        #expect(!text.contains("HIDDEN"))
      }
      #expect(!interface.accessibleElements().contains { $0.name == "HIDDEN" })
    }

    @Test func `of a whole interface leaves nothing on a terminal but a way out`() async throws {
      let door = InterfaceDescription("d") { Screen("door", title: "Door") { Text("Door") } }
      let provider = RecordingProvider(loggedOut: door, loggedIn: door)
      let app = try TerminalApp(provider)
      try await app.open(seeing: "Door")
      provider.loggedOut = InterfaceDescription("d") { Screen("door", title: "Door") { Text("Door") }.hidden() }
      provider.handle?.invalidate()
      try await app.wait { !app.terminal.screen.contains("Door") }
      #expect(app.controller.rootContainer.visibleScreen == nil)
      #expect(try await app.leave() == .left)
    }

    @Test func `is the same in all faces for random trees, also when it is asked for again and hidden otherwise`()
      async throws
    {
      for seed in 0..<Effort.cases(250) {
        var generator = SeededGenerator(seed: seed)
        var tree = HidingTree(using: &generator)
        let provider = RecordingProvider(loggedOut: try tree.interface, loggedIn: try tree.interface)
        let controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
        controller.providerDeadline = nil
        let window = InterfaceWindow()
        try await controller.installRootInterface(in: window)
        var state = PresentationState()
        for round in 0..<3 {
          let interface = try tree.interface
          let live = controller.rootContainer.visibleScreen.map { ScreenPicture(of: $0) }
          let described = ScreenPicture(of: interface, state: state)
          let comment: Comment = "seed \(seed), round \(round): \(JSONRenderer().render(interface))"
          #expect(Seen(live) == Seen(described), comment)
          let page = HTMLRenderer().render(interface, state: state)
          if let title = live?.node.label { #expect(page.contains("<title>\(title)</title>"), comment) }
          for text in texts(of: live) + [TextRenderer().render(interface, state: state), page] {
            #expect(!text.contains("HIDDEN"), comment)
          }
          if Seen(live) != Seen(described) { return }
          // The selected tab stays selected as long as it exists.
          state = PresentationState()
          for case let tabs as TabContainer in controller.rootContainer.subtree {
            state.selectedItems[tabs.id] = tabs.selectedID
          }
          tree.hideOtherwise(using: &generator)
          provider.loggedOut = try tree.interface
          provider.handle?.invalidate()
          await controller.settle()
        }
      }
    }
  }
}

/// A random tree of tabs, stacks, screens and layers, some of which are hidden.
private struct HidingTree {
  struct Part {
    let kind: String
    let id: Int
    var isHidden = false
    var children: [Part] = []
  }

  private var root: Part
  private var count = 0

  init(using generator: inout SeededGenerator) {
    root = Part(kind: "screen", id: 0)
    root = makeController(depth: 3, using: &generator)
    hideOtherwise(using: &generator)
  }

  mutating func hideOtherwise(using generator: inout SeededGenerator) { hide(&root, using: &generator) }

  var interface: InterfaceDescription {
    get throws { try InterfaceDescription(json: Array(#"{"root":\#(json(root, isHidden: false))}"#.utf8)) }
  }

  private func hide(_ part: inout Part, using generator: inout SeededGenerator) {
    part.isHidden = generator.oneIn(part.id == root.id ? 12 : 3)
    for index in part.children.indices { hide(&part.children[index], using: &generator) }
  }

  private mutating func make(_ kind: String) -> Part {
    count += 1
    return Part(kind: kind, id: count)
  }

  private mutating func makeController(depth: Int, using generator: inout SeededGenerator) -> Part {
    switch depth == 0 ? 0 : generator.number(below: 3) {
    case 1:
      var tabs = make("tabs")
      for _ in 0...generator.number(below: 3) {
        var item = make("item")
        item.children = [makeController(depth: depth - 1, using: &generator)]
        tabs.children.append(item)
      }
      return tabs
    case 2:
      var stack = make("navigation")
      for _ in 0...generator.number(below: 3) { stack.children.append(makeScreen(depth: depth, using: &generator)) }
      return stack
    default: return makeScreen(depth: depth, using: &generator)
    }
  }

  private mutating func makeScreen(depth: Int, using generator: inout SeededGenerator) -> Part {
    var screen = make("screen")
    for _ in 0..<(depth == 0 ? 0 : generator.number(below: 3)) {
      var layer = make("presented")
      layer.children = [makeController(depth: depth - 1, using: &generator)]
      screen.children.append(layer)
    }
    return screen
  }

  private func json(_ part: Part, isHidden: Bool) -> String {
    let isHidden = isHidden || part.isHidden
    let label = isHidden ? "HIDDEN \(part.id)" : "seen \(part.id)"
    let flag = part.isHidden ? #","hidden":true"# : ""
    let children = part.children.map { json($0, isHidden: isHidden) }.joined(separator: ",")
    return #"{"kind":"\#(part.kind)","id":"n\#(part.id)","label":"\#(label)"\#(flag),"children":[\#(children)]}"#
  }
}
