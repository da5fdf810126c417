import AppControllerHTTP
import AppControllerKit
import Foundation
import Synchronization
import Testing

@testable import AppControllerWeb

/// A browser without a script: keeps the cookie, follows redirects, and sends the forms of its page.
@MainActor
final class TestBrowser {
  /// The cookie that the windows of a browser have together.
  private final class Jar { var cookie: String? }

  let site: WebSite
  private let jar: Jar
  /// The secret name of the first page.
  private var name: String?
  private(set) var status = 0
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var page = ""
  /// What the last request has asked for.
  private(set) var target = ""
  /// The number of requests.
  private(set) var requests = 0

  nonisolated static let rules = WebRules(app: "door", proxy: nil, port: 8080)

  init(_ site: WebSite, cookie: String? = nil) {
    (self.site, jar) = (site, Jar())
    jar.cookie = cookie
  }

  private init(beside other: TestBrowser) { (site, jar) = (other.site, other.jar) }

  /// Another window of the browser.
  func window() -> TestBrowser { TestBrowser(beside: self) }

  /// What it sends as `Accept-Language`.
  var languages = ""

  var cookie: String? { jar.cookie }
  /// The identity in the cookie.
  var id: VisitorID? { cookie?.split(separator: "=").last.flatMap { VisitorID(String($0)) } }

  /// Opens a path of the page.
  @discardableResult
  func get(_ target: String = "/", fields: [String] = []) async -> Int { await send("GET", target, "", fields) }

  /// Sends the last form of the page, as a press of the button with an id of the description.
  @discardableResult
  func press(_ id: String, _ values: [(String, String)] = [], script: Bool = false) async throws -> Int {
    await submit(try form(pressing: id) + values, script: script)
  }

  /// The form that a press of a button sends, without values.
  func form(pressing id: String) throws -> [(String, String)] {
    hidden + [(":press", try #require(button(id), "there is no button \(id)"))]
  }

  /// Sends some pairs as a form, with what says from which page.
  @discardableResult
  func submit(
    _ pairs: [(String, String)], script: Bool = false, from page: [String] = ["Origin: http://localhost:8080"]
  ) async -> Int {
    // The page of a script stays the same, whatever its forms become.
    let pairs = pairs.map { $0.0 == ":page" && script ? ($0.0, name ?? $0.1) : $0 }
    let body = pairs.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
    let fields = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
    return await send("POST", "/", body, page + fields + (script ? ["Accept: text/plain"] : []))
  }

  private func send(_ method: String, _ target: String, _ body: String, _ more: [String]) async -> Int {
    requests += 1
    self.target = target
    let lines =
      ["\(method) \(target) HTTP/1.1", "Host: localhost:8080", "Accept-Language: \(languages)"] + more
      + (cookie.map { ["Cookie: \($0)"] } ?? [])
    guard let request = HTTPRequest(parsing: Array((lines + ["", body]).joined(separator: "\r\n").utf8)) else {
      return 0
    }
    let rules = Self.rules
    let response: HTTPResponse
    switch rules.answer(request, .all) {
    case .response(let early): response = early
    case .refusal(_, let early): response = early
    case .visitor:
      switch await site.answer(request) {
      case .response(let answer): response = answer
      case .stream: return 200
      }
    }
    if let set = response.fields.first(where: { $0.name == "Set-Cookie" })?.value {
      jar.cookie = String(set.prefix { $0 != ";" })
    }
    if response.status == 303, let location = response.fields.first(where: { $0.name == "Location" })?.value {
      return await get(String(location.dropFirst()))
    }
    (status, fields) = (response.status, response.fields)
    if status != 204 { page = String(decoding: response.body, as: UTF8.self) }
    name = name ?? hidden.first { $0.0 == ":page" }?.1
    return status
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  // MARK: What the page has

  /// The hidden fields of the last form.
  var hidden: [(String, String)] {
    let form = page.components(separatedBy: "<form").last ?? ""
    return form.components(separatedBy: "<input type=\"hidden\"").dropFirst().map { part in
      (Self.attribute("name", in: part) ?? "", Self.attribute("value", in: part) ?? "")
    }
  }

  /// The value of a button with an id of the description.
  func button(_ id: String) -> String? {
    page.components(separatedBy: "<button").last { $0.contains("data-id=\"\(id)\"") && $0.contains(":press") }
      .flatMap { Self.attribute("value", in: $0) }
  }

  private static func attribute(_ name: String, in tag: String) -> String? {
    tag.components(separatedBy: " \(name)=\"").dropFirst().first?.components(separatedBy: "\"").first
  }
}

/// A page that is open, without a browser: takes the messages of its stream.
final class TestPage: PageStream {
  private struct State {
    var isOpen = true
    var events: [[UInt8]] = []
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var eventCount: Int { state.withLock { $0.events.count } }
  /// All messages.
  var text: String { String(decoding: state.withLock { $0.events.flatMap { $0 } }, as: UTF8.self) }

  func send(_ bytes: [UInt8]) { state.withLock { $0.events.append(bytes) } }
  func end() { state.withLock { $0.isOpen = false } }

  /// The markup that each message has, in order.
  var markup: [[UInt8]] {
    state.withLock { $0.events }.map { event in
      let lines = String(decoding: event, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      return Array(lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }.joined(separator: "\n").utf8)
    }
  }

  /// The element `face` after all messages.
  var face: String {
    let face = markup.reduce([UInt8]()) { page, markup in
      page.isEmpty ? markup : MarkupTree(page).applying(markup)
    }
    return String(decoding: face, as: UTF8.self)
  }
}
