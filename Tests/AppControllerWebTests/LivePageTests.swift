import AppControllerKit
import AppControllerKitTesting
import AppControllerWeb
import InterfaceGallery
import TestSupport
import Testing

/// What a page that is open shows of what happens.
@MainActor
@Suite struct `An open page` {
  private let test = TestSite()

  private func open() async throws -> (browser: TestBrowser, page: TestPage, visitor: Visitor) {
    let browser = test.browser()
    await browser.get()
    let (page, visitor) = try #require(try test.follow(browser))
    return (browser, page, visitor)
  }

  /// The element `face` of a page that is drawn anew.
  private func anew(_ browser: TestBrowser) async -> String {
    await browser.get()
    let start = browser.page.firstRange(of: "<div id=\"face\"")?.lowerBound ?? browser.page.startIndex
    let end = browser.page.firstRange(of: "</div>\n</body>")?.lowerBound ?? browser.page.endIndex
    return String(browser.page[start..<end]).replacing(/name=":page" value="[^"]*"/, with: "name=\":page\" value=\"\"")
  }

  @Test func `begins with all that is shown, and gets what differs`() async throws {
    let (browser, page, _) = try await open()
    #expect(page.face == (await anew(browser)))
    let before = page.eventCount
    await browser.submit(browser.hidden + [(":enter", ""), ("name", "ann")], script: true)
    #expect(page.eventCount == before + 1)
    let patch = try #require(page.markup.last)
    #expect(patch.count < 400)
    #expect(page.face == (await anew(browser)))
  }

  @Test func `follows a login and a logout in every page of the visitor`() async throws {
    let (browser, page, visitor) = try await open()
    try await browser.press("enter", [("name", "ann"), ("pin", "1234")])
    // The pages that were open begin again, with the cookie that the browser has now.
    #expect(!page.isOpen && page.text.hasSuffix("event: again\ndata: \n\n"))
    let (first, second) = (try #require(try test.follow(browser)).page, TestPage())
    visitor.follow(second, as: try #require(browser.id))
    await reached { first.face.contains("Hello, ann") && second.face.contains("Hello, ann") }
    try await browser.press("leave")
    await reached { first.face.contains(">Door<") && second.face.contains(">Door<") }
    #expect(first.face == (await anew(browser)))
    #expect(second.face == first.face)
  }

  @Test func `shows a button as usable once its fields are filled, and the secret stays in the browser`() async throws {
    let (browser, page, _) = try await open()
    let isWaiting = { page.face.contains("data-id=\"enter\" aria-disabled=\"true\"") }
    #expect(isWaiting())
    await browser.submit(browser.hidden + [("name", "ann"), (":filled", "pin")], script: true)
    #expect(!isWaiting())
    await browser.submit(browser.hidden + [("name", "ann")], script: true)
    #expect(isWaiting())
  }

  @Test func `keeps a button usable while the secret that was refused still stands in the page`() async throws {
    let (browser, page, _) = try await open()
    try await browser.press("enter", [("name", "ann"), ("pin", "9876")], script: true)
    #expect(page.face.contains("Another PIN."))
    #expect(!page.face.contains("data-id=\"enter\" aria-disabled=\"true\""))
  }

  @Test func `gets what is said, and the next page does not say it again`() async throws {
    let (browser, page, _) = try await open()
    try await browser.press("knock", script: true)
    let said = page.markup.map { String(decoding: $0, as: UTF8.self) }
    #expect(said.contains { $0.contains("role=\"status\"><p class=\"text\" dir=\"auto\">Nobody is there.") })
    await browser.get()
    #expect(!browser.page.contains("Nobody is there."))
  }

  @Test func `takes over the entries of a page from before a restart`() async throws {
    let (browser, _, _) = try await open()
    let again = TestSite(store: test.store)
    let returned = TestBrowser(again.site, cookie: browser.cookie)
    await returned.get()
    #expect(await returned.submit(browser.hidden + [("name", "ann")], script: true) == 204)
    await returned.get()
    #expect(returned.page.contains("value=\"ann\""))
  }

  @Test func `has what is said outside the interface, in elements that no interface has`() throws {
    let lure = "<div class=\"said\" role=\"alert\" id=\"alert\">The app has stopped answering</div>"
    let interface = InterfaceDescription("alert", language: "en") {
      Screen("alert", title: lure) {
        Banner(.error, lure)
        Button("status", lure, action: "status")
      }
    }
    let live = LivePage(FaceSnapshot(of: interface, traits: TraitCollection()))
    let fragment = String(decoding: live.fragment, as: UTF8.self)
    #expect(fragment.contains("The app has stopped answering"))
    for own in [" class=\"said", " id=\"alert\"", " id=\"status\""] { #expect(!fragment.contains(own), "\(own)") }
    let said = LivePage.messages([FaceMessage(.error, "The app has stopped answering")])
    let page = String(
      decoding: live.document(live.fragment, style: "s", script: "j", messages: said), as: UTF8.self)
    let (notice, interfaces) = (
      try #require(page.firstRange(of: "class=\"said\" role=\"alert\"><p")),
      try #require(page.firstRange(of: "<div class=\"page\">\n<div id=\"face\""))
    )
    #expect(notice.upperBound < interfaces.lowerBound)
  }

  @Test func `has what is to be copied behind the id of the provider`() {
    for (request, element) in [(FaceRequest.copy("words"), "<code"), (.open("https://kitty.example/"), "<a")] {
      let said = String(decoding: LivePage.messages([], [request], of: "a.b"), as: UTF8.self)
      #expect(said.contains("<p class=\"text\">a.b | \(element)"), "\(said)")
    }
  }
}
