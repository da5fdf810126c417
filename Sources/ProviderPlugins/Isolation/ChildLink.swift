internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// The host's end of the connection to a provider's process: sends, and waits for the reply.
///
/// Nothing that the process does makes it wait longer than the deadlines.
final class ChildLink: Sendable {
  let inbox: ChildInbox
  private let child: ChildProcess
  /// How many nanoseconds a read waits, when it does.
  private let moment: Int

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - program: What is run.
  ///   - context: Receives what the instance asks of its host.
  ///   - patience: How long a reply is to be waited for; between one and ten milliseconds of it are waited in one piece.
  /// - Throws: ``PluginError`` with the code `ACK2211`.
  init(_ program: ChildProcess.Program, _ context: HostContext, patience: Duration) throws(PluginError) {
    let inbox = ChildInbox(context)
    let reader = Reader()
    self.inbox = inbox
    moment = min(max(patience, .milliseconds(1)), .milliseconds(10)).nanoseconds
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
    inbox.handOver()
    child.arm()
  }

  /// Has the watching thread read what comes from the main actor's next turn on.
  ///
  /// Nobody is told before that turn anyway, and when the next question comes first the thread is not needed at all.
  func armSoon() {
    guard inbox.leave() else { return }
    Task { @MainActor in
      if inbox.handOverIfDue() { child.arm() }
    }
  }

  /// Has a read wait for a moment, unless it says otherwise: one system call less than to wait and then to read.
  private func makeWaiting() {
    var time = timeval(tv_sec: 0, tv_usec: moment / 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    // Without a limit a read must not wait at all: then waiting keeps the processor busy, and is no less right.
    if unsafe setsockopt(child.socket, SOL_SOCKET, SO_RCVTIMEO, &time, size) != 0 { return }
    _ = fcntl(child.socket, F_SETFL, 0)
  }

  /// Waits for the reply on this thread.
  ///
  /// - Parameter limit: How long at most, but for a tick of the kernel, which is some milliseconds.
  /// - Returns: The reply; `nil` when it has not come, or nothing comes any more.
  func poll(atMost limit: Duration) -> ChildMessage? {
    var deadline: Int?
    while true {
      read(waits: true)
      if let reply = inbox.takeReply() { return reply }
      if inbox.end != nil || inbox.isClosed {
        // It may have ended right after its reply.
        read()
        return inbox.takeReply()
      }
      // Most replies are there by now, and nobody has to know the time.
      let now = Self.now
      let end = deadline ?? now - moment + limit.nanoseconds
      if now >= end { return nil }
      deadline = end
    }
  }

  /// Reads what there is; a process that breaks a rule is killed.
  ///
  /// - Parameters:
  ///   - isOnWatch: Whether this is the watching thread.
  ///   - waits: Whether it waits for a moment when there is nothing.
  func read(isOnWatch: Bool = false, waits: Bool = false) {
    let wasClosed = inbox.isClosed
    if inbox.read(from: child.socket, isOnWatch: isOnWatch, waits: waits) != nil { return child.kill() }
    if !wasClosed, inbox.isClosed { expectEnd() }
  }

  /// Gives a process that has closed its connection the time to end by itself, which tells more than being killed.
  private func expectEnd() {
    _ = DetachedThread.start { [weak self] in
      sleep(1)
      self?.kill(.closed)
    }
  }

  /// Reads what came since somebody read last, whoever is to read: the process has ended, and nothing else comes.
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
  /// Sends a frame.
  ///
  /// What the process does not take at once is sent by another thread.
  ///
  /// - Parameters:
  ///   - bytes: The frame.
  ///   - polls: Whether this thread reads from now on.
  func send(_ bytes: [UInt8], polls: Bool = true) {
    inbox.drain()
    // This thread must not be disturbed by the watching thread, nor the other way round.
    if polls, inbox.takeOver() { child.disarm() }
    let sent = unsafe bytes.withUnsafeBytes { unsafe Self.write($0, to: child.socket) }
    guard sent < bytes.count else { return }
    let rest = Secret(bytes.span.extracting(droppingFirst: sent))
    // Without a thread the reply never comes, and the deadline passes.
    _ = DetachedThread.start { [self] in writeSlowly(rest) }
  }

  /// Writes as much as can be written without waiting.
  private static func write(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    unsafe FileSystem.writeAll(bytes) {
      unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
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

extension ChildProcess.Program {
  /// The program that serves a provider.
  ///
  /// - Parameters:
  ///   - options: Which executable it is.
  ///   - home: The folder of the provider's own.
  init(_ options: ProviderChild.Options, home: String?) {
    self.init(
      path: options.executable ?? "/proc/self/exe",
      arguments: [options.executable ?? CommandLine.arguments.first ?? "provider", ProviderChild.argument],
      environment: Self.environment(home: home)
    )
  }

  /// What of this process's environment says how to write and where libraries are, and nothing about the user.
  private static let passedOn = [
    "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "TZ",
    "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
  ]

  private static func environment(home: String?) -> [String: String] {
    var environment: [String: String] = [:]
    for name in passedOn {
      // What is no text would be another one when it is repaired.
      if let value = try? SystemText.variable(name) { environment[name] = value }
    }
    environment["PATH"] = "/usr/bin:/bin"
    if let home { (environment["HOME"], environment["TMPDIR"]) = (home, home) }
    // A crash would start a debugger, which the process may not, and take seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // An app that does not know what it was started for begins as an app, and would start processes in turn.
    environment[ProviderChild.mark] = "1"
    return environment
  }
}
