import AppControllerHTTP
import AppControllerKit
import AppControllerWeb

// MARK: - What happens

extension SimulatedSite {
  func noteRequest(_ exchange: Browser.Exchange, _ browser: Browser) {
    guard let id = exchange.cookie else { return }
    _ = label(id)
    usedKeys.insert(id.key)
    if let session = stored[id.key] { logins[session.subject]?.isUsed = true }
    deliveries.removeAll { $0.new == id || $0.former == id && $0.browser !== browser }
  }

  func noteStream(_ stream: SimulatedStream, of visitor: Visitor) {
    streams.removeAll { !$0.stream.isOpen }
    streams.append((stream, visitor))
    let count = streams.count { $0.visitor === visitor && $0.stream.isOpen }
    if count > Self.maximumStreams { self.break("a visitor has more open pages than may be: \(count)") }
  }

  func noteStored(_ session: Session?, under key: String) {
    let old = stored[key]
    stored[key] = session
    if let session { lastLogins[key] = session.subject }
    world.server.noteStored(session)
    let name = cookies[key].map { label($0) } ?? "a new cookie"
    world.note("stored is now under \(name): \(session?.subject ?? "nobody")")
    if let session, session.subject != old?.subject {
      if let old, let login = logins[old.subject], !login.isShown, login.former == session.subject {
        logins[session.subject]?.hasEnded = false
      }
      logins[session.subject]?.former = old?.subject
      if logins[session.subject]?.hasEnded == true {
        self.break("a session is stored again that was erased: \(session.subject)")
      }
      if let id = cookies[key], !privates.contains(id) {
        self.break("a login is stored under a cookie that somebody else may have: \(session.subject), \(label(id))")
      }
    }
    guard let old, session?.subject != old.subject else { return }
    deliveries.removeAll { $0.new.key == key }
    if session == nil {
      if let id = cookies[key] { privates.remove(id) }
      if let login = logins[old.subject], !isExplained(login, old) {
        self.break("a login is ended whose browser has come, and nobody has logged out: \(old.subject)")
      }
    }
    logins[old.subject]?.hasEnded = true
  }

  private func isExplained(_ login: Login, _ session: Session) -> Bool {
    world.plan.isRough || !login.isUsed || login.isGivenUp || login.isEndedElsewhere || !world.server.isValid(session)
      || world.processes.contains { login.processes.contains($0.number) && $0.mayLogOut }
  }
}

// MARK: - What an answer may have in it

extension SimulatedSite {
  func check(_ response: HTTPResponse, _ exchange: Browser.Exchange, _ browser: Browser) {
    let new = Self.cookie(in: response)
    if let new {
      _ = label(new)
      if exchange.page != nil || exchange.target.utf8.count > 40 { privates.insert(new) }
    }
    checkDelivery(new, response, exchange, browser)
    let isPage = exchange.page == nil && response.status == 200
    check(response.body, isPage: isPage, browser)
    for login in BrowserPage.logins(in: response.body) where exchange.ended.contains(login) {
      self.break("a page shows somebody who has logged out: \(login)")
    }
    for (name, value) in response.fields where name != "Set-Cookie" && !BrowserPage.secrets(in: value.utf8).isEmpty {
      self.break("a field of an answer tells a secret: \(name)")
    }
  }

  /// Whoever sends the form of a page again gets the cookie that was lost.
  private func checkDelivery(
    _ new: VisitorID?, _ response: HTTPResponse, _ exchange: Browser.Exchange, _ browser: Browser
  ) {
    guard let page = exchange.page, let former = exchange.cookie else { return }
    let known = deliveries.first { $0.browser === browser && $0.page == page && $0.former == former }
    if let known, known.number < exchange.number, now - known.begin < .seconds(60),
      [204, 303].contains(response.status),
      !world.plan.isRough, new == nil
    {
      self.break("an answer is lost, and the next one to the same page does not bring its cookie: \(browser.name)")
    }
    guard let new, known == nil else { return }
    deliveries.append(
      Delivery(
        browser: browser, page: page, former: former, new: new, begin: exchange.begin, number: nextNumber()))
  }

