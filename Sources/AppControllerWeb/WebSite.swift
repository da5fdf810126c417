package import AppControllerHTTP
package import AppControllerKit

@MainActor
package final class WebSite {
  package enum Answer {
    case response(HTTPResponse)
    case stream(HTTPResponse, Visitor, VisitorID)
  }

  package let visitors: Visitors
  private let rules: WebRules
  private let files = PageFiles.all
  private let maximumStreams: Int
  private var admission: SharedAdmission?
  private let report: @MainActor (any ExplainedError) -> Void

  package init(
    _ rules: WebRules, _ options: WebWindow.Options, _ store: any SessionStore, _ clock: any Clock<Duration>,
    _ admission: SharedAdmission?,
    _ makeController: @escaping @MainActor (any SessionStore) async throws -> AppController,
    report: @escaping @MainActor (any ExplainedError) -> Void
  ) {
    var traits = TraitCollection()
    (traits.idiom, traits.place) = (.page, .remote)
    traits.abilities = [.showsPictures, .showsQRCodes, .opensLinks, .hidesSecrets, .updates]
    let context = Visitor.Context(
      clock: clock, traits: traits, patience: options.patience,
      makeController: makeController, report: report)
    visitors = Visitors(
      Visitors.Limits(maximumVisitors: options.visitors, idle: options.idle, isShared: options.isShared), store,
      context)
    (self.rules, self.admission, self.report, maximumStreams) = (rules, admission, report, options.pagesOfVisitor)
  }

  /// The rules have to admit the request.
  package func answer(_ request: HTTPRequest) async -> Answer {
    if request.method == .get, let id = request.query.flatMap({ admission?.admit(query: $0) }) {
      return .response(.seeOther("", [rules.cookie(id)]))
    }
    guard let id = rules.visitor(of: request) else { return greet(request) }
    if let admission, !admission.admits(id) { return refuse(.notAdmitted, request) }
    if request.query == Self.cookieCheckQuery { return .response(.seeOther(rules.address(in: request))) }
    guard let visitor = visitors.visitor(id) else { return refuse(.tooManyVisitors, request) }
    visitor.take(UserLocale(accepted: request["Accept-Language"] ?? "", timeZone: request.timeZone))
    if let error = await visitor.start() { return refuse(error, request) }
    if request.method == .get, let name = request.query, let new = visitor.store.delivery(to: name),
      visitor.store.standing(of: id, on: name) == .current
    {
      return .response(.seeOther("", [rules.cookie(new)]))
    }
    visitor.noteUse(of: id)
    if request.method != .post, !visitor.store.standing(of: id).mayLook { return turnAway(request) }
    switch (rules.resource(of: request), request.method) {
    case (.events, .get):
      guard visitor.streamCount < maximumStreams, visitors.admit(visitor) else { return refuse(.tooMany, request) }
      let head = HTTPResponse(
        200, [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")] + .secured,
        body: ServerSentEvent.beginning)
      return .stream(head, visitor, id)
    case (.page(let screen), .get), (.page(let screen), .head):
      if let screen, request.method == .get, screen != visitor.screen {
        guard visitors.admit(visitor) else { return refuse(.tooMany, request) }
        if await visitor.open(screen: screen) == false { return .response(.seeOther(visitor.address)) }
      }
      // While the controller started, another visitor may have taken its place.
      guard let page = visitor.page(files) else { return refuse(.tooManyVisitors, request) }
      return .response(HTTPResponse(200, [("Content-Type", "text/html; charset=utf-8")] + .secured, body: page))
    case (.page, .post):
      // Only forms and streams are limited: to send a page again costs next to nothing.
      return visitors.admit(visitor) ? await submit(request, visitor, id) : refuse(.tooMany, request)
    case (.events, .head), (.events, .post), (.file, _), (nil, _): return refuse(.wrongMethod, request)
    }
  }

  /// The query after which a browser without the cookie is known to refuse cookies, and not to be new.
  private static let cookieCheckQuery = "c"

  /// The query after which a browser with an identity that has ended is known to have no other.
  private static let secondTryQuery = "r"

  /// The server stores nothing until the browser sends the identity back.
  private func greet(_ request: HTTPRequest) -> Answer {
    if admission != nil { return refuse(.notAdmitted, request) }
    guard case .page? = rules.resource(of: request), request.method != .post, request.query != Self.cookieCheckQuery
    else { return refuse(.noCookie, request) }
    return .response(.seeOther("\(rules.address(in: request))?\(Self.cookieCheckQuery)", [rules.cookie(.random())]))
  }

  private func submit(_ request: HTTPRequest, _ visitor: Visitor, _ id: VisitorID) async -> Answer {
    guard let form = HTTPForm(request.body).flatMap(SentForm.init) else { return refuse(.badForm, request) }
    guard visitor.store.hasToken(form.token) else { return refuse(.wrongToken, request) }
    guard visitor.store.standing(of: id, on: form.page).mayLook else { return turnAway(request) }
    let error = await visitor.submit(form, as: id, isOfScript: request.isOfScript)
    var cookie = visitor.store.delivery(to: form.page).map { [rules.cookie($0)] } ?? []
    // After a login the stream of the page has ended.
    if !cookie.isEmpty, visitor.store.undelivered != nil { cookie.append(("Again", "1")) }
    if let error, error.code != .stalePage || request.isOfScript { return refuse(error, request, cookie) }
    if let error {
      report(error)
      visitor.queue(error)
    }
    return .response(request.isOfScript ? HTTPResponse(204, .secured + cookie) : .seeOther(visitor.address, cookie))
  }

  /// Answers a request with an identity that has ended: once with a way back, because another answer may just have
  /// brought the new one.
  private func turnAway(_ request: HTTPRequest) -> Answer {
    guard request.query != Self.secondTryQuery, !request.isOfScript, case .page? = rules.resource(of: request) else {
      return refuse(.endedIdentity, request)
    }
    return .response(.seeOther("?\(Self.secondTryQuery)"))
  }

  private func refuse(
    _ error: WebError, _ request: HTTPRequest, _ fields: [(name: String, value: String)] = []
  ) -> Answer {
    report(error)
    return .response(.refusal(error, request, files, fields))
  }
}
