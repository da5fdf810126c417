internal import AppControllerHTTP
public import AppControllerKit
internal import Synchronization

/// A window in the browsers of visitors: each has a controller of their own, and pages that follow it.
///
/// ```swift
/// let window = try WebWindow(at: .loopback(8080), sessions: "/var/lib/kitty")
/// print(window.url)
/// fflush(nil)
/// try await window.run { store in AppController(interfaceProvider: MyProvider(), sessionStore: store) }
/// ```
///
/// A page works without a script, by its forms; with our script, it changes as the controller does. Each request is
/// checked before it is carried out, and a refused request changes nothing.
@MainActor
public final class WebWindow {
  /// The limits and the features of a window.
  public struct Options: Sendable {
    /// The largest number of controllers; a further visitor gets an error page.
    public var visitors = 64
    /// The time without a request or an open page after which a controller ends; its session stays stored.
    public var idle = Duration.seconds(900)
    /// The longest time that a form waits for the provider before its page is sent.
    ///
    /// Without a script, that page then says that the answer is still to come.
    public var patience = Duration.seconds(5)
    /// The largest number of open pages of one visitor that receive changes.
    public var pagesOfVisitor = 8
    /// A text that says what is served; the folder of the sessions by default.
    ///
    /// It and the URL of the page are in the name of the cookie, so that apps below one host do not know each other's
    /// visitors, and servers of one app behind one URL do.
    public var app: String?
    /// Whether all visitors see the same controller; a link admits the one browser that opens it.
    public var isShared = false

    /// Makes the default options.
    public init() {}
  }

  /// The receiver of each error that a visitor was shown, and of each refused request, at most 20 a second.
  public var reportHandler: (@MainActor (_ error: any ExplainedError) -> Void)?
  /// The URL of the page, such as `http://127.0.0.1:8080/`; the path of a socket in the file system.
  public let url: String
  /// The link that admits the first browser that opens it; `nil` unless the visitors share one controller.
  public let link: String?
  private let options: Options
  private let store: FileSessionStore
  private let clock: any Clock<Duration>
  private let rules: WebRules
  private let server: HTTPServer
  private let admission: SharedAdmission?
  private let incoming: AsyncStream<Incoming>
  private let refusals: AsyncStream<WebError>
  private let (ended, end) = AsyncStream.makeStream(of: Void.self)
  private var reports = ActionRate()
  private let elapsed: @Sendable () -> Duration

  private struct Incoming: Sendable {
    let request: HTTPRequest
    let exchange: HTTPExchange
  }

  /// Listens at an address; requests are answered once ``run(_:)`` has been called.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - folder: The path of the folder for the visitors' sessions, each under a digest of the visitor's identity. Use
  ///     the folder for nothing else: the window removes sessions that no browser can use any more.
  ///   - options: The limits and the features.
  ///   - clock: The clock that times the visitors' controllers.
  /// - Throws: ``WebError`` with the code `ACK6001` when the address cannot be listened at.
  public init(
    at address: WebAddress, sessions folder: String, options: Options = .init(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(WebError) {
    (self.options, self.clock) = (options, clock)
    store = FileSessionStore(directory: folder, secrets: .file, clock: clock)
    elapsed = clock.stopwatch()
    let (incoming, requests) = AsyncStream.makeStream(of: Incoming.self, bufferingPolicy: .bufferingOldest(1024))
    let (refusals, refused) = AsyncStream.makeStream(of: WebError.self, bufferingPolicy: .bufferingOldest(64))
    (self.incoming, self.refusals) = (incoming, refusals)
    do {
      let socket = try address.listen()
      let listening = socket.address
      let rules = WebRules(app: options.app ?? store.directory, proxy: address.proxy, port: listening.port)
      let files = PageFiles.all
      self.rules = rules
      url = address.proxy.map { $0.origin + $0.path } ?? listening.url
      server = try HTTPServer(
        socket, limits: HTTPLimits(options), refused: { refused.yield(.malformed($0)) },
        handler: { request, exchange in
          switch rules.answer(request, files) {
          case .response(let response): exchange.respond(response)
          case .refusal(let error, let response):
            refused.yield(error)
            exchange.respond(response)
          case .visitor: requests.yield(Incoming(request: request, exchange: exchange))
          }
        })
    } catch let error as HTTPError {
      throw WebError(.notListening, what: error.what, why: error.why, fix: error.fix)
    } catch let error as WebError {
      throw error
    } catch {
      throw WebError(.notListening, what: "cannot listen", why: "\(error)", fix: "give another address")
    }
    admission = options.isShared ? SharedAdmission() : nil
    link = admission.map { [url] in "\(url)?\(SharedAdmission.query($0.key))" }
  }

  /// Shows each visitor a controller of their own, or all visitors the same one, until ``stop()``.
  ///
  /// - Parameter makeController: Makes the controller of a new visitor with a store that holds only this visitor's
  ///   session. An error that it throws is shown to the visitor, who can try again.
  public func run(_ makeController: @escaping @MainActor (any SessionStore) async throws -> AppController) async {
    let site = WebSite(rules, options, store, clock, admission, makeController) { [weak self] in self?.report($0) }
    let answering = Task { [incoming] in
      for await incoming in incoming {
        // Each request has a task of its own, because an answer may take as long as the provider does.
        Task {
          switch await site.answer(incoming.request) {
          case .response(let response): incoming.exchange.respond(response)
          case .stream(let head, let visitor, let id):
            visitor.follow(incoming.exchange.stream(head, heartbeat: ServerSentEvent.heartbeat), as: id)
          }
        }
      }
    }
    let reporting = Task { [refusals] in for await error in refusals { self.report(error) } }
    let sweeping = Task { [clock, pause = max(.seconds(1), min(options.idle / 4, .seconds(30)))] in
      while (try? await clock.pause(for: pause)) != nil { site.visitors.sweep() }
    }
    let removing = Task { [clock, store] in
      repeat {
        // The cookies of these sessions have expired.
        do throws(AppControllerError) {
          try await store.removeEnded(since: .now - WebRules.identityLife)
        } catch {
          self.report(error)
        }
      } while (try? await clock.pause(for: .seconds(3600))) != nil
    }
    for await _ in ended { break }
    server.stop()
    for task in [answering, reporting, sweeping, removing] { task.cancel() }
    await site.visitors.end()
  }

  /// Ends ``run(_:)``; open pages then say that the connection is lost.
  nonisolated public func stop() { end.finish() }

  private func report(_ error: any ExplainedError) {
    if reports.admits(at: elapsed()) { reportHandler?(error) }
  }
}

extension HTTPLimits {
  fileprivate init(_ options: WebWindow.Options) {
    self.init()
    // A visitor needs connections for a page, its stream and a form; browsers open up to six at once.
    connections = max(64, options.visitors * 4)
  }
}