  /// Checks what a browser gets to see.
  func check(_ bytes: [UInt8], isPage: Bool, _ browser: Browser) {
    for subject in BrowserPage.logins(in: bytes) {
      guard let login = logins[subject] else {
        self.break("a page shows somebody who was never there: \(subject)")
        continue
      }
      let owner = login.owner ?? browser
      logins[subject]?.owner = owner
      // A login that the provider began by itself is of all who have its identity.
      let isShared = !login.isAskedFor && owner.givers.contains(browser.name)
      if owner !== browser, !isShared, !browser.givers.contains(owner.name) {
        self.break("a browser sees the page of another one: \(browser.name), \(subject)")
      }
    }
    checkSecrets(bytes, isPage: isPage, of: "a page")
  }

  private func checkSecrets(_ bytes: some Collection<UInt8>, isPage: Bool, of place: String) {
    for word in BrowserPage.secrets(in: bytes) {
      if word.utf8.count == 64 {
        if !isPage { self.break("\(place) tells the token of a form: \(word)") }
      } else if word.utf8.count == 43 {
        if let id = VisitorID(word), cookies[id.key] != nil { self.break("\(place) tells a cookie: \(label(id))") }
      } else {
        self.break("\(place) tells a secret: \(word)")
      }
    }
  }

  /// Looks for secrets in what is reported.
  func hear(_ text: String) {
    world.note("the site reports: \(text)")
    // A browser may come with the cookie while the login is being ended.
    if text.utf8.starts(with: "ACK6115".utf8) {
      for (subject, login) in logins where !login.isUsed { logins[subject]?.isGivenUp = true }
    }
    checkSecrets(text.utf8, isPage: false, of: "a report")
  }
}

// MARK: - What holds

extension SimulatedSite {
  func checkStep() {
    for process in world.processes {
      guard let controller = process.controller else { continue }
      if let subject = controller.session?.subject {
        logins[subject]?.processes.insert(process.number)
        logins[subject]?.isShown = true
      }
      if controller.state == .terminated { process.close() }
    }
    if web.visitors.count > maximumVisitors { self.break("there are more visitors than may be: \(web.visitors.count)") }
  }

  /// What each browser sees in the end, a minute after the last request.
  ///
  /// - Returns: The law that is broken; `nil` when none is.
  func brokenLook(of browser: Browser) -> String? {
    guard let looked = browser.looked else { return "a browser gets no page: \(browser.name)" }
    if looked.status != 200 { return "a browser gets no page: \(browser.name), \(looked.status)" }
    let session = browser.cookie.flatMap { stored[$0.key] }
    if let login = looked.logins.first, login != session?.subject, !mayEndUnheard(login) {
      return "a browser sees whoever is not stored for it: \(browser.name), \(login)"
    }
    let isMore = browser.pages.last?.buttons.contains { $0.id == "back" } == true
    if let session, looked.logins.isEmpty, !isMore {
      return "a browser is logged in, and does not see itself: \(browser.name), \(session.subject)"
    }
    if let login = browser.wholeLogin, session?.subject != login, stored.values.contains(where: { $0.subject == login })
    {
      return "a browser has got every answer, and somebody else has its login: \(browser.name), \(login)"
    }
    return nil
  }

  /// What holds when no login waits for its browser any more.
  func checkStored() {
    if host.troubles.contains(.store) { return }
    for (key, session) in stored.sorted(by: { $0.key < $1.key }) where !usedKeys.contains(key) {
      self.break("a session stays stored that no browser has come for: \(session.subject)")
    }
  }
}

extension World {
  /// Looks at the page once more in each browser, and ends the site.
  func closeSite() {
    guard broken == nil, plan.hasVisitors else { return }
    weak let web = site?.web
    if let site { close(site) }
    site = nil
    drain()
    if web != nil { broken = broken ?? "the site has ended, and stays" }
  }

  private func close(_ site: SimulatedSite) {
    for browser in site.browsers { browser.closeStream() }
    // A login may end by the first look, because the server has ended its session.
    for isLast in [false, true] {
      for browser in site.browsers where broken == nil {
        // Others leave room by then, and a login that waits for its browser has ended.
        pass(.seconds(61), isAtRest: true)
        drain()
        browser.look()
        drain()
        if isLast, !plan.isRough { broken = broken ?? site.brokenLook(of: browser) }
      }
    }
    site.checkStored()
    site.end()
    drain()
    if !site.hasEnded { site.break("the site does not end") }
    site.checkStep()
    if let process = processes.first(where: { $0.controller != nil }) {
      site.break("the site has ended, and a controller of it goes on: \(process.number)")
    }
    site.checkStored()
    broken = broken ?? site.broken
  }
}
