internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// The host's end of the connection to a provider's process: sends frames, and waits for the replies.
///
/// No behaviour of the process can make a wait exceed its deadline.
final class ChildLink: Sendable {
  let inbox: ChildConversation
  private let child: ChildProcess
  /// The timeout of a blocking read, in nanoseconds.
  private let readTimeout: Int

  /// Throws `ACK2211`; one read waits for the patience, but from one to ten milliseconds.
  ///
  /// The broker is the child's end of the socket to ``Broker``; `nil` for none.
  init(
    _ program: ChildProcess.Program, _ context: HostContext, broker: Int32? = nil, patience: Duration
  ) throws(PluginError) {
    var program = program
    program.broker = broker
    let inbox = ChildConversation(context)
    let reader = Reader()
    self.inbox = inbox
    readTimeout = min(max(patience, .milliseconds(1)), .milliseconds(10)).nanoseconds
    child = try ChildProcess(
      program,
      ChildProcess.Handlers(
        readable: { reader.link?.readOnWatch() },
        line: { stream, line in
          context.log(.debug, "\(stream == .output ? "standard output" : "standard error"): \(line)")
        },
        exit: { exit in
          reader.link?.readTheRest()
          inbox.close(exit)
        }
      )
    )
    reader.link = self
    makeWaiting()
  }

  /// The reader does not keep the link alive.
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

  /// Blocks for at most a second.
  func limit(_ limits: ChildLimits) { child.limit(limits) }

  var lastOutput: String { child.lastOutput }

  /// Has no effect on a process that is ending.
  func kill(_ end: ChildConversation.End) {
    if inbox.abandon(end) { child.kill() }
  }

  /// Kills the process unless its reply is there by now: it may be unread, or not taken, because this process was too
  /// busy.
  func expire(_ limit: Duration) {
    read()
    if !inbox.hasReply { kill(.hung(limit)) }
  }

  /// Kills it even if it is ending already.
  func kill() { child.kill() }
}

// MARK: - Receiving

extension ChildLink {
  func arm() {
    inbox.handOver()
    child.arm()
  }

  /// No message is delivered before the main actor's next turn anyway, and if the next question comes first, the thread
  /// is not needed at all.
  func armSoon() {
    guard inbox.leave() else { return }
    Task { @MainActor in
      if inbox.handOverIfDue() { child.arm() }
    }
  }

  /// Saves the system call of a separate wait.
  private func makeWaiting() {
    var time = timeval(tv_sec: 0, tv_usec: readTimeout / 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    // Without a timeout a read must not wait at all; polling then keeps the processor busy, but is still correct.
    if unsafe setsockopt(child.socket, SOL_SOCKET, SO_RCVTIMEO, &time, size) != 0 { return }
    _ = fcntl(child.socket, F_SETFL, 0)
  }

  /// A tick of the kernel may exceed the limit by some milliseconds; `nil` when the reply has not arrived in time, or
  /// cannot arrive any more.
  func poll(atMost limit: Duration) -> FromChild? {
    var deadline: Int?
    while true {
      read(waits: true)
      if let reply = inbox.takeReply() { return reply }
      if inbox.end != nil || inbox.isClosed {
        // The process may have ended right after its reply.
        read()
        return inbox.takeReply()
      }
      // Most replies have arrived by now, without a look at the clock.
      let now = Self.now
      let end = deadline ?? now - readTimeout + limit.nanoseconds
      if now >= end { return nil }
      deadline = end
    }
  }

  /// Kills the process when it violates the protocol.
  func read(isOnWatch: Bool = false, waits: Bool = false) {
    let wasClosed = inbox.isClosed
    if inbox.read(from: child.socket, isOnWatch: isOnWatch, waits: waits) != nil { return child.kill() }
    if !wasClosed, inbox.isClosed { expectEnd() }
  }

  /// Gives the process a second to exit by itself, because its exit status tells more than a kill.
  private func expectEnd() {
    _ = DetachedThread.start { [weak self] in
      sleep(1)
      if let self, !child.hasEnded { kill(.closed) }
    }
  }

  /// Reads the remaining messages of a process that has ended, whichever thread is the reader.
  private func readTheRest() { _ = inbox.read(from: child.socket) }

  private func readOnWatch() {
    read(isOnWatch: true)
    if inbox.isPolled || inbox.isClosed || !(inbox.end == nil || inbox.end == .unwanted) { return }
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
  /// Another thread sends the rest that the socket does not accept at once.
  func send(_ bytes: [UInt8], polls: Bool = true) {
    inbox.drain()
    // This thread and the watching thread must not disturb each other.
    if polls, inbox.takeOver() { child.disarm() }
    let sent = unsafe bytes.withUnsafeBytes { unsafe Self.write($0, to: child.socket) }
    guard sent < bytes.count else { return }
    let rest = Secret(bytes.span.extracting(droppingFirst: sent))
    // If the thread cannot be started, the reply never arrives, and the deadline passes.
    _ = DetachedThread.start { [self] in writeSlowly(rest) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    unsafe FileSystem.writeAll(bytes) {
      unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

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
  /// A longer duration is limited to half of the range.
  fileprivate var nanoseconds: Int {
    let (whole, isOver) = Int(clamping: components.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    // Half of the range is 146 years, and leaves room for additions.
    return isOver ? .max / 2 : min(.max / 2, whole) + Int(components.attoseconds / 1_000_000_000)
  }
}

extension ChildProcess.Program {
  init(_ options: ProviderChild.Options, home: String?) {
    self.init(
      path: options.executable ?? "/proc/self/exe",
      arguments: [options.executable ?? CommandLine.arguments.first ?? "provider", ProviderChild.argument],
      environment: Self.environment(home: home)
    )
  }

  /// The variables of this process's environment that the child inherits: locale, time zone, library path and sanitizer
  /// options, but nothing about the user.
  private static let passedOn = [
    "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "TZ",
    "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
  ]

  private static func environment(home: String?) -> [String: String] {
    var environment: [String: String] = [:]
    for name in passedOn {
      // A value that is not UTF-8 is left out, because a repaired one would be another value.
      if let value = try? SystemText.variable(name) { environment[name] = value }
    }
    environment["PATH"] = "/usr/bin:/bin"
    if let home { (environment["HOME"], environment["TMPDIR"]) = (home, home) }
    // A crash would start a debugger, which the sandbox forbids, and take seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // The mark stops an app that does not handle the request to serve a provider: it would start as an app, and start
    // processes in turn.
    environment[ProviderChild.mark] = "1"
    return environment
  }
}
