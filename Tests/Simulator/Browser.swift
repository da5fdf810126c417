import AppControllerHTTP
import AppControllerKit
import AppControllerWeb
import Synchronization

/// A browser with its cookie, its window, and a user who does what a seed says.
@MainActor
final class Browser {
  /// A request, until its answer has come or is lost.
  struct Exchange {
    let number: Int
    let target: String
    let cookie: VisitorID?
    /// The secret name of the page whose form is sent; `nil` for no form.
    let page: String?
    let begin: Duration
    /// The logins that had ended before it.
    let ended: Set<String>
  }

  let name: String
  private unowned let site: SimulatedSite
  private let hasScript: Bool
  private(set) var cookie: VisitorID?
  /// The last pages that it has got.
  private(set) var pages: [BrowserPage] = []
  /// The browsers whose cookies it has or had, which may show it theirs.
  private(set) var givers: Set<String> = []
  /// The page's name that a script keeps, whatever comes by the stream.
  private var windowName: String?
  private(set) var stream: SimulatedStream?
  /// The login that its user has asked for last, unless an answer or a cookie was lost or replaced after that.
  private(set) var wholeLogin: String?
  /// The number of the answer that the cookie has come with.
  private var cookieNumber = 0
  private(set) var underWay = 0
  /// The answer to the last look, and the login in it.
  private(set) var looked: (status: Int, logins: [String])?

  init(_ name: String, _ site: SimulatedSite, hasScript: Bool) {
    (self.name, self.site, self.hasScript) = (name, site, hasScript)
  }

  private func note(_ text: @autoclosure () -> String) { site.world.note("\(name): \(text())") }

  // MARK: Cookies

  /// Has another cookie than answers have brought, from another browser if there is one.
  func replaceCookie(with id: VisitorID?, from giver: Browser? = nil, isGift: Bool = false) {
    cookie = id
    wholeLogin = nil
    if let giver, isGift { givers.formUnion(giver.givers.union([giver.name])) }
    note("has now \(site.label(id))\(giver.map { ", that of \($0.name)" } ?? "")")
  }

  private func take(_ id: VisitorID, _ number: Int) {
    // Answers may overtake one another.
    if number < cookieNumber { wholeLogin = nil }
    (cookie, cookieNumber) = (id, number)
    note("gets \(site.label(id))")
  }

  // MARK: Requests

  func look() {
    looked = nil
    send("/")
  }

  func reload() {
    windowName = nil
    send("/")
  }

  func openStream() {
    if hasScript { send("/events") }
  }

  func closeStream() {
    stream?.end()
    stream = nil
  }

  /// Presses a button of a page, or only types.
  func press(_ page: BrowserPage, _ button: BrowserPage.Button?) {
    var pairs = page.fields.map { ($0.name, $0.name == ":page" && hasScript ? windowName ?? $0.value : $0.value) }
    if let button {
      pairs.append((button.name, button.value))
      if button.id == "go", page.logins.isEmpty {
        let login = site.newLogin(of: self)
        wholeLogin = login
        pairs.append(("key", login))
      }
    } else {
      pairs += [(":enter", ""), ("name", "meow \(site.world.steps)")]
    }
    note("sends a form: \(button.map { "\($0.name) \($0.id)" } ?? "what is typed"), of a page of \(page.logins)")
    send("/", pairs)
  }

  private func send(_ target: String, _ pairs: [(String, String)]? = nil) {
    let exchange = Exchange(
      number: site.nextNumber(), target: target, cookie: cookie, page: pairs?.first { $0.0 == ":page" }?.1,
      begin: site.now, ended: site.endedLogins)
    note("asks \(exchange.number): \(pairs == nil ? "GET" : "POST") \(site.named(target)) with \(site.label(cookie))")
    guard let request = request(target, pairs) else { return site.break("a request cannot be read") }
    underWay += 1
    site.noteRequest(exchange, self)
    Task { [self] in
      let answer = await site.web.answer(request)
      switch answer {
      case .response(let response):
        site.check(response, exchange, self)
        let number = site.nextNumber()
        do {
          try await site.host.wait(.handler, "the answer \(exchange.number) to \(name)")
          receive(response, exchange, number)
        } catch {
          lose(exchange)
        }
      case .stream(_, let visitor, let id):
        underWay -= 1
        closeStream()
        let stream = SimulatedStream { [weak self] in self?.read($0) }
        self.stream = stream
        visitor.follow(stream, as: id)
        site.noteStream(stream, of: visitor)
      }
    }
  }

  private func request(_ target: String, _ pairs: [(String, String)]?) -> HTTPRequest? {
    let body = pairs?.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&") ?? ""
    var lines = ["\(pairs == nil ? "GET" : "POST") \(target) HTTP/1.1", "Host: localhost:8080"]
    if pairs != nil {
      lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
      if hasScript { lines.append("Accept: text/plain") }
    }
    if let cookie { lines.append("Cookie: \(SimulatedSite.rules.cookieName)=\(cookie.text)") }
    return HTTPRequest(parsing: Array((lines + ["", body]).joined(separator: "\r\n").utf8))
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%\(String(Int(byte) + 0x100, radix: 16).dropFirst())"
    }.joined()
  }

  // MARK: Answers

  private func lose(_ exchange: Exchange) {
    note("the answer \(exchange.number) is lost")
    underWay -= 1
    wholeLogin = nil
  }

  private func receive(_ response: HTTPResponse, _ exchange: Exchange, _ number: Int) {
    if site.world.losesAnswer() { return lose(exchange) }
    note("gets the answer \(exchange.number): \(response.status)")
    underWay -= 1
    if let id = SimulatedSite.cookie(in: response) { take(id, number) }
    if response.fields.contains(where: { $0.name == "Again" }) { openStream() }
    if response.status == 303, let location = response.fields.first(where: { $0.name == "Location" })?.value {
      if site.world.losesAnswer() { return note("does not follow to \(location)") }
      return send("/\(location.dropFirst(2))")
    }
    guard exchange.page == nil else { return }
    let page = BrowserPage(response.body)
    looked = (response.status, page.logins)
    guard response.status == 200 else { return }
    note("sees a page of \(page.logins)")
    pages = pages.suffix(2) + [page]
    windowName = windowName ?? page.name
  }

  private func read(_ bytes: [UInt8]) {
    site.check(bytes, isPage: true, self)
    if bytes.starts(with: "event: fetch\ndata: ".utf8) {
      let name = String(decoding: bytes.dropFirst(19).prefix { $0 != 0x0A }, as: UTF8.self)
      note("is told to fetch a login")
      Task { [self] in send("/?\(name)") }
      return
    }
    if bytes.starts(with: "event: again".utf8) {
      note("is told to connect again")
      Task { [self] in openStream() }
      return
    }
    let page = BrowserPage(bytes)
    if !page.fields.isEmpty, page.name.isEmpty, windowName != nil { pages = pages.suffix(2) + [page] }
  }
}

/// The stream of an open page, which its browser reads at once.
final class SimulatedStream: PageStream {
  private let open = Mutex(true)
  private let events = Mutex(0)
  private let read: @MainActor @Sendable ([UInt8]) -> Void

  init(_ read: @escaping @MainActor @Sendable ([UInt8]) -> Void) { self.read = read }

  var isOpen: Bool { open.withLock { $0 } }
  /// The number of events that were sent.
  var eventCount: Int { events.withLock { $0 } }
  func end() { open.withLock { $0 = false } }

  func send(_ bytes: [UInt8]) {
    guard isOpen else { return }
    events.withLock { $0 += 1 }
    MainActor.assumeIsolated { read(bytes) }
  }
}
