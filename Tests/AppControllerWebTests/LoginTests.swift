import AppControllerKit
import AppControllerKitTesting
import AppControllerWeb
import TestSupport
import Testing

/// Whose a login is: the browser's that sent the form, whoever else has its cookie.
@MainActor
@Suite struct `A login on a page` {
  private let test = TestSite()
  private let ann = [("name", "ann"), ("pin", "1234")]

  /// A browser with its page, and somebody who has planted its cookie and follows its page.
  private func attacked(_ test: TestSite) async throws -> (TestBrowser, eve: TestBrowser, page: TestPage) {
    let browser = test.browser()
    await browser.get()
    let eve = TestBrowser(test.site, cookie: browser.cookie)
    await eve.get()
    return (browser, eve, try #require(try test.follow(eve)).page)
  }

  /// Whatever somebody does with the former cookie, nothing of the login is seen, and nothing happens to it.
  private func expectNothing(for eve: TestBrowser, _ page: TestPage, _ test: TestSite) async throws {
    #expect(!page.isOpen && !page.text.contains("Hello"))
    let (form, old) = (eve.hidden, eve.cookie)
    for script in [false, true] {
      #expect(await eve.submit(form + [(":press", "n9")], script: script) == 403)
      #expect(await eve.submit(form + [(":enter", ""), ("name", "eve")], script: script) == 403)
      #expect(await eve.get() == 403)
      #expect(await eve.get("/?r") == 403)
      #expect(await eve.get("/events") == 403)
    }
    #expect(eve.cookie == old && !eve.page.contains("Hello"))
    // A minute later the identity is nobody's, and a new visitor's.
    test.clock.advance(by: .seconds(60))
    await eve.get()
    #expect(eve.page.contains(">Door<"))
  }

  @Test(arguments: [false, true])
  func `is the browser's that has sent its form, and nobody's who has planted the cookie`(script: Bool) async throws {
    let (browser, eve, page) = try await attacked(test)
    try await browser.press("enter", ann, script: script)
    #expect(browser.cookie != eve.cookie)
    await reached { !page.isOpen }
    try await expectNothing(for: eve, page, test)
    await browser.get()
    #expect(browser.page.contains("Hello, ann"))
  }

  @Test(arguments: [false, true])
  func `that comes after the answer to its form is the browser's as well`(script: Bool) async throws {
    let (browser, eve, page) = try await attacked(test)
    // A code is shown, and the provider logs in later.
    try await browser.press("knock", script: script)
    #expect(browser.cookie != eve.cookie)
    if !script { await browser.get() }
    test.controllers[0].requestLogin(Session(subject: "ann"))
    await test.controllers[0].settle()
    await reached { !page.isOpen }
    try await expectNothing(for: eve, page, test)
    await browser.get()
    #expect(browser.page.contains("Hello, ann"))
    test.clock.advance(by: .seconds(60))
    await test.controllers[0].settle()
    #expect(test.controllers[0].state == .loggedIn)
  }

  @Test func `that takes longer than its form waits is the browser's as well`() async throws {
    let gate = AwaitedAnswer<Void>()
    let test = TestSite(transitions: ManualClock()) { Door(gate: gate, knockLogsIn: true) }
    let (browser, eve, page) = try await attacked(test)
    let press = Task.immediate { try await browser.press("knock", script: true) }
    await reached { test.clock.sleeperCount == 1 }
    test.clock.advance(by: .seconds(5))
    #expect(try await press.value == 204)
    gate.give(())
    await reached { !page.isOpen }
    try await expectNothing(for: eve, page, test)
    await browser.get()
    #expect(browser.page.contains("Hello, ann"))
  }

  @Test func `cannot be taken over by a form that comes after the one that began it`() async throws {
    let (browser, eve, page) = try await attacked(test)
    let knock = try eve.form(pressing: "knock")
    try await browser.press("knock", script: true)
    #expect(await eve.submit(knock, script: true) == 409)
    await eve.get()
    #expect(await eve.submit(try eve.form(pressing: "knock"), script: true) == 409)
    // Until the login there is nothing to hide, and the pages of the browser's other windows go on.
    #expect(page.isOpen)
    test.controllers[0].requestLogin(Session(subject: "ann"))
    await test.controllers[0].settle()
    await reached { !page.isOpen }
    try await expectNothing(for: eve, page, test)
  }

  @Test func `is not that of somebody who had pressed before and then planted the cookie`() async throws {
    let eve = test.browser()
    await eve.get()
    try await eve.press("knock", script: true)
    let page = try #require(try test.follow(eve)).page
    let browser = TestBrowser(test.site, cookie: eve.cookie)
    await browser.get()
    try await browser.press("enter", ann)
    #expect(browser.page.contains("Hello, ann"))
    await reached { !page.isOpen }
    await eve.get()
    try await expectNothing(for: eve, page, test)
  }

  @Test func `goes on in the other windows of the browser`() async throws {
    let browser = test.browser()
    await browser.get()
    let other = browser.window()
    await other.get()
    let page = try #require(try test.follow(other)).page
    try await browser.press("enter", ann, script: true)
    await reached { !page.isOpen }
    #expect(page.text.hasSuffix("event: again\ndata: \n\n"))
    await other.get()
    #expect(other.page.contains("Hello, ann"))
    try await other.press("leave")
    await browser.get()
    #expect(browser.page.contains(">Door<"))
    // A form of before is one of an older page.
    try await browser.press("enter", ann)
    #expect(browser.page.contains("Hello, ann"))
  }

  @Test func `is the page's whose button was pressed twice without a script`() async throws {
    let browser = test.browser()
    await browser.get()
    let (lost, form) = (TestBrowser(test.site, cookie: browser.cookie), try browser.form(pressing: "enter") + ann)
    // The first answer is not looked at any more when the second form is sent.
    await lost.submit(form, script: true)
    await browser.submit(form)
    #expect(browser.cookie == lost.cookie && browser.page.contains("Hello, ann"))
  }

  @Test func `ends when no browser comes for it`() async throws {
    let store = InMemorySessionStore()
    let door = Door()
    let test = TestSite(store: store) { door }
    let browser = test.browser()
    await browser.get()
    // The answer is lost on its way.
    let lost = TestBrowser(test.site, cookie: browser.cookie)
    #expect(await lost.submit(try browser.form(pressing: "enter") + ann, script: true) == 204)
    await test.controllers[0].settle()
    #expect(test.controllers[0].state == .loggedIn)
    await reached { test.clock.sleeperCount == 1 }
    test.clock.advance(by: .seconds(60))
    await reached { test.controllers[0].state == .loggedOut }
    await reached { door.ended == ["ann"] }
    #expect(test.reported == ["ACK6115"])
    let id = try #require(lost.id)
    #expect(try store.load(for: id.key).session == nil)
    // What has come is not ended.
    await lost.get()
    #expect(lost.page.contains(">Door<"))
  }

  @Test func `ends when no browser comes for it, also when the controller ends before its logout`() async throws {
    let store = InMemorySessionStore()
    let test = TestSite(store: store)
    let browser = test.browser()
    await browser.get()
    let lost = TestBrowser(test.site, cookie: browser.cookie)
    #expect(await lost.submit(try browser.form(pressing: "enter") + ann, script: true) == 204)
    let controller = test.controllers[0]
    await controller.settle()
    controller.willLogoutHandler = { [unowned controller] _ in controller.terminate() }
    await reached { test.clock.sleeperCount == 1 }
    test.clock.advance(by: .seconds(60))
    let id = try #require(lost.id)
    await reached { (try? store.load(for: id.key))?.session == nil }
  }

  @Test func `ends with the server when no browser has come for it`() async throws {
    let door = Door()
    let test = TestSite { door }
    let browser = test.browser()
    await browser.get()
    try await browser.press("enter", ann, script: true)
    await test.controllers[0].settle()
    await test.site.visitors.end()
    #expect(door.ended == ["ann"])
  }

  @Test func `without a form is fetched by the only page that is open`() async throws {
    let browser = test.browser()
    await browser.get()
    let page = try #require(try test.follow(browser)).page
    test.controllers[0].requestLogin(Session(subject: "ann"))
    await test.controllers[0].settle()
    await reached { !page.isOpen }
    #expect(!page.text.contains("ann"))
    #expect(await browser.get("/?r") == 403)
    let name = try #require(page.text.firstMatch(of: /event: fetch\ndata: (.*)\n/)?.1)
    let stranger = test.browser()
    await stranger.get("/?\(name)")
    #expect(stranger.page.contains(">Door<"))
    #expect(await browser.get("/?\(name)") == 200)
    #expect(browser.page.contains("Hello, ann"))
    let eve = TestBrowser(test.site, cookie: "\(TestBrowser.rules.cookieName)=\(VisitorID.random().text)")
    await eve.get("/?\(name)")
    #expect(eve.page.contains(">Door<"))
  }

  @Test func `without a form is nobody's when two pages are open`() async throws {
    let (browser, eve, page) = try await attacked(test)
    let own = try #require(try test.follow(browser)).page
    test.controllers[0].requestLogin(Session(subject: "ann"))
    await test.controllers[0].settle()
    await reached { !page.isOpen && !own.isOpen }
    for text in [own.text, page.text] { #expect(!text.contains("event: fetch") && !text.contains("ann")) }
    #expect(await browser.get() == 403)
    await reached { test.clock.sleeperCount == 1 }
    test.clock.advance(by: .seconds(60))
    await reached { test.controllers[0].state == .loggedOut }
    _ = eve
  }
}
