internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// The host's end of the connection to a provider's process: sends frames, and waits for the replies.
///
/// ``ChildMachine`` decides, and the link does it. Each message of the process that is no reply goes to the
/// ``HostContext`` at once, on the thread that reads it. No behaviour of the process can make a wait exceed its
/// deadline.
final class ChildLink: Sendable {
  private struct State {
    var machine = ChildMachine()
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let child: ChildProcess
  private let context: HostContext
  private let state = Mutex(State())
  /// Held from a read until its messages are delivered, so that they keep their order.
  private let reading = Mutex(())
  private let reaped = Bell()
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
    let watcher = Watcher()
    self.context = context
    readTimeout = min(max(patience, .milliseconds(1)), .milliseconds(10)).nanoseconds
    child = try ChildProcess(
      program,
      ChildProcess.Handlers(
        readable: { watcher.link?.readOnWatch() },
        line: { stream, line in
          context.log(.debug, "\(stream == .output ? "standard output" : "standard error"): \(line)")
        },
        exit: { watcher.exit($0) }
      )
    )
    makeWaiting()
    watcher.begin(self)
  }

  /// The watching thread does not keep the link alive, and may be told of the end before there is one.
  private final class Watcher: Sendable {
    private let target = Mutex(Target())

    private struct Target {
      weak var link: ChildLink?
      var exit: ChildExit?
    }

    var link: ChildLink? { target.withLock { $0.link } }

    func begin(_ link: ChildLink) {
      let exit = target.withLock { target in
        target.link = link
        return target.exit
      }
      if let exit { link.exit(exit) }
    }

    func exit(_ exit: ChildExit) {
      let link = target.withLock { target in
        target.exit = exit
        return target.link
      }
      link?.exit(exit)
    }
  }

  func machine<Value: Sendable>(_ body: (inout ChildMachine) -> Value) -> Value {
    state.withLock { body(&$0.machine) }
  }

  /// Blocks for at most a second.
  func limit(_ limits: ChildLimits) { child.limit(limits) }

  var lastOutput: String { child.lastOutput }

  /// Has no effect on a process that is ending.
  func kill(_ end: ChildMachine.End) {
    if machine({ $0.abandon(end) }) { child.kill() }
  }

  /// Kills the process unless its reply is there by now: it may be unread, or not taken, because this process was too
  /// busy.
  func expire(_ limit: Duration) {
    read()
    if machine({ $0.expire(limit) }) { child.kill() }
  }

  /// Kills it even if it is ending already.
  func kill() { child.kill() }

  private func exit(_ exit: ChildExit) {
    // The rest, whichever thread is the reader.
    _ = hear()
    let waiter = state.withLock { state in
      state.machine.exit(exit)
      return state.waiter.take()
    }
    waiter?.resume()
    reaped.ring()
    context.wakeAll()
    context.noteEnd()
  }
}

// MARK: - Receiving

extension ChildLink {
  func arm() {
    machine { $0.handOver() }
    child.arm()
  }

  /// No message is delivered before the main actor's next turn anyway, and if the next question comes first, the thread
  /// is not needed at all.
  func armSoon() {
    guard machine({ $0.leave() }) else { return }
    Task { @MainActor in
      if machine({ $0.handOverIfDue() }) { child.arm() }
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
      if let reply = read(waits: true) { return reply }
      let (reply, isOver) = machine { ($0.takeReply(), $0.end != nil || $0.isClosed) }
      if let reply { return reply }
      if isOver { return readReply() }
      // Most replies have arrived by now, without a look at the clock.
      let now = Self.now
      let end = deadline ?? now - readTimeout + limit.nanoseconds
      if now >= end { return nil }
      deadline = end
    }
  }

  /// Waits until the process has been reaped, or until a reply if `orReply`.
  func wait(orReply: Bool = true) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard !orReply || !state.machine.hasReply, !state.machine.isReaped else { return false }
        state.waiter = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Blocks for at most two seconds; the kernel reaps a process that has ended or was killed soon.
  func awaitEnd() {
    if !machine({ $0.isReaped }) { reaped.wait(atMost: .seconds(2)) }
  }

