import ProviderSDK
import Synchronization

@testable import OrgAppcontrollerkitOauth

/// A clock that stands still until a sleeper waits, and then goes to the end of that sleep at once.
final class SteppedTime: Time {
  private let moment = Mutex(Duration.zero)
  /// A sleep that is longer than this never ends by itself, as the limits of waits.
  let longest: Duration

  init(longest: Duration = .seconds(120)) { self.longest = longest }

  func now() -> Duration { moment.withLock { $0 } }

  func sleep(_ duration: Duration) async throws {
    guard duration <= longest else {
      // Cancelled with the task, as every real sleep is.
      try await Task.sleep(for: .seconds(86_400))
      return
    }
    try Task.checkCancellation()
    moment.withLock { $0 += duration }
  }
}

/// A server that answers what the test has prepared for an address, in turn, and keeps what it was sent.
final class FakeServer: HTTPTransport {
  enum Reply: Sendable {
    case json(Int, String)
    case failure(HTTPFailure)
    /// Until the task is cancelled.
    case hang
  }

  private struct State {
    var replies: [String: [Reply]] = [:]
    var requests: [(url: String, form: String)] = []
  }

  private let state = Mutex(State())

  init(_ replies: [String: [Reply]]) { state.withLock { $0.replies = replies } }

  var requests: [(url: String, form: String)] { state.withLock { $0.requests } }

  func use(_ controller: ControllerHandle) {}

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let reply = state.withLock { state in
      state.requests.append((request.url.text, request.form?.text ?? ""))
      let replies = state.replies[request.url.text] ?? []
      if replies.count > 1 { state.replies[request.url.text]?.removeFirst() }
      return replies.first
    }
    switch reply {
    case .json(let status, let text): return HTTPAnswer(status: status, body: Array(text.utf8))
    case .failure(let failure): throw failure
    case .hang:
      try await Task.sleep(for: .seconds(86_400))
      throw CancellationError()
    case nil: return HTTPAnswer(status: 404, body: [])
    }
  }
}

extension OAuthConfiguration {
  static let test = OAuthConfiguration(
    issuer: WebAddress("https://id.example.com/o"), clientID: "kitten", scopes: "openid", hosts: "git.example.com",
    usesBrowser: false)
}

enum Sample {
  static let discovery = "https://id.example.com/o/.well-known/openid-configuration"
  static let device = "https://id.example.com/device"
  static let token = "https://id.example.com/token"
  static let userinfo = "https://id.example.com/userinfo"

  static let metadata = """
    {"issuer": "https://id.example.com/o", "device_authorization_endpoint": "\(device)", "token_endpoint": "\(token)",
     "authorization_endpoint": "https://id.example.com/authorize", "userinfo_endpoint": "\(userinfo)",
     "revocation_endpoint": "https://id.example.com/revoke"}
    """
  static let grant = """
    {"device_code": "dc-canary", "user_code": "WDJB-MJHT", "verification_uri": "https://id.example.com/go",
     "verification_uri_complete": "https://id.example.com/go?c=WDJB-MJHT", "expires_in": "900", "interval": 5}
    """
  static let tokens = #"{"access_token": "at-canary", "token_type": "bearer", "refresh_token": "rt", "expires_in": 60}"#

  static func pending(_ error: String = "authorization_pending") -> FakeServer.Reply {
    .json(400, #"{"error": "\#(error)"}"#)
  }

  static func server(_ polls: [FakeServer.Reply], grant: String = grant) -> FakeServer {
    FakeServer([
      discovery: [.json(200, metadata)], device: [.json(200, grant)], token: polls,
      userinfo: [.json(200, #"{"sub": "ada", "name": "Ada"}"#)],
    ])
  }
}
