internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// A terminal that an app has to itself: the bytes both ways, the signals that are about it, and its settings.
///
/// One thread reads and handles the signals, so that these come through when the main actor is busy. What the terminal
/// does not take at once is kept, and nothing new is accepted until it has gone, so that a slow terminal stops nobody.
final class TerminalDevice: Sendable {
  /// Something that happens at the terminal.
  enum Event: Sendable, Equatable {
    case keys([TerminalKey])
    /// It has another size, or it was somebody else's meanwhile: everything is to be drawn anew.
    case changed
    /// It takes output again.
    case drained
    /// A signal asks the app to end.
    case ending(Int32)
    /// It is gone.
    case gone
  }

  private struct State: ~Copyable {
    var isActive = false
    var guardian: TerminalGuardian?
    var heldOutput: HeldOutput?
    /// What the terminal has not taken yet.
    var rest: [UInt8] = []
    /// The signal that the app was asked to end by.
    var ending: Int32?
    var decoder = KeyDecoder()
  }

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGTSTP, SIGWINCH]

  /// What happens, in order; it ends when the terminal is released.
  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let input: Int32
  private let output: FileDescriptor
  private let signals: LocalPipe
  private let settings: TerminalSettings
  private let state = Mutex(State())
  /// How long the app may take to end when a signal asks for it, before it is ended as by a second one.
  private let patience: Duration

  /// Prepares a terminal, or gives `nil` when input or output is none; nothing is changed before ``acquire()``.
  ///
  /// - Parameters:
  ///   - input: The file that keys come from.
  ///   - output: The file that is drawn to.
  ///   - patience: How long the app may take to end when a signal asks for it.
  init?(input: Int32, output: Int32, patience: Duration) {
    guard let settings = TerminalSettings(of: input), isatty(output) == 1, let signals = LocalPipe(of: "signals") else {
      return nil
    }
    // A description of our own, because one that does not block would not block the shell either.
    var file = unsafe open("/proc/self/fd/\(output)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if file < 0 { file = fcntl(output, F_DUPFD_CLOEXEC, 3) }
    if file < 0 { return nil }
    self.settings = settings
    self.patience = patience
    self.input = input
    self.output = FileDescriptor(number: file, path: "the terminal")
    self.signals = signals
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Whether a signal asks the app to end; nothing that was typed before is of interest then.
  var isEnding: Bool { state.withLock { $0.ending != nil } }

  /// How large it is.
  var size: (columns: UInt32, rows: UInt32) { TerminalSettings.size(of: output.number) }
}

// MARK: - For the main actor

extension TerminalDevice {
  /// Takes the terminal: its other screen, and keys one by one.
  ///
  /// - Returns: Whether a thread could be started to read it; if not, nothing has changed.
  func acquire() -> Bool {
    for number in Self.endings + Self.others { _ = terminal_signal_tell(number, signals.writer.number) }
    enter(startsGuardian: true)
    let number = DetachedThread.start { self.run() }
    if number != 0 { release() }
    return number == 0
  }

  /// Gives the terminal back as it was; nothing happens when it is not taken.
  func release() {
    leave()
    // The words are written when all of them are there, and the terminal is as it was.
    state.withLock { $0.heldOutput = nil }
    let guardian = state.withLock { $0.guardian.take() }
    guardian?.end()
    for number in Self.endings + Self.others { terminal_signal_reset(number) }
    // The thread sees it, and ends.
    tell(0)
    continuation.finish()
  }

  /// Shows something.
  ///
  /// - Returns: Whether it was taken; if not, the terminal has yet to show what came before, and ``Event/drained`` follows.
  func write(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.isActive, state.rest.isEmpty else { return false }
      let count = Self.write(bytes[...], to: output.number)
      if count < bytes.count {
        state.rest = Array(bytes[count...])
        tell(0)
      }
      return true
    }
  }

  private func enter(startsGuardian: Bool) {
    state.withLock { state in
      if startsGuardian { startGuardian(&state) }
      TerminalSettings.apply(settings.own, to: input)
      Self.writeAll(TerminalSequences.begin, to: output.number)
      state.isActive = true
    }
  }

  private func startGuardian(_ state: inout State) {
    state.heldOutput = HeldOutput(for: output.number)
    state.guardian = TerminalGuardian.start(
      terminal: output.number, settings: (settings.own, settings.former), text: TerminalSequences.end,
      words: state.heldOutput?.reader ?? -1)
    // Without somebody who keeps the words they are better seen at once.
    if state.guardian == nil { state.heldOutput = nil }
  }

  private func leave() {
    state.withLock { state in
      guard state.isActive else { return }
      state.isActive = false
      state.rest = []
      // The settings first: what is typed once the app is gone from sight is meant for whoever comes next, and kept.
      TerminalSettings.apply(settings.former, to: input)
      Self.writeAll(TerminalSequences.end, to: output.number)
    }
  }

  /// Writes what the terminal takes at once.
  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      // What ends this process has given the terminal back.
      unsafe FileSystem.writeAll(bytes) {
        terminal_is_given_back() ? 0 : unsafe Glibc.write(file, $0.baseAddress, $0.count)
      }
    }
  }

  /// Writes something short, and waits for a moment where the terminal is slow.
  private static func writeAll(_ text: [UInt8], to file: Int32) {
    var rest = text[...]
    for _ in 0..<10 where !rest.isEmpty {
      rest = rest.dropFirst(write(rest, to: file))
      if rest.isEmpty { return }
      var output = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&output, 1, 100)
    }
  }

  /// Wakes the thread as a signal would.
  private func tell(_ number: UInt8) {
    var byte = number
    _ = unsafe Glibc.write(signals.writer.number, &byte, 1)
  }
}

