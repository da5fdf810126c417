import AppControllerKitTesting
import InterfaceGallery
import TestSupport
import Testing

@testable import AppControllerKit

/// The steps from one snapshot to the next, carried out by a face that changes nothing else.
@MainActor
@Suite struct `The steps of a face` {
  private var identities = FaceIdentities()
  private let recorder = FaceRecorder()
  private var last: FaceSnapshot?
  private var number: UInt64 = 0
  private let loggedOut = FaceIdentities.InterfaceKey(state: .loggedOut, subject: nil)

  /// Shows screens, the last one in front, and checks that the face shows what a new one would show.
  private mutating func show(
    _ screens: [ScreenController], _ what: @autoclosure () -> String, for key: FaceIdentities.InterfaceKey? = nil
  ) {
    identities.update(screens, for: key ?? loggedOut)
    number += 1
    let new = FaceSnapshot(
      number: number, revision: 1, state: .loggedOut,
      screens: screens.map { ScreenPicture(of: $0, identities: identities.identities(of:)) }, pressed: nil,
      isPerforming: false, isExchanging: false, transition: nil, traits: .init(), words: .english)
    recorder.show(FaceChange(former: last, snapshot: new, messages: []))
    last = new
    let anew = FaceRecorder()
    anew.show(FaceChange(former: nil, snapshot: new, messages: []))
    #expect(recorder.elements == anew.elements, "\(what())")
    #expect(recorder.widgetCount == new.screens.reduce(0) { $0 + $1.content.subtree.count }, "\(what())")
    let ids = new.screens.flatMap { $0.content.subtree.map(\.id) }
    #expect(Set(ids).count == ids.count, "an identity belongs to one node: \(what())")
  }

  private func screen(_ tree: RandomDescription) -> ScreenController {
    var tree = tree
    tree.root = withoutControllers(tree.root)
    (tree.root.kind, tree.root.id) = ("screen", "screen")
    tree.root.properties.removeAll { $0.name == "hidden" }
    return ScreenController(node: tree.description.resolved().root)
  }

  /// The element with groups in the place of screens, which cannot stand inside of one, and of layers.
  private func withoutControllers(_ element: RandomDescription.Element) -> RandomDescription.Element {
    var element = element
    if ["screen", "tabs", "navigation", "presented"].contains(element.kind) { element.kind = "group" }
    element.children = element.children.map(withoutControllers)
    element.fallback = element.fallback.map(withoutControllers)
    return element
  }

  @Test(arguments: 0..<40)
  mutating func `make of any screen any other one`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var tree = RandomDescription(seed: seed)
    for step in 0..<Effort.cases(20) {
      let controller = screen(tree)
      for entry in controller.form.entries where generator.oneIn(3) {
        controller.state.values[entry.input.name] = .text(generator.pick(["", "a", "true", "b"]))
        if generator.oneIn(2) { controller.state.fieldErrors[entry.input.name] = "wrong \(generator.number(below: 3))" }
      }
      show([controller], "seed \(seed), step \(step)")
      tree =
        generator.oneIn(8)
        ? RandomDescription(using: &generator) : tree.mutated(1 + generator.number(below: 6), using: &generator)
    }
  }

  @Test(arguments: Gallery.screens)
  mutating func `say of the gallery what text says`(screen: GalleryScreen) throws {
    let snapshot = FaceSnapshot(of: screen.interface)
    recorder.show(FaceChange(former: nil, snapshot: snapshot, messages: []))
    #expect(recorder.elements == snapshot.front?.accessibleElements)
  }

  private func list(_ ids: [Int]) throws -> ScreenController {
    try ScreenController(
      InterfaceDescription("list") {
        Screen("screen", title: "List") {
          List { for id in ids { Item("item-\(id)", "Item \(id)", action: "open") } }
        }
      })
  }

  @Test mutating func `move as few siblings as can be, and make no widget again`() throws {
    let ids = Array(0..<100)
    show([try list(ids)], "the list")
    let made = recorder.madeWidgets
    let before = try #require(last)
    show([try list(Array(ids.dropFirst()) + [0])], "the first comes last")
    let steps = try #require(last).steps(since: before)
    #expect(steps.count == 1)
    guard case .moved(let node, into: _, after: let previous) = try #require(steps.first) else {
      Issue.record("\(steps)")
      return
    }
    #expect(node.node.id == "item-0")
    #expect(previous == last?.front?["item-99"]?.id)
    show([try list(ids.reversed())], "all the other way round")
    #expect(recorder.madeWidgets == made)
  }

  @Test mutating func `have identities that are never used again`() throws {
    show([try list([1, 2])], "two")
    let gone = try #require(last?.front?["item-2"]?.id)
    show([try list([1])], "one")
    show([try list([1, 2])], "two again")
    let new = try #require(last?.front?["item-2"]?.id)
    #expect(new > gone)
    #expect(last?[gone] == nil)
    #expect(last?[new]?.node.id == "item-2")
    let screen = try #require(last?.front?.id)
    show([try list([1, 2])], "somebody else's", for: .init(state: .loggedIn, subject: "kitty"))
    #expect(last?.front?.id != screen)
  }

  @Test mutating func `keep a screen that is covered, and what a layer covers`() throws {
    let (below, above) = (try list([1]), try list([2]))
    show([below], "one screen")
    let id = last?.front?.id
    show([below, above], "a layer with a screen of the same id")
    #expect(last?.screens.first?.id == id)
    #expect(last?.front?.id != id)
    show([below], "the layer is closed")
    #expect(last?.front?.id == id)
    #expect(recorder.madeWidgets == 6)
  }

  @Test func `are told by text, and read from no other text`() {
    let id = FaceNodeID(number: 12)
    #expect(id.description == "n12")
    #expect(FaceNodeID("n12") == id)
    for text in ["", "n", "12", "n0", "n012", "n+1", "n-1", "n12 ", "N12", "n99999999999999999999999"] {
      #expect(FaceNodeID(text) == nil, "\(text)")
    }
  }
}
