/// The state of one connection, as a value, whose owner moves the bytes.
///
/// The next request is read after the response to the last one is written.
package struct HTTPConnection: Sendable {
  package typealias Instant = ContinuousClock.Instant

  package enum Event: Sendable, Equatable {
    case request(HTTPRequest)
    case refused(HTTPRefusal)
  }

  package enum Phase: Sendable, Equatable {
    /// The next request has not begun.
    case waiting
    case head, body
    case answering
    case writing
    case streaming
    /// The response is sent; further bytes are discarded until the client closes.
    case lingering
    case closed
  }

  package private(set) var phase = Phase.waiting
  /// The time at which ``expire(at:)`` is due; nil when the connection waits for an answer, or has no limit.
  package private(set) var deadline: Instant?
  /// The bytes to send, from the index `sent` on.
  package private(set) var output: [UInt8] = []
  package private(set) var sent = 0

  private let limits: HTTPLimits
  private var parser: HTTPParser
  /// The bytes that arrived after the request that is being answered.
  private var rest: [UInt8] = []
  private var isHead = false
  private var isVersion10 = false
  private var keepsOpen = true
  private var heartbeat: [UInt8] = []

  package init(_ limits: HTTPLimits, at now: Instant) {
    self.limits = limits
    parser = HTTPParser(limits)
    deadline = now + limits.headTime
  }

  package init(_ limits: HTTPLimits, refusing refusal: HTTPRefusal, at now: Instant) {
    self.init(limits, at: now)
    refuse(refusal, now)
  }

  package var unsent: Int { output.count - sent }
  package var wantsInput: Bool {
    switch phase {
    case .waiting, .head, .body, .lingering: true
    case .answering, .writing, .streaming, .closed: false
    }
  }

  // MARK: - Input

  package mutating func receive(_ bytes: Span<UInt8>, at now: Instant) -> Event? {
    switch phase {
    case .lingering, .closed: return nil
    case .answering, .writing, .streaming:
      unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
      return nil
    case .waiting, .head, .body: break
    }
    guard !bytes.isEmpty else { return nil }
    var position = 0
    switch parser.read(bytes, &position) {
    case nil:
      if parser.isInBody {
        if phase != .body { deadline = now + limits.bodyTime }
        phase = .body
      } else if phase == .waiting {
        phase = .head
        deadline = now + limits.headTime
      }
      return nil
    case .request(let request):
      phase = .answering
      deadline = nil
      unsafe bytes.extracting(position...).withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
      isHead = request.method == .head
      isVersion10 = request.isVersion10
      keepsOpen = request.keepsOpen
      return .request(request)
    case .refusal(let refusal):
      refuse(refusal, now)
      return .refused(refusal)
    }
  }

  /// Reads the bytes that arrived early; the owner calls it until it returns nil.
  package mutating func resume(at now: Instant) -> Event? {
    guard phase == .waiting, !rest.isEmpty else { return nil }
    let bytes = rest
    rest = []
    return receive(bytes.span, at: now)
  }

  /// Notes that the client sends nothing more; it may still read.
  package mutating func endInput() {
    switch phase {
    case .answering, .writing: keepsOpen = false
    case .waiting, .head, .body, .streaming, .lingering, .closed: close()
    }
  }

  // MARK: - Output

  package mutating func answer(_ response: HTTPResponse, at now: Instant) {
    guard phase == .answering else { return }
    keepsOpen = keepsOpen && !response.closes
    write(response, .length, now)
    phase = .writing
  }

  package mutating func beginStream(_ head: HTTPResponse, heartbeat: [UInt8], at now: Instant) {
    guard phase == .answering else { return }
    guard head.isValid, !isHead else { return answer(head, at: now) }
    keepsOpen = keepsOpen && !isVersion10 && !head.closes
    self.heartbeat = heartbeat
    write(head, isVersion10 ? .close : .chunks, now)
    phase = .streaming
    send(head.body, at: now)
  }

  /// Closes the connection when more than `streamBacklog` bytes would be unsent.
  package mutating func send(_ bytes: [UInt8], at now: Instant) {
    guard phase == .streaming, !bytes.isEmpty else { return }
    guard unsent + bytes.count <= limits.streamBacklog else { return close() }
    if unsent == 0 { deadline = now + limits.responseTime }
    if !isVersion10 { output += "\(String(bytes.count, radix: 16))\r\n".utf8 }
    output += bytes
    if !isVersion10 { output += "\r\n".utf8 }
  }

  package mutating func endStream(at now: Instant) {
    guard phase == .streaming else { return }
    phase = .writing
    if !isVersion10 { output += "0\r\n\r\n".utf8 }
    wrote(0, at: now)
  }

  package mutating func wrote(_ count: Int, at now: Instant) {
    sent += count
    if unsent > 0 {
      deadline = now + limits.responseTime
      // The sent part of a long stream is freed before the rest is sent.
      if sent > limits.streamBacklog {
        output.removeFirst(sent)
        sent = 0
      }
      return
    }
    output.removeAll(keepingCapacity: output.capacity <= 16 * 1024)
    sent = 0
    switch phase {
    case .writing where keepsOpen:
      phase = .waiting
      deadline = now + limits.idleTime
    case .writing:
      phase = .lingering
      deadline = now + limits.lingerTime
    case .streaming: deadline = heartbeat.isEmpty ? nil : now + limits.heartbeat
    case .waiting, .head, .body, .answering, .lingering, .closed: break
    }
  }

  private mutating func write(_ response: HTTPResponse, _ framing: HTTPResponse.Framing, _ now: Instant) {
    response.write(to: &output, framing: framing, isHead: isHead, keepsOpen: keepsOpen, isVersion10: isVersion10)
    deadline = now + limits.responseTime
  }

  private mutating func refuse(_ refusal: HTTPRefusal, _ now: Instant) {
    rest = []
    isHead = false
    keepsOpen = false
    write(refusal.answer, .length, now)
    phase = .writing
  }

  // MARK: - Time

  package mutating func expire(at now: Instant) -> Event? {
    guard let deadline, now >= deadline else { return nil }
    switch phase {
    case .head, .body:
      let refusal = phase == .head ? HTTPRefusal.slowHead : .slowBody
      refuse(refusal, now)
      return .refused(refusal)
    case .streaming where unsent == 0: send(heartbeat, at: now)
    case .waiting, .writing, .streaming, .lingering: close()
    case .answering, .closed: break
    }
    return nil
  }

  private mutating func close() {
    phase = .closed
    deadline = nil
    output = []
    sent = 0
    rest = []
  }
}
