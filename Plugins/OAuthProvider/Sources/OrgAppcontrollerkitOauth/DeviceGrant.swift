import ProviderSDK

/// What a server answers to the beginning of a sign-in on another device (RFC 8628, 3.2).
struct DeviceGrant: Sendable, Equatable {
  let deviceCode: Secret
  let userCode: String
  let address: WebAddress
  /// The address with the code in it, which a QR code holds.
  let completeAddress: WebAddress?
  /// The time until the code expires; at most half an hour.
  let lifetime: Duration
  /// The time between two polls as the server says it, from 1 to 60 seconds.
  let interval: Duration

  /// Reads an answer.
  ///
  /// - Throws: The problem, in words without anything that the server wrote.
  init(_ json: JSON) throws(DeviceGrantProblem) {
    guard let code = json["device_code"]?.text, 1...2048 ~= code.utf8.count else {
      throw DeviceGrantProblem("its device_code is missing or too long")
    }
    guard let userCode = PlainText.plain(json["user_code"]?.text, atMost: 64) else {
      throw DeviceGrantProblem("its user_code is missing, over 64 bytes, or cannot be shown")
    }
    // The older name is that of Google.
    guard let address = (json["verification_uri"] ?? json["verification_url"])?.text.flatMap(WebAddress.init) else {
      throw DeviceGrantProblem("its verification_uri is missing, or is not an address of http or https in plain ASCII")
    }
    guard let seconds = json["expires_in"]?.integer, seconds > 0 else {
      throw DeviceGrantProblem("its expires_in is not a time")
    }
    let interval = json["interval"].flatMap { $0 == .null ? 5 : $0.integer ?? 5 } ?? 5
    (deviceCode, self.userCode, self.address) = (Secret(code), userCode, address)
    completeAddress = json["verification_uri_complete"]?.text.flatMap(WebAddress.init)
    lifetime = .seconds(min(seconds, 1800))
    self.interval = .seconds(min(max(interval, 1), 60))
  }
}

struct DeviceGrantProblem: Error, Equatable {
  let words: String
  init(_ words: String) { self.words = words }
}

/// When the token endpoint is asked for the outcome of a sign-in on another device, and what its answers mean.
///
/// It is a value: it is told the time and the answers, and says what is to be done.
struct DevicePolling: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case poll(at: Duration)
    case granted(Tokens)
    case refused(String)
    case wrong(String)
    case expired
  }

  let end: Duration
  private var interval: Duration
  /// The wait after failures, which doubles; `nil` after an answer.
  private var pause: Duration?

  /// Begins at the time at which the server has answered.
  init(_ grant: DeviceGrant, now: Duration) {
    end = now + grant.lifetime
    interval = grant.interval
  }

  /// The time between two polls, with a reserve for clocks that run fast.
  private var step: Duration { min(interval * 6 / 5, .seconds(60)) }

  /// What is to be done first, or after a wait that has ended early.
  func next(after now: Duration) -> Step { now + step < end ? .poll(at: now + step) : .expired }

  mutating func receive(_ answer: TokenAnswer, at now: Duration) -> Step {
    switch answer {
    case .granted(let tokens): return .granted(tokens)
    case .wrong(let problem): return .wrong(problem)
    case .refused("authorization_pending", _):
      pause = nil
    case .refused("slow_down", let asked):
      pause = nil
      interval = min(max(interval + .seconds(5), .seconds(min(max(asked ?? 0, 0), 60))), .seconds(60))
    case .refused(let error, _): return .refused(error)
    case .unavailable:
      let longer = (pause ?? step) * 2
      pause = longer
      return now + longer < end ? .poll(at: now + longer) : .expired
    }
    return next(after: now)
  }
}
