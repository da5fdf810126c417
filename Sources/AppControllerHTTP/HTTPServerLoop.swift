internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// What the server's thread does: moves bytes between sockets and connections until it is told to stop.
final class HTTPServerLoop {
  /// The socket that listens, until the end of the server.
  final class Listener: Sendable {
    private let socket: Mutex<HTTPSocket?>
    let number: Int32

    init(_ socket: consuming sending HTTPSocket) {
      number = socket.file.number
      self.socket = Mutex(socket)
    }

    func close() { socket.withLock { $0 = nil } }
  }

  /// A client.
  private final class Peer {
    let tag: UInt64
    let file: FileDescriptor
    var connection: HTTPConnection
    /// What the file is watched for, which may be more than what is waited for.
    var watched = HTTPPoll.Readiness.input
    var stream: HTTPStream?
    /// The bytes of the stream that are in the output.
    var streamed = 0
    var hasEnded = false

    init(_ tag: UInt64, _ file: consuming FileDescriptor, _ connection: HTTPConnection) {
      self.tag = tag
      self.file = file
      self.connection = connection
    }
  }

  private static let listenerTag = UInt64.max - 1

  private let listener: Listener
  private let mailbox: HTTPMailbox
  private let limits: HTTPLimits
  private let refused: (HTTPRefusal) -> Void
  private let handler: (HTTPRequest, HTTPExchange) -> Void

  /// The clients by the lower half of their tags; those above the limit of connections are being refused.
  private var peers: [Peer?]
  private var isStopped = false
  private var serial: UInt64 = 0
  private var now = HTTPConnection.Instant.now
  /// No connection expires before this time.
  private var nextCheck: HTTPConnection.Instant?
  /// The time at which connections are accepted again, after the system had no room for one.
  private var pausedUntil: HTTPConnection.Instant?
  private var scratch = [UInt8](repeating: 0, count: 32 * 1024)

  init(
    _ listener: Listener, _ mailbox: HTTPMailbox, _ limits: HTTPLimits, _ refused: @escaping (HTTPRefusal) -> Void,
    _ handler: @escaping (HTTPRequest, HTTPExchange) -> Void
  ) {
    self.listener = listener
    self.mailbox = mailbox
    self.limits = limits
    self.refused = refused
    self.handler = handler
    peers = Array(repeating: nil, count: limits.connections + max(64, limits.connections))
  }

  func run() {
    _ = mailbox.poll.add(listener.number, Self.listenerTag, .input)
    var messages: [HTTPMessage] = []
    while !isStopped {
      repeat {
        mailbox.take(&messages)
        for message in messages where !isStopped { deliver(message) }
      } while !messages.isEmpty && !isStopped
      if isStopped { break }
      let ready = mailbox.poll.wait(patience())
      mailbox.wake()
      now = .now
      for (tag, readiness) in ready {
        if tag != Self.listenerTag, let peer = peer(tag) { serve(peer, readiness) }
      }
      // Last, because those that have closed make room.
      if ready.contains(where: { $0.tag == Self.listenerTag }) { accept() }
      expire()
    }
    for case let peer? in peers { drop(peer) }
    for message in mailbox.close() {
      if case .beginStream(_, _, _, let stream) = message { stream.finish() }
    }
  }

  private func peer(_ tag: UInt64) -> Peer? {
    guard let peer = peers[Int(tag & 0xFFFF_FFFF)], peer.tag == tag else { return nil }
    return peer
  }

  // MARK: - Messages

  private func deliver(_ message: HTTPMessage) {
    switch message {
    case .answer(let tag, let response):
      guard let peer = peer(tag) else { return }
      peer.connection.answer(response, at: now)
      flush(peer)
    case .beginStream(let tag, let head, let heartbeat, let stream):
      guard let peer = peer(tag) else { return stream.finish() }
      peer.connection.beginStream(head, heartbeat: heartbeat, at: now)
      if peer.connection.phase == .streaming { peer.stream = stream } else { stream.finish() }
      flush(peer)
    case .send(let tag, let bytes):
      guard let peer = peer(tag) else { return }
      peer.streamed += bytes.count
      peer.connection.send(bytes, at: now)
      flush(peer)
    case .endStream(let tag):
      guard let peer = peer(tag) else { return }
      peer.stream = nil
      peer.streamed = 0
      peer.connection.endStream(at: now)
      flush(peer)
    case .close(let tag): if let peer = peer(tag) { drop(peer) }
    case .stop: isStopped = true
    }
  }

  // MARK: - Connections

