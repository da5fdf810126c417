internal import AppControllerHTTP
public import AppControllerKit
internal import Synchronization

/// A window in the browsers of visitors: each has a controller of their own, and pages that follow it.
///
/// ```swift
/// let window = try WebWindow(at: .loopback(8080), sessions: FileSessionStore(directory: "/var/lib/kitty"))
/// print(window.url)
/// try await window.run { store in AppController(interfaceProvider: MyProvider(), sessionStore: store) }
/// ```
///
/// A page works without a script, by its forms; with the script of ours it changes as the controller does. What a
/// visitor sends is checked before anybody acts on it, and a refused request changes nothing.
@MainActor
public final class WebWindow {
  /// The limits of a window, and what it is told about its surroundings.
  public struct Options: Sendable {
    /// The largest number of controllers; a visitor for whom there is no room is told so.
    public var visitors = 64
    /// The time after which a controller ends that nobody looks at; its session stays stored.
    public var idle = Duration.seconds(900)
    /// The time that a form waits for the provider before its page is sent: without a script, a page says then that
    /// the answer is still to come.
    public var patience = Duration.seconds(5)
    /// The largest number of open pages of one visitor that follow what happens.
    public var pagesOfVisitor = 8
    /// Whether all visitors see the same controller; a link admits the one browser that opens it.
    public var isShared = false
    /// Makes the QR codes of a page; without it, a link stands in the place of each.
    public var qrCodes: QRCodeMaker?

    /// Makes the usual options.
    public init() {}
  }

  /// Receives each error that a visitor was told, and each refused request, at most 20 a second.
  public var reportHandler: (@MainActor (_ error: any ExplainedError) -> Void)?
  /// The URL of the page, such as `http://127.0.0.1:8080/`; the path of a socket in the file system.
  public let url: String
  /// The link that admits the first browser that opens it; `nil` unless the visitors share one controller.
  public var link: String? { admission.map { "\(url)?\(SharedAdmission.query($0.key))" } }
  private let options: Options
  private let store: any SessionStore
  private let clock: any Clock<Duration>
  private let rules: WebRules
  private let files = PageFiles()
  private let server: HTTPServer
  private let requests: AsyncStream<Incoming>
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation
  private var admission: SharedAdmission?
  private var reports = ActionRate()
  private let elapsed: @Sendable () -> Duration

  private struct Incoming: Sendable {
    let request: HTTPRequest
    let resource: String
    let exchange: HTTPExchange
  }

