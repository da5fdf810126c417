import AppControllerHTTP
import AppControllerKit

extension [(name: String, value: String)] {
  /// The header fields of every response that depends on the visitor.
  static var secured: Self { policy + [("Cache-Control", "no-store")] }

  /// The header fields that forbid a page everything but our own style, script and connections.
  ///
  /// The OWASP Secure Headers Project recommends them for a page that is not framed and loads nothing from other sites.
  fileprivate static let policy: Self = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
  ]
}

extension HTTPRequest {
  /// Whether our script has sent the request; it shows the text of a refusal itself.
  var isOfScript: Bool { self["Accept"] == "text/plain" }

  /// Our script says it when it asks for the stream of a page.
  var timeZone: String { query.flatMap { HTTPForm($0.utf8) }?["zone"] ?? "" }
}

extension HTTPResponse {
  static func file(_ file: PageFiles.File) -> HTTPResponse {
    HTTPResponse(
      200,
      [
        ("Content-Type", file.type), ("Cache-Control", "public, max-age=31536000, immutable"),
        ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ], body: file.bytes)
  }

  static func seeOther(_ address: String = "", _ fields: [(name: String, value: String)] = []) -> HTTPResponse {
    HTTPResponse(303, [("Location", "./" + address)] + .secured + fields)
  }

  static func refusal(
    _ error: WebError, _ request: HTTPRequest, _ files: PageFiles, _ fields: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    let status = error.code.status
    let more: [(name: String, value: String)] = status == 503 || status == 429 ? [("Retry-After", "5")] : []
    if request.isOfScript {
      let text = "\(error.what.capitalizedSentence). \(error.fix.capitalizedSentence). [\(error.codeName)]"
      return HTTPResponse(
        status, [("Content-Type", "text/plain; charset=utf-8")] + .secured + more + fields, body: Array(text.utf8))
    }
    let page = LivePage.notice(
      title: error.what.capitalizedSentence,
      paragraphs: ["\(error.why.capitalizedSentence).", error.codeName], fix: error.fix.capitalizedSentence,
      style: files.style.name)
    return HTTPResponse(
      status, [("Content-Type", "text/html; charset=utf-8")] + .secured + more + fields, body: page)
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension WebError {
  static func malformed(_ refusal: HTTPRefusal) -> WebError {
    WebError(
      .malformedRequest, what: "a request was refused with \(refusal.status): \(refusal.rawValue)", why: refusal.words,
      fix: "send requests as RFC 9112 has them, without what the server does not take")
  }

  static let notFound = WebError(
    .notFound, what: "there is nothing at this address", why: "the app has no screen of this name",
    fix: "open the page again")
  static let wrongMethod = WebError(
    .wrongMethod, what: "this cannot be sent here", why: "the page is read, and forms are sent to it",
    fix: "open the page again")
  static let noCookie = WebError(
    .noCookie, what: "your browser keeps no cookie", why: "the page knows by it that it is you who sends a form",
    fix: "allow cookies for this page, and open it again")
  static let notAdmitted = WebError(
    .notAdmitted, what: "this page is not for everybody", why: "it has a link, which admits one browser",
    fix: "ask whoever runs the page for a new link")
  static let wrongToken = WebError(
    .wrongToken, what: "the form is not of your page", why: "its token is another one, as after a new visit",
    fix: "open the page again, and use its form")
  static let tooManyVisitors = WebError(
    .tooManyVisitors, what: "there are too many visitors", why: "each of them has an app of their own",
    fix: "try again in a minute")
  static let tooMany = WebError(
    .tooMany, what: "that was too much at once", why: "a visitor may send 20 forms a second, and have 8 open pages",
    fix: "wait a moment, and close pages that you do not need")
  static let endedIdentity = WebError(
    .endedIdentity, what: "your visit goes on elsewhere", why: "somebody has logged in, and the cookie is a former one",
    fix: "open the page again in a minute, and log in again unless it was you in another window")
  static let undelivered = WebError(
    .undelivered, what: "a login was ended", why: "no browser has come back with its cookie within a minute",
    fix: "log in again, and leave the page open; nothing is left of the login but its line in the provider's log")
  static let stalePage = WebError(
    .stalePage, what: "the page had changed, so that nothing was done",
    why: "something was done on it before, or elsewhere",
    fix: "look at the page as it is now; what you had entered is kept where it still fits")
}
