import ProviderSDK

/// Signs in to an OAuth 2.0 server, with a code on any device or in a browser of this machine.
final class OAuthProvider: AppControllerInterfaceProviding {
  /// The longest time that a logout waits for the server.
  static let revocationLimit = Duration.seconds(5)

  let configuration: OAuthConfiguration
  let time: any Time
  private let server: OAuthServer
  private var endpoints: Endpoints?
  private(set) var attempt: Attempt?

  init(_ configuration: OAuthConfiguration, _ transport: any HTTPTransport, _ time: any Time) {
    (self.configuration, self.time) = (configuration, time)
    server = OAuthServer(configuration: configuration, transport: transport)
  }

  convenience init(settings: ProviderSettings) throws {
    self.init(try OAuthConfiguration(settings), CurlTransport(authorities: settings.caFile), MonotonicTime())
  }

  deinit { attempt?.cancel() }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    if let attempt { return page(of: attempt) }
    return door(for: controller)
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    forget()
    return room(of: controller.session)
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse {
    server.transport.use(controller)
    switch action.name {
    case "start":
      return .replace(with: page(of: try await begin(controller)))
    case "wait":
      return await wait()
    case "cancel":
      forget()
      return .replace(with: door(for: controller))
    case "sign-out":
      return .logout
    default: throw AppControllerError.unsupported(action.name)
    }
  }

  func sessionEnded(_ session: Session, for controller: ControllerHandle) async {
    server.transport.use(controller)
    let server = server
    let known = endpoints
    let time = time
    // What the work waits for ends at once when it is cancelled.
    let work = Task {
      try server.configuration.requireOrigin(of: session)
      try await server.revoke(session, known)
    }
    let timer = Task {
      try await time.sleep(OAuthProvider.revocationLimit)
      work.cancel()
    }
    defer { timer.cancel() }
    do {
      try await work.value
    } catch {
      let reason = (error as? OAuthError)?.sentence ?? "it did not answer within five seconds"
      controller.log(.warning, "the server was not told that \(session.subject) has logged out: \(reason)")
    }
  }

  func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh {
    guard let token = session.refreshToken else { return .unsupported }
    try configuration.requireOrigin(of: session)
    server.transport.use(controller)
    let endpoints = try await findEndpoints()
    let answer = try await server.renew(token, endpoints)
    if case .refused("invalid_grant", _) = answer { return .ended }
    let tokens = try SignIn(server: server, endpoints: endpoints, time: time).tokens(answer)
    return .renewed(SessionForm.updated(session, with: tokens, now: .now))
  }
}

// MARK: - Signing in

extension OAuthProvider {
  /// Begins a sign-in, and ends the one before it.
  private func begin(_ controller: ControllerHandle) async throws -> Attempt {
    forget()
    let endpoints = try await findEndpoints()
    let signIn = SignIn(server: server, endpoints: endpoints, time: time)
    let begun: Attempt
    let work: @Sendable () async throws -> Session
    if usesBrowser(for: controller) {
      let pkce = PKCE()
      let listener = try LoopbackListener(state: pkce.state)
      do {
        let address = try server.authorizationAddress(endpoints, pkce, redirect: listener.redirect)
        begun = Attempt(.browser(address), end: time.now() + SignIn.browserLimit)
      } catch {
        listener.cancel()
        throw error
      }
      work = { try await signIn.awaitBrowser(listener, pkce) }
    } else {
      let grant = try await server.beginDevice(endpoints)
      let polling = DevicePolling(grant, now: time.now())
      begun = Attempt(.device(grant), end: polling.end)
      work = { try await signIn.awaitDevice(grant, polling) }
    }
    // Two may have begun at once; the later one counts.
    forget()
    attempt = begun
    begun.start(work) { outcome in
      switch outcome {
      case .success(let session): controller.requestLogin(session)
      case .failure: controller.invalidate()
      }
    }
    return begun
  }

  private func wait() async -> ActionResponse {
    guard let attempt else { return .message(.error, "There is no sign-in under way; cancel, and begin again") }
    // The host gives up at the deadline, and a code may live longer: before that, the same screen is shown again.
    let outcome = await attempt.wait(atMost: .seconds(deadline(of: attempt)) - .seconds(30), time)
    guard self.attempt === attempt else { return .nothing }
    switch outcome {
    case .success(let session)?: return .login(session)
    case .failure(let error)?: return .message(.error, "\(error.what): \(error.why); \(error.fix)")
    case nil: return Task.isCancelled ? .nothing : .replace(with: page(of: attempt))
    }
  }

  private func forget() {
    attempt?.cancel()
    attempt = nil
  }

  private func findEndpoints() async throws -> Endpoints {
    if let endpoints { return endpoints }
    let found = try await server.discover()
    endpoints = found
    return found
  }
}
