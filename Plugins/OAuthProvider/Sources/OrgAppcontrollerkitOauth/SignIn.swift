import ProviderSDK

/// What leads from a page that the user sees to a session.
///
/// Each function is the work of an ``Attempt``.
struct SignIn: Sendable {
  /// The time for which a browser is waited for.
  static let browserLimit = Duration.seconds(180)

  let server: OAuthServer
  let endpoints: Endpoints
  let time: any Time

  /// Polls until the user has confirmed the code.
  func awaitDevice(_ grant: DeviceGrant, _ start: DevicePolling) async throws -> Session {
    var polling = start
    var step = polling.next(after: time.now())
    let host = try endpoints.required(.token).host
    while true {
      switch step {
      case .poll(let moment):
        try await time.sleep(moment - time.now())
        step = polling.receive(try await server.poll(grant, endpoints), at: time.now())
      case .granted(let tokens): return try await session(tokens)
      case .refused(let error): throw OAuthError.refused(host, error)
      case .wrong(let problem): throw OAuthError.answer(host, problem)
      case .expired:
        let rest = polling.end - time.now()
        if rest > .zero { try await time.sleep(rest) }
        throw OAuthError.expired
      }
    }
  }

  /// Waits for the browser to come back, and exchanges its code.
  func awaitBrowser(_ listener: LoopbackListener, _ pkce: PKCE) async throws -> Session {
    let time = time
    let timer = Task {
      try await time.sleep(Self.browserLimit)
      listener.cancel()
    }
    defer {
      timer.cancel()
      listener.cancel()
    }
    let host = try endpoints.required(.token).host
    let verdict: LoopbackRequest.Verdict
    do {
      verdict = try await listener.verdict()
    } catch {
      try Task.checkCancellation()
      throw OAuthError(
        .expired, "the browser did not come back", why: "nobody signed in within three minutes", fix: "sign in again")
    }
    switch verdict {
    case .code(let code):
      return try await session(
        tokens(try await server.exchange(code, pkce, redirect: listener.redirect, endpoints)))
    case .refused(let error): throw OAuthError.refused(host, error)
    case .incomplete, .stray: throw OAuthError.expired
    }
  }

  /// The tokens of an answer to a request that is not made again.
  func tokens(_ answer: TokenAnswer) throws -> Tokens {
    let host = try endpoints.required(.token).host
    switch answer {
    case .granted(let tokens): return tokens
    case .refused(let error, _): throw OAuthError.refused(host, error)
    case .unavailable(let reason): throw OAuthError.unreachable(host, reason)
    case .wrong(let problem): throw OAuthError.answer(host, problem)
    }
  }

  private func session(_ tokens: Tokens) async throws -> Session {
    let claims = try await server.claims(tokens, endpoints)
    return try SessionForm.session(tokens, claims, server.configuration, now: .now)
  }
}