  /// Listens at an address; requests are answered once the window runs.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - store: Keeps the sessions of visitors, each under the digest of what the visitor's browser knows. The store must
  ///     be used for nothing else.
  ///   - options: The limits.
  ///   - clock: The clock that times the visitors' controllers.
  /// - Throws: ``WebError`` with the code `ACK6001` when the address cannot be listened at.
  public init(
    at address: WebAddress, sessions store: any SessionStore, options: Options = .init(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(WebError) {
    (self.options, self.store, self.clock) = (options, store, clock)
    elapsed = clock.stopwatch()
    admission = options.isShared ? SharedAdmission() : nil
    let (requests, incoming) = AsyncStream.makeStream(of: Incoming.self, bufferingPolicy: .bufferingOldest(1024))
    (ended, end) = AsyncStream.makeStream()
    self.requests = requests
    do {
      let socket = try address.listen()
      let listening = socket.address
      let rules = WebRules(proxy: address.proxy, port: listening.port)
      self.rules = rules
      url = address.proxy.map { $0.origin + $0.path } ?? listening.url
      let reports = AsyncStream.makeStream(of: WebError.self, bufferingPolicy: .bufferingOldest(64))
      server = try HTTPServer(
        socket, limits: HTTPLimits(options),
        refused: { reports.continuation.yield(.malformed($0)) },
        handler: { [files] request, exchange in
          if let error = rules.check(request) {
            reports.continuation.yield(error)
            return exchange.respond(.refusal(error, request, files))
          }
          guard let resource = rules.resource(of: request) else {
            return exchange.respond(.refusal(.notFound, request, files))
          }
          if let file = files[resource] { return exchange.respond(.file(file)) }
          incoming.yield(Incoming(request: request, resource: resource, exchange: exchange))
        })
      refusals = reports.stream
    } catch let error as HTTPError {
      throw WebError(.notListening, what: error.what, why: error.why, fix: error.fix)
    } catch {
      throw WebError(.notListening, what: "cannot listen", why: "\(error)", fix: "give another address")
    }
  }

  private let refusals: AsyncStream<WebError>

  /// Shows each visitor a controller of their own, until ``stop()``.
  ///
  /// - Parameter makeController: Makes the controller of a new visitor, over the store that has this visitor's session
  ///   and no other. An error that it throws is shown to the visitor, who can try again.
  public func run(_ makeController: @escaping @MainActor (any SessionStore) async throws -> AppController) async {
    var traits = TraitCollection()
    traits.idiom = .page
    let context = Visitor.Context(
      clock: clock, qrCodes: options.qrCodes, traits: traits, patience: options.patience,
      makeController: makeController, report: { [weak self] in self?.report($0) })
    let visitors = Visitors(
      Visitors.Limits(most: options.visitors, idle: options.idle, isShared: options.isShared), store, context)
    let answering = Task { [requests] in
      for await incoming in requests {
        // Each on its own, because an answer may take as long as a provider does.
        Task { await self.answer(incoming, visitors) }
      }
    }
    let reporting = Task { [refusals] in for await error in refusals { self.report(error) } }
    let sweeping = Task { [clock, idle = options.idle] in
      while (try? await clock.pause(for: max(.seconds(1), min(idle / 4, .seconds(30))))) != nil { visitors.sweep() }
    }
    for await _ in ended { break }
    server.stop()
    for task in [answering, reporting, sweeping] { task.cancel() }
    visitors.end()
  }

  /// Ends ``run(_:)``: the pages that are open say that the connection is lost.
  nonisolated public func stop() { end.finish() }

  private func report(_ error: any ExplainedError) {
    guard reports.admits(at: elapsed()) else { return }
    reportHandler?(error)
  }
}

// MARK: - Answers

extension WebWindow {
  private func answer(_ incoming: Incoming, _ visitors: Visitors) async {
    let (request, exchange) = (incoming.request, incoming.exchange)
    guard ["", "events"].contains(incoming.resource) else { return refuse(.notFound, incoming) }
    if let query = request.query, request.method == .get, let id = admission?.admit(query: query) {
      return exchange.respond(.seeOther("./", [rules.cookie(id)]))
    }
    guard let id = rules.visitor(of: request) else { return greet(incoming) }
    if let admission, !admission.admits(id) { return refuse(.notAdmitted, incoming) }
    if request.query == Self.greeted { return exchange.respond(.seeOther()) }
    guard let visitor = visitors.visitor(id) else { return refuse(.tooManyVisitors, incoming) }
    guard visitors.admit(visitor) else { return refuse(.tooMany, incoming) }
    if let error = await visitor.start() { return refuse(error, incoming) }
    visitors.note(visitor, calledBefore: id)
    switch (incoming.resource, request.method) {
    case ("events", .get):
      guard visitor.streamCount < options.pagesOfVisitor else { return refuse(.tooMany, incoming) }
      let head = HTTPResponse(
        200, [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")] + .secured,
        body: ServerSentEvent.beginning)
      visitor.follow(exchange.stream(head, heartbeat: ServerSentEvent.heartbeat))
    case ("", .get), ("", .head):
      let cookie = visitor.isSubmitting ? nil : visitor.store.takeUntold()
      let fields = [("Content-Type", "text/html; charset=utf-8")] + .secured + (cookie.map { [rules.cookie($0)] } ?? [])
      exchange.respond(HTTPResponse(200, fields, body: visitor.page(files)))
    case ("", .post): await submit(incoming, visitor, id, visitors)
    case (_, .get), (_, .head), (_, .post): refuse(.wrongMethod, incoming)
    }
  }

  /// The query that tells a browser without cookies from one that is here for the first time.
  private static let greeted = "c"

  /// Gives a new visitor an identity; one who does not keep it costs nothing.
  private func greet(_ incoming: Incoming) {
    if admission != nil { return refuse(.notAdmitted, incoming) }
    let request = incoming.request
    guard incoming.resource.isEmpty, request.method != .post, request.query != Self.greeted else {
      return refuse(.noCookie, incoming)
    }
    incoming.exchange.respond(.seeOther("./?\(Self.greeted)", [rules.cookie(.random())]))
  }

  private func submit(_ incoming: Incoming, _ visitor: Visitor, _ id: VisitorID, _ visitors: Visitors) async {
    guard let pairs = HTTPForm(incoming.request.body), let form = SentForm(pairs) else {
      return refuse(.badForm, incoming)
    }
    guard form.token.isEqualInConstantTime(to: visitor.token) else { return refuse(.wrongToken, incoming) }
    let error = await visitor.submit(form)
    visitors.note(visitor, calledBefore: id)
    let cookie = visitor.store.takeUntold().map { [rules.cookie($0)] } ?? []
    if let error {
      report(error)
      if error.code == .stalePage, !incoming.request.isOfScript {
        visitor.tell(error)
        return incoming.exchange.respond(.seeOther("./", cookie))
      }
      return incoming.exchange.respond(.refusal(error, incoming.request, files, cookie))
    }
    incoming.exchange.respond(
      incoming.request.isOfScript ? HTTPResponse(204, .secured + cookie) : .seeOther("./", cookie))
  }

  private func refuse(_ error: WebError, _ incoming: Incoming) {
    report(error)
    incoming.exchange.respond(.refusal(error, incoming.request, files))
  }
}
