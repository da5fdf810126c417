import AppControllerHTTP
import AppControllerKit
import AppControllerKitTesting
import Synchronization
import TestSupport
import Testing

@testable import AppControllerWeb

/// What visitors get without a script.
@MainActor
@Suite struct `A site` {
  @Test func `a page says when its provider stops, and the next press begins again`() async throws {
    var providers: [RecordingProvider] = []
    let door = InterfaceDescription("door") {
      Screen("form", title: "Door") { Button("knock", "Knock", action: "knock") }
    }
    let test = TestSite {
      providers.append(RecordingProvider(loggedOut: door, loggedIn: door))
      return providers[providers.count - 1]
    }
    let browser = test.browser()
    await browser.get()
    let page = try #require(try test.follow(browser)).page
    providers[0].end()
    await reached { page.text.contains("The app has stopped. Press any button to begin again") }
    #expect(page.text.contains(">Door<"), "what was there stays")
    try await browser.press("knock", script: true)
    await reached { page.text.contains("The app had to begin again.") }
    #expect(providers.count == 2 && test.controllers.count == 2)
    // Without a script the next page says it.
    let other = test.browser()
    await other.get()
    providers[2].end()
    await reached { test.reported.count { $0 == "ACK3020" } == 2 }
    await other.get()
    #expect(other.page.contains("The app has stopped."))
    try await other.press("knock")
    #expect(other.page.contains("The app had to begin again."))
  }

  /// Says in which language, and in which time zone, it is asked.
  private final class Polyglot: AppControllerInterfaceProviding {
    func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
      InterfaceDescription("out", language: controller.traits.language(among: ["en", "de"])) {
        Screen("s", title: "S") { Text("in \(controller.traits.timeZone)") }
      }
    }

