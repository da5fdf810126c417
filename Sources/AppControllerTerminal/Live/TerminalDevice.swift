internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// A terminal that an app controls alone: its input and output, its signals, and its settings.
///
/// One thread reads and handles the signals, so that they arrive even when the main actor is busy. Output that the
/// terminal does not accept at once is kept, and new output is refused until it is written, so that a slow terminal
/// blocks nothing.
final class TerminalDevice: Sendable {
  enum Event: Sendable, Equatable {
    case keys([TerminalKey])
    /// Answers to questions, or a report that the colours have changed.
    case replied([TerminalReply])
    /// The size has changed, or another program has used the terminal meanwhile: everything has to be drawn again.
    case changed
    case drained
    /// The signal that asks the app to end.
    case ending(Int32)
    case gone
  }

  private struct State: ~Copyable {
    var isActive = false
    var guardian: TerminalGuardian?
    var heldOutput: HeldOutput?
    /// The output that the terminal has not accepted yet.
    var rest: [UInt8] = []
    /// The signal that asked the app to end.
    var ending: Int32?
    var decoder = KeyDecoder()
    /// The number of series of questions whose last answer has not come.
    var unanswered = 0
    /// Whether the input has ended or failed.
    var isGone = false
    /// Whether the terminal reports the mouse while it is taken.
    var hasMouse: Bool
  }

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGTSTP, SIGWINCH]

  /// The stream ends when the terminal is released.
  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let input: Int32
  private let output: FileDescriptor
  private let signals: LocalPipe
  private let settings: TerminalSettings
  private let end: [UInt8]
  private let state: Mutex<State>
  /// The time that the app has to end after a signal, before it is ended as if by a second signal.
  private let patience: Duration

  /// Fails when input or output is not a terminal; nothing changes before ``acquire()``.
  init?(input: Int32, output: Int32, hasMouse: Bool, mayHavePictures: Bool = false, patience: Duration) {
    guard let settings = TerminalSettings(of: input), isatty(output) == 1, let signals = LocalPipe(of: "signals") else {
      return nil
    }
    // The terminal is opened again, because `O_NONBLOCK` on the inherited file description would affect the shell too.
    var file = unsafe open("/proc/self/fd/\(output)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if file < 0 { file = fcntl(output, F_DUPFD_CLOEXEC, 3) }
    if file < 0 { return nil }
    state = Mutex(State(hasMouse: hasMouse))
    self.settings = settings
    end = TerminalSequences.end(deletingPictures: mayHavePictures)
    self.patience = patience
    self.input = input
    self.output = FileDescriptor(number: file, path: "the terminal")
    self.signals = signals
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Earlier input is ignored then.
  var isEnding: Bool { state.withLock { $0.ending != nil } }

  /// In cells.
  var size: (columns: Int, rows: Int) { TerminalSettings.size(of: output.number) }
}

// MARK: - For the main actor

extension TerminalDevice {
  /// Returns whether the reading thread could be started; if not, nothing has changed.
  func acquire() -> Bool {
    for number in Self.endings + Self.others { _ = terminal_signal_tell(number, signals.writer.number) }
    enter(startsGuardian: true)
    let number = DetachedThread.start { self.run() }
    if number != 0 { release() }
    return number == 0
  }

  /// Does nothing when the terminal is not taken.
  func release() {
    awaitAnswers()
    leave()
    // The kept output is written when it is complete and the terminal is restored.
    state.withLock { $0.heldOutput = nil }
    let guardian = state.withLock { $0.guardian.take() }
    guardian?.end()
    for number in Self.endings + Self.others { terminal_signal_reset(number) }
    // The thread sees that the terminal is released, and ends.
    wakeThread(0)
    continuation.finish()
  }

  /// Returns false while earlier output is still waiting, after which ``Event/drained`` follows.
  func write(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.isActive, state.rest.isEmpty else { return false }
      let count = Self.write(bytes[...], to: output.number)
      if count < bytes.count {
        state.rest = Array(bytes[count...])
        wakeThread(0)
      }
      return true
    }
  }

  /// Each series of questions ends with one that is answered by ``TerminalReply/attributes``.
  func ask(_ questions: [UInt8]) {
    if write(questions) { state.withLock { $0.unanswered += 1 } }
  }

  /// Waits for answers that are under way, at most half a second, so that they do not become input of the next program.
  private func awaitAnswers() {
    for _ in 0..<50 where state.withLock({ $0.unanswered > 0 && $0.isActive && !$0.isGone }) { usleep(10_000) }
  }

  /// Also holds whenever the terminal is taken again; the sequence turns the reports on or off.
  func toggleMouse() -> (isTaken: Bool, sequence: [UInt8]) {
    state.withLock { state in
      state.hasMouse.toggle()
      return (state.hasMouse, state.hasMouse ? TerminalSequences.takeMouse : TerminalSequences.leaveMouse)
    }
  }

  private func enter(startsGuardian: Bool) {
    state.withLock { state in
      if startsGuardian { startGuardian(&state) }
      TerminalSettings.apply(settings.own, to: input)
      Self.writeAll(
        TerminalSequences.begin + (state.hasMouse ? TerminalSequences.takeMouse : []), to: output.number)
      state.isActive = true
    }
  }

  private func startGuardian(_ state: inout State) {
    state.heldOutput = HeldOutput(for: output.number)
    state.guardian = TerminalGuardian.start(
      terminal: output.number, settings: (settings.own, settings.former), text: end,
      words: state.heldOutput?.reader ?? -1)
    // Without a guardian process, which would keep the output, the output is shown at once.
    if state.guardian == nil { state.heldOutput = nil }
  }

  private func leave() {
    state.withLock { state in
      guard state.isActive else { return }
      state.isActive = false
      state.rest = []
      // The settings are restored first: input typed after the app has disappeared is meant for the next program, and
      // has to be kept.
      TerminalSettings.apply(settings.former, to: input)
      Self.writeAll(end, to: output.number)
    }
  }

  /// Writes the bytes that the terminal accepts at once.
  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      // A signal handler that ends this process has restored the terminal.
      unsafe FileSystem.writeAll(bytes) {
        terminal_is_given_back() ? 0 : unsafe Glibc.write(file, $0.baseAddress, $0.count)
      }
    }
  }

  /// Waits for a moment if the terminal is slow.
  private static func writeAll(_ text: [UInt8], to file: Int32) {
    var rest = text[...]
    for _ in 0..<10 where !rest.isEmpty {
      rest = rest.dropFirst(write(rest, to: file))
      if rest.isEmpty { return }
      var output = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&output, 1, 100)
    }
  }

  private func wakeThread(_ number: UInt8) {
    var byte = number
    _ = unsafe Glibc.write(signals.writer.number, &byte, 1)
  }
}