  private func accept() {
    while true {
      let number = socket_accept(listener.number, UInt32(clamping: limits.responseTime.components.seconds * 1000))
      guard number >= 0 else {
        switch -number {
        case EINTR, ECONNABORTED: continue
        case EAGAIN: return
        default:
          // There are no files or no memory. The next one that closes makes room; until then, waiting must not spin.
          mailbox.poll.change(listener.number, Self.listenerTag, [])
          pausedUntil = now + .seconds(1)
          return
        }
      }
      let file = FileDescriptor(number: number, path: "")
      let isFull = !peers[..<limits.connections].contains { $0 == nil }
      let places = isFull ? limits.connections..<peers.count : 0..<limits.connections
      guard let place = places.first(where: { peers[$0] == nil }) else { continue }
      serial += 1
      let tag = serial << 32 | UInt64(place)
      guard mailbox.poll.add(number, tag, .input) else { continue }
      let connection =
        isFull
        ? HTTPConnection(limits, refusing: .tooManyConnections, at: now) : HTTPConnection(limits, at: now)
      let peer = Peer(tag, file, connection)
      peers[place] = peer
      if isFull { refused(.tooManyConnections) }
      flush(peer)
    }
  }

  private func drop(_ peer: Peer) {
    peers[Int(peer.tag & 0xFFFF_FFFF)] = nil
    peer.stream?.finish()
    peer.stream = nil
    if pausedUntil != nil { pausedUntil = now }
  }

  private func serve(_ peer: Peer, _ readiness: HTTPPoll.Readiness) {
    let isGone = !readiness.isDisjoint(with: .gone)
    if peer.connection.wantsInput {
      // A client that has closed may have sent something before; closing without reading it would take our last bytes
      // from the client.
      if isGone || readiness.contains(.input) { read(peer) }
    } else if isGone || readiness.contains(.end) && peer.connection.phase == .streaming {
      return drop(peer)
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
    case .request(let request): handler(request, HTTPExchange(mailbox, connection: peer.tag, limits))
    case .refused(let refusal): refused(refusal)
    case nil: break
    }
  }

  /// Sends what can be sent, reads on when a response is written, and watches for what is waited for.
  private func flush(_ peer: Peer) {
    let number = peer.file.number
    repeat {
      while peer.connection.unsent > 0 {
        let offset = peer.connection.sent
        let count = unsafe peer.connection.output.withUnsafeBytes { bytes in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
          return unsafe send(number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        guard count >= 0 else {
          if errno == EINTR { continue }
          if errno == EAGAIN { break }
          return drop(peer)
        }
        peer.connection.wrote(count, at: now)
        if let stream = peer.stream {
          let taken = peer.connection.unsent == 0 ? peer.streamed : min(count, peer.streamed)
          peer.streamed -= taken
          stream.took(taken)
        }
      }
      guard let event = peer.connection.resume(at: now) else { break }
      handle(event, peer)
    } while true
    let phase = peer.connection.phase
    if phase == .closed { return drop(peer) }
    if phase == .lingering, !peer.hasEnded {
      peer.hasEnded = true
      shutdown(number, Int32(SHUT_WR))
    }
    if let deadline = peer.connection.deadline { nextCheck = min(nextCheck ?? deadline, deadline) }
    watch(peer)
  }

  private func watch(_ peer: Peer) {
    var wanted: HTTPPoll.Readiness = peer.connection.wantsInput ? .input : []
    if peer.connection.unsent > 0 { wanted.insert(.output) }
    if peer.connection.phase == .streaming { wanted.insert(.end) }
    // While an answer is awaited, a client seldom sends more; watching on for it saves two system calls.
    if peer.connection.phase == .answering, peer.watched == .input { return }
    if wanted != peer.watched {
      peer.watched = wanted
      mailbox.poll.change(peer.file.number, peer.tag, wanted)
    }
  }

  // MARK: - Time

  /// The milliseconds until something is due; -1 when nothing is.
  private func patience() -> Int32 {
    guard let due = [nextCheck, pausedUntil].compactMap(\.self).min() else { return -1 }
    let left = (due - .now).components
    return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  private func expire() {
    if let time = pausedUntil, now >= time {
      pausedUntil = nil
      mailbox.poll.change(listener.number, Self.listenerTag, .input)
    }
    guard let time = nextCheck, now >= time else { return }
    nextCheck = nil
    for case let peer? in peers {
      guard let deadline = peer.connection.deadline else { continue }
      if now < deadline {
        nextCheck = min(nextCheck ?? deadline, deadline)
      } else {
        handle(peer.connection.expire(at: now), peer)
        flush(peer)
      }
    }
  }
}