    func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
      loggedOutInterface(for: controller)
    }
  }

  @Test func `is in the language and the time zone of the browser, and follows them`() async throws {
    let test = TestSite { Polyglot() }
    let browser = test.browser()
    browser.languages = "fr, de-AT;q=0.9, en;q=0.5"
    await browser.get()
    #expect(browser.page.contains("lang=\"de\""))
    let page = try #require(try test.follow(browser)).page
    browser.languages = "en"
    await browser.get()
    await reached { test.controllers.first?.installedInterface?.language == "en" }
    #expect(await browser.get("/events?zone=Europe%2FBerlin") == 200)
    await reached { page.text.contains("in Europe/Berlin") }
    #expect(await browser.get("/events?zone=%3Cb%3E") == 200)
    await browser.get()
    #expect(browser.page.contains("in Europe/Berlin"), "no zone says nothing")
  }

  @Test func `gives a new visitor an identity, and a controller once the browser keeps it`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    #expect(browser.status == 200)
    #expect(browser.requests == 3)
    #expect(browser.page.contains("<h1 id=\"n1l\" dir=\"auto\">Door</h1>"))
    #expect(test.controllers.count == 1)
    await browser.get()
    #expect(browser.requests == 4)
    #expect(test.controllers.count == 1)
  }

  @Test func `says so to a browser that keeps no cookie, and makes nothing for it`() async {
    let test = TestSite()
    #expect(await TestBrowser(test.site).get("/?c") == 403)
    #expect(test.controllers.isEmpty)
    #expect(test.reported == ["ACK6108"])
  }

  @Test func `logs a visitor in and out, each with a controller and a session of their own`() async throws {
    let test = TestSite()
    let (ann, bob) = (test.browser(), test.browser())
    await ann.get()
    await bob.get()
    try await ann.press("enter", [("name", "ann"), ("pin", "1234"), ("stay", "true")])
    #expect(ann.page.contains("Hello, ann"))
    await bob.get()
    #expect(bob.page.contains(">Door<"))
    try await ann.press("leave")
    #expect(ann.page.contains(">Door<"))
    #expect(test.controllers.count == 2)
  }

  @Test func `refuses what breaks a rule, keeps what was typed, and never sends a secret back`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    try await browser.press("enter", [("name", ""), ("pin", "98 76!")])
    #expect(browser.page.contains("aria-invalid=\"true\""))
    try await browser.press("enter", [("name", "ann"), ("pin", "98 76!")])
    #expect(browser.page.contains("Another PIN."))
    #expect(browser.page.contains("value=\"ann\""))
    #expect(!browser.page.contains("98 76!"))
  }

  @Test func `says what the provider says in the next page, once`() async throws {
    let browser = TestSite().browser()
    await browser.get()
    try await browser.press("knock")
    #expect(browser.page.contains("role=\"status\"><p class=\"text\" dir=\"auto\">Nobody is there.</p>"))
    await browser.get()
    #expect(!browser.page.contains("Nobody is there."))
  }

  @Test func `moves the focus to a mistake also where the focus was at first, and to nothing else`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    let focus = { browser.page.firstMatch(of: /data-focus="([^"]*)"/)?.1 }
    let first = focus()
    try await browser.press("enter", [("name", ""), ("pin", "1234")])
    let second = focus()
    #expect(browser.page.contains(/data-id="name"[^>]* autofocus/))
    try await browser.press("enter", [("name", ""), ("pin", "1234")])
    #expect(first != second && second != focus() && first != focus())
    let third = focus()
    try await browser.press("knock", [("name", "ann")])
    #expect(focus() == third, "what the user presses has the focus already")
  }

  // MARK: Addresses

  @Test func `each screen has an address, which leads to it again`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    try await browser.press("enter", [("name", "ann"), ("pin", "1234")])
    #expect(browser.target == "/hall-screen")
    await browser.submit(browser.hidden + [(":select", "tabs attic")])
    #expect(browser.target == "/attic-screen" && browser.page.contains("data-address=\"attic-screen\""))
    await browser.get("/hall-screen")
    #expect(browser.target == "/hall-screen" && browser.page.contains("Hello, ann"))
    await browser.submit(browser.hidden + [(":open", "attic-screen")], script: true)
    #expect(browser.status == 204)
    await browser.get()
    #expect(browser.page.contains("Dust"))
    await browser.get("/cellar")
    #expect(browser.target == "/attic-screen" && browser.page.contains("Dust"), "no screen, and none that is described")
    await browser.submit(browser.hidden + [(":open", "cellar")], script: true)
    #expect(browser.status == 404)
  }

  /// Describes a room for every number, and something else for every other id.
  private final class Hotel: AppControllerInterfaceProviding {
    func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
      InterfaceDescription("hotel") {
        TabView("tabs", selection: "desk") {
          Tab("desk", "Desk") { Screen("desk-screen", title: "Desk") {} }
          Tab("rooms", "Rooms") { NavigationStack { Screen("rooms-screen", title: "Rooms") {} } }
        }
      }
    }

    func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
      loggedOutInterface(for: controller)
    }

    func screenInterface(_ id: String, for controller: AppController.Handle) throws -> InterfaceDescription? {
      if id == "burning" { throw AppControllerError.unavailable }
      guard Int(id) != nil else { return loggedOutInterface(for: controller) }
      return InterfaceDescription("room") { Screen(id, title: "Room \(id)") {} }
    }
  }

  @Test func `an address of no screen asks the provider for it, in the first stack that there is`() async throws {
    let browser = TestSite { Hotel() }.browser()
    #expect(await browser.get("/12") == 200)
    #expect(browser.target == "/12" && browser.page.contains(">Room 12</h1>") && browser.page.contains("Back to Rooms"))
    await browser.get("/13")
    #expect(browser.page.contains(">Room 13</h1>") && browser.page.contains("Back to Rooms"), "the stack does not grow")
    await browser.get("/lobby")
    #expect(browser.target == "/13" && browser.page.contains(">Room 13</h1>"), "what is no such screen is not shown")
    await browser.get("/burning")
    #expect(browser.target == "/13" && browser.page.contains("the provider is away"))
  }

  @Test func `a picture or a script of a page opens no screen`() async {
    let browser = TestSite { Hotel() }.browser()
    await browser.get("/12")
    #expect(await browser.get("/13", fields: ["Sec-Fetch-Mode: no-cors"]) == 404)
    await browser.get()
    #expect(browser.page.contains(">Room 12</h1>"))
    #expect(await browser.get("/13", fields: ["Sec-Fetch-Mode: navigate"]) == 200)
  }

  @Test(arguments: ["/cellar/1", "/favicon.ico", "/%2e", "/%6eo", "/a%2fb", "/events/"])
  func `an address that no screen can have is none`(_ target: String) async {
    let browser = TestSite().browser()
    await browser.get()
    #expect(await browser.get(target) >= 400 || browser.target == "/")
  }

  @Test(arguments: ["hall-screen", "\u{E4}", "a b", "%", "100%", "~_-"])
  func `the address of an id names it alone`(_ id: String) {
    let address = ScreenAddress.text(of: id)
    #expect(!address.isEmpty && ScreenAddress.id(in: address[...]) == id)
  }

  @Test(arguments: ["", "events", "a.b", "..", "a/b"])
  func `an id that a file or a proxy could have has no address`(_ id: String) {
    #expect(ScreenAddress.text(of: id).isEmpty && ScreenAddress.id(in: id[...]) == nil)
  }

  @Test func `selects tabs by forms`() async throws {
    let browser = TestSite().browser()
    await browser.get()
    try await browser.press("enter", [("name", "ann"), ("pin", "1234")])
    await browser.submit(browser.hidden + [(":select", "tabs attic")])
    #expect(browser.page.contains("Dust"))
  }

  @Test func `shows what a toggle makes visible once the form is sent`() async throws {
    let browser = TestSite().browser()
    await browser.get()
    #expect(!browser.page.contains("You stay"))
    await browser.submit(browser.hidden + [(":enter", ""), ("stay", "true")])
    #expect(browser.page.contains("You stay"))
  }

  // MARK: Refusals

  @Test(arguments: [
    (["Sec-Fetch-Site: same-origin"], true), (["Origin: http://localhost:8080"], true), ([], false),
    (["Sec-Fetch-Site: same-site"], false), (["Sec-Fetch-Site: cross-site"], false), (["Sec-Fetch-Site: none"], false),
    (["Sec-Fetch-Site: same-site", "Origin: http://localhost:8080"], false), (["Origin: null"], false),
    (["Origin: http://localhost:8081"], false), (["Origin: https://localhost:8080"], false),
  ])
  func `takes a form of its own page, and of no other`(_ page: [String], _ isTaken: Bool) async {
    let browser = TestSite().browser()
    await browser.get()
    let form = browser.hidden + [(":enter", "")]
    #expect(await browser.submit(form, script: true, from: page) == (isTaken ? 204 : 403))
  }

  @Test(arguments: [
    ("localhost:8080", true), ("LOCALHOST:8080", true), ("127.0.0.1:8080", true), ("[::1]:8080", true),
    ("localhost", false), ("localhost:8081", false), ("localhost.example:8080", false), ("10.0.0.1:8080", false),
  ])
  func `is at its own names, and at no other`(_ host: String, _ isServed: Bool) throws {
    let text = "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    let request = try #require(HTTPRequest(parsing: Array(text.utf8)))
    #expect(TestBrowser.rules.check(request)?.code == (isServed ? nil : .otherHost))
  }

  @Test func `refuses a form without its token, and one that is not a form`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    let hidden = browser.hidden.filter { $0.0 != ":token" }
    #expect(await browser.submit(hidden + [(":enter", ""), ("name", "eve")]) == 403)
    #expect(await browser.submit(hidden + [(":token", String(repeating: "0", count: 64)), (":enter", "")]) == 403)
    #expect(await browser.submit([(":unheard", "of")]) == 400)
    #expect(await browser.submit([(":press", "n1"), (":back", "")]) == 400)
    #expect(test.reported == ["ACK6104", "ACK6104", "ACK6105", "ACK6105"])
    await browser.get()
    #expect(!browser.page.contains("\"eve\""))
  }

  @Test func `does nothing for a form that was sent before, and keeps its entries`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    let first = browser.hidden + [(":press", try #require(browser.button("knock")))]
    await browser.submit(first)
    await browser.submit(first + [("name", "ann")])
    #expect(browser.page.contains("the page had changed"))
    #expect(browser.page.contains("value=\"ann\""))
    #expect(!browser.page.contains("Nobody is there."))
    #expect(await browser.submit(first, script: true) == 409)
  }

  @Test func `refuses a press of what is not shown, and does the next one`() async throws {
    let browser = TestSite().browser()
    await browser.get()
    let (form, knock) = (browser.hidden, try #require(browser.button("knock")))
    #expect(await browser.submit(form + [(":press", "n999")], script: true) == 409)
    await browser.submit(form + [(":press", knock)])
    #expect(browser.page.contains("Nobody is there."))
  }

  @Test func `carries a press out when the one before has ended`() async throws {
    let (_, gate, first, other) = try await knocked()
    let second = Task.immediate { try await other.press("knock", script: true) }
    gate.give(())
    #expect(try await first.value == 204)
    #expect(try await second.value == 204)
    await other.get()
    #expect(other.page.ranges(of: "Nobody is there.").count == 2)
  }

  @Test func `says that another press is under way when it takes too long`() async throws {
    let (test, gate, first, other) = try await knocked()
    let second = Task.immediate { try await other.press("knock") }
    // Each of them waits for a while.
    await reached { test.clock.sleeperCount == 2 }
    test.clock.advance(by: .seconds(5))
    #expect(try await second.value == 200)
    #expect(other.page.contains("Something else is still under way."))
    gate.give(())
    #expect(try await first.value == 204)
  }

  /// A site where somebody has knocked and waits for the gate, and another window of that visitor.
  private func knocked() async throws -> (TestSite, AwaitedAnswer<Void>, Task<Int, any Error>, TestBrowser) {
    let gate = AwaitedAnswer<Void>()
    let test = TestSite(transitions: ManualClock()) { Door(gate: gate) }
    let browser = test.browser()
    await browser.get()
    // The page has its identity before it keeps the provider waiting.
    try await browser.press("enter", [("name", "ann"), ("pin", "9876")], script: true)
    await browser.get()
    let first = Task.immediate { try await browser.press("knock", script: true) }
    await reached { test.controllers.first?.isPerforming == true }
    let other = browser.window()
    await other.get()
    return (test, gate, first, other)
  }

  @Test func `refuses a visitor for whom there is no room, until another has not been seen for long`() async throws {
    var options = WebWindow.Options()
    options.visitors = 1
    let test = TestSite(options)
    let early = test.browser()
    await early.get()
    try await early.press("knock")
    let late = test.browser()
    #expect(await late.get() == 503)
    test.clock.advance(by: .seconds(60))
    #expect(await late.get() == 200)
    #expect(test.controllers.map(\.state) == [.terminated, .loggedOut])
  }

  @Test func `lets those who only open pages make room for others`() async {
    var options = WebWindow.Options()
    options.visitors = 1
    let test = TestSite(options)
    await test.browser().get()
    #expect(await test.browser().get() == 200)
    #expect(test.controllers.map(\.state) == [.terminated, .loggedOut])
  }

  @Test func `refuses more than twenty forms at once`() async {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    let form = browser.hidden
    var statuses: [Int] = []
    for _ in 0..<21 { statuses.append(await browser.submit(form, script: true)) }
    #expect(statuses == Array(repeating: 204, count: 20) + [429])
    #expect(await browser.get() == 200)
    test.clock.advance(by: .seconds(1))
    #expect(await browser.submit(form, script: true) == 204)
  }

  @Test func `tells a visitor whose app cannot start, and starts it at the next try`() async {
    let failures = Mutex(1)
    let test = TestSite {
      if failures.withLock({ $0 > 0 }) { throw AppControllerError.unavailable }
      return Door()
    }
    let browser = test.browser()
    #expect(await browser.get() == 503)
    #expect(browser.page.contains("The app cannot start for you"))
    failures.withLock { $0 = 0 }
    #expect(await browser.get() == 200)
  }

  // MARK: Visits

  @Test func `knows after a restart who was logged in, by what only their browser has`() async throws {
    let test = TestSite()
    let browser = test.browser()
    await browser.get()
    try await browser.press("enter", [("name", "ann"), ("pin", "1234")])
    let again = TestSite(store: test.store)
    let returned = TestBrowser(again.site, cookie: browser.cookie)
    await returned.get()
    #expect(returned.page.contains("Hello, ann"))
    #expect(again.controllers.count == 1)
  }

  @Test func `ends the controllers that nobody has looked at, and keeps those of open pages`() async throws {
    let test = TestSite()
    let (left, stays) = (test.browser(), test.browser())
    await left.get()
    await stays.get()
    let open = try test.follow(stays)
    test.clock.advance(by: .seconds(900))
    test.site.visitors.sweep()
    #expect(test.controllers.map(\.state) == [.terminated, .loggedOut])
    open?.page.end()
    test.site.visitors.sweep()
    #expect(test.site.visitors.count == 0)
  }

  @Test func `ends a controller that is made after its visitor has ended`() async {
    let (gate, clock) = (AwaitedAnswer<Void>(), ManualClock())
    var made: [AppController] = []
    let site = WebSite(TestBrowser.rules, .init(), InMemorySessionStore(), clock, nil) { store in
      await gate.value
      made.append(
        AppController(
          interfaceProvider: Door(), providerID: "door", sessionStore: store, clock: ImmediateClock()))
      return made[made.count - 1]
    } report: { _ in
    }
    let browser = TestBrowser(site)
    let opening = Task.immediate { await browser.get() }
    await reached { site.visitors.count == 1 }
    clock.advance(by: .seconds(900))
    site.visitors.sweep()
    gate.give(())
    #expect(await opening.value == 503)
    #expect(made.map(\.state) == [.terminated])
    #expect(await browser.get() == 200)
  }

  @Test func `shows one controller to whoever has opened the link first`() async throws {
    var options = WebWindow.Options()
    options.isShared = true
    let admission = SharedAdmission()
    let test = TestSite(options, admission: admission)
    let (owner, other) = (test.browser(), test.browser())
    #expect(await owner.get() == 403)
    await owner.get("/?\(SharedAdmission.query(admission.key))")
    #expect(owner.status == 200)
    #expect(await other.get("/?\(SharedAdmission.query(admission.key))") == 403)
    #expect(test.controllers.count == 1)
  }
}

extension AppControllerError {
  fileprivate static let unavailable = AppControllerError(
    .providerFailed, what: "the provider is away", why: "it is a test", fix: "wait")
}
