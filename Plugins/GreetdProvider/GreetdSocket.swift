import Glibc
import ProviderSDK

/// Whoever answers the requests of a greeter: greetd, or a test.
protocol GreetdTransport: Sendable {
  /// - Throws: A `GreetdError`, after which nothing more can be asked, or a `CancellationError` at once when the task
  ///   is cancelled.
  func exchange(_ request: GreetdRequest, within limit: Duration) async throws -> GreetdMessage
  /// Leaves; what is under way fails.
  func close()
}

/// A connection to greetd: a request, an answer, and so on.
///
/// A message is its length as 32 bits in the machine's order, and JSON.
final class GreetdSocket: GreetdTransport {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to the greetd that has started this program, through the host, as a provider in a process of its own has to.
  static func connect(_ controller: ControllerHandle) async throws -> GreetdSocket {
    let answer = await onThread { Result { () throws(HostServiceError) in try controller.openSocket("greetd") } }
    switch answer {
    case .success(let descriptor)?:
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      return GreetdSocket(descriptor)
    case .failure(let error)? where error.number == ENOENT: throw GreetdError.noGreetd
    case .failure(let error)?: throw GreetdError.lost("nobody takes the connection to GREETD_SOCK: \(error)")
    case nil: throw GreetdError.lost("no thread can be started")
    }
  }

  deinit { Glibc.close(descriptor) }

  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func exchange(_ request: GreetdRequest, within limit: Duration) async throws -> GreetdMessage {
    let end = ContinuousClock.now + limit
    let result = await withTaskCancellationHandler {
      await onThread { Result { () throws(GreetdError) in try self.exchange(request, until: end) } }
    } onCancel: {
      close()
    }
    try Task.checkCancellation()
    guard let result else { throw GreetdError.lost("no thread can be started") }
    return try result.get()
  }
}

// MARK: - On the thread

extension GreetdSocket {
  private func exchange(
    _ request: GreetdRequest, until end: ContinuousClock.Instant
  ) throws(GreetdError) -> GreetdMessage {
    try send(request, until: end)
    let length = unsafe try receive(4, until: end).withUnsafeBytes { unsafe Int($0.loadUnaligned(as: UInt32.self)) }
    guard length <= GreetdMessage.limit else { throw .wrongAnswer("it has more than \(GreetdMessage.limit) bytes") }
    var answer = try receive(length, until: end)
    defer { Secret.wipe(&answer) }
    return try GreetdMessage(answer)
  }

  private func send(_ request: GreetdRequest, until end: ContinuousClock.Instant) throws(GreetdError) {
    var body = request.encoded()
    defer { Secret.wipe(&body) }
    try send(unsafe withUnsafeBytes(of: UInt32(body.count)) { unsafe Array($0) }, until: end)
    try send(body, until: end)
  }

  private func send(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws(GreetdError) {
    var sent = 0
    while sent < bytes.count {
      try wait(for: POLLOUT, until: end)
      let count = unsafe bytes.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno != EAGAIN, errno != EINTR { throw .lost("it has closed the connection") }
      sent += max(0, count)
    }
  }

  private func receive(_ size: Int, until end: ContinuousClock.Instant) throws(GreetdError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var received = 0
    while received < size {
      try wait(for: POLLIN, until: end)
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[received...])
        return unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
      }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { throw .lost("it has closed the connection") }
      received += max(0, count)
    }
    return bytes
  }

  private func wait(for event: Int32, until end: ContinuousClock.Instant) throws(GreetdError) {
    let left = max(.zero, ContinuousClock.now.duration(to: end))
    var source = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let count = unsafe poll(&source, 1, Int32(left / .milliseconds(1)) + 1)
    if count == 0, ContinuousClock.now >= end { throw .late }
    if count < 0, errno != EINTR { throw .lost("it cannot be waited for") }
  }
}
