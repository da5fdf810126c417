import AppControllerTerminal
import Glibc
import Testing

/// A pseudo-terminal whose user is the test, which types and sees the screen.
final class PseudoTerminal {
  /// The file descriptor of the program's side.
  let file: Int32
  private let end: Int32
  /// What the terminal answers to questions about itself.
  var answers = ["c": "\u{1B}[?64;1;22c"]
  /// Everything that was written to the terminal.
  private(set) var bytes: [UInt8] = []
  private(set) var emulator: TerminalEmulator
  /// The index of the first byte that is not emulated yet, because it begins an incomplete sequence.
  private var first = 0

  /// `TIOCSPTLCK` and `TIOCGPTN`, which are macros.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  init(columns: Int, rows: Int) throws {
    end = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard unsafe end >= 0 && ioctl(end, Self.setLock, &lock) == 0 && ioctl(end, Self.getNumber, &number) == 0 else {
      throw Failure()
    }
    file = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw Failure() }
    emulator = TerminalEmulator(columns: columns, rows: rows)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(end, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure() }
  }

  deinit {
    close(file)
    close(end)
  }

  struct Failure: Error {}

  /// The text on the screen.
  var screen: String { (0..<emulator.rows).map { emulator.text(ofRow: $0) }.joined(separator: "\n") }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(unsafe write(end, bytes, bytes.count) == bytes.count)
  }

  /// Types as much of a text as the terminal accepts at once.
  ///
  /// - Returns: The number of these bytes.
  func type(some bytes: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { max(0, unsafe write(end, $0.baseAddress, $0.count)) }
  }

  /// Reads the output so far; waits for a millisecond when there is none.
  func look() {
    var file = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&file, 1, 1) > 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(end, &chunk, chunk.count)
    guard count > 0 else { return }
    bytes += chunk[..<count]
    let whole = wholeCount
    let asked = emulator.questions.count
    emulator.receive(Array(bytes[first..<whole]))
    first = whole
    for question in emulator.questions[asked...] { if let answer = answers[question] { type(answer) } }
  }

  /// The number of bytes up to the beginning of an incomplete sequence or character.
  private var wholeCount: Int {
    var end = bytes.count
    if var escape = bytes.lastIndex(of: 0x1B) {
      func isString(at escape: Int) -> Bool {
        escape + 1 < bytes.count && [UInt8(ascii: "]"), UInt8(ascii: "_")].contains(bytes[escape + 1])
      }
      // The end of a string may be cut, too.
      if escape == bytes.count - 1, let start = bytes[..<escape].lastIndex(of: 0x1B), isString(at: start) {
        escape = start
      }
      let next = escape + 1 < bytes.count ? bytes[escape + 1] : 0
      let isString = isString(at: escape)
      let isWhole =
        next == UInt8(ascii: "\\") || !isString && bytes[(escape + 1)...].dropFirst().contains { $0 >= 0x40 }
      if !isWhole { end = escape }
    }
    // The first byte of a character tells its length.
    var start = end
    while start > first, bytes[start - 1] & 0xC0 == 0x80 { start -= 1 }
    guard start > first, bytes[start - 1] >= 0xC0 else { return end }
    let length = bytes[start - 1] >= 0xF0 ? 4 : bytes[start - 1] >= 0xE0 ? 3 : 2
    return end - (start - 1) < length ? start - 1 : end
  }
}
