internal import AppControllerKit
internal import CSystem
internal import Glibc

/// The work of the server's thread: moves bytes between sockets and connections until a message stops it.
final class HTTPServerLoop {
  private final class Peer {
    let tag: UInt64
    let file: FileDescriptor
    var connection: HTTPConnection
    /// The events that epoll reports for the file; they may be more than the connection needs.
    var watched = HTTPPoll.input
    var stream: HTTPStream?
    var hasEnded = false

    init(_ tag: UInt64, _ file: consuming FileDescriptor, _ connection: HTTPConnection) {
      self.tag = tag
      self.file = file
      self.connection = connection
    }

    func endStream() {
      stream?.finish()
      stream = nil
    }
  }

  private static let listenerTag = UInt64.max - 1

  private let core: HTTPServerCore
  /// The clients, at the index in the lower half of their tags; those beyond the limit of connections are being
  /// refused.
  private var peers: [Peer?]
  private var serial: UInt64 = 0
  private var isStopped = false
  private var now = HTTPConnection.Instant.now
  /// The earliest time at which a connection may expire.
  private var nextCheck: HTTPConnection.Instant?
  /// The time at which connections are accepted again, after the system had no room for one.
  private var pausedUntil: HTTPConnection.Instant?
  private var scratch = [UInt8](repeating: 0, count: 32 * 1024)

  init(_ core: HTTPServerCore) {
    self.core = core
    peers = Array(repeating: nil, count: core.limits.connections + max(64, core.limits.connections))
  }

  func run() {
    _ = core.poll.add(core.listener, Self.listenerTag, HTTPPoll.input)
    var messages: [HTTPMessage] = []
    while true {
      repeat {
        core.take(&messages)
        for message in messages { deliver(message) }
      } while !messages.isEmpty
      if isStopped { break }
      let ready = core.poll.wait(pollTimeout())
      core.wake()
      now = .now
      for (tag, events) in ready where tag != Self.listenerTag { if let peer = peer(tag) { serve(peer, events) } }
      // New connections come last, because closed ones have made room for them.
      if ready.contains(where: { $0.tag == Self.listenerTag }) { accept() }
      expire()
    }
    for case let peer? in peers { drop(peer) }
  }

  // MARK: - Messages

  private func peer(_ tag: UInt64) -> Peer? {
    guard let peer = peers[Int(tag & 0xFFFF_FFFF)], peer.tag == tag else { return nil }
    return peer
  }

  private func deliver(_ message: HTTPMessage) {
    switch message {
    case .change(let tag, let stream, let change):
      guard let peer = peer(tag) else {
        stream?.finish()
        return
      }
      if let stream { peer.stream = stream }
      change(&peer.connection, now)
      flush(peer)
    case .stop: isStopped = true
    }
  }

  // MARK: - Connections

  private func accept() {
    while true {
      let patience = UInt32(clamping: core.limits.responseTime.components.seconds * 1000)
      let number = socket_accept(core.listener, patience)
      if number == -EAGAIN { return }
      if number == -EINTR || number == -ECONNABORTED { continue }
      if number < 0 {
        // The system is out of files or memory. The next connection that closes makes room; until then, the thread must
        // not spin.
        core.poll.change(core.listener, Self.listenerTag, 0)
        pausedUntil = now + .seconds(1)
        return
      }
      let file = FileDescriptor(number: number, path: "")
      guard let place = peers.firstIndex(where: { $0 == nil }) else { continue }
      serial += 1
      let tag = serial << 32 | UInt64(place)
      guard core.poll.add(number, tag, HTTPPoll.input) else { continue }
      let isRefused = place >= core.limits.connections
      let connection =
        isRefused
        ? HTTPConnection(core.limits, refusing: .tooManyConnections, at: now) : HTTPConnection(core.limits, at: now)
      let peer = Peer(tag, file, connection)
      peers[place] = peer
      if isRefused { core.refused(.tooManyConnections) }
      flush(peer)
    }
  }

