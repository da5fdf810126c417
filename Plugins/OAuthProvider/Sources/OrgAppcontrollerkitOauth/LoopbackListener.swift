import Glibc
import ProviderSDK
import Synchronization

/// Waits on a port of this machine for the one request that a browser brings back (RFC 8252, 7.3).
///
/// A thread of its own takes requests until the right one, or until it is closed. At most sixteen connections are open
/// at a time, each for ten seconds.
@safe
final class LoopbackListener: Sendable {
  private struct Connection {
    let descriptor: Int32
    var request: LoopbackRequest
    let end: Duration
  }

  private struct State {
    var result: Result<LoopbackRequest.Verdict, any Error>?
    var continuation: CheckedContinuation<LoopbackRequest.Verdict, any Error>?
  }

  /// The address that the browser is sent back to.
  let redirect: String
  private let authority: String
  private let state: String
  private let listener: Int32
  /// A descriptor that is readable once nobody waits any more.
  private let wake: Int32
  /// Its other end.
  private let waker: Int32
  private let shared = Mutex(State())

  /// Opens a port, and begins to listen.
  init(state: String) throws(OAuthError) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var ends: [Int32] = [-1, -1]
    unsafe pipe(&ends)
    for end in ends { Self.prepare(end) }
    Self.prepare(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isOpen, ends[0] >= 0 else {
      for descriptor in ends + [listener] { close(descriptor) }
      throw OAuthError(
        .unreachable, "no port of this machine could be opened", why: "the system refuses it",
        fix: "let a provider in a process of its own listen with --allow network, or set flow to device")
    }
    authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    redirect = "http://\(authority)\(LoopbackRequest.path)"
    (wake, waker) = (ends[0], ends[1])
    (self.listener, self.state) = (listener, state)
    startThread()
  }

  /// The verdict on the right request.
  ///
  /// - Throws: A `CancellationError` when the listener or the task is cancelled.
  func verdict() async throws -> LoopbackRequest.Verdict {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = shared.withLock { state in
          if state.result == nil { state.continuation = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the wait and closes the port.
  func cancel() {
    finish(.failure(CancellationError()))
    _ = unsafe write(waker, [0], 1)
  }

  private func finish(_ result: Result<LoopbackRequest.Verdict, any Error>) {
    let continuation = shared.withLock { state in
      if state.result == nil { state.result = result }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }

  deinit {
    close(listener)
    close(wake)
    close(waker)
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  // MARK: - On the thread

  private func startThread() {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<LoopbackListener>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      unsafe context.release()
      finish(.failure(CancellationError()))
    }
  }

  private func run() {
    let time = MonotonicTime()
    var connections: [Connection] = []
    while true {
      var descriptors = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
      descriptors.append(pollfd(fd: connections.count < 16 ? listener : -1, events: Int16(POLLIN), revents: 0))
      descriptors += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let pause = connections.map(\.end).min().map { max(0, Int32(($0 - time.now()) / .milliseconds(1)) + 1) } ?? -1
      let count = unsafe poll(&descriptors, nfds_t(descriptors.count), pause)
      if count < 0, errno != EINTR { break }
      if count < 0 { continue }
      if descriptors[0].revents != 0 { break }
      var rest: [Connection] = []
      var isDone = false
      for (index, var connection) in connections.enumerated() {
        switch read(&connection, isReady: descriptors[index + 2].revents != 0) {
        case .incomplete where connection.end > time.now(): rest.append(connection)
        case .code, .refused: isDone = true
        case .incomplete, .stray: break
        }
      }
      connections = rest
      if isDone { break }
      if descriptors[1].revents != 0 {
        let descriptor = accept(listener, nil, nil)
        if descriptor >= 0 {
          Self.prepare(descriptor)
          let request = LoopbackRequest(state: state, authority: authority)
          connections.append(Connection(descriptor: descriptor, request: request, end: time.now() + .seconds(10)))
        }
      }
    }
    for connection in connections { close(connection.descriptor) }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Reads what a connection has sent, and answers and closes it when that is a whole request, or its time is over.
  private func read(_ connection: inout Connection, isReady: Bool) -> LoopbackRequest.Verdict {
    var verdict = LoopbackRequest.Verdict.incomplete
    if isReady {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = unsafe recv(connection.descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        verdict = connection.request.receive(Array(buffer[..<count]))
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        verdict = .stray(400, "The request was not complete.")
      }
    }
    if verdict == .incomplete, connection.end > MonotonicTime().now() { return verdict }
    let response = Array(verdict.response.utf8)
    _ = unsafe send(connection.descriptor, response, response.count, Int32(MSG_NOSIGNAL))
    close(connection.descriptor)
    switch verdict {
    case .code, .refused: finish(.success(verdict))
    case .incomplete, .stray: break
    }
    return verdict == .incomplete ? .stray(408, "") : verdict
  }
}
