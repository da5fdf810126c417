internal import Synchronization

/// What other threads ask of the server's thread.
enum HTTPMessage: Sendable {
  case answer(UInt64, HTTPResponse)
  case beginStream(UInt64, HTTPResponse, heartbeat: [UInt8], HTTPStream)
  case send(UInt64, [UInt8])
  case endStream(UInt64)
  case close(UInt64)
  case stop
}

/// The messages to the server's thread, in their order, and the signal that wakes it.
final class HTTPMailbox: Sendable {
  private struct State {
    var messages: [HTTPMessage] = []
    /// Whether the thread waits, or is about to, and was not woken.
    var isAsleep = false
    var isClosed = false
  }

  let poll: HTTPPoll
  private let state = Mutex(State())

  init() throws(HTTPError) { poll = try HTTPPoll() }

  /// Adds a message, and wakes the thread if it sleeps; false after the end of the server.
  @discardableResult
  func put(_ message: HTTPMessage) -> Bool {
    let (isTaken, wakes) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.messages.append(message)
      defer { state.isAsleep = false }
      return (true, state.isAsleep)
    }
    if wakes { poll.signal() }
    return isTaken
  }

  /// Exchanges the messages for an empty array; when there are none, the next message wakes the thread.
  func take(_ messages: inout [HTTPMessage]) {
    messages.removeAll(keepingCapacity: true)
    state.withLock { state in
      swap(&state.messages, &messages)
      state.isAsleep = messages.isEmpty
    }
  }

  /// Notes that the thread does not sleep and will take the messages.
  func wake() { state.withLock { $0.isAsleep = false } }

  /// Refuses messages from now on.
  ///
  /// - Returns: Those that were not taken.
  func close() -> [HTTPMessage] {
    state.withLock { state in
      state.isClosed = true
      defer { state.messages = [] }
      return state.messages
    }
  }
}