// MARK: - The thread

extension TerminalDevice {
  /// In milliseconds; an Escape without the rest of a sequence then counts as the Escape key.
  private static let escapeTimeout: Int32 = 50

  private func run() {
    var bytes = [UInt8](repeating: 0, count: 1024)
    defer { Secret.wipe(&bytes) }
    while true {
      let (isActive, isWaiting, isFull) = state.withLock { ($0.isActive, $0.decoder.isWaiting, !$0.rest.isEmpty) }
      guard isActive else { return }
      var files = [
        pollfd(fd: signals.reader.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isFull ? output.number : -1, events: Int16(POLLOUT), revents: 0),
      ]
      let count = unsafe poll(&files, nfds_t(files.count), isWaiting ? Self.escapeTimeout : -1)
      if count == 0 { send(state.withLock { $0.decoder.flush() }) }
      if files[0].revents != 0 { handleSignals(&bytes) }
      if files[1].revents != 0, !readKeys(&bytes) { return }
      if files[2].revents != 0 { drain() }
    }
  }

  private func readKeys(_ bytes: inout [UInt8]) -> Bool {
    // The read is under the lock, so that it takes no input of the next program after the terminal was released.
    let result = state.withLock { state -> (count: Int, reason: Int32)? in
      guard state.isActive, !terminal_is_given_back() else { return nil }
      // The input may have been discarded since; then a read would block while it holds the lock.
      var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&ready, 1, 0) > 0 else { return (-1, EAGAIN) }
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
      return (count, errno)
    }
    guard let (count, reason) = result else { return false }
    if count < 0, reason == EINTR || reason == EAGAIN { return true }
    guard count > 0 else {
      state.withLock { $0.isGone = true }
      continuation.yield(.gone)
      return false
    }
    let (keys, replies) = state.withLock { state in
      let keys = state.decoder.decode(bytes[..<count])
      let replies = state.decoder.takeReplies()
      state.unanswered = max(0, state.unanswered - replies.count { $0 == .attributes })
      return (keys, replies)
    }
    send(keys)
    if !replies.isEmpty { continuation.yield(.replied(replies)) }
    for index in 0..<count { bytes[index] = 0 }
    return true
  }

  private func send(_ keys: [TerminalKey]) {
    if !keys.isEmpty { continuation.yield(.keys(keys)) }
  }

  private func drain() {
    let isDrained = state.withLock { state in
      state.rest.removeFirst(Self.write(state.rest[...], to: output.number))
      return state.rest.isEmpty
    }
    if isDrained { continuation.yield(.drained) }
  }

  private func handleSignals(_ bytes: inout [UInt8]) {
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(signals.reader.number, $0.baseAddress, $0.count) }
    for byte in bytes.prefix(max(0, count)) {
      switch Int32(byte) {
      case SIGWINCH: continuation.yield(.changed)
      case SIGTSTP: suspend()
      case let number where Self.endings.contains(number): end(by: number)
      // The byte only wakes the thread.
      default: break
      }
    }
  }

  private func suspend() {
    leave()
    terminal_signal_perform(SIGTSTP)
    _ = terminal_signal_tell(SIGTSTP, signals.writer.number)
    enter(startsGuardian: false)
    continuation.yield(.changed)
  }

  /// The second signal ends the process, and so does the first when the app does not react.
  ///
  /// A function of a provider that does not return may block the main actor.
  private func end(by number: Int32) {
    let isAgain = state.withLock { state in
      defer { state.ending = number }
      return state.ending != nil
    }
    continuation.yield(.ending(number))
    if isAgain { return Self.die(by: number, self) }
    let watchdog = Watchdog { _, _ in
      if self.state.withLock({ $0.isActive }) { Self.die(by: number, self) }
    }
    watchdog.begin("the end", within: patience)
  }

  private static func die(by number: Int32, _ device: TerminalDevice) {
    // Answers are not read any more.
    device.state.withLock { $0.unanswered = 0 }
    device.release()
    terminal_signal_perform(number)
  }
}