  /// The watching thread has read most replies; that of a process that has ended since may be unread.
  func readReply() -> FromChild? {
    if let reply = machine({ $0.takeReply() }) { return reply }
    read()
    return machine { $0.takeReply() }
  }

  /// Kills the process when it violates the protocol; returns the reply to who waits for it, and stores it otherwise.
  @discardableResult
  func read(isOnWatch: Bool = false, waits: Bool = false) -> FromChild? {
    let heard = hear(isOnWatch: isOnWatch, waits: waits)
    if heard.isBroken { child.kill() } else if heard.isClosed { expectEnd() }
    return waits ? heard.reply : nil
  }

  /// Gives the process a second to exit by itself, because its exit status tells more than a kill.
  private func expectEnd() {
    _ = DetachedThread.start { [weak self] in
      sleep(1)
      if let self, !child.hasEnded { kill(.closed) }
    }
  }

  private func readOnWatch() {
    read(isOnWatch: true)
    switch machine({ $0.watching }) {
    case .goesOn: child.arm()
    case .pauses: Task { @MainActor in if machine({ $0.resume() }) { child.arm() } }
    case .ends: break
    }
  }

  private func hear(isOnWatch: Bool = false, waits: Bool = false) -> ChildMachine.Heard {
    let (heard, waiter) = reading.withLock { _ -> (ChildMachine.Heard, CheckedContinuation<Void, Never>?) in
      let heard = state.withLock { state in
        state.machine.listens(isOnWatch: isOnWatch) ? receive(&state.machine, waits: waits) : ChildMachine.Heard()
      }
      // Events that precede a reply are delivered before the reply can be taken, on any thread.
      for event in heard.events { deliver(event) }
      guard let reply = heard.reply, !waits else { return (heard, nil) }
      return state.withLock { state in
        state.machine.store(reply)
        return (heard, state.waiter.take())
      }
    }
    // The waiter is resumed without the lock, because it reads at once.
    waiter?.resume()
    return heard
  }

  /// Waits for at most the socket's timeout.
  private func receive(_ machine: inout ChildMachine, waits: Bool) -> ChildMachine.Heard {
    var heard = ChildMachine.Heard()
    // The number of turns is bounded, because the process may write as fast as this loop reads.
    for turn in 0..<64 {
      // The rest of a frame is waited for in one call, and once, because the process decides when it comes.
      let isInFrame = machine.missing > 0
      let isWaiting = waits && (turn == 0 || turn == 1 && isInFrame)
      let mode = !isWaiting ? Int32(MSG_DONTWAIT) : isInFrame ? Int32(MSG_WAITALL) : 0
      var isFull = false
      let count = unsafe machine.hear(&heard) { room in
        let count = unsafe recv(child.socket, room.baseAddress, room.count, mode)
        isFull = count == room.count
        return count < 0 && errno != EINTR && errno != EAGAIN ? 0 : count
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 || heard.isBroken { break }
      // What comes after the reply is read later. A read that did not fill the room has emptied the socket; another one
      // costs a system call.
      if waits, heard.reply != nil { break }
      if !isFull, !waits || turn > 0 || machine.missing == 0 { break }
    }
    return heard
  }

  private func deliver(_ event: FromChild) {
    switch event {
    case .request(let request): _ = context.send(request)
    case .wake(let sequence): _ = context.wake(sequence)
    case .tick: _ = context.requestTick()
    case .log(let level, let text): context.log(level, text)
    case .hello, .lacking, .started, .refused, .answer, .done: break
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
  /// The reply to it is due, unless there is none; another thread sends the rest that the socket does not accept at
  /// once.
  func send(_ bytes: [UInt8], expecting due: ChildMachine.Due? = nil, polls: Bool = true) {
    // This thread and the watching thread must not disturb each other.
    if machine({ $0.begin(due, polls: polls) }) { child.disarm() }
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
        while sent < bytes.count, machine({ $0.end == nil }) {
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
