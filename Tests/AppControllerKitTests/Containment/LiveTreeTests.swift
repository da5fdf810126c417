import AppControllerKit
import Testing

@MainActor
@Suite struct `The live tree of a description` {
  private func tree(_ description: InterfaceDescription) throws -> RootContainer {
    #expect(description.validate().allSatisfy { $0.severity == .warning })
    let root = RootContainer()
    root.exchange(for: try #require(InterfaceController.controller(for: description)), dismissingPresented: true)
    return root
  }

  @Test func `has a controller for each screen, stack and tab bar`() throws {
    let root = try tree(EveryKind.loggedIn)
    let tabs = try #require(root.installed as? TabContainer)
    #expect(tabs.id == "main")
    #expect(tabs.itemIDs == ["kitties", "me"])
    #expect(tabs.selectedID == "kitties")
    let navigation = try #require(tabs.selected as? NavigationContainer)
    #expect(navigation.id == "kitty-stack")
    #expect(navigation.screens.map { ($0 as? ScreenController)?.id } == ["all", "one"])
    let screens = root.subtree.compactMap { ($0 as? ScreenController)?.id }
    #expect(screens == ["all", "one", "photo", "profile"])
  }

  @Test func `selects an item and nothing else`() throws {
    let root = try tree(EveryKind.loggedIn)
    let tabs = try #require(root.installed as? TabContainer)
    #expect(root.visibleScreen?.id == "photo")
    #expect(tabs.select("me"))
    #expect(root.visibleScreen?.id == "profile")
    #expect(!tabs.select("nobody"))
    #expect(tabs.selectedID == "me")
  }

  @Test func `selects the first item unless told otherwise`() throws {
    let made = InterfaceDescription("d") {
      TabView("t") {
        Tab("a", "A") { Screen("one", title: "One") {} }
        Tab("b", "B") { Screen("two", title: "Two") {} }
      }
    }
    #expect(try tree(made).visibleScreen?.id == "one")
  }

  @Test func `keeps the tabs in their places beside one that nothing can be made of`() throws {
    let made = try description(
      json: #"{"root":{"kind":"tabs","id":"t","children":["#
        + #"{"kind":"item","id":"a","label":"A","children":[{"kind":"hologram"}]},"#
        + #"{"kind":"item","id":"b","label":"B","children":[{"kind":"screen","id":"two","label":"Two"}]}]}}"#
    )
    let root = try tree(made)
    let tabs = try #require(root.installed as? TabContainer)
    #expect(root.visibleScreen == nil)
    #expect(tabs.select("b"))
    #expect(root.visibleScreen?.id == "two")
  }

  @Test func `pops down to the first screen, and frees what was on top`() throws {
    let made = InterfaceDescription("d") {
      NavigationStack("n") {
        Screen("one", title: "One") {}
        Screen("two", title: "Two") {}
        Screen("three", title: "Three") {}
      }
    }
    let root = try tree(made)
    let navigation = try #require(root.installed as? NavigationContainer)
    weak let three = navigation.top
    #expect(navigation.pop())
    #expect(three == nil)
    let screen = try #require(EveryKind.loggedOut.root.kind == .screen ? EveryKind.loggedOut.root : nil)
    navigation.push(try #require(InterfaceController.controller(for: screen)))
    #expect(root.visibleScreen?.id == "welcome")
    navigation.popToRoot()
    #expect(root.visibleScreen?.id == "one")
    #expect(!navigation.pop())
    #expect(navigation.screens.count == 1)
  }

  @Test func `shows a described layer above its screen until it is dismissed`() throws {
    let made = InterfaceDescription("d") {
      NavigationStack("n") {
        Screen("below", title: "Below") {
          Sheet {
            Screen("layer", title: "Layer") { Sheet { Screen("second", title: "Second") {} } }
          }
        }
      }
    }
    let root = try tree(made)
    #expect(root.layers.count == 2)
    #expect(root.visibleScreen?.id == "second")
    let dynamic = InterfaceDescription("x") { Screen("dynamic", title: "Dynamic") {} }
    root.present(try #require(InterfaceController.controller(for: dynamic)))
    var seen: [String?] = [root.visibleScreen?.id]
    while root.dismiss() { seen.append(root.visibleScreen?.id) }
    #expect(seen == ["dynamic", "second", "layer", "below"])
  }

  @Test func `begins with the values of the description, and each screen has its own`() throws {
    let made = InterfaceDescription("d") {
      TabView("t") {
        Tab("a", "A") { Screen("one", title: "One") { TextField("f", "F", name: "same", value: "1") } }
        Tab("b", "B") { Screen("two", title: "Two") { TextField("g", "G", name: "same", value: "2") } }
      }
    }
    let screens = try tree(made).subtree.compactMap { $0 as? ScreenController }
    #expect(screens.map(\.state.values) == [["same": .text("1")], ["same": .text("2")]])
  }
}
