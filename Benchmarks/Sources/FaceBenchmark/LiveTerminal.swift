import AppControllerKit
import AppControllerTerminal
import Glibc
import Measuring

/// An app on a pseudo-terminal, whose user side writes keys and reads the output.
@MainActor
final class LiveTerminal {
  /// The file descriptor of the user's side.
  private let user: Int32
  /// Waits until the app has ended, when the user's side is closed.
  private let finish: @MainActor () async -> Void

  /// Shows an interface, and waits until it is drawn.
  convenience init(_ provider: any AppControllerInterfaceProviding) async throws {
    try await self.init { app in
      guard let window = TerminalWindow(environment: ["TERM": "xterm-256color"], input: app, output: app) else {
        throw TerminalFailure("it is no terminal")
      }
      let controller = AppController(interfaceProvider: provider)
      let task = Task { _ = try? await window.run(controller) }
      return {
        await task.value
        close(app)
      }
    }
  }

  /// Runs a program on a terminal, and waits until it has drawn.
  convenience init(_ program: String, _ arguments: [String]) async throws {
    try await self.init { app in
      let process = try Spawn(
        program, arguments, environment: ["TERM=xterm-256color", "LANG=C.UTF-8"],
        files: (0...2).map { .duplicate(app, as: $0) }
      ).start()
      close(app)
      return {
        kill(process, SIGKILL)
        _ = Spawn.status(of: process)
      }
    }
  }

  // Starts the app on its side of the terminal.
  private init(_ start: @MainActor (Int32) async throws -> @MainActor () async -> Void) async throws {
    let app: Int32
    (user, app) = try Self.open()
    finish = try await start(app)
    // The first picture arrives in pieces.
    repeat { _ = await Self.read(user) } while await Self.isReadable(user, within: 1000)
  }

  /// Types keys, and waits for the first bytes that draw their effect.
  func type(_ keys: [UInt8]) async throws {
    guard unsafe write(user, keys, keys.count) == keys.count, await Self.read(user) > 0 else {
      throw TerminalFailure("it is gone")
    }
  }

  /// Reads the rest of the output, so that the next key's output stands alone.
  func settle() {
    var file = pollfd(fd: user, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&file, 1, 30) > 0 { _ = Self.take(user) }
  }

  /// Closes the terminal, and waits until the app has noticed it.
  func end() async {
    close(user)
    await finish()
  }

  private static func open() throws -> (user: Int32, app: Int32) {
    // Does the same as unlockpt and ptsname, through the ioctl requests TIOCSPTLCK and TIOCGPTN, as numbers because
    // Swift sees none of the four.
    let user = unsafe Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard user >= 0, unsafe ioctl(user, 0x4004_5431, &lock) == 0, unsafe ioctl(user, 0x8004_5430, &number) == 0 else {
      throw TerminalFailure("there is none")
    }
    let app = unsafe Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard app >= 0, unsafe ioctl(user, UInt(TIOCSWINSZ), &size) == 0 else { throw TerminalFailure("it has no size") }
    return (user, app)
  }

  private nonisolated static func take(_ file: Int32) -> Int {
    unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { bytes in
      unsafe Glibc.read(file, bytes.baseAddress, bytes.count)
    }
  }

  // The main actor draws, so the wait happens on another thread.

  @concurrent
  private nonisolated static func read(_ file: Int32) async -> Int { take(file) }

  @concurrent
  private nonisolated static func isReadable(_ file: Int32, within milliseconds: Int32) async -> Bool {
    var file = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&file, 1, milliseconds) > 0
  }
}

struct TerminalFailure: Error {
  let what: String

  init(_ what: String) { self.what = what }
}
