internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// The host's end of the connection to a provider's process: sends, and waits for the reply.
///
/// Nothing that the process does makes it wait longer than the deadlines.
final class ChildLink: Sendable {
  let inbox: ChildInbox
  private let child: ChildProcess

  /// Starts the process.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2211`.
  init(_ program: ChildProcess.Program, _ context: HostContext) throws(PluginError) {
    let inbox = ChildInbox(context)
    let reader = Reader()
    self.inbox = inbox
    child = try ChildProcess(
      program,
      ChildProcess.Handlers(
        readable: { reader.link?.readOnWatch() },
        line: { stream, line in
          context.log(.debug, "\(stream == .output ? "standard output" : "standard error"): \(line)")
        },
        exit: { inbox.close($0) }
      )
    )
    reader.link = self
  }

  /// Leads from the process's watching thread here, without keeping the process alive.
  private final class Reader: Sendable {
    private let target = Mutex(Target())

    private struct Target {
      weak var link: ChildLink?
    }

    var link: ChildLink? {
      get { target.withLock { $0.link } }
      set { target.withLock { $0.link = newValue } }
    }
  }

  /// What the process wrote last.
  var lastWords: String { child.lastWords }

  /// Kills the process, unless it is ending already.
  func kill(_ end: ChildInbox.End) {
    if inbox.abandon(end) { child.kill() }
  }

  /// Kills the process, whatever it was about to do.
  func kill() { child.kill() }
}

// MARK: - Receiving

extension ChildLink {
  /// Has the watching thread read what comes from now on.
  func arm() {
    inbox.isPolled = false
    child.arm()
  }

  /// Waits for the reply on this thread.
  ///
  /// - Parameter limit: How long at most.
  /// - Returns: The reply; `nil` when it has not come, or nothing comes any more.
  func poll(atMost limit: Duration) -> ChildMessage? {
    let deadline = Self.now + limit.nanoseconds
    while true {
      if let reply = inbox.takeReply() { return reply }
      if inbox.end != nil || inbox.isClosed {
        // It may have ended right after its reply.
        read()
        return inbox.takeReply()
      }
      let rest = deadline - Self.now
      if rest <= 0 { return nil }
      var socket = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
      if unsafe Glibc.poll(&socket, 1, Int32((rest + 999_999) / 1_000_000)) > 0 { read() }
    }
  }

  /// Reads what there is; a process that breaks a rule is killed.
  func read(isOnWatch: Bool = false) {
    let wasClosed = inbox.isClosed
    if inbox.read(from: child.socket, isOnWatch: isOnWatch) != nil { return child.kill() }
    if !wasClosed, inbox.isClosed { expectEnd() }
  }

  /// Gives a process that has closed its connection the time to end by itself, which tells more than being killed.
  private func expectEnd() {
    _ = DetachedThread.start { [weak self] in
      sleep(1)
      self?.kill(.closed)
    }
  }

  /// Keeps this thread from being disturbed by the watching thread, and the other way round.
  private func disarm() {
    inbox.isPolled = true
    child.disarm()
  }

  private func readOnWatch() {
    read(isOnWatch: true)
    if inbox.isPolled || inbox.isClosed || inbox.end != nil { return }
    guard inbox.isFlooded else { return child.arm() }
    Task { @MainActor in
      inbox.drain()
      if !inbox.isPolled { child.arm() }
    }
  }

  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

// MARK: - Sending

extension ChildLink {
  /// Sends a frame; from now on this thread reads.
  ///
  /// What the process does not take at once is sent by another thread.
  func send(_ bytes: [UInt8]) {
    disarm()
    inbox.drain()
    let sent = unsafe bytes.withUnsafeBytes { unsafe Self.write($0, to: child.socket) }
    guard sent < bytes.count else { return }
    let rest = Secret(bytes.span.extracting(droppingFirst: sent))
    // Without a thread the reply never comes, and the deadline passes.
    _ = DetachedThread.start { [self] in writeSlowly(rest) }
  }

  /// Writes as much as can be written without waiting.
  private static func write(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    var sent = 0
    while sent < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
      let count = unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return sent }
      sent += count
    }
    return sent
  }

  /// Writes for as long as the process lives.
  private func writeSlowly(_ bytes: Secret) {
    bytes.withUTF8Bytes { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        var sent = 0
        while sent < bytes.count, inbox.end == nil {
          var socket = pollfd(fd: child.socket, events: Int16(POLLOUT), revents: 0)
          _ = unsafe Glibc.poll(&socket, 1, 100)
          unsafe sent += Self.write(UnsafeRawBufferPointer(rebasing: bytes[sent...]), to: child.socket)
        }
      }
    }
  }
}

extension Duration {
  /// Whole nanoseconds; a time that is too long for that is the longest there is.
  fileprivate var nanoseconds: Int {
    let (whole, isOver) = Int(clamping: components.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    // Half of the range is 146 years, and leaves room for what it is added to.
    return isOver ? .max / 2 : min(.max / 2, whole) + Int(components.attoseconds / 1_000_000_000)
  }
}
