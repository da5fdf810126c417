import Foundation
import TestSupport
import Testing

/// A pseudo-terminal that the test uses as its user.
final class UserTerminal {
  /// The program's side of the terminal, for all of its streams.
  let streams: Program.Streams
  private let programSide: Int32
  private let personSide: Int32
  private(set) var transcript = ""

  init(columns: UInt16 = 80) throws {
    personSide = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2) do the work of unlockpt and ptsname, which Swift does not import.
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard personSide >= 0, unsafe ioctl(personSide, 0x4004_5431, &isLocked) == 0,
      unsafe ioctl(personSide, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENOTTY) }
    let name = "/dev/pts/\(number)"
    let descriptor = unsafe open(name, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw POSIXError(.ENOTTY) }
    programSide = descriptor
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    streams = Program.Streams(input: descriptor, output: descriptor, errors: descriptor)
  }

  deinit {
    close(programSide)
    close(personSide)
  }

  /// Whether the terminal echoes typed text.
  var echoes: Bool {
    get { settings.c_lflag & tcflag_t(ECHO) != 0 }
    set {
      var settings = settings
      settings.c_lflag = newValue ? settings.c_lflag | tcflag_t(ECHO) : settings.c_lflag & ~tcflag_t(ECHO)
      unsafe tcsetattr(programSide, TCSANOW, &settings)
    }
  }

  private var settings: termios {
    var settings = termios()
    unsafe tcgetattr(programSide, &settings)
    return settings
  }

  func type(_ text: String) {
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(personSide, $0.baseAddress, $0.count) }
  }

  /// Types a text that exceeds the terminal's buffer, and reads the program's output meanwhile.
  func paste(_ text: String) {
    _ = fcntl(personSide, F_SETFL, O_NONBLOCK)
    var bytes = Array(text.utf8)[...]
    var poller = pollfd(fd: personSide, events: Int16(POLLIN | POLLOUT), revents: 0)
    while !bytes.isEmpty, unsafe poll(&poller, 1, 600_000) == 1 {
      if poller.revents & Int16(POLLIN) != 0 { readOnce() }
      let count = unsafe bytes.withUnsafeBytes { unsafe write(personSide, $0.baseAddress, $0.count) }
      bytes = bytes.dropFirst(max(0, count))
    }
    #expect(bytes.isEmpty)
  }

  /// Reads the output that was written before.
  func readRest() {
    // The kernel passes output on a moment after it was written, and in its order.
    let mark: UInt8 = 0x1C
    _ = unsafe write(programSide, [mark], 1)
    read(until: String(UnicodeScalar(mark)))
    transcript.removeAll { $0.asciiValue == mark }
  }

  /// Waits until a condition is true.
  func wait(until isSo: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(1800)
    while !isSo(), ContinuousClock.now < deadline {}
    #expect(isSo())
  }

  @discardableResult
  private func readOnce() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe Foundation.read(personSide, $0.baseAddress, $0.count) }
    if count > 0 { transcript += String(decoding: bytes.prefix(count), as: UTF8.self) }
    return count > 0
  }

  /// Reads the program's output until a text appears a number of times; ends with a failure when the program writes
  /// nothing for too long.
  func read(until text: String, times: Int = 1) {
    var hasAppeared: Bool { transcript.components(separatedBy: text).count > times }
    var poller = pollfd(fd: personSide, events: Int16(POLLIN), revents: 0)
    while !hasAppeared, unsafe poll(&poller, 1, 600_000) == 1, readOnce() {}
    #expect(hasAppeared)
  }
}