// MARK: - The thread

extension TerminalDevice {
  /// How long the rest of a sequence may take, in milliseconds, before an Escape is one by itself.
  private static let patience: Int32 = 50

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
      let count = unsafe poll(&files, nfds_t(files.count), isWaiting ? Self.patience : -1)
      if count == 0 { send(state.withLock { $0.decoder.flush() }) }
      if files[0].revents != 0 { handleSignals(&bytes) }
      if files[1].revents != 0, !readKeys(&bytes) { return }
      if files[2].revents != 0 { drain() }
    }
  }

  private func readKeys(_ bytes: inout [UInt8]) -> Bool {
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    guard count > 0 else {
      continuation.yield(.gone)
      return false
    }
    send(state.withLock { $0.decoder.decode(bytes[..<count]) })
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
      // Only to be awake.
      default: break
      }
    }
  }

  /// Gives the terminal back, stops, and takes it again when the process goes on.
  private func suspend() {
    leave()
    terminal_signal_reset(SIGTSTP)
    kill(getpid(), SIGTSTP)
    _ = terminal_signal_tell(SIGTSTP, signals.writer.number)
    enter(startsGuardian: false)
    continuation.yield(.changed)
  }

  /// Asks the app to end, and ends it when it is asked again or does not listen.
  ///
  /// The main actor may be in a function of a provider that does not come back.
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
    device.release()
    kill(getpid(), number)
  }
}

/// Holds back what is written to standard output and standard error while the terminal shows a screen.
///
/// A provider in this process may print, a library warn, the runtime say why it ends: in the middle of a screen it would
/// be damage, and gone with the next drawing. It goes into a pipe instead, whose reader has it for afterwards. A file
/// that is something else than this terminal is left alone.
struct HeldOutput: ~Copyable {
  /// Its end for reading is open here too, so that a write ends nobody when whoever reads is gone.
  private let words: LocalPipe
  /// The files that were replaced, and what they were.
  private var former: [(number: Int32, copy: Int32)] = []

  /// Replaces the files, or gives `nil` when there is no pipe.
  ///
  /// - Parameter terminal: The terminal that shows a screen.
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

  /// The end for reading.
  var reader: Int32 { words.reader.number }

  private static func device(of file: Int32) -> dev_t? {
    var status = stat()
    guard isatty(file) == 1, unsafe fstat(file, &status) == 0 else { return nil }
    return status.st_rdev
  }

  /// Gives the files back.
  deinit {
    terminal_flush()
    for (number, copy) in former {
      dup2(copy, number)
      close(copy)
    }
  }
}

/// A pipe between parts of this process, which no program inherits and whose ends nobody waits for.
struct LocalPipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  /// Makes a pipe of something, such as signals; `nil` when there is no room for one.
  init?(of content: String) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = FileDescriptor(number: ends[0], path: "a pipe of \(content)")
    writer = FileDescriptor(number: ends[1], path: "a pipe of \(content)")
  }
}
