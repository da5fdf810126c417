import AppControllerKit
import Testing

@MainActor
@Suite struct `The surface` {
  private let journal = Journal()
  private let root = RootContainer()
  private let window = InterfaceWindow(traits: .wide(80))

  private func recorder(_ name: String, _ children: [InterfaceController] = []) -> Recorder {
    let made = Recorder(name, journal, children)
    made.tellsSurface = true
    return made
  }

  @Test func `is the window's for everything in it, and is told from the top down, before the layout`() throws {
    let leaf = recorder("leaf")
    let installed = recorder("installed", [leaf])
    try root.transition(to: installed)
    #expect(leaf.traits == TraitCollection())
    _ = journal.take()
    window.rootContainer = root
    #expect(root.traits == .wide(80) && leaf.traits == .wide(80))
    let layout = [
      "installed will lay out", "leaf will lay out", "leaf did lay out", "installed did lay out",
    ]
    #expect(journal.take() == ["installed traits 0 to 80", "leaf traits 0 to 80"] + layout)
    window.traits.columns = 40
    #expect(leaf.size == InterfaceSize(columns: 40))
    #expect(journal.take() == ["installed traits 80 to 40", "leaf traits 80 to 40"] + layout)
    window.traits.color = .dark
    #expect(leaf.traits.color == .dark)
    #expect(journal.take() == ["installed traits 40 to 40", "leaf traits 40 to 40"])
    window.traits.color = .dark
    #expect(journal.take() == [])
  }

  @Test func `can be another one for a part, until that leaves it`() throws {
    let (leaf, brother) = (recorder("leaf"), recorder("brother"))
    let part = recorder("part", [leaf])
    try root.transition(to: recorder("installed", [part, brother]))
    window.rootContainer = root
    part.traitOverrides = { $0.columns = min($0.columns, 30) }
    #expect(leaf.size.columns == 30 && brother.size.columns == 80)
    window.traits.columns = 20
    #expect(leaf.size.columns == 20)
    window.traits.columns = 100
    #expect(leaf.size.columns == 30 && brother.size.columns == 100)
    part.traitOverrides = nil
    #expect(leaf.size.columns == 100)
  }

  @Test func `is known to a child before it has come`() throws {
    window.rootContainer = root
    try root.transition(to: recorder("installed"))
    #expect(
      journal.take() == [
        "installed will root", "installed traits 0 to 80", "installed will lay out", "installed did lay out",
        "installed did root",
      ]
    )
    let next = recorder("next")
    try root.transition(to: next)
    #expect(next.size.columns == 80)
    #expect(
      journal.take() == [
        "installed will nil", "next will root", "next traits 0 to 80", "next will lay out", "next did lay out",
        "installed did nil", "next did root",
      ]
    )
  }

  @Test func `is as the visible child would like it`() throws {
    #expect(root.effectivePresentationTraits == PresentationTraits())
    let description = InterfaceDescription("d") {
      TabView("t") {
        Tab("a", "A") {
          NavigationStack {
            Screen("one", title: "One") {}
            Screen("two", title: "Two") {}
          }
        }
        Tab("b", "B") { Screen("three", title: "Three") {} }
      }
    }
    try root.transition(to: try #require(InterfaceController.controller(for: description)))
    let tabs = try #require(root.installed as? TabContainer)
    #expect(root.effectivePresentationTraits.title == "Two")
    (tabs.selected as? NavigationContainer)?.pop()
    #expect(root.effectivePresentationTraits.title == "One")
    tabs.select("b")
    #expect(root.effectivePresentationTraits.title == "Three")
    try root.transition(to: Dark())
    #expect(root.effectivePresentationTraits.statusStyle == .dark)
    #expect(root.effectivePresentationTraits.supportedOrientations == [.landscape])
    root.empty()
    #expect(root.effectivePresentationTraits == PresentationTraits())
  }
}

@MainActor
@Suite struct `Windows` {
  @Test func `of one scene share the input`() {
    let scene = InterfaceWindowScene()
    let (first, second) = (InterfaceWindow(scene: scene), InterfaceWindow(scene: scene))
    #expect(!first.isKey && !first.isVisible)
    first.makeKeyAndVisible()
    #expect(first.isKey && first.isVisible)
    second.makeKeyAndVisible()
    #expect(second.isKey && !first.isKey && first.isVisible)
    second.hide()
    #expect(scene.keyWindow == nil && !second.isVisible)
    let alone = InterfaceWindow()
    alone.makeKeyAndVisible()
    first.makeKeyAndVisible()
    #expect(alone.isKey && first.isKey)
  }

  @Test func `hold a container each`() {
    let (first, second, root) = (InterfaceWindow(traits: .wide(1)), InterfaceWindow(traits: .wide(2)), RootContainer())
    first.rootContainer = root
    second.rootContainer = root
    #expect(first.rootContainer == nil && second.rootContainer === root && root.window === second)
    #expect(root.size.columns == 2)
    first.traits.columns = 3
    #expect(root.size.columns == 2)
    second.rootContainer = RootContainer()
    #expect(root.window == nil)
  }

  @Test func `may go away before their containers, and take them along`() {
    let scene = InterfaceWindowScene()
    let root = RootContainer()
    weak var other: RootContainer?
    do {
      let window = InterfaceWindow(traits: .wide(7), scene: scene)
      window.rootContainer = RootContainer()
      other = window.rootContainer
      window.rootContainer = root
      window.makeKeyAndVisible()
    }
    #expect(root.window == nil && scene.keyWindow == nil && other == nil)
    #expect(root.size.columns == 7)
  }
}

private final class Dark: InterfaceController {
  override var presentationTraits: PresentationTraits {
    var traits = super.presentationTraits
    traits.statusStyle = .dark
    traits.supportedOrientations = [.landscape]
    return traits
  }
}

extension TraitCollection {
  static func wide(_ columns: Int) -> TraitCollection {
    var traits = TraitCollection()
    traits.columns = columns
    return traits
  }
}
