import AppControllerKit
import AppControllerWeb

extension SimulatedSite {
  /// What a user of a browser, somebody who attacks one, or the server's time does.
  enum Deed: CaseIterable {
    case look, reload
    case press, pressOfOldPage, type
    case openStream, closeStream
    case forget, invent, plant, steal
    case sweep
    case renew, providerAsks, endAtServer, logOutElsewhere

    fileprivate var weight: Int {
      switch self {
      case .press: 9
      case .look: 3
      case .pressOfOldPage, .openStream: 2
      case .reload, .type, .closeStream, .forget, .invent, .plant, .steal, .sweep, .renew, .providerAsks, .endAtServer,
        .logOutElsewhere:
        1
      }
    }
  }

  /// What is done, each as often as it is likely; half of the kinds, so that the others come together.
  static func deeds(_ choices: inout Choices) -> [Deed] {
    Deed.allCases.flatMap { deed in
      Array(repeating: deed, count: deed.weight == 1 && choices.oneIn(2) ? 0 : deed.weight)
    }
  }

  func act() {
    let browser = browsers[world.choices.next(below: browsers.count)]
    // A visitor sends no more than 20 forms a second.
    if browser.underWay > 3 { return }
    switch deeds[world.choices.next(below: deeds.count)] {
    case .look: browser.look()
    case .reload: browser.reload()
    case .press: press(browser, browser.pages.last)
    case .pressOfOldPage:
      if !browser.pages.isEmpty { press(browser, browser.pages[world.choices.next(below: browser.pages.count)]) }
    case .type: if let page = browser.pages.last { browser.press(page, nil) }
    case .openStream: browser.openStream()
    case .closeStream: browser.closeStream()
    case .forget: browser.replaceCookie(with: nil)
    case .invent: browser.replaceCookie(with: .random())
    case .plant: plant(browser)
    case .steal: steal(browser)
    case .sweep: sweep()
    case .renew, .providerAsks, .endAtServer: actElsewhere()
    case .logOutElsewhere: logOutElsewhere()
    }
  }

  private func press(_ browser: Browser, _ page: BrowserPage?) {
    guard let page, !page.buttons.isEmpty else { return browser.look() }
    let button = page.buttons[world.choices.next(below: page.buttons.count)]
    browser.press(page, world.choices.oneIn(2) ? page.buttons.first { $0.id == "go" } ?? button : button)
  }

  private func other(than browser: Browser) -> Browser {
    let others = browsers.filter { $0 !== browser }
    return others[world.choices.next(below: others.count)]
  }

  /// Gives a browser the cookie of another one.
  private func plant(_ browser: Browser) {
    let giver = other(than: browser)
    if let id = giver.cookie { browser.replaceCookie(with: id, from: giver, isGift: true) }
  }

  /// Takes a browser's cookie before a login; whoever has it after that is the visitor.
  private func steal(_ browser: Browser) {
    let victim = other(than: browser)
    guard let id = victim.cookie, !privates.contains(id) else { return }
    // A page may still show a login that has just ended.
    if let login = lastLogins[id.key], !endedLogins.contains(login) { return }
    browser.replaceCookie(with: id, from: victim)
  }

  private func actElsewhere() {
    let processes = world.processes.filter { $0.controller != nil }
    guard !processes.isEmpty else { return }
    let process = processes[world.choices.next(below: processes.count)]
    guard let controller = process.controller else { return }
    switch world.choices.next(below: 3) {
    case 0: world.renew(process, controller, refused: nil)
    case 1: process.provider?.askOutside(world.choices.next(below: 6))
    default:
      guard let session = controller.session else { return }
      world.note("the server ends \(session.family)")
      world.server.revoke(session)
    }
  }

  /// Logs a visitor out at another server with the same store, which this one notices when it reads it again.
  private func logOutElsewhere() {
    let keys = stored.keys.filter { stored[$0] != nil }.sorted()
    guard !keys.isEmpty else { return }
    let key = keys[world.choices.next(below: keys.count)]
    guard let subject = stored[key]?.subject else { return }
    logins[subject]?.isEndedElsewhere = true
    world.note("another server logs \(subject) out")
    _ = try? world.disk.memory?.replace(for: key, with: nil, ifGeneration: nil)
    noteStored(nil, under: key)
  }

  private func sweep() {
    world.note("the site ends the visitors who are idle")
    let open = streams.filter { $0.stream.isOpen }
    let told = open.map(\.stream.eventCount)
    web.visitors.sweep()
    // Only what somebody looks at with a former cookie ends, and is told so.
    for (page, count) in zip(open, told) where !page.stream.isOpen && page.stream.eventCount == count {
      self.break("the sweep ends a visitor whose page is open")
    }
  }
}