  private func drop(_ peer: Peer) {
    peers[Int(peer.tag & 0xFFFF_FFFF)] = nil
    peer.endStream()
    if pausedUntil != nil { pausedUntil = now }
  }

  private func serve(_ peer: Peer, _ events: UInt32) {
    let isGone = events & HTTPPoll.gone != 0
    if peer.connection.wantsInput {
      // Bytes that the client sent before it closed have to be read: if we closed the socket without reading them, the
      // client could lose our last bytes.
      if isGone || events & HTTPPoll.input != 0 { read(peer) }
    } else if isGone || events & HTTPPoll.end != 0 && peer.connection.phase == .streaming {
      return drop(peer)
    } else if peer.connection.phase == .answering {
      // The bytes or the end stay unread until the request is answered. Until then, watching would wake the thread at
      // once.
      peer.watched = 0
      core.poll.change(peer.file.number, peer.tag, 0)
      return
    }
    flush(peer)
  }

  private func read(_ peer: Peer) {
    let number = peer.file.number
    let count = unsafe scratch.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
    if count > 0 {
      handle(peer.connection.receive(scratch.span.extracting(..<count), at: now), peer)
    } else if count == 0 {
      peer.connection.endInput()
    } else if errno != EAGAIN, errno != EINTR {
      drop(peer)
    }
  }

  private func handle(_ event: HTTPConnection.Event?, _ peer: Peer) {
    switch event {
    case .request(let request): core.handler(request, HTTPExchange(core, peer.tag))
    case .refused(let refusal): core.refused(refusal)
    case nil: break
    }
  }

  /// Also reads the next request after a response, and watches for the next events.
  private func flush(_ peer: Peer) {
    repeat {
      while peer.connection.unsent > 0 {
        let count = unsafe peer.connection.output.withUnsafeBytes { bytes in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[peer.connection.sent...])
          return unsafe send(peer.file.number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        guard count >= 0 else {
          if errno == EINTR { continue }
          if errno == EAGAIN { break }
          return drop(peer)
        }
        peer.connection.wrote(count, at: now)
      }
      guard let event = peer.connection.resume(at: now) else { break }
      handle(event, peer)
    } while true
    if peer.connection.phase == .closed { return drop(peer) }
    if peer.connection.phase != .streaming { peer.endStream() }
    if peer.connection.phase == .lingering, !peer.hasEnded {
      peer.hasEnded = true
      shutdown(peer.file.number, Int32(SHUT_WR))
    }
    if let deadline = peer.connection.deadline { nextCheck = min(nextCheck ?? deadline, deadline) }
    watch(peer)
  }

  private func watch(_ peer: Peer) {
    let phase = peer.connection.phase
    // A client seldom sends more before it has its answer; to keep watching for input saves two system calls.
    if phase == .answering, peer.watched == HTTPPoll.input { return }
    let wanted =
      (peer.connection.wantsInput ? HTTPPoll.input : 0) | (peer.connection.unsent > 0 ? HTTPPoll.output : 0)
      | (phase == .streaming ? HTTPPoll.end : 0)
    if wanted == peer.watched { return }
    peer.watched = wanted
    core.poll.change(peer.file.number, peer.tag, wanted)
  }

  // MARK: - Time

  /// In milliseconds; -1 when there is no deadline.
  private func pollTimeout() -> Int32 {
    guard let due = [nextCheck, pausedUntil].compactMap(\.self).min() else { return -1 }
    let left = (due - .now).components
    return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  private func expire() {
    if let time = pausedUntil, now >= time {
      pausedUntil = nil
      core.poll.change(core.listener, Self.listenerTag, HTTPPoll.input)
    }
    guard let time = nextCheck, now >= time else { return }
    nextCheck = nil
    for case let peer? in peers {
      guard let deadline = peer.connection.deadline else { continue }
      if now >= deadline {
        handle(peer.connection.expire(at: now), peer)
        flush(peer)
      } else {
        nextCheck = min(nextCheck ?? deadline, deadline)
      }
    }
  }
}
