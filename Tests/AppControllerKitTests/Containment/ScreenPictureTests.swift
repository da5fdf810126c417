import AppControllerKit
import InterfaceGallery
import Testing

@Suite @MainActor struct `A picture of a screen` {
  private let shop = InterfaceDescription("shop", language: "ar", direction: .rightToLeft) {
    TabView("bar", label: "Shop", selection: "toys") {
      Tab("home", "Home") { Screen("home-screen", title: "Home") { Text("Home") } }
      Tab("toys", "Toys", badge: "2") {
        NavigationStack("stack") {
          Screen("list", title: "All toys") { Text("Toys") }
          Screen("toy", title: "Mouse", initialFocus: "buy") {
            Button("buy", "Buy", action: "buy")
          }
        }
      }
    }
  }

  private func root(_ description: InterfaceDescription) throws -> RootContainer {
    let root = RootContainer()
    try root.transition(to: InterfaceController.live(description))
    return root
  }

  @Test func `has the tab bar, the way back and the language around the screen`() throws {
    let picture = try #require(ScreenPicture(of: shop))
    #expect(picture.node.id == "toy")
    #expect(picture.focusedID == "buy")
    #expect(picture.back?.title == "All toys")
    #expect(picture.tabBars.map(\.id) == ["bar"])
    #expect(picture.tabBars[0].label == "Shop")
    #expect(picture.tabBars[0].selectedID == "toys")
    #expect(picture.tabBars[0].items.map(\.label) == ["Home", "Toys"])
    #expect(picture.tabBars[0].items.map(\.badge) == [nil, "2"])
    #expect(!picture.isLayer)
    #expect((picture.language, picture.direction) == ("ar", .rightToLeft))
  }

  @Test func `has no node of a screen below it`() throws {
    let picture = try #require(ScreenPicture(of: shop))
    #expect(picture.stack.count == 2 && picture[picture.stack[1]] != nil)
    #expect(picture[picture.stack[0]] == nil)
  }

  @Test func `follows what the state has selected`() throws {
    let state = PresentationState(selectedItems: ["bar": "home"])
    let picture = try #require(ScreenPicture(of: shop, state: state))
    #expect(picture.node.id == "home-screen")
    #expect(picture.back == nil)
    #expect(picture.tabBars[0].selectedID == "home")
  }

  @Test func `is of the first tab when none is chosen, also beside what a newer provider has`() throws {
    let json = """
      {"root": {"kind": "tabs", "id": "bar", "children": [
        {"kind": "item", "id": "a", "label": "A", "children": [{"kind": "screen", "id": "first", "label": "First"}]},
        {"kind": "future", "label": "Promo"}]}}
      """
    let interface = try InterfaceDescription(json: Array(json.utf8))
    #expect(ScreenPicture(of: interface)?.node.id == "first")
    #expect(try root(interface).picture?.node.id == "first")
    #expect(TextRenderer().render(interface).contains("A, tab (selected)"))
  }

  @Test(arguments: Gallery.screens)
  func `is the same of a description and of what is made of it`(screen: GalleryScreen) throws {
    let described = try #require(ScreenPicture(of: screen.interface))
    let live = try #require(try root(screen.interface).picture)
    #expect(described.node.path == live.node.path)
    #expect(described.focusedID == live.focusedID)
    #expect(described.tabBars == live.tabBars)
    #expect(described.back == live.back)
    #expect(described.isLayer == live.isLayer)
    #expect(described.language == live.language)
    #expect(described.direction == live.direction)
  }

  @Test func `follows what was pushed, popped and selected`() throws {
    let root = try root(shop)
    let tabs = try #require(root.installed as? TabContainer)
    let stack = try #require(tabs.selected as? NavigationContainer)
    stack.push(try InterfaceController.live(InterfaceDescription("x") { Screen("top", title: "Top") {} }))
    #expect(root.picture?.back?.title == "Mouse")
    stack.popToRoot()
    #expect(root.picture?.back == nil)
    #expect(root.picture?.node.id == "list")
    tabs.select("home")
    #expect(root.picture?.tabBars.map(\.selectedID) == ["home"])
  }

  @Test func `has of a layer only what is in it`() throws {
    let root = try root(shop)
    root.present(try InterfaceController.live(InterfaceDescription("x") { Screen("sheet", title: "Sheet") {} }))
    let picture = try #require(root.picture)
    #expect(picture.isLayer)
    #expect(picture.tabBars.isEmpty)
    #expect(picture.back == nil)
    root.dismiss()
    #expect(root.picture?.isLayer == false)
  }

  @Test func `has the titles of screens in tabs that nobody described`() throws {
    let root = RootContainer()
    let first = try InterfaceController.live(InterfaceDescription("a") { Screen("a", title: "First") {} })
    try root.transition(to: TabContainer(id: "t", ["one": first, "two": InterfaceController()]))
    #expect(root.picture?.tabBars.first?.items.map(\.label) == ["First", "two"])
  }

  @Test func `is not there of what has no screen`() {
    #expect(ScreenPicture(of: InterfaceDescription("x") { Text("no screen") }) == nil)
  }
}