/// Holds back the output to standard output and standard error while the terminal shows a screen.
///
/// A provider in this process may print, a library may warn, and the runtime may explain a crash. Such output would
/// damage the screen, and the next frame would erase it. Instead it goes into a pipe; its reader keeps it until the
/// terminal is restored. A file descriptor that does not refer to this terminal stays unchanged.
struct HeldOutput: ~Copyable {
  /// The pipe, whose read end stays open in this process too, so that a write does not raise SIGPIPE when the reader is
  /// gone.
  private let words: LocalPipe
  private var former: [(number: Int32, copy: Int32)] = []

  /// Fails when no pipe can be made.
  init?(for terminal: Int32) {
    guard let words = LocalPipe(of: "words") else { return nil }
    self.words = words
    terminal_flush()
    for number in [STDOUT_FILENO, STDERR_FILENO] where Self.device(of: number) == Self.device(of: terminal) {
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
      if copy < 0 { continue }
      former.append((number, copy))
      dup2(self.words.writer.number, number)
    }
  }

  var reader: Int32 { words.reader.number }

  private static func device(of file: Int32) -> dev_t? {
    var status = stat()
    guard isatty(file) == 1, unsafe fstat(file, &status) == 0 else { return nil }
    return status.st_rdev
  }

  deinit {
    terminal_flush()
    for (number, copy) in former {
      dup2(copy, number)
      close(copy)
    }
  }
}

/// A pipe between parts of this process; child programs do not inherit it, and its ends do not block.
struct LocalPipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  /// Fails when no file descriptors are left.
  init?(of content: String) {
    guard let ends = Self.makeEnds() else { return nil }
    reader = FileDescriptor(number: ends.reading, path: "a pipe of \(content)")
    writer = FileDescriptor(number: ends.writing, path: "a pipe of \(content)")
  }

  /// Nil when no file descriptors are left.
  static func makeEnds() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }
}
